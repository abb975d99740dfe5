import { putAccount, type AccountBook, type BatchFacts, type Decision, type SeenKey } from "./batch.ts";
import { createRecentEntries } from "../../platform/recent-entries.ts";
import type { Request } from "./posting.ts";

/**
 * What a lane knows of the books from its own last batches, those under way included. It may be out of date at any
 * time: whatever is written from it is written only if the accounts still are what it remembers (the database
 * compares), and nobody is refused on its word. It saves asking and locking first, which is most of what a small batch
 * costs, and lets the next batch be sent before the last one is answered.
 */
export type LaneMemory = {
  /** Whether it knows the posting's accounts, as they stand after all that has been sent. */
  recalls(request: Request): boolean;
  /** The facts to decide a batch by; deciding changes what is remembered of the accounts. */
  facts(): BatchFacts;
  /** The books have answered: this is how things stand now. */
  learn(facts: BatchFacts): void;
  /** These are committed: asked for again, they are replays. */
  remember(decisions: readonly Decision[]): void;
  /** These did not come about. */
  forget(batch: readonly Request[]): void;
  /** How often that has happened. */
  failedCount(): number;
  /** It was wrong about these: others write their accounts, too. For a while it is not asked about them. */
  suspend(merchantIds: Iterable<string>): void;
  /** Called for each batch: those of its merchants about whom it may not be asked. */
  suspended(merchantIds: Iterable<string>): ReadonlySet<string>;
};

const MOST_MERCHANTS = 50_000;
const MOST_KEYS = 20_000;
/** After each mistake in a row about a merchant, it is not believed about that one for twice as many of its batches. */
const SHORTEST_REST = 4;
const LONGEST_REST = 256;

export function createLaneMemory(): LaneMemory {
  const accounts: AccountBook = new Map();
  const keys = createRecentEntries<SeenKey>(MOST_KEYS);
  const rests = new Map<string, { left: number; next: number }>();
  let failedCount = 0;

  return {
    facts: () => ({ accounts, seenKeys: keys, holds: new Map(), reversed: new Set() }),
    suspended(merchantIds) {
      const resting = new Set<string>();
      if (rests.size === 0) return resting;
      for (const merchantId of new Set(merchantIds)) {
        const rest = rests.get(merchantId);
        if (!rest || rest.left === 0) continue;
        rest.left--;
        resting.add(merchantId);
      }
      return resting;
    },
    recalls(request) {
      const own = accounts.get(request.posting.merchantId);
      if (!own || !isPlain(request)) return false;
      for (const { from, to } of request.posting.transfers) {
        for (const account of [own.get(from), own.get(to)]) {
          if (!account) return false;
          account.seenBalance = account.balance;
          account.seenLatest = account.latest;
        }
      }
      return true;
    },
    learn(facts) {
      for (const own of facts.accounts.values()) for (const account of own.values()) putAccount(accounts, account);
      dropOldest(accounts);
    },
    remember(decisions) {
      for (const { outcome, request } of decisions) {
        if (outcome !== "posted") continue;
        keys.set(request.uniqueKey, { postingId: request.id, fingerprint: request.fingerprint });
        const rest = rests.get(request.posting.merchantId);
        // Believed again and right: the next mistake costs less.
        if (rest?.left === 0 && --rest.next < SHORTEST_REST) rests.delete(request.posting.merchantId);
      }
    },
    failedCount: () => failedCount,
    forget(batch) {
      failedCount++;
      for (const { posting } of batch) accounts.delete(posting.merchantId);
    },
    suspend(merchantIds) {
      for (const merchantId of merchantIds) {
        const next = rests.get(merchantId)?.next ?? SHORTEST_REST;
        rests.set(merchantId, { left: next, next: Math.min(LONGEST_REST, next * 2) });
      }
      dropOldest(rests);
    },
  };
}

/** Links, and keys that may have been posted without our hearing of it, are for the books to answer. */
const isPlain = ({ posting, answerLost }: Request): boolean =>
  !answerLost && posting.resolves === undefined && posting.reverses === undefined;

function dropOldest(ofMerchants: Map<string, unknown>): void {
  for (const merchantId of ofMerchants.keys()) {
    if (ofMerchants.size <= MOST_MERCHANTS) return;
    ofMerchants.delete(merchantId);
  }
}
