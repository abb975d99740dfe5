import { Refusal } from "@coralhub/contract";
import { isConnectionError } from "../../platform/db-errors.ts";
import { decide, postingKey, type BatchFacts, type Decision } from "./batch.ts";
import { createLaneMemory } from "./lane-memory.ts";
import { writeStatements } from "./ledger-store.ts";
import type { Receipt, Request } from "./posting.ts";
import { isPassing, isStale, receiptsOf, runOn, writeAtOnce, writeLocked, type Connections } from "./transactions.ts";

export type Waiting = Request & {
  deadline: number;
  /** A commit was sent and never answered: only the books can tell whether it took effect. */
  inDoubt: boolean;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
};

/** A queue with one writer: it takes what is waiting, writes it as one batch, and takes what has come meanwhile. */
export type Lane = { push(request: Waiting): void; length(): number; idle(): Promise<void> };

export type LaneOptions = { connections: Connections; largestBatch: number; nowMicros(): bigint };

/** How long to wait before each further attempt while the database is away. */
export const PAUSES_MS = [5, 20, 50, 100, 200, 400] as const;
export const pauseAfter = (failures: number): Promise<void> =>
  new Promise((done) => setTimeout(done, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0));

export function createLane({ connections, largestBatch, nowMicros }: LaneOptions): Lane {
  const queue: Waiting[] = [];
  const waitingForIdle: (() => void)[] = [];
  const memory = createLaneMemory();
  let busy = false;

  async function drain(): Promise<void> {
    for (let failures = 0; queue.length > 0;) {
      const batch = takeBatch(queue, largestBatch);
      const again = await attempt(batch);
      failures = again.length > 0 ? failures + 1 : 0;
      queue.unshift(...again);
      if (failures > 0) await pauseAfter(failures);
    }
    busy = false;
    for (const done of waitingForIdle.splice(0)) done();
  }

  /** Answers whom it can; returns those that have to be tried again. */
  async function attempt(batch: Waiting[]): Promise<Waiting[]> {
    const now = nowMicros();
    for (const request of batch) request.nowMicros = now;
    const recalled = memory.recall(batch);
    if (!recalled) return ask(batch);
    const { decisions, doubtful } = decideFromMemory(batch, recalled);
    const statements = writeStatements(decisions, recalled);
    const sent = markDoubt(decisions.map(({ request }) => request));
    try {
      if (statements.length > 0) await writeAtOnce(connections, statements, sent);
    } catch (error) {
      if (isStale(error) || isConnectionError(error)) memory.mistrust(batch);
      return isConnectionError(error) ? batch.filter(keepsWaiting) : ask(batch);
    }
    memory.remember(recalled, decisions);
    await answer(connections, decisions);
    return doubtful.length > 0 ? ask(doubtful) : [];
  }

  /** The books decide: locks the accounts first. */
  async function ask(batch: Waiting[]): Promise<Waiting[]> {
    try {
      const { facts, decisions } = await writeLocked(connections, batch, markDoubt(batch));
      memory.remember(facts, decisions);
      await answer(connections, decisions);
      return [];
    } catch (error) {
      if (isPassing(error)) return batch.filter(keepsWaiting);
      if (batch.length > 1) return oneByOne(batch, ask);
      batch[0]!.reject(error);
      return [];
    }
  }

  return {
    push(request) {
      queue.push(request);
      if (busy) return;
      busy = true;
      // After the current turn of the event loop: whatever arrived in it goes into the same batch.
      setImmediate(() => void drain());
    },
    length: () => queue.length,
    idle: () => (busy ? new Promise((done) => waitingForIdle.push(done)) : Promise.resolve()),
  };
}

/** One of them cannot be written (a business row breaks a constraint): alone, it fails alone. */
async function oneByOne(batch: readonly Waiting[], ask: (batch: Waiting[]) => Promise<Waiting[]>): Promise<Waiting[]> {
  const again: Waiting[] = [];
  for (const request of batch) again.push(...(await ask([request])));
  return again;
}

/**
 * Nobody is refused from memory: whoever would be, and whatever comes after it in the same merchant's books, is asked
 * about properly, so that each merchant's postings are decided in the order they came.
 */
function decideFromMemory(batch: readonly Waiting[], facts: BatchFacts) {
  const decisions: Decision<Waiting>[] = [];
  const doubtful: Waiting[] = [];
  const merchants = new Set<string>();
  for (const request of batch) {
    const { merchantId } = request.posting;
    const decision = merchants.has(merchantId) ? undefined : decide(request, facts);
    if (decision && decision.outcome !== "refused") decisions.push(decision);
    else {
      merchants.add(merchantId);
      doubtful.push(request);
    }
  }
  return { decisions, doubtful };
}

/** While the commit is out, nobody knows; a connection lost then leaves it so until the books are asked. */
const markDoubt = (batch: readonly Waiting[]) => (inDoubt: boolean) => {
  for (const request of batch) request.inDoubt = inDoubt;
};

function keepsWaiting(request: Waiting): boolean {
  request.answerLost ||= request.inDoubt;
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

async function answer({ pool, named }: Connections, decisions: readonly Decision<Waiting>[]): Promise<void> {
  const replays: { request: Waiting; postingId: string }[] = [];
  for (const decision of decisions) {
    if (decision.outcome === "posted") decision.request.resolve(decision.receipt);
    else if (decision.outcome === "refused") decision.request.reject(decision.refusal);
    else replays.push(decision);
  }
  if (replays.length === 0) return;
  try {
    for (const [request, receipt] of await receiptsOf(runOn(pool, named), replays)) request.resolve(receipt);
  } catch (error) {
    // It is in the books; who asks again will be told.
    for (const { request } of replays) {
      request.reject(isConnectionError(error) ? new Refusal("ledger.outcome_unknown") : error);
    }
  }
}
