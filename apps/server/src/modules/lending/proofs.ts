import { Refusal, type FileReply } from "@coralhub/contract";
import {
  addMonths,
  formatMoney,
  moneyText,
  platformName,
  toShanghaiDay,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { openPdf, pdfReply, type Pdf } from "../../platform/pdf-page.ts";
import type { LendingDeps } from "./deps.ts";
import { ordersToTell, TOLD_MONTHS } from "./tell-icbc.ts";

/** One head for all three: what it is, who it is about, and that it comes from our own books. */
async function openProof(
  deps: LendingDeps,
  { merchantId, now }: MerchantContext,
  title: string,
  subtitle: string,
): Promise<Pdf> {
  const holder = await deps.certifiedAs(merchantId);
  const pdf = openPdf({ title, subtitle, issuedAt: now });
  pdf.paragraph(`以下数据取自 ${holder?.name ?? "该客户"} 在本平台的账簿和收款记录，供中国工商银行办理融资时核对。`);
  pdf.facts([
    ["客户", holder?.name ?? "—"],
    ["期间", `${addMonths(toShanghaiDay(now), -TOLD_MONTHS)} 至 ${toShanghaiDay(now)}`],
  ]);
  return pdf;
}

/** Credited income by month and currency. */
export async function incomeProof(deps: LendingDeps, ctx: MerchantContext): Promise<FileReply> {
  const from = `${addMonths(toShanghaiDay(ctx.now), -TOLD_MONTHS).slice(0, 7)}-01`;
  const days = await deps.ledger.incomeByDay(ctx.merchantId, from);
  if (days.length === 0) throw new Refusal("icbc.nothing_to_prove");
  const sums = new Map<string, bigint>();
  for (const { day, amount } of days) {
    const key = `${day.slice(0, 7)} ${amount.currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount.minor);
  }
  const pdf = await openProof(deps, ctx, "收款证明", "Proof of Income");
  const table = pdf.table([
    { title: "月份", width: 120 },
    { title: "币种", width: 100 },
    { title: "已入账金额", width: 220, align: "right" },
  ]);
  for (const [key, minor] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [month, currency] = key.split(" ") as [string, Currency];
    await table.row([month, currency, formatMoney({ currency, minor } satisfies Money)]);
  }
  pdf.finish();
  return pdfReply("收款证明", pdf);
}

/** Every settlement of a platform as it arrived. */
export async function orderProof(deps: LendingDeps, ctx: MerchantContext): Promise<FileReply> {
  const orders = await ordersToTell(deps, ctx.merchantId, ctx.now);
  if (orders.length === 0) throw new Refusal("icbc.nothing_to_prove");
  const pdf = await openProof(deps, ctx, "订单证明", "Proof of Orders");
  const table = pdf.table([
    { title: "入账日期", width: 80 },
    { title: "平台", width: 90 },
    { title: "付款方", width: 120 },
    { title: "结算流水号", width: 110 },
    { title: "金额", width: 83, align: "right" },
  ]);
  for (const { creditedAt, platform, payerName, reference, amount } of orders) {
    await table.row([
      toShanghaiDay(creditedAt),
      platform === null ? "—" : platformName(platform),
      payerName,
      reference,
      moneyText(amount),
    ]);
  }
  pdf.finish();
  return pdfReply("订单证明", pdf);
}

/** Receiving accounts and what can be used today. */
export async function accountProof(deps: LendingDeps, ctx: MerchantContext): Promise<FileReply> {
  const [accounts, balances] = await Promise.all([
    deps.accounts.list(ctx.merchantId),
    deps.ledger.balances(ctx.merchantId, ["collection", "wallet"]),
  ]);
  if (accounts.length + balances.length === 0) throw new Refusal("icbc.nothing_to_prove");
  const pdf = await openProof(deps, ctx, "账户证明", "Proof of Accounts");
  pdf.heading("收款账户");
  const table = pdf.table([
    { title: "银行", width: 170 },
    { title: "账号", width: 150 },
    { title: "币种", width: 60 },
    { title: "户名", width: 103 },
  ]);
  for (const { bankName, accountNumber, currency, holderName } of accounts) {
    await table.row([bankName ?? "—", accountNumber ?? "—", currency, holderName ?? "—"]);
  }
  pdf.heading("可用余额");
  const totals = new Map<Currency, bigint>();
  for (const { balance } of balances)
    totals.set(balance.currency, (totals.get(balance.currency) ?? 0n) + balance.minor);
  pdf.facts([...totals].map(([currency, minor]) => [currency, formatMoney({ currency, minor })] as const));
  pdf.finish();
  return pdfReply("账户证明", pdf);
}
