import type { PostingReason } from "../capabilities.ts";

/** Held because the merchant itself asked for something: a payment, an order, a purchase, a deposit. Everything else we hold. */
const OWN_HOLDS: readonly PostingReason[] = ["payout.requested", "fx.ordered", "card.authorised", "deposit.requested"];
export const isOwnHold = (reason: PostingReason): boolean => OWN_HOLDS.includes(reason);
