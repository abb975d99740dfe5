import { formatMoney, moneyOf, type AccountCode, type Currency } from "@coralhub/domain";
import { Refusal } from "@coralhub/contract";
import { postingKey, type Receipt, type Request } from "./posting.ts";

/** An account as it was before the batch, then as it stands after the postings decided so far. */
export type AccountState = {
  merchantId: string;
  code: AccountCode;
  seenBalance: bigint;
  seenLatest: bigint;
  balance: bigint;
  latest: bigint;
};
/** Each merchant's accounts by code: looked up for every side of every transfer, so without making keys of text. */
export type AccountBook = Map<string, Map<string, AccountState>>;

export function putAccount(book: AccountBook, account: AccountState): void {
  const own = book.get(account.merchantId);
  if (own) own.set(account.code, account);
  else book.set(account.merchantId, new Map([[account.code, account]]));
}

export type SeenKey = { postingId: string; fingerprint: string };
/** What the books already say about the keys, holds and reversals of a batch; read after the locks are held. */
export type BatchFacts = {
  accounts: AccountBook;
  seenKeys: { get(uniqueKey: string): SeenKey | undefined };
  holds: Map<string, { code: string; amount: bigint; resolved: boolean }>;
  reversed: Set<string>;
};

export type Decision<R extends Request = Request> =
  | { outcome: "posted"; request: R; receipt: Receipt; moves: readonly Move[] }
  | { outcome: "replayed"; request: R; postingId: string }
  | { outcome: "refused"; request: R; refusal: Refusal };

/** Money that leaves one account at once and arrives at one, or at two: a row of the books. */
export type Move = {
  /** Which of the posting's transfers, counted from one. */
  line: number;
  from: AccountState;
  to: AccountState;
  amount: bigint;
  /** The transfer after it, from the same account: usually the fee. */
  also?: { account: AccountState; amount: bigint };
};

const isHouse = (code: string): boolean => code.startsWith("house.");
const isHold = (code: string): boolean => code.startsWith("hold:");

/** Decides a batch's postings one after the other; a refusal leaves no trace for the next one. */
export function decideBatch<R extends Request>(requests: readonly R[], facts: BatchFacts): Decision<R>[] {
  return requests.map((request) => decide(request, facts));
}

export function decide<R extends Request>(request: R, facts: BatchFacts): Decision<R> {
  const { posting, id } = request;
  const seen = facts.seenKeys.get(request.uniqueKey);
  if (seen) {
    return seen.fingerprint === request.fingerprint
      ? { outcome: "replayed", request, postingId: seen.postingId }
      : { outcome: "refused", request, refusal: new Refusal("ledger.key_reused") };
  }
  const broken = brokenLink(request, facts);
  if (broken) return { outcome: "refused", request, refusal: broken };
  const moved = move(request, facts.accounts);
  if (moved instanceof Refusal) return { outcome: "refused", request, refusal: moved };
  if (posting.resolves) facts.holds.get(postingKey(posting.merchantId, posting.resolves))!.resolved = true;
  if (posting.reverses) facts.reversed.add(postingKey(posting.merchantId, posting.reverses));
  // A hold of this batch can be resolved in this batch.
  const held = posting.transfers.find(({ to }) => isHold(to));
  if (held) {
    const { to: code, amount } = held;
    facts.holds.set(postingKey(posting.merchantId, id), { code, amount: amount.minor, resolved: false });
  }
  const postedAt = new Date(Number(moved.at / 1000n));
  const receipt = { postingId: id, postedAt, replayed: false, lines: moved.lines };
  return { outcome: "posted", request, receipt, moves: moved.moves };
}

function brokenLink({ posting }: Request, facts: BatchFacts): Refusal | undefined {
  if (posting.reverses !== undefined && facts.reversed.has(postingKey(posting.merchantId, posting.reverses))) {
    return new Refusal("ledger.already_reversed");
  }
  if (posting.resolves === undefined) return undefined;
  const hold = facts.holds.get(postingKey(posting.merchantId, posting.resolves));
  if (!hold) return new Refusal("ledger.hold_unknown");
  if (hold.resolved) return new Refusal("ledger.hold_resolved");
  return undefined;
}

/** `at` is the time of the first transfer, which is the posting's. */
type Moved = { lines: Receipt["lines"]; moves: readonly Move[]; at: bigint };

/** Applies the transfers; on an overdraft puts everything back and says which account lacks how much. */
function move({ posting, nowMicros }: Request, accounts: AccountBook): Moved | Refusal {
  const own = accounts.get(posting.merchantId)!;
  const moves: Move[] = [];
  const before: { account: AccountState; balance: bigint; latest: bigint }[] = [];
  const lines: Receipt["lines"] = [];
  let at = nowMicros;
  let first = at;
  for (const { from: fromCode, to: toCode, amount } of posting.transfers) {
    const from = own.get(fromCode)!;
    const to = own.get(toCode)!;
    if (from.balance < amount.minor && !isHouse(fromCode)) {
      const available = from.balance;
      // Backwards: an account may have been moved more than once.
      for (const { account, balance, latest } of before.toReversed()) Object.assign(account, { balance, latest });
      return insufficient(amount.currency, available);
    }
    for (const account of [from, to]) before.push({ account, balance: account.balance, latest: account.latest });
    from.balance -= amount.minor;
    to.balance += amount.minor;
    at = addMove(moves, { line: lines.length + 1, from, to, amount: amount.minor }, at);
    if (moves.length === 1) first = at;
    lines.push({
      from: from.code,
      to: to.code,
      amount,
      fromBalance: moneyOf(amount.currency, from.balance),
      toBalance: moneyOf(amount.currency, to.balance),
    });
  }
  return { lines, moves, at: first };
}

/**
 * Adds the next transfer, to the row before it where both leave the same account. Entries of one account are strictly
 * later than each other: answers the time this one gets. The database computes the same.
 */
function addMove(moves: Move[], next: Move, earliest: bigint): bigint {
  const { from, to, amount } = next;
  const last = moves.at(-1);
  const together = last !== undefined && goTogether(last, next);
  let at = earliest;
  if (!together && from.latest >= at) at = from.latest + 1n;
  if (to.latest >= at) at = to.latest + 1n;
  from.latest = to.latest = at;
  if (together) {
    last.also = { account: to, amount };
    last.to.latest = at;
  } else moves.push(next);
  return at;
}

/** What is held is followed transfer by transfer. */
const goTogether = (last: Move, next: Move): boolean =>
  last.from === next.from &&
  last.also === undefined &&
  last.to !== next.to &&
  ![last.from, last.to, next.to].some(({ code }) => isHold(code));

const insufficient = (currency: Currency, available: bigint) =>
  new Refusal("ledger.insufficient_funds", { currency, available: formatMoney(moneyOf(currency, available)) });
