import { Refusal } from "@coralhub/contract";
import { isConnectionError } from "../../platform/db-errors.ts";
import { decide, type BatchFacts, type Decision } from "./batch.ts";
import { createLaneMemory, type LaneMemory } from "./lane-memory.ts";
import { createPipeline, type Pipeline } from "./lane-pipeline.ts";
import { createUnderWay, MOST_UNDER_WAY } from "./lane-under-way.ts";
import { writeStatements } from "./ledger-store.ts";
import type { Receipt, Request } from "./posting.ts";
import { isPassing, isStale, receiptsOf, runOn, writeLocked, type Connections } from "./transactions.ts";

export type Waiting = Request & {
  deadline: number;
  /** Its place in the queue, kept when it has to be tried again. */
  turn?: number;
  /** A commit was sent and never answered: only the books can tell whether it took effect. */
  inDoubt: boolean;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
};

/**
 * A queue with one writer: it takes what is waiting, sends it as one batch, and takes what has come meanwhile. While
 * the database works on one batch, the next one is made ready and sent behind it.
 */
export type Lane = { push(request: Waiting): void; length(): number; idle(): Promise<void> };

export type LaneOptions = { connections: Connections; largestBatch: number; nowMicros(): bigint };

/** How long to wait before each further attempt while the database is away. */
export const PAUSES_MS = [5, 20, 50, 100, 200, 400] as const;
export const pauseAfter = (failures: number): Promise<void> =>
  new Promise((done) => setTimeout(done, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0));

export function createLane({ connections, largestBatch, nowMicros }: LaneOptions): Lane {
  const queue: Waiting[] = [];
  const waitingForIdle: (() => void)[] = [];
  const underWay = createUnderWay();
  const desk: Desk = { connections, memory: createLaneMemory(), pipeline: createPipeline(connections), underWay };
  let [woken, failures, pausing] = [false, 0, false];
  let turns = 0;
  let earlier: Turn["before"] = Promise.resolve(NOBODY);

  function wake(): void {
    if (woken) return;
    woken = true;
    // After the current turn of the event loop: whatever arrived in it goes into the same batch.
    setImmediate(() => {
      woken = false;
      while (!pausing && underWay.batches < MOST_UNDER_WAY) {
        const batch = underWay.take(queue, largestBatch);
        if (batch.length === 0) break;
        void write(batch);
      }
      if (queue.length === 0 && underWay.batches === 0) for (const done of waitingForIdle.splice(0)) done();
    });
  }

  async function write(batch: Waiting[]): Promise<void> {
    const now = nowMicros();
    for (const request of batch) request.nowMicros = now;
    const own = Promise.withResolvers<ReadonlySet<string>>();
    const turn = { before: earlier, passed: () => own.resolve(NOBODY) };
    earlier = own.promise;
    const again = await attempt(batch, desk, turn);
    own.resolve(new Set(again.map(({ posting }) => posting.merchantId)));
    underWay.end(batch);
    failures = again.length > 0 ? failures + 1 : 0;
    if (failures > 0) {
      queue.push(...again);
      queue.sort((a, b) => a.turn! - b.turn!);
      pausing = true;
      await pauseAfter(failures);
      pausing = false;
    }
    wake();
  }

  return {
    push(request) {
      request.turn = turns++;
      queue.push(request);
      wake();
    },
    length: () => queue.length,
    idle: () =>
      new Promise((done) => {
        waitingForIdle.push(done);
        wake();
      }),
  };
}

/**
 * What was sent behind a batch that failed has failed with it, and both would ask at once: the later one waits, so that
 * each merchant's postings are decided in the order they came.
 */
type Turn = {
  /** How the batch before went: which merchants' postings go back into the queue. Theirs must go back with them. */
  before: Promise<ReadonlySet<string>>;
  /** This one has been written; who is still asked about is held. */
  passed(): void;
};
const NOBODY: ReadonlySet<string> = new Set();

type Desk = {
  connections: Connections;
  memory: LaneMemory;
  pipeline: Pipeline;
  underWay: Pick<ReturnType<typeof createUnderWay>, "hold">;
};

/** Answers whom it can; returns those that have to be tried again. */
async function attempt(batch: Waiting[], desk: Desk, turn: Turn): Promise<Waiting[]> {
  const { connections, memory, pipeline, underWay } = desk;
  const { decisions, doubtful } = decideFromMemory(batch, memory);
  const believed = memory.failedCount();
  const expected = expectationsOf(decisions);
  const sure = decisions.map(({ request }) => request);
  const letGo = underWay.hold(doubtful);
  try {
    await pipeline.send(writeStatements(decisions), markDoubt(sure));
    memory.remember(decisions);
    turn.passed();
    const [again] = await Promise.all([
      doubtful.length > 0 ? askInTurn(doubtful, desk, turn) : [],
      answer(connections, decisions),
    ]);
    return again;
  } catch (error) {
    // Sent behind a batch that failed, it was decided by what then did not come about: that is no sign of other writers.
    const others = isStale(error) && believed === memory.failedCount();
    memory.forget(sure);
    if (isConnectionError(error)) return batch.filter(keepsWaiting);
    const letAllGo = underWay.hold(sure);
    return await askInTurn(batch, desk, turn, others ? expected : NOTHING).finally(letAllGo);
  } finally {
    letGo();
  }
}

/** What was believed of the accounts a batch was decided by: which of them somebody else has written is found by it. */
type Expectation = { merchantId: string; code: string; latest: bigint };
const NOTHING: readonly Expectation[] = [];

function expectationsOf(decisions: readonly Decision[]): Expectation[] {
  const accounts = new Set(
    decisions.flatMap((decision) =>
      decision.outcome === "posted"
        ? decision.moves.flatMap(({ from, to, also }) => (also ? [from, to, also.account] : [from, to]))
        : [],
    ),
  );
  return Array.from(accounts, ({ merchantId, code, seenLatest }) => ({ merchantId, code, latest: seenLatest }));
}

const movedByOthers = (expected: readonly Expectation[], { accounts }: BatchFacts): Set<string> =>
  new Set(
    expected
      .filter(({ merchantId, code, latest }) => {
        const now = accounts.get(merchantId)?.get(code);
        return now !== undefined && now.seenLatest !== latest;
      })
      .map(({ merchantId }) => merchantId),
  );

async function askInTurn(
  batch: Waiting[],
  { connections, memory }: Desk,
  { before }: Turn,
  expected = NOTHING,
): Promise<Waiting[]> {
  const late = await before;
  const isLate = ({ posting }: Waiting) => late.has(posting.merchantId);
  const again = batch.filter(isLate);
  const now = batch.filter((request) => !isLate(request));
  if (now.length > 0) again.push(...(await ask(now, connections, memory, expected)));
  return again;
}

/** The books decide: locks the accounts first. */
async function ask(
  batch: Waiting[],
  connections: Connections,
  memory: LaneMemory,
  expected = NOTHING,
): Promise<Waiting[]> {
  try {
    const { facts, decisions } = await writeLocked(connections, batch, markDoubt(batch));
    memory.suspend(movedByOthers(expected, facts));
    memory.learn(facts);
    memory.remember(decisions);
    await answer(connections, decisions);
    return [];
  } catch (error) {
    if (isPassing(error)) return batch.filter(keepsWaiting);
    if (batch.length > 1) return oneByOne(batch, (alone) => ask(alone, connections, memory));
    batch[0]!.reject(error);
    return [];
  }
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
function decideFromMemory(batch: readonly Waiting[], memory: LaneMemory) {
  const decisions: Decision<Waiting>[] = [];
  const doubtful: Waiting[] = [];
  const suspended = memory.suspended(batch.map(({ posting }) => posting.merchantId));
  const recalled = batch.map((request) => !suspended.has(request.posting.merchantId) && memory.recalls(request));
  const facts = memory.facts();
  const merchants = new Set<string>();
  for (const [index, request] of batch.entries()) {
    const { merchantId } = request.posting;
    const decision = recalled[index] && !merchants.has(merchantId) ? decide(request, facts) : undefined;
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
