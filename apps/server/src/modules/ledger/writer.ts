import { Refusal } from "@coralhub/contract";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import { isConflict, isConnectionError, isTimeout } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import { decideBatch, postingKey, type Decision } from "./batch.ts";
import { lockBatch, writeStatements, type Run } from "./ledger-store.ts";
import { checkPosting, fingerprintOf, type Posting, type Receipt, type Request } from "./posting.ts";
import { readReceipts } from "./receipts-store.ts";

export type Writer = {
  /** Posts in a batch with whoever else is posting. Resolves when it is durable; a refusal rejects. */
  post(posting: Posting): Promise<Receipt>;
  /** Posts in the caller's transaction: nothing is final before that commits. Slower than `post`. */
  postIn(tx: Tx, postings: readonly Posting[]): Promise<Receipt[]>;
  /** Postings over several merchants' books: all or none, in a transaction of their own. */
  postTogether(postings: readonly Posting[]): Promise<Receipt[]>;
  /** Waits for what has been accepted. */
  close(): Promise<void>;
};

export type WriterOptions = {
  /** Its connections must pipeline (`pipeline: true`): a batch then costs two round trips. */
  pool: pg.Pool;
  clock: Clock;
  ids: Ids;
  /** Merchants are spread over this many queues with one writer each; merchants of one shard share a lane. */
  lanes?: number;
  largestBatch?: number;
  /** How long a posting is tried again while the database is away. */
  patienceMs?: number;
};

type Waiting = Request & {
  deadline: number;
  /** A commit was sent and never answered: only the books can tell whether it took effect. */
  inDoubt: boolean;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
};
type Lane = { queue: Waiting[]; busy: boolean; failures: number };

const LONGEST_QUEUE = 20_000;
const PAUSES_MS = [5, 20, 50, 100, 200, 400];

export function createWriter(options: WriterOptions): Writer {
  const { pool, clock, ids, lanes: laneCount = 2, largestBatch = 256, patienceMs = 30_000 } = options;
  const lanes: Lane[] = Array.from({ length: laneCount }, () => ({ queue: [], busy: false, failures: 0 }));
  let whenIdle: (() => void) | undefined;
  let closing = false;

  const laneOf = (merchantId: string) => lanes[Number.parseInt(merchantId.slice(-6), 16) % laneCount]!;
  const requestOf = (posting: Posting): Request => {
    checkPosting(posting);
    return { posting, id: posting.id ?? ids.next(), fingerprint: fingerprintOf(posting), nowMicros: 0n };
  };
  const stamp = <R extends Request>(requests: R[]): R[] => {
    const now = BigInt(clock.now().getTime()) * 1000n;
    for (const request of requests) request.nowMicros = now;
    return requests;
  };

  const wake = (lane: Lane) => {
    if (lane.busy) return;
    lane.busy = true;
    // After the current turn of the event loop: whatever arrived in it goes into the same batch.
    setImmediate(() => void drain(lane));
  };

  async function drain(lane: Lane): Promise<void> {
    while (lane.queue.length > 0) {
      const batch = takeBatch(lane.queue, largestBatch);
      const failed = await attempt(batch);
      lane.failures = failed.length > 0 ? lane.failures + 1 : 0;
      if (failed.length === 0) continue;
      lane.queue.unshift(...failed);
      await new Promise((done) => setTimeout(done, PAUSES_MS[Math.min(lane.failures, PAUSES_MS.length) - 1]));
    }
    lane.busy = false;
    if (lanes.every(({ busy }) => !busy)) whenIdle?.();
  }

  /** Answers whom it can; returns those that have to be tried again. */
  async function attempt(batch: Waiting[]): Promise<Waiting[]> {
    try {
      const decisions = await inBatchTransaction(pool, stamp(batch));
      await answer(decisions);
      return [];
    } catch (error) {
      if (isPassing(error)) return batch.filter((request) => keepsWaiting(request));
      if (batch.length === 1) {
        batch[0]!.reject(error);
        return [];
      }
      // One of them cannot be written (a business row breaks a constraint): alone, it fails alone.
      const again: Waiting[] = [];
      for (const request of batch) again.push(...(await attempt([request])));
      return again;
    }
  }

  async function answer(decisions: readonly Decision<Waiting>[]): Promise<void> {
    const replays: { request: Waiting; postingId: string }[] = [];
    for (const decision of decisions) {
      if (decision.outcome === "posted") decision.request.resolve(decision.receipt);
      else if (decision.outcome === "refused") decision.request.reject(decision.refusal);
      else replays.push(decision);
    }
    if (replays.length === 0) return;
    try {
      const receipts = await readReceipts(runOn(pool), replays.map(asRead));
      for (const { request, postingId } of replays) request.resolve(ownReceipt(receipts, request, postingId));
    } catch (error) {
      for (const { request } of replays) request.reject(isConnectionError(error) ? new Refusal("server.busy") : error);
    }
  }

  return {
    async post(posting) {
      const request = requestOf(posting);
      const lane = laneOf(posting.merchantId);
      if (closing || lane.queue.length >= LONGEST_QUEUE) throw new Refusal("server.busy");
      return new Promise((resolve, reject) => {
        lane.queue.push({ ...request, deadline: performance.now() + patienceMs, inDoubt: false, resolve, reject });
        wake(lane);
      });
    },
    postIn: async (tx, postings) => postAll(runIn(tx), stamp(postings.map(requestOf))),
    async postTogether(postings) {
      const requests = postings.map(requestOf);
      const deadline = performance.now() + patienceMs;
      for (let failures = 0; ; failures++) {
        try {
          return await inOwnTransaction(pool, (run) => postAll(run, stamp(requests)));
        } catch (error) {
          if (!isPassing(error)) throw error;
          if (performance.now() > deadline) throw new Refusal("ledger.outcome_unknown");
          await new Promise((done) => setTimeout(done, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]));
        }
      }
    },
    close() {
      closing = true;
      if (lanes.every(({ busy }) => !busy)) return Promise.resolve();
      return new Promise((done) => (whenIdle = done));
    },
  };
}

/** The accounts moved under us, a neighbour got in the way, or the database is away: the same attempt may pass next time. */
const isPassing = (error: unknown): boolean =>
  isConnectionError(error) || isConflict(error) || isTimeout(error) || (error as { code?: string })?.code === "CL001";

function keepsWaiting(request: Waiting): boolean {
  if (performance.now() < request.deadline) return true;
  request.reject(new Refusal(request.inDoubt ? "ledger.outcome_unknown" : "server.busy"));
  return false;
}

/** The first ones waiting; a key that is already in the batch waits for the next, when the books know it. */
function takeBatch(queue: Waiting[], largest: number): Waiting[] {
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const keys = new Set<string>();
  let taken = 0;
  while (taken < queue.length && batch.length < largest) {
    const request = queue[taken++]!;
    const key = postingKey(request.posting.merchantId, request.posting.key);
    if (keys.has(key)) later.push(request);
    else batch.push(request);
    keys.add(key);
  }
  queue.splice(0, taken, ...later);
  return batch;
}

const asRead = ({ request, postingId }: { request: Request; postingId: string }) => ({
  merchantId: request.posting.merchantId,
  postingId,
});

/** A posting found under the very id we gave it is ours: its first answer was lost, it is no replay. */
const ownReceipt = (receipts: Map<string, Receipt>, request: Request, postingId: string): Receipt => ({
  ...receipts.get(postingId)!,
  replayed: postingId !== request.id,
});

const runOn =
  (client: pg.Pool | pg.PoolClient): Run =>
  async (text, values) =>
    (await client.query(prepared(text, values as unknown[]))).rows as Record<string, unknown>[];
const runIn =
  (tx: Tx): Run =>
  async (text, values) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Record<string, unknown>[];

/** Parsed and planned once for each connection. There are few different texts: the hot path's and the modules' own. */
const names = new Map<string, string>();
function prepared(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `ledger_${names.size}`));
  return { name, text, values };
}

/** Two round trips: begin and lock, then write and commit. */
async function inBatchTransaction(pool: pg.Pool, batch: Waiting[]): Promise<Decision<Waiting>[]> {
  const client = await pool.connect();
  let lost: boolean | Error = true;
  try {
    const run = runOn(client);
    const begun = client.query("begin");
    const [facts] = await Promise.all([lockBatch(run, batch), begun]);
    const decisions = decideBatch(batch, facts);
    const statements = writeStatements(decisions, facts);
    if (statements.length > 0) for (const request of batch) request.inDoubt = true;
    const written = await Promise.allSettled([
      ...statements.map(({ text, values }) => client.query(prepared(text, values))),
      client.query(statements.length > 0 ? "commit" : "rollback"),
    ]);
    const failure = written.find((result) => result.status === "rejected");
    if (failure && !isConnectionError(failure.reason)) for (const request of batch) request.inDoubt = false;
    lost = failure !== undefined && isConnectionError(failure.reason);
    if (failure) throw failure.reason;
    return decisions;
  } finally {
    // A connection whose transaction did not come to its end is thrown away with whatever it was doing.
    client.release(lost);
  }
}

async function inOwnTransaction<T>(pool: pg.Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin");
    try {
      const result = await work(runOn(client));
      await client.query("commit");
      broken = false;
      return result;
    } catch (error) {
      if (!isConnectionError(error)) {
        await client.query("rollback");
        broken = false;
      }
      throw error;
    }
  } finally {
    client.release(broken);
  }
}

/** In a transaction that is already open: the first refusal refuses all of them. */
async function postAll(run: Run, requests: Request[]): Promise<Receipt[]> {
  const facts = await lockBatch(run, requests);
  const decisions = decideBatch(requests, facts);
  for (const decision of decisions) if (decision.outcome === "refused") throw decision.refusal;
  for (const { text, values } of writeStatements(decisions, facts)) await run(text, values);
  const replays = decisions.filter((decision) => decision.outcome === "replayed");
  const receipts = await readReceipts(run, replays.map(asRead));
  return decisions.map((decision) =>
    decision.outcome === "posted"
      ? decision.receipt
      : ownReceipt(receipts, decision.request, (decision as { postingId: string }).postingId),
  );
}
