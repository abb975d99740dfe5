import { BRAND, moneyText } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { openCell } from "../../platform/sealed-cells.ts";
import type { PayoutsDeps } from "./deps.ts";
import { paymentAdvice } from "./payment-advice.ts";
import { findPayout, type Payout } from "./payouts-store.ts";

export const ADVICE_TOPIC = "payout.advice";

/** Whom the payer wants to be told. */
export const adviceAddress = ({ secrets }: PayoutsDeps, { merchantId, id, adviceEmail }: Payout): string | null =>
  adviceEmail && openCell(secrets, "payout.advice_email", [merchantId, id], adviceEmail);

/** With the settlement, where the payer wants the payee to know; once, whatever the bank tells again. */
export async function enqueueAdvice(deps: PayoutsDeps, tx: Tx, payouts: readonly Payout[]): Promise<void> {
  const wanted = payouts.filter(({ adviceEmail }) => adviceEmail !== null);
  const entries = wanted.map(({ merchantId, id, reference }) => ({
    reference: `${reference}:advice`,
    merchantId,
    payload: { id },
  }));
  await deps.outbox.enqueueMany(tx, ADVICE_TOPIC, entries);
}

export const deliverAdvice =
  (deps: PayoutsDeps): OutboxHandler =>
  async ({ merchantId, reference, payload }) => {
    const payout = await findPayout(deps.database.db, { merchantId: merchantId!, id: (payload as { id: string }).id });
    const to = payout && adviceAddress(deps, payout);
    if (!to || payout.state !== "completed") return { result: "delivered" };
    const { fileName, content } = await paymentAdvice(deps, payout);
    const amount = moneyText(payout.price!.arrives);
    await deps.notifications.send({
      reference: reference.replaceAll(":", "-"),
      channel: "email",
      to,
      subject: `${BRAND.name}付款通知 Payment advice ${amount}`,
      text: `${payout.payeeName}：\n您有一笔 ${amount} 的付款已由银行付出，详情见附件。\nA payment of ${amount} has been made to you. Please find the advice attached.`,
      attachments: [{ fileName, contentType: "application/pdf", content }],
    });
    return { result: "delivered" };
  };
