import { formatMoney, moneyOf, type AccountCode, type Currency } from "@coralhub/domain";
import { Refusal } from "@coralhub/contract";
import type { Receipt, Request } from "./posting.ts";

/** An account as it was when it was locked, then as it stands after the postings decided so far. */
export type AccountState = {
  merchantId: string;
  code: AccountCode;
  seenBalance: bigint;
  seenLatest: bigint;
  balance: bigint;
  latest: bigint;
};

/** What the books already say about the keys, holds and reversals of a batch; read after the locks are held. */
export type BatchFacts = {
  accounts: Map<string, AccountState>;
  seenKeys: Map<string, { postingId: string; fingerprint: string }>;
  holds: Map<string, { code: string; amount: bigint; resolved: boolean }>;
  reversed: Set<string>;
};

export type Decision<R extends Request = Request> =
  | { outcome: "posted"; request: R; receipt: Receipt }
  | { outcome: "replayed"; request: R; postingId: string }
  | { outcome: "refused"; request: R; refusal: Refusal };

export const accountKey = (merchantId: string, code: string): string => `${merchantId} ${code}`;
export const postingKey = (merchantId: string, id: string): string => `${merchantId} ${id}`;

const isHouse = (code: string): boolean => code.startsWith("house.");

/** Decides a batch's postings one after the other; a refusal leaves no trace for the next one. */
export function decideBatch<R extends Request>(requests: readonly R[], facts: BatchFacts): Decision<R>[] {
  return requests.map((request) => decide(request, facts));
}

export function decide<R extends Request>(request: R, facts: BatchFacts): Decision<R> {
  const { posting, id } = request;
  const seen = facts.seenKeys.get(postingKey(posting.merchantId, posting.key));
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
  const held = posting.transfers.find(({ to }) => to.startsWith("hold:"));
  if (held) {
    const { to: code, amount } = held;
    facts.holds.set(postingKey(posting.merchantId, id), { code, amount: amount.minor, resolved: false });
  }
  const postedAt = new Date(Number(moved.at / 1000n));
  return { outcome: "posted", request, receipt: { postingId: id, postedAt, replayed: false, lines: moved.lines } };
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

type Moved = { lines: Receipt["lines"]; at: bigint };

/** Applies the transfers; on an overdraft puts everything back and says which account lacks how much. */
function move({ posting, nowMicros }: Request, accounts: Map<string, AccountState>): Moved | Refusal {
  const { merchantId, transfers } = posting;
  const touched: { account: AccountState; balance: bigint; latest: bigint }[] = [];
  const sides = transfers.map(({ from, to }) => ({
    from: accounts.get(accountKey(merchantId, from))!,
    to: accounts.get(accountKey(merchantId, to))!,
  }));
  const lines: Receipt["lines"] = [];
  let postedAt = nowMicros;
  for (const [line, { amount }] of transfers.entries()) {
    const { from, to } = sides[line]!;
    touched.push(
      { account: from, balance: from.balance, latest: from.latest },
      { account: to, balance: to.balance, latest: to.latest },
    );
    from.balance -= amount.minor;
    to.balance += amount.minor;
    if (from.balance < 0n && !isHouse(from.code)) {
      const available = from.balance + amount.minor;
      for (const before of touched.toReversed())
        Object.assign(before.account, { balance: before.balance, latest: before.latest });
      return insufficient(amount.currency, available);
    }
    // Entries of one account are strictly later than each other; the database computes the same times.
    let at = postedAt;
    if (from.latest >= at) at = from.latest + 1n;
    if (to.latest >= at) at = to.latest + 1n;
    from.latest = to.latest = at;
    postedAt = at;
    lines.push({
      from: from.code,
      to: to.code,
      amount,
      fromBalance: moneyOf(amount.currency, from.balance),
      toBalance: moneyOf(amount.currency, to.balance),
    });
  }
  return { lines, at: postedAt };
}

const insufficient = (currency: Currency, available: bigint) =>
  new Refusal("ledger.insufficient_funds", { currency, available: formatMoney(moneyOf(currency, available)) });
