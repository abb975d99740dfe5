import {
  accountCode,
  exchangeTransfers,
  holdCode,
  homeCode,
  moneyOf,
  priceExchange,
  transfer,
  type AccountCode,
  type Currency,
  type Transfer,
} from "@coralhub/domain";
import fc from "fast-check";
import type { Posting } from "./posting.ts";

/** What the books must be, kept in the simplest possible way: the real ledger is compared with it after every step. */
export type Model = {
  balances: Map<AccountCode, bigint>;
  postings: { id: string; posting: Posting; reversal: boolean; reversed: boolean }[];
  holds: { id: string; code: AccountCode; amount: bigint; resolved: boolean }[];
};
export const emptyModel = (): Model => ({ balances: new Map(), postings: [], holds: [] });

const wallet = accountCode("wallet", "USD");
const collection = accountCode("collection", "USD", "va-1");
const OWN = [wallet, collection, accountCode("card_wallet", "USD"), accountCode("card", "USD", "c-1")] as const;
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");

export const KINDS = [
  ...(["income", "income", "post", "post", "linked", "hold", "hold", "part", "release", "again"] as const),
  ...(["reverse", "exchange", "replay", "altered", "overdraft"] as const),
];
export type Operation = { kind: (typeof KINDS)[number]; from: number; to: number; amount: number; pick: number };
export const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  from: fc.nat(3),
  to: fc.nat(3),
  amount: fc.integer({ min: 1, max: 500 }),
  pick: fc.nat(1000),
});

/** What an operation asks for and what must come of it; undefined where there is nothing to do it to. */
export type Step = { posting: Posting; expected: "posted" | "replayed" | `ledger.${string}` };

type Head = Pick<Posting, "merchantId" | "id" | "key">;
const usd = (minor: bigint | number) => moneyOf("USD", BigInt(minor));
const pickOf = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length];

export function planStep(model: Model, op: Operation, head: Head): Step | undefined {
  const from = OWN[op.from]!;
  const to = OWN[op.to === op.from ? (op.to + 1) % 4 : op.to]!;
  const amount = usd(op.amount);
  const asked = (posting: Omit<Posting, "merchantId" | "key">): Step => judged(model, { ...head, ...posting });
  switch (op.kind) {
    case "income":
      return asked({
        reason: "income.credited",
        transfers: [transfer(nostro, op.to % 2 ? wallet : collection, amount)],
      });
    case "post":
      return asked({ reason: "card.funded", transfers: [transfer(from, to, amount)] });
    case "linked":
      return asked({
        reason: "card.funded",
        transfers: [transfer(from, to, amount), transfer(from, fees, usd(1)), transfer(to, fees, usd(2))],
      });
    case "hold":
      return asked({ reason: "payout.requested", transfers: [transfer(from, holdCode(from), amount)] });
    case "overdraft":
      return asked({
        reason: "payout.settled",
        transfers: [transfer(from, nostro, usd((model.balances.get(from) ?? 0n) + BigInt(op.amount)))],
      });
    case "exchange":
      return asked({ reason: "fx.exchanged", transfers: exchangeLegs(op.amount) });
    case "part":
    case "release":
    case "again":
      return resolving(model, op, head);
    case "reverse":
      return reversing(model, op, head);
    case "replay":
    case "altered":
      return repeating(model, op);
  }
}

function exchangeLegs(minor: number): Transfer[] {
  const price = priceExchange({ sell: usd(minor), buyCurrency: "JPY", mid: "150.123", markupBasisPoints: "30" });
  return exchangeTransfers(price, wallet, accountCode("wallet", "JPY"));
}

function resolving(model: Model, { kind, amount, pick }: Operation, head: Head): Step | undefined {
  const hold = pickOf(
    model.holds.filter(({ resolved }) => resolved === (kind === "again")),
    pick,
  );
  if (!hold) return undefined;
  const part = kind === "part" ? BigInt(amount) % (hold.amount + 1n) : 0n;
  const transfers = [
    { from: hold.code, to: nostro, amount: usd(part) },
    { from: hold.code, to: homeCode(hold.code), amount: usd(hold.amount - part) },
  ].filter((line) => line.amount.minor > 0n);
  const posting: Posting = { ...head, reason: "payout.settled", resolves: hold.id, transfers };
  return hold.resolved ? { posting, expected: "ledger.hold_resolved" } : judged(model, posting);
}

function reversing(model: Model, { pick }: Operation, head: Head): Step | undefined {
  const original = pickOf(model.postings, pick);
  if (!original || original.reversal) return undefined;
  const transfers = original.posting.transfers
    .map(({ from, to, amount }) => ({ from: homeCode(to), to: homeCode(from), amount }))
    .filter((line) => line.from !== line.to);
  if (transfers.length === 0) return undefined;
  const posting: Posting = { ...head, reason: "payout.returned", reverses: original.id, transfers };
  return original.reversed ? { posting, expected: "ledger.already_reversed" } : judged(model, posting);
}

function repeating(model: Model, { kind, pick, amount }: Operation): Step | undefined {
  const earlier = pickOf(model.postings, pick)?.posting;
  if (!earlier) return undefined;
  if (kind === "replay") return { posting: earlier, expected: "replayed" };
  return { posting: { ...earlier, reference: `altered-${amount}` }, expected: "ledger.key_reused" };
}

/** Would it overdraw anything on the way? */
function judged(model: Model, posting: Posting): Step {
  const after = applied(model.balances, posting.transfers);
  return { posting, expected: after ? "posted" : "ledger.insufficient_funds" };
}

function applied(balances: Model["balances"], transfers: readonly Transfer[]): Model["balances"] | undefined {
  const after = new Map(balances);
  for (const { from, to, amount } of transfers) {
    const left = (after.get(from) ?? 0n) - amount.minor;
    if (left < 0n && !from.startsWith("house.")) return undefined;
    after.set(from, left);
    after.set(to, (after.get(to) ?? 0n) + amount.minor);
  }
  return after;
}

/** The posting is in the books under this id. */
export function recordPosted(model: Model, id: string, posting: Posting): void {
  model.balances = applied(model.balances, posting.transfers)!;
  model.postings.push({ id, posting, reversal: posting.reverses !== undefined, reversed: false });
  for (const hold of model.holds) if (hold.id === posting.resolves) hold.resolved = true;
  for (const earlier of model.postings) if (earlier.id === posting.reverses) earlier.reversed = true;
  const held = posting.transfers.find(({ to }) => to.startsWith("hold:"));
  if (held) model.holds.push({ id, code: held.to, amount: held.amount.minor, resolved: false });
}

export const sumsOf = (model: Model): Map<Currency, bigint> => {
  const sums = new Map<Currency, bigint>();
  for (const [code, balance] of model.balances) {
    const currency = code.split(":")[1] as Currency;
    sums.set(currency, (sums.get(currency) ?? 0n) + balance);
  }
  return sums;
};
