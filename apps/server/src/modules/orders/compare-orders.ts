import { Refusal } from "@coralhub/contract";
import { matchOrders, type Match, type MatchIncome, type MatchOrder } from "@coralhub/domain";
import { Worker } from "node:worker_threads";
import type { RateLimits } from "../../platform/rate-limits.ts";
import { createSemaphore } from "../../platform/semaphore.ts";

const THREAD = new URL("./match-thread.ts", import.meta.url);
const MEMORY_MB = 512;
/** So many are compared in less time than it takes to start a thread; more would be felt on the loop that answers calls. */
const COMPARED_AT_ONCE = 2_000;
/** Threads that run at once: a merchant's one after the other. */
const [THREADS, OF_ONE] = [2, 1];
/** Calls that wait for a thread or have one, of all merchants and of one: whoever comes behind them is told to come again. */
export const [MOST_CALLS, MOST_OF_ONE] = [6, 2];
/** And so many a merchant asks for in a minute, whichever process answers. */
const A_MINUTE = 60;

type Compare = (incomes: MatchIncome[], orders: MatchOrder[]) => Promise<Match[]>;
type Asked = { merchantId: string; incomes: MatchIncome[]; orders: MatchOrder[] };
type Comparer = {
  /** For a job, which waits for its turn. */
  wait(asked: Asked): Promise<Match[]>;
  /** For somebody who looks at a page. Few orders are always compared. Absent limits: who takes what was offered was counted then. */
  ask(asked: Asked, rateLimits?: Pick<RateLimits, "take">): Promise<Match[]>;
};

export function createComparer(compare: Compare): Comparer {
  const turn = createSemaphore(THREADS, OF_ONE);
  const calls = new Map<string, number>();
  const isFew = ({ incomes, orders }: Asked) => incomes.length + orders.length <= COMPARED_AT_ONCE;
  const now = ({ incomes, orders }: Asked) => matchOrders(incomes, orders);
  const wait = async (asked: Asked) =>
    isFew(asked) ? now(asked) : turn(() => compare(asked.incomes, asked.orders), asked.merchantId);
  return {
    wait,
    async ask(asked, rateLimits) {
      if (isFew(asked)) return now(asked);
      const { merchantId } = asked;
      const taken = await rateLimits?.take(`orders compared:${merchantId}`, A_MINUTE, 60);
      if (taken?.allowed === false) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
      const own = calls.get(merchantId) ?? 0;
      const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
      if (own >= MOST_OF_ONE || all >= MOST_CALLS) throw new Refusal("order.compare_busy");
      calls.set(merchantId, own + 1);
      try {
        return await wait(asked);
      } finally {
        const left = calls.get(merchantId)! - 1;
        if (left === 0) calls.delete(merchantId);
        else calls.set(merchantId, left);
      }
    },
  };
}

function inThread(incomes: MatchIncome[], orders: MatchOrder[]): Promise<Match[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Match[]>();
  const worker = new Worker(THREAD, {
    workerData: { incomes, orders },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    execArgv: [],
  });
  worker.once("message", resolve);
  worker.once("error", reject);
  // Ended without a word, it would keep its place for good.
  worker.once("exit", (code) => reject(new Error(`orders were not compared: their thread ended with ${code}`)));
  return promise.finally(() => void worker.terminate());
}

/** One for the process: threads take its memory and its cores. */
export const comparer = createComparer(inThread);
