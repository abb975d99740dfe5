import {
  holdCode,
  homeCode,
  priceExchange,
  subtractMoney,
  type AccountCode,
  type Currency,
  type FeeBreakdown,
  type FeeBusiness,
  type Money,
  type Rate,
} from "@coralhub/domain";
import { payoutReference, settlementTransfers, type AgreedPrice } from "../../modules/payouts/index.ts";
import { returnReference, SANDBOX_PAYOUT_BANKS } from "../../rails/payout-bank/index.ts";
import type { Post } from "./income-book.ts";

/** What a payment is priced as: its kind, and where it goes. */
export type PastPrice = { business: FeeBusiness; corridor: string };

/** Amazon's money by the CITIC channel, everything else by clearing. */
export type PastWay = "citic" | "local";
export const railOf = (way: PastWay): string => SANDBOX_PAYOUT_BANKS[way === "citic" ? "citic" : "clearing"];

/** Where a withdrawal stands, and since when. `summed`: a person looks because of the day's sum, not of this amount. */
export type PayoutEnds =
  | { state: "completed" | "failed"; at: Date }
  | { state: "returned"; paidAt: Date; at: Date }
  | { state: "awaitingApproval" | "processing" | "cancelled"; summed?: true };
/** A payment out as its list shows it; the postings are those of the same moments. `cancelled`: nobody verified it. */
export type PastPayout = {
  id: string;
  reference: string;
  account: AccountCode;
  kind: "withdrawal" | "supplier";
  way: PastWay;
  /** The supplier that was paid; a withdrawal goes to the own account of its currency. */
  payee: string | undefined;
  /** All that leaves the account, the fee included. */
  amount: Money;
  price: AgreedPrice;
  confirmedAt: Date;
  ends: PayoutEnds;
  holdId: string | null;
  finalId: string | null;
  returnId: string | null;
};
/** Exchanged at this middle rate, where it arrives in another currency. To China unless another place is named. */
export type PastTerms = {
  arrives: Currency;
  mid: Rate | null;
  way?: PastWay;
  corridor?: string;
  /** A payment to this supplier, not a withdrawal. */
  supplier?: string | undefined;
};
export type PayoutBook = {
  payouts: PastPayout[];
  /** Everything that leaves by a bank. Answers what has left the balance in the end. */
  payOut(at: Date, account: AccountCode, amount: Money, terms: PastTerms, ends: PayoutEnds): Money;
};
type Prices = {
  fee(at: Date, amount: Money, price: PastPrice & { isCounted: boolean }): FeeBreakdown;
  markupBasisPoints(from: Currency, to: Currency): string;
};

/** Payments out with every step they take in the books. */
export function createPayoutBook(post: Post, idFor: (at: Date, n: number) => string, prices: Prices): PayoutBook {
  const payouts: PastPayout[] = [];
  return {
    payouts,
    payOut(at, account, amount, { arrives, mid, way = "citic", corridor = "CN", supplier }, ends) {
      const id = idFor(at, payouts.length + 1);
      const reference = payoutReference(id);
      const isGone = !["failed", "returned", "cancelled"].includes(ends.state);
      const kind = supplier === undefined ? "withdrawal" : "supplier";
      const fee = prices.fee(at, amount, { business: kind, corridor, isCounted: isGone });
      const sell = subtractMoney(amount, fee.total);
      const markupBasisPoints = prices.markupBasisPoints(amount.currency, arrives);
      const exchanged = (at: Rate) => priceExchange({ sell, buyCurrency: arrives, mid: at, markupBasisPoints });
      const price = mid === null ? null : exchanged(mid);
      const payout: PastPayout = {
        id,
        reference,
        account,
        kind,
        way,
        payee: supplier,
        amount,
        price: { price, fee, arrives: price?.buy ?? sell },
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
  const { reference, account, amount, price, confirmedAt, ends, way } = payout;
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
  const legs = settlementTransfers({ sources, rail: railOf(way) }, price);
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
