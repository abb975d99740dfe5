import { Refusal, type FileReply } from "@coralhub/contract";
import { countryName, moneyText, PAYOUT_KINDS, payoutWay, toShanghaiTime } from "@coralhub/domain";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { PayoutsDeps } from "./deps.ts";
import { belongsTo } from "./describe-payout.ts";
import type { Family } from "./check-order.ts";
import { findPayout, type Payout, type PayoutKey } from "./payouts-store.ts";

type Fact = readonly [label: string, value: string | null];
const written = (facts: readonly Fact[]) => facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

/** A paper about a payment that has been made, in the words of both sides: who paid whom, what left, what arrived. */
export async function payoutReceipt(deps: PayoutsDeps, key: PayoutKey, family: Family): Promise<FileReply> {
  const [payout, holder] = await Promise.all([findPayout(deps.database.db, key), deps.certifiedAs(key.merchantId)]);
  if (!payout || !belongsTo(payout, family)) throw new Refusal("not_found");
  if (payout.state !== "completed") throw new Refusal("state.changed");
  const pdf = openPdf({
    title: "付款回单 Payment Advice",
    subtitle: `流水号 Reference ${payout.reference}`,
    issuedAt: deps.clock.now(),
  });
  pdf.facts(written(factsOf(payout, holder?.name ?? null)));
  pdf.paragraph("本回单由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  pdf.paragraph("Generated from our books. It is neither an invoice nor a tax document.");
  pdf.finish();
  return pdfReply(`付款回单-${payout.reference}`, pdf);
}

function factsOf(payout: Payout, payer: string | null): Fact[] {
  const { price, short } = payout;
  const shown = price!;
  return [
    ["付款人 Payer", payer],
    ["类型 Type", PAYOUT_KINDS[payout.kind].label],
    ["收款人 Payee", payout.payeeName],
    ["收款银行 Bank", payout.payeeBank],
    ["收款账号 Account", `•••• ${payout.payeeLastFour}`],
    ["国家或地区 Country", countryName(payout.payeeCountry)],
    ["付款金额 Amount", moneyText(payout.amount)],
    ["手续费 Fee", moneyText(shown.fee.total)],
    [
      "汇率 Rate",
      shown.price ? `1 ${shown.price.sell.currency} = ${shown.price.rate} ${shown.price.buy.currency}` : null,
    ],
    ["到账金额 Credited", moneyText(shown.arrives)],
    ["中转行扣费 Intermediary charges", short ? moneyText(short) : null],
    ["方式 Method", payoutWay(payout.way).label],
    ["附言 Remittance", payout.remittance || null],
    ["完成时间 Completed", payout.finishedAt ? `${toShanghaiTime(payout.finishedAt)}（北京时间）` : null],
    ["记账编号 Posting", payout.finalPostingId],
  ];
}
