import { accountKey, postingKey, type AccountState, type BatchFacts, type Decision } from "./batch.ts";
import { accountsOf } from "./ledger-store.ts";
import type { Request } from "./posting.ts";

/**
 * What a lane knows of the books from its own last batches. It may be out of date at any time: whatever is written
 * from it is written only if the accounts still are what it remembers (the database compares), and nobody is refused
 * on its word. It saves asking and locking first, which is most of what a small batch costs.
 */
export type LaneMemory = {
  /** Facts for the batch, or undefined where the books must be asked. */
  recall(batch: readonly Request[]): BatchFacts | undefined;
  /** The batch is committed: this is how things stand now. */
  remember(facts: BatchFacts, decisions: readonly Decision[]): void;
  /** It was wrong about these: others write the same accounts. It is not trusted again for a while. */
  mistrust(batch: readonly Request[]): void;
};

const MOST_ACCOUNTS = 100_000;
const MOST_KEYS = 20_000;
/** After each mistake in a row the memory rests for twice as many batches. */
const SHORTEST_REST = 4;
const LONGEST_REST = 256;

export function createLaneMemory(): LaneMemory {
  const accounts = new Map<string, AccountState>();
  const keys = new Map<string, { postingId: string; fingerprint: string }>();
  let resting = 0;
  let nextRest = SHORTEST_REST;

  return {
    recall(batch) {
      if (resting > 0) {
        resting--;
        return undefined;
      }
      if (!batch.every(isPlain)) return undefined;
      const recalled = new Map<string, AccountState>();
      for (const { merchantId, code } of accountsOf(batch)) {
        const key = accountKey(merchantId, code);
        const known = accounts.get(key);
        if (!known) return undefined;
        recalled.set(key, { ...known, seenBalance: known.balance, seenLatest: known.latest });
      }
      const seenKeys: BatchFacts["seenKeys"] = new Map();
      for (const { posting } of batch) {
        const key = postingKey(posting.merchantId, posting.key);
        const known = keys.get(key);
        if (known) seenKeys.set(key, known);
      }
      return { accounts: recalled, seenKeys, holds: new Map(), reversed: new Set() };
    },
    remember(facts, decisions) {
      for (const [key, state] of facts.accounts) {
        accounts.delete(key);
        accounts.set(key, state);
      }
      for (const { outcome, request } of decisions) {
        if (outcome !== "posted") continue;
        const { posting, id: postingId, fingerprint } = request;
        keys.set(postingKey(posting.merchantId, posting.key), { postingId, fingerprint });
      }
      dropOldest(accounts, MOST_ACCOUNTS);
      dropOldest(keys, MOST_KEYS);
      nextRest = Math.max(SHORTEST_REST, nextRest - 1);
    },
    mistrust(batch) {
      for (const { merchantId, code } of accountsOf(batch)) accounts.delete(accountKey(merchantId, code));
      resting = nextRest;
      nextRest = Math.min(LONGEST_REST, nextRest * 2);
    },
  };
}

/** Links, and keys that may have been posted without our hearing of it, are for the books to answer. */
const isPlain = ({ posting, answerLost }: Request): boolean =>
  !answerLost && posting.resolves === undefined && posting.reverses === undefined;

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
