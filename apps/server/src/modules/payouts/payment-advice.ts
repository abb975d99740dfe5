import { moneyText, payoutWay, toShanghaiTime } from "@coralhub/domain";
import { BEIJING_TIME, forBothSides } from "../../platform/paper-facts.ts";
import { openPdf } from "../../platform/pdf-page.ts";
import type { PayoutsDeps } from "./deps.ts";
import type { Payout } from "./payouts-store.ts";

/** What the payee is told: what arrives and for what; what it cost its payer is the payer's business. */
export async function paymentAdvice(deps: PayoutsDeps, payout: Payout): Promise<{ fileName: string; content: Buffer }> {
  const holder = await deps.certifiedAs(payout.merchantId);
  const pdf = openPdf({
    title: "付款通知 Payment Advice",
    subtitle: `流水号 Reference ${payout.reference}`,
    issuedAt: deps.clock.now(),
  });
  const { short, price } = payout;
  pdf.facts(
    forBothSides(
      [
        ["付款人", "Payer", holder?.name ?? null],
        ["收款人", "Payee", payout.payeeName],
        ["收款银行", "Bank", payout.payeeBank],
        ["收款账号", "Account", `•••• ${payout.payeeLastFour}`],
        ["金额", "Amount", moneyText(price!.arrives)],
        ["中转行扣费", "Intermediary charges", short ? moneyText(short) : null],
        ["方式", "Method", payoutWay(payout.way).label],
        ["附言", "Remittance", payout.remittance || null],
        ["完成时间", "Completed", payout.finishedAt ? `${toShanghaiTime(payout.finishedAt)}${BEIJING_TIME.zh}` : null],
      ],
      "zh",
    ),
  );
  pdf.paragraph("银行入账时间以收款银行为准。如有疑问请联系付款人。");
  pdf.paragraph("When it is credited is up to the receiving bank. Please ask the payer in case of doubt.");
  pdf.finish();
  const pieces: Uint8Array[] = [];
  for await (const piece of pdf.body) pieces.push(piece);
  return { fileName: `payment-advice-${payout.reference}.pdf`, content: Buffer.concat(pieces) };
}
