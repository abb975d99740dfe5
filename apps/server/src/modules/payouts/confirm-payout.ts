import { Refusal } from "@coralhub/contract";
import { approvalReason, PAYOUT_CHANNELS } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { ExchangeQuote } from "../prices/index.ts";
import { codeMoney, type PayoutAnswer } from "./apply-for-payout.ts";
import { accountProblem, requireOpen } from "./check-wish.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertPayoutEvent } from "./payout-events-store.ts";
import { about, payeeText } from "./payout-words.ts";
import { findPayout, lockPayout, movePayout, type Payout } from "./payouts-store.ts";
import { requestPosting } from "./payouts-postings.ts";
import { proveCode } from "../identity/index.ts";

export const PAY_TOPIC = "payout-bank.pay";
type Confirmation = { id: string; quoteId: string; verifyCode: string; channel: "sms" | "email" };

/**
 * The code is right, the price is fixed, the money is held: from here on it goes to the bank, or waits for a person where
 * the amount asks for one. All of it commits together, once.
 */
export async function confirmPayout(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  { id, quoteId, verifyCode, channel }: Confirmation,
): Promise<PayoutAnswer> {
  const { merchantId } = ctx;
  const seen = await findPayout(deps.database.db, { merchantId, id });
  if (!seen) throw new Refusal("not_found");
  await requireOpen(deps, seen.channel);
  const money = codeMoney(seen);
  const spendCode = await proveCode(deps.codes, { merchantId, purpose: "payout", code: verifyCode, channel, money });
  return ctx.once(async (tx) => {
    const payout = (await lockPayout(tx, seen))!;
    if (payout.state !== "unverified") throw new Refusal("state.changed");
    const at = deps.clock.now();
    if (payout.expiresAt <= at) throw new Refusal("payout.lapsed");
    await spendCode(tx);
    // Nobody freezes the account between this look and the hold.
    const account = await deps.receivingAccounts.lock(tx, { merchantId, id: payout.accountId });
    const problem = account && accountProblem(payout.channel, account);
    if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
    const price = await takeQuote(deps, tx, payout, quoteId);
    const holdPostingId = deps.ids.next();
    await deps.ledger.postIn(tx, [requestPosting(payout, holdPostingId)]);
    const reason = approvalReason(payout.amount);
    const action = reason === undefined ? "confirm" : "askApproval";
    const agreed = { quoteId, price, holdPostingId };
    if (!(await movePayout(tx, payout, action, { at, agreed, reason: reason ?? null }))) {
      throw new Refusal("state.changed");
    }
    await insertPayoutEvent(tx, payout, deps.ids.next(), { action, note: reason ?? null, at });
    if (reason === undefined) await submitPayout(deps, tx, payout);
    else {
      const data = { ...about(payout), reason };
      await deps.sendMessage(tx, { event: "payout.reviewing", merchantId, data });
    }
    return { id, state: reason === undefined ? "submitted" : "awaitingApproval" };
  });
}

/** The promise must be for this very amount: a price asked for another one is no price for this. */
async function takeQuote(deps: PayoutsDeps, tx: Tx, payout: Payout, quoteId: string) {
  const { merchantId, id, amount } = payout;
  const { price, fee }: ExchangeQuote = await deps.ledger.prices.takeExchangeQuote(
    tx,
    merchantId,
    quoteId,
    `payout:${id}`,
    "withdrawal",
  );
  const fits =
    price.sell.currency === amount.currency &&
    price.sell.minor + fee.total.minor === amount.minor &&
    price.buy.currency === payout.arrivesCurrency;
  if (!fits) throw new Refusal("quote.unknown");
  return { price, fee };
}

/** The intent goes out once the transaction has committed; the merchant is told. */
export async function submitPayout(deps: PayoutsDeps, tx: Tx, payout: Payout): Promise<void> {
  const { merchantId, id, reference } = payout;
  await deps.outbox.enqueue(tx, { topic: PAY_TOPIC, reference, merchantId, payload: { id } });
  await deps.sendMessage(tx, {
    event: "payout.submitted",
    merchantId,
    data: { ...about(payout), payee: payeeText(payout), eta: PAYOUT_CHANNELS[payout.channel].arrives },
  });
}
