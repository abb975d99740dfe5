import { CARD_PAYMENT_ACTIONS, cardPaymentLifecycle, type CardPaymentState } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor, type Message } from "../../platform/lifecycle-engine.ts";
import type { CardsDeps } from "./deps.ts";
import { changePayment, paymentColumns, type Payment, type PaymentChange } from "./payments-store.ts";

type Deps = Pick<CardsDeps, "lifecycles">;
type Told = { by?: Actor; message?: Message };

/** A purchase as its first message leaves it; what waits for an answer has come no way yet. */
export async function enterPayment(
  { lifecycles }: Deps,
  tx: Tx,
  payment: Payment,
  { by = RAIL, message }: Told = {},
): Promise<void> {
  const { state, merchantId, id, ...rest } = payment;
  const { initial } = cardPaymentLifecycle;
  const step = { action: CARD_PAYMENT_ACTIONS[state], at: payment.createdAt, by, ...(message && { message }) };
  await lifecycles.enterMany(tx, cardPaymentLifecycle, [
    {
      key: { merchantId, id },
      values: { ...paymentColumns(rest), changedAt: payment.createdAt },
      steps: state === initial ? [] : [step],
    },
  ]);
}

/** What a later message changes about it, and where it stands after that. */
export async function movePayment(
  { lifecycles }: Deps,
  tx: Tx,
  payment: Payment,
  { state, by = RAIL, message, ...change }: PaymentChange & Told & { state?: CardPaymentState },
  at: Date,
): Promise<void> {
  if (state === undefined || state === payment.state) return changePayment(tx, payment, change, at);
  const { merchantId, id } = payment;
  await lifecycles.advance(tx, cardPaymentLifecycle, { merchantId, id }, CARD_PAYMENT_ACTIONS[state], {
    by,
    at,
    set: paymentColumns(change),
    ...(message && { message }),
  });
}
