import { Refusal } from "@coralhub/contract";
import type pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import { createLane, pauseAfter } from "./lane.ts";
import { requestOf, type Posting, type Receipt } from "./posting.ts";
import { inOwnTransaction, isPassing, postAll, postEach, runIn } from "./transactions.ts";

export type Writer = {
  /** Posts in a batch with whoever else is posting. Resolves when it is durable; a refusal rejects. */
  post(posting: Posting): Promise<Receipt>;
  /** Posts in the caller's transaction: nothing is final before that commits. Slower than `post`. */
  postIn(tx: Tx, postings: readonly Posting[]): Promise<Receipt[]>;
  /** The same, each answered by itself: one that is refused leaves nothing behind, and the others are posted. */
  postEachIn(tx: Tx, postings: readonly Posting[]): Promise<(Receipt | Refusal)[]>;
  /** Postings over several merchants' books: all or none, in a transaction of their own. */
  postTogether(postings: readonly Posting[]): Promise<Receipt[]>;
  /** Waits for what has been accepted; accepts nothing more. */
  close(): Promise<void>;
};

export type WriterOptions = {
  /** Its connections must pipeline (`pipeline: true`): a batch then costs two round trips. */
  pool: pg.Pool;
  /** False behind a transaction pooler. */
  named?: boolean;
  clock: Clock;
  ids: Ids;
  /**
   * Merchants are spread over this many queues with one writer each; merchants of one shard share a lane. Fewer lanes
   * make larger batches, which cost less for each posting; more use more cores and disks.
   */
  lanes?: number;
  largestBatch?: number;
  /** How long a posting is tried again while the database is away. */
  patienceMs?: number;
};

const LONGEST_QUEUE = 20_000;

export function createWriter(options: WriterOptions): Writer {
  const { clock, ids, lanes: laneCount = 1, largestBatch = 256, patienceMs = 30_000 } = options;
  const connections = { pool: options.pool, named: options.named ?? true };
  const nowMicros = () => BigInt(clock.now().getTime()) * 1000n;
  const lanes = Array.from({ length: laneCount }, () => createLane({ connections, largestBatch, nowMicros }));
  let closing = false;

  const laneOf = (merchantId: string) => lanes[Number.parseInt(merchantId.slice(-6), 16) % laneCount]!;
  const accept = (posting: Posting) => requestOf(posting, posting.id ?? ids.next(), nowMicros());

  return {
    async post(posting) {
      const request = accept(posting);
      const lane = laneOf(posting.merchantId);
      if (closing || lane.length() >= LONGEST_QUEUE) throw new Refusal("server.busy");
      return new Promise((resolve, reject) =>
        lane.push({ ...request, deadline: performance.now() + patienceMs, inDoubt: false, resolve, reject }),
      );
    },
    postIn: async (tx, postings) => postAll(runIn(tx), postings.map(accept)),
    postEachIn: async (tx, postings) => postEach(runIn(tx), postings.map(accept)),
    async postTogether(postings) {
      const requests = postings.map(accept);
      const deadline = performance.now() + patienceMs;
      for (let failures = 1; ; failures++) {
        try {
          return await inOwnTransaction(connections, (run) => postAll(run, requests));
        } catch (error) {
          if (!isPassing(error)) throw error;
          for (const request of requests) request.answerLost = true;
          if (performance.now() > deadline) throw new Refusal("ledger.outcome_unknown");
          await pauseAfter(failures);
        }
      }
    },
    async close() {
      closing = true;
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
}
