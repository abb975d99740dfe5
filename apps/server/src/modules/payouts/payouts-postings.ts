import { accountCode, exchangeTransfers, holdCode, homeCode, type Transfer } from "@coralhub/domain";
import type { Posting } from "../ledger/index.ts";
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

/** What came from further accounts goes back to them; nothing where there was one. */
export const spreadPosting = (payout: PayoutFacts, id: string): Posting[] =>
  others(payout).length === 0
    ? []
    : [
        {
          merchantId: payout.merchantId,
          id,
          key: `payout:${payout.id}:spread`,
          reason: "payout.returned",
          reference: `${payout.reference}-S`,
          transfers: others(payout).map(({ code, amount }): Transfer => ({ from: first(payout), to: code, amount })),
        },
      ];
