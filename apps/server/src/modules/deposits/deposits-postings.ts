import { accountCode, holdCode, type DepositCurrency, type Money, type Transfer } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

type Amount = Money<DepositCurrency>;
/** What a step is about: whose deposit, and by which partner. */
export type PlacementFacts = { merchantId: string; id: string; principal: Amount; rail: string; reference: string };

const walletOf = ({ principal }: PlacementFacts) => accountCode("wallet", principal.currency);
const principalOf = ({ id, principal }: Pick<PlacementFacts, "id" | "principal">) =>
  accountCode("deposit", principal.currency, id);
const interestOf = ({ id, principal }: PlacementFacts) => accountCode("interest", principal.currency, id);
const nostroOf = ({ principal, rail }: PlacementFacts) => accountCode("house.nostro", principal.currency, rail);
const clearingOf = ({ principal, rail }: PlacementFacts) => accountCode("house.clearing", principal.currency, rail);
const expenseOf = ({ principal }: PlacementFacts) => accountCode("house.interest", principal.currency);
const amounts = (transfers: readonly Transfer[]): Transfer[] => transfers.filter(({ amount }) => amount.minor > 0n);

/** Confirmed: set aside until the partner has taken it. */
export const requestedPosting = (p: PlacementFacts, id: string): Posting => ({
  merchantId: p.merchantId,
  id,
  key: `deposit:${p.id}:requested`,
  reason: "deposit.requested",
  reference: p.reference,
  transfers: [{ from: walletOf(p), to: holdCode(walletOf(p)), amount: p.principal }],
});

/** The partner has taken it: the merchant's principal lies there, and our own account with the partner has grown. */
export const placedPosting = (p: PlacementFacts, holdPostingId: string): Posting => ({
  merchantId: p.merchantId,
  key: `deposit:${p.id}:placed`,
  reason: "deposit.placed",
  reference: p.reference,
  resolves: holdPostingId,
  transfers: [
    { from: holdCode(walletOf(p)), to: principalOf(p), amount: p.principal },
    { from: nostroOf(p), to: clearingOf(p), amount: p.principal },
  ],
});

/** The partner has refused it: back where it was. */
export const refusedPosting = (p: PlacementFacts, holdPostingId: string): Posting => ({
  merchantId: p.merchantId,
  key: `deposit:${p.id}:refused`,
  reason: "deposit.refused",
  reference: p.reference,
  resolves: holdPostingId,
  transfers: [{ from: holdCode(walletOf(p)), to: walletOf(p), amount: p.principal }],
});

/** One day's interest: owed to the merchant from now on, not yet theirs to spend. */
export const accruedPosting = (p: PlacementFacts, day: string, amount: Amount): Posting => ({
  merchantId: p.merchantId,
  key: `deposit:${p.id}:accrued:${day}`,
  reason: "deposit.accrued",
  reference: p.reference,
  transfers: [{ from: expenseOf(p), to: interestOf(p), amount }],
});

/** Principal and interest are the merchant's to spend. */
export const maturedPosting = (p: PlacementFacts, interest: Amount): Posting => ({
  merchantId: p.merchantId,
  key: `deposit:${p.id}:matured`,
  reason: "deposit.matured",
  reference: p.reference,
  transfers: amounts([
    { from: principalOf(p), to: walletOf(p), amount: p.principal },
    { from: interestOf(p), to: walletOf(p), amount: interest },
  ]),
});

/** What is renewed goes on into the new deposit, principal first; the rest is the merchant's to spend. */
export function renewedPosting(p: PlacementFacts, interest: Amount, next: PlacementFacts): Posting {
  const { currency } = p.principal;
  const of = (minor: bigint): Amount => ({ currency, minor });
  const fromPrincipal = next.principal.minor < p.principal.minor ? next.principal.minor : p.principal.minor;
  const fromInterest = next.principal.minor - fromPrincipal;
  return {
    merchantId: p.merchantId,
    key: `deposit:${p.id}:renewed`,
    reason: "deposit.renewed",
    reference: p.reference,
    transfers: amounts([
      { from: principalOf(p), to: principalOf(next), amount: of(fromPrincipal) },
      { from: principalOf(p), to: walletOf(p), amount: of(p.principal.minor - fromPrincipal) },
      { from: interestOf(p), to: principalOf(next), amount: of(fromInterest) },
      { from: interestOf(p), to: walletOf(p), amount: of(interest.minor - fromInterest) },
    ]),
  };
}

/** Taken out early: what was accrued beyond the lower rate goes back to the house. */
export const brokenPosting = (p: PlacementFacts, accrued: Amount, paid: Amount): Posting => ({
  merchantId: p.merchantId,
  key: `deposit:${p.id}:broken`,
  reason: "deposit.broken",
  reference: p.reference,
  transfers: amounts([
    { from: principalOf(p), to: walletOf(p), amount: p.principal },
    { from: interestOf(p), to: walletOf(p), amount: paid },
    { from: interestOf(p), to: expenseOf(p), amount: { currency: paid.currency, minor: accrued.minor - paid.minor } },
  ]),
});

/**
 * The partner has paid back what ended, as its statement tells it: the interest it earned for us, everything that left, and
 * what stays with it under a new reference.
 */
export const settledPostings = (p: PlacementFacts, interest: Amount, renewed: PlacementFacts | null): Posting[] => {
  const head = { merchantId: p.merchantId, reason: "deposit.settled" as const };
  const all = { currency: p.principal.currency, minor: p.principal.minor + interest.minor };
  return [
    ...(interest.minor > 0n
      ? [
          {
            ...head,
            key: `deposit:${p.id}:settled:interest`,
            reference: `${p.reference}-I`,
            transfers: [{ from: nostroOf(p), to: expenseOf(p), amount: interest }],
          },
        ]
      : []),
    {
      ...head,
      key: `deposit:${p.id}:settled`,
      reference: `${p.reference}-M`,
      transfers: [{ from: clearingOf(p), to: nostroOf(p), amount: all }],
    },
    ...(renewed
      ? [
          {
            ...head,
            key: `deposit:${renewed.id}:kept`,
            reference: renewed.reference,
            transfers: [{ from: nostroOf(renewed), to: clearingOf(renewed), amount: renewed.principal }],
          },
        ]
      : []),
  ];
};

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const of = (minor: bigint): Amount => ({ currency: "USD", minor });
  const deposit = { merchantId: "merchant", id: "placement", principal: of(1_000_00n), rail: "bank", reference: "ref" };
  const next = { ...deposit, id: "next", principal: of(1_010_00n) };
  return [
    { event: "deposit confirmed", posting: requestedPosting(deposit, "hold") },
    { event: "deposit taken by the partner", posting: placedPosting(deposit, "hold") },
    { event: "deposit refused by the partner", posting: refusedPosting(deposit, "hold") },
    { event: "a day's interest", posting: accruedPosting(deposit, "2026-01-01", of(10n)) },
    { event: "deposit matures", posting: maturedPosting(deposit, of(20_00n)) },
    { event: "deposit renewed with part of its interest", posting: renewedPosting(deposit, of(20_00n), next) },
    { event: "deposit taken out early", posting: brokenPosting(deposit, of(20_00n), of(5_00n)) },
    ...settledPostings(deposit, of(20_00n), next).map((posting) => ({
      event: "the partner pays back, as its statement tells it",
      posting,
    })),
  ];
})();
