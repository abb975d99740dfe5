import { Refusal } from "@coralhub/contract";
import { PAYOUT_CHANNELS, VERIFY_MINUTES, type PayoutChannel, type PayoutState } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { CodeUse } from "../identity/index.ts";
import { checkWish, type Wish } from "./check-wish.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertPayoutEvent } from "./payout-events-store.ts";
import { payeeText } from "./payout-words.ts";
import { findPayout, insertPayout, type Payout } from "./payouts-store.ts";

export type PayoutAnswer = { id: string; state: PayoutState };

/** What the bank knows it by, made from our own id: the same before the first call as after the last. */
export const payoutReference = (id: string): string => `CP${id.replaceAll("-", "").toUpperCase()}`;
/** The id in such a reference, or in a longer one that begins with it: a return is booked under one. */
export function payoutIdOf(reference: string): string | undefined {
  const [, hex] = /^CP([\dA-F]{32})/.exec(reference) ?? [];
  return hex?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Writes down who gets how much. Nothing is held before the code has come back. */
export async function applyForPayout(
  deps: PayoutsDeps,
  ctx: MerchantContext,
  channel: PayoutChannel,
  wish: Wish,
): Promise<PayoutAnswer> {
  const { merchantId } = ctx;
  const { account, bankAccount } = await checkWish(deps, merchantId, channel, wish);
  return ctx.once(async (tx) => {
    const key = { merchantId, id: deps.ids.next() };
    const at = deps.clock.now();
    await insertPayout(tx, {
      ...key,
      kind: "withdrawal",
      channel,
      accountId: account.id,
      bankAccountId: bankAccount.id,
      payeeName: bankAccount.holderName,
      payeeBank: bankAccount.bankName,
      payeeLastFour: bankAccount.lastFour,
      amount: wish.amount,
      arrivesCurrency: PAYOUT_CHANNELS[channel].currency,
      rail: deps.banks[channel].name,
      reference: payoutReference(key.id),
      createdAt: at,
      expiresAt: new Date(at.getTime() + VERIFY_MINUTES * 60_000),
    });
    await insertPayoutEvent(tx, key, deps.ids.next(), { action: "apply", note: null, at });
    return { id: key.id, state: "unverified" };
  });
}

/** The code is good for this payee and this amount only. */
export const codeMoney = (payout: Payout): NonNullable<CodeUse["money"]> => ({
  payee: `${payout.payeeName} ${payeeText(payout)}`,
  amount: payout.amount,
});

export async function sendPayoutCode(
  deps: PayoutsDeps,
  { merchantId, now }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const payout = await findPayout(deps.database.db, { merchantId, id });
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "unverified") throw new Refusal("state.changed");
  if (payout.expiresAt <= now) throw new Refusal("payout.lapsed");
  return deps.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(payout) });
}
