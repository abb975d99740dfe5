import {
  holdCode,
  homeCode,
  priceExchange,
  subtractMoney,
  type AccountCode,
  type FeeBreakdown,
  type FeeBusiness,
  type Money,
  type Rate,
} from "@coralhub/domain";
import { payoutReference, settlementTransfers, type AgreedPrice } from "../../modules/payouts/index.ts";
import { returnReference, SANDBOX_PAYOUT_BANKS } from "../../rails/payout-bank/index.ts";
import type { Post } from "./income-book.ts";

/** What the way pays, and where. */
export const CITIC_WAY = { business: "withdrawal" as FeeBusiness, corridor: "CN" } as const;
const CURRENCY = "CNY";

/** Where a withdrawal stands, and since when. `summed`: a person looks because of the day's sum, not of this amount. */
export type PayoutEnds =
  | { state: "completed" | "failed"; at: Date }
  | { state: "returned"; paidAt: Date; at: Date }
  | { state: "awaitingApproval" | "processing" | "cancelled"; summed?: true };
/** A withdrawal as its list shows it; the postings are those of the same moments. `cancelled`: nobody verified it. */
export type PastPayout = {
  id: string;
  reference: string;
  account: AccountCode;
  /** All that leaves the account, the fee included. */
  amount: Money;
  price: AgreedPrice;
  confirmedAt: Date;
  ends: PayoutEnds;
  holdId: string | null;
  finalId: string | null;
  returnId: string | null;
};
export type PayoutBook = {
  payouts: PastPayout[];
  /** By the CITIC channel, at this middle rate. Answers what has left the balance in the end. */
  withdraw(at: Date, account: AccountCode, amount: Money, mid: Rate, ends: PayoutEnds): Money;
};
type Prices = {
  fee(at: Date, amount: Money, isCounted: boolean): FeeBreakdown;
  markupBasisPoints(amount: Money): string;
};

/** Withdrawals with every step they take in the books. */
export function createPayoutBook(post: Post, idFor: (at: Date, n: number) => string, prices: Prices): PayoutBook {
  const payouts: PastPayout[] = [];
  return {
    payouts,
    withdraw(at, account, amount, mid, ends) {
      const id = idFor(at, payouts.length + 1);
      const reference = payoutReference(id);
      const isGone = !["failed", "returned", "cancelled"].includes(ends.state);
      const fee = prices.fee(at, amount, isGone);
      const wish = { sell: subtractMoney(amount, fee.total), buyCurrency: CURRENCY } as const;
      const price = priceExchange({ ...wish, mid, markupBasisPoints: prices.markupBasisPoints(amount) });
      const payout: PastPayout = {
        id,
        reference,
        account,
        amount,
        price: { price, fee, arrives: price.buy },
        confirmedAt: at,
        ends,
        holdId: null,
        finalId: null,
        returnId: null,
      };
      payouts.push(payout);
      postSteps(post, payout);
      return isGone ? amount : subtractMoney(amount, amount);
    },
  };
}

function postSteps(post: Post, payout: PastPayout): void {
  const { reference, account, amount, price, confirmedAt, ends } = payout;
  if (ends.state === "cancelled") return;
  const held = holdCode(account);
  const resolves = post(confirmedAt, { reason: "payout.requested", reference }, [{ from: account, to: held, amount }]);
  payout.holdId = resolves;
  if (!("at" in ends)) return;
  if (ends.state === "failed") {
    const back = [{ from: held, to: account, amount }];
    payout.finalId = post(ends.at, { reason: "payout.failed", reference, resolves }, back);
    return;
  }
  const sources = [{ code: account, amount }];
  const legs = settlementTransfers({ sources, rail: SANDBOX_PAYOUT_BANKS.citic }, price);
  const paidAt = "paidAt" in ends ? ends.paidAt : ends.at;
  payout.finalId = post(paidAt, { reason: "payout.settled", reference, resolves }, legs);
  if (ends.state === "completed") return;
  const head = { reason: "payout.returned", reference: returnReference(reference), reverses: payout.finalId } as const;
  payout.returnId = post(
    ends.at,
    head,
    legs.map((leg) => ({ from: leg.to, to: homeCode(leg.from), amount: leg.amount })),
  );
}
