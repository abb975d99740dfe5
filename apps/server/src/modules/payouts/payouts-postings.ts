import {
  accountCode,
  exchangeTransfers,
  holdCode,
  homeCode,
  moneyOf,
  priceExchange,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";
import type { AgreedPrice, Payout, SourcePart } from "./payouts-store.ts";

/** What a posting has to know of a payment. */
export type PayoutFacts = Pick<Payout, "merchantId" | "id" | "reference" | "rail" | "amount"> & {
  sources: readonly SourcePart[];
};
/** The hold it stands under; a payment asked about again gets another one. */
type Held = PayoutFacts & { holdPostingId: string | null };

/** What comes from other accounts than the first. */
const others = ({ sources }: PayoutFacts): readonly SourcePart[] => sources.slice(1);
const first = ({ sources }: PayoutFacts) => sources[0]!.code;

/** All of it is set aside, the fee included: what comes from further accounts is gathered on the first. */
export const requestPosting = (payout: PayoutFacts, id: string): Posting => ({
  merchantId: payout.merchantId,
  id,
  key: `payout:${payout.id}:requested:${id}`,
  reason: "payout.requested",
  reference: payout.reference,
  transfers: [
    ...others(payout).map(({ code, amount }): Transfer => ({ from: code, to: first(payout), amount })),
    { from: first(payout), to: holdCode(first(payout)), amount: payout.amount },
  ],
});

export function settlementTransfers(
  { sources, rail }: Pick<PayoutFacts, "sources" | "rail">,
  agreed: AgreedPrice,
): Transfer[] {
  const { price, fee, arrives } = agreed;
  const held = holdCode(sources[0]!.code);
  const nostro = accountCode("house.nostro", arrives.currency, rail);
  if (price) return exchangeTransfers(price, held, nostro, fee.total);
  const legs: Transfer[] = [
    { from: held, to: nostro, amount: arrives },
    { from: held, to: accountCode("house.fees", fee.total.currency), amount: fee.total },
  ];
  return legs.filter(({ amount }) => amount.minor > 0n);
}

/** The hold ends: the fee to the house, the rest has left by the bank, exchanged at the agreed rate where it had to be. */
export const settlementPosting = (payout: Held, agreed: AgreedPrice, id: string): Posting => ({
  merchantId: payout.merchantId,
  id,
  key: `payout:${payout.id}:settled`,
  reason: "payout.settled",
  reference: payout.reference,
  resolves: payout.holdPostingId!,
  transfers: settlementTransfers(payout, agreed),
});

/** The hold ends: every part is back where it came from. */
export const releasePosting = (payout: Held, reason: "payout.failed" | "payout.cancelled", id: string): Posting => {
  const held = holdCode(first(payout));
  return {
    merchantId: payout.merchantId,
    id,
    key: `payout:${payout.id}:released:${payout.holdPostingId!}`,
    reason,
    reference: payout.reference,
    resolves: payout.holdPostingId!,
    transfers: payout.sources.map(({ code, amount }): Transfer => ({ from: held, to: code, amount })),
  };
};

type Return = { settlementId: string; returnReference: string };
/** The settlement is taken back whole, at its own rate and with its fee: the service was not rendered. */
export const returnPosting = (
  payout: Held,
  agreed: AgreedPrice,
  { settlementId, returnReference }: Return,
  id: string,
): Posting => ({
  merchantId: payout.merchantId,
  id,
  key: `payout:${payout.id}:returned`,
  reason: "payout.returned",
  reference: returnReference,
  reverses: settlementId,
  transfers: settlementTransfers(payout, agreed).map(({ from, to, amount }): Transfer => ({
    from: homeCode(to),
    to: homeCode(from),
    amount,
  })),
});

/** What leaves the account for what banks kept of a return: at the payment's own rate, up to the next smallest unit. */
export function chargeOf({ amount }: Pick<PayoutFacts, "amount">, { price }: AgreedPrice, kept: Money): Money {
  const minor = price ? (kept.minor * price.sell.minor + price.buy.minor - 1n) / price.buy.minor : kept.minor;
  return moneyOf(amount.currency, minor);
}

/** What banks kept of a return is the payee's account's matter, not ours: it is taken from what has just come back. */
export function chargePosting(
  payout: PayoutFacts,
  agreed: AgreedPrice,
  { kept, returnReference }: { kept: Money; returnReference: string },
  id: string,
): Posting[] {
  if (kept.minor === 0n) return [];
  const charge = chargeOf(payout, agreed, kept);
  const nostro = accountCode("house.nostro", kept.currency, payout.rail);
  const transfers: Transfer[] = agreed.price
    ? [
        { from: first(payout), to: accountCode("house.fx", charge.currency), amount: charge },
        { from: accountCode("house.fx", kept.currency), to: nostro, amount: kept },
      ]
    : [{ from: first(payout), to: nostro, amount: charge }];
  const { merchantId } = payout;
  const key = `payout:${payout.id}:charged`;
  return [{ merchantId, id, key, reason: "payout.returnCharged", reference: returnReference, transfers }];
}

/** What came from further accounts goes back to them, less what was kept beyond the first one's part; nothing where there was one. */
export function spreadPosting(payout: PayoutFacts, agreed: AgreedPrice, kept: Money, id: string): Posting[] {
  let left = chargeOf(payout, agreed, kept).minor;
  const rests = payout.sources.map(({ code, amount }) => {
    const taken = left < amount.minor ? left : amount.minor;
    left -= taken;
    return { code, amount: moneyOf(amount.currency, amount.minor - taken) };
  });
  const transfers = rests
    .slice(1)
    .filter(({ amount }) => amount.minor > 0n)
    .map(({ code, amount }): Transfer => ({ from: first(payout), to: code, amount }));
  if (transfers.length === 0) return [];
  return [
    {
      merchantId: payout.merchantId,
      id,
      key: `payout:${payout.id}:spread`,
      reason: "payout.returned",
      reference: `${payout.reference}-S`,
      transfers,
    },
  ];
}

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const usd = (minor: bigint) => moneyOf("USD", minor);
  const part = (account: string, minor: bigint) => ({
    code: accountCode("collection", "USD", account),
    amount: usd(minor),
  });
  const head = { merchantId: "merchant", id: "payout", reference: "ref", rail: "bank", amount: usd(1_000_00n) };
  const payout = { ...head, holdPostingId: "hold", sources: [part("account", 700_00n), part("further", 300_00n)] };
  const shares = { total: usd(5_00n), merchantPays: usd(5_00n), recipientPays: usd(0n) };
  const agreed: AgreedPrice = {
    price: null,
    fee: { lines: [], ...shares, bearer: "merchant" },
    arrives: usd(995_00n),
  };
  const price = priceExchange({ mid: "7.1234567", markupBasisPoints: "30", sell: usd(995_00n), buyCurrency: "CNY" });
  const exchanged: AgreedPrice = { ...agreed, price, arrives: price.buy };
  const back = { settlementId: "settlement", returnReference: "ref-R" };
  const kept = usd(15_00n);
  return [
    { event: "payment confirmed, from two accounts", posting: requestPosting(payout, "posting") },
    { event: "payment made in the same currency", posting: settlementPosting(payout, agreed, "posting") },
    { event: "payment made in another currency", posting: settlementPosting(payout, exchanged, "posting") },
    { event: "payment refused by the bank", posting: releasePosting(payout, "payout.failed", "posting") },
    { event: "payment cancelled", posting: releasePosting(payout, "payout.cancelled", "posting") },
    { event: "payment returned", posting: returnPosting(payout, exchanged, back, "posting") },
    ...chargePosting(payout, agreed, { kept, returnReference: "ref-R" }, "posting").map((posting) => ({
      event: "what banks kept of a return",
      posting,
    })),
    ...spreadPosting(payout, agreed, kept, "posting").map((posting) => ({
      event: "what came back, to the further account it came from",
      posting,
    })),
  ];
})();
