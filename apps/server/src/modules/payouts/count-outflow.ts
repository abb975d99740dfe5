import { Refusal } from "@coralhub/contract";
import { inDollarCents, judgeLimits, moneyText, type Money, type PaidLately } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { refusedAmount } from "./check-order.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertEntry, lockMeter, sumLately, type MeterEntry } from "./meter-store.ts";
import { readTerms } from "./terms-store.ts";

/** Whether so much could ever go at once, asked before anybody agrees on it: what was sent lately is counted when it goes. */
export async function requireSendable(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, amount }: Pick<Outgoing, "merchantId" | "amount">,
): Promise<void> {
  await judge(deps, tx, { merchantId, amount }, { merchantCents: 0n, payeeCents: 0n });
}

/** Whether so much may go now, for whoever writes it down: said before a code is asked for, and counted anew when it goes. */
export async function requireRoom(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, amount }: Pick<Outgoing, "merchantId" | "amount">,
): Promise<void> {
  await judge(deps, tx, { merchantId, amount }, await sumLately(tx, merchantId, null, deps.clock.now()));
}

export type Outgoing = Pick<MeterEntry, "merchantId" | "id" | "kind"> & { amount: Money };

/**
 * Money to another merchant is as gone as money to a bank: one meter counts both over the same 24 hours. Nobody of ours looks
 * at such money before it goes, so what would need a look goes as a payment instead, which waits for one.
 */
export async function countOutflow(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, id, kind, amount }: Outgoing,
): Promise<void> {
  await lockMeter(tx, merchantId);
  const at = deps.clock.now();
  await judge(deps, tx, { merchantId, amount }, await sumLately(tx, merchantId, null, at));
  await insertEntry(tx, { merchantId, id, kind, cents: inDollarCents(amount), at });
}

async function judge(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, amount }: Pick<Outgoing, "merchantId" | "amount">,
  lately: PaidLately,
): Promise<void> {
  const holder = await deps.certifiedAs(merchantId, tx);
  if (!holder) throw new Refusal("access.not_certified");
  const { limits } = await readTerms(tx);
  const verdict = judgeLimits({ amount, kind: holder.kind, rests: false, lately, limits });
  if (verdict.verdict === "refused") {
    throw refusedAmount("payout.daily_limit", { limit: moneyText(verdict.most), left: moneyText(verdict.left) });
  }
  if (verdict.verdict === "approval") {
    throw refusedAmount("payout.review_needed", { limit: moneyText(verdict.most), left: moneyText(verdict.left) });
  }
}
