import { type Address, addressOf, chooseFeeRule, DEFAULT_FEE_RULES, percentText } from "@coralhub/domain";

/** The price list says it, so that notice and bill agree. */
function withdrawalPrice(): string {
  const { terms } = chooseFeeRule(DEFAULT_FEE_RULES, { business: "withdrawal", currency: "USD", corridor: "*" })!;
  const [tier] = terms.tiers!;
  return `${percentText(terms.basisPoints)}；当月满 ${tier!.fromVolume / 10_000} 万美元后 ${percentText(tier!.basisPoints)}`;
}

/** `ago` is in days before the demo world was loaded. */
export const DEMO_NOTICES: readonly { id: string; ago: number; title: string; body: string; path: Address | null }[] = [
  {
    id: "0192a000-0000-7000-8000-000000000101",
    ago: 0,
    title: "感恩节美元清算安排",
    body: "11-26 休市，11-25 16:00 后提交的美元提现顺延",
    path: null,
  },
  {
    id: "0192a000-0000-7000-8000-000000000102",
    ago: 4,
    title: "英镑收款新增本地账户",
    body: "英国站卖家可用 Faster Payments，当天到账",
    path: addressOf("accounts"),
  },
  {
    id: "0192a000-0000-7000-8000-000000000103",
    ago: 9,
    title: "美元提现费率",
    body: withdrawalPrice(),
    path: null,
  },
  {
    id: "0192a000-0000-7000-8000-000000000104",
    ago: 13,
    title: "Amazon 店铺授权方式更新",
    body: "10 月前绑定的店铺请在年底前重新授权",
    path: addressOf("stores"),
  },
];
