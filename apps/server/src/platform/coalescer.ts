import { AsyncLocalStorage } from "node:async_hooks";
import { isConnectionError } from "./db-errors.ts";
import { refuseWhileHolding } from "./held-connection.ts";

/** Does for one caller what is cheaper to do for many at once. */
export type Coalesced<T, R> = (item: T) => Promise<R>;

export type CoalescerOptions<T, R> = {
  name: string;
  /** Answers each item in its place. What it throws is thrown to whoever it was done for. */
  work(batch: readonly T[]): Promise<readonly R[]>;
  largest?: number;
  /** Batches under way at the same time; whatever comes meanwhile waits for one of them to end. */
  atOnce?: number;
  /** A batch that failed is done one by one, so that whoever is at fault fails alone. Only for what may be done again. */
  aloneAfterFailure?: boolean;
};

type Waiting<T, R> = { item: T; resolve(answer: R): void; reject(error: unknown): void };

/**
 * Callers of the same moment go together: the first one waits for the end of the current turn of the event loop, and while
 * a batch is under way the next one gathers. There is no timer, so a lone caller waits for nobody.
 */
export function createCoalescer<T, R>(options: CoalescerOptions<T, R>): Coalesced<T, R> {
  const { name, work, largest = 128, atOnce = 2, aloneAfterFailure = false } = options;
  const queue: Waiting<T, R>[] = [];
  let underWay = 0;
  let woken = false;
  // The work belongs to all of its callers: none of them lends it its own surroundings (an open transaction).
  const outside = AsyncLocalStorage.snapshot();

  function wake(): void {
    if (woken) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      while (queue.length > 0 && underWay < atOnce) void outside(run, queue.splice(0, largest));
    });
  }

  async function run(batch: Waiting<T, R>[]): Promise<void> {
    underWay++;
    await answer(batch);
    underWay--;
    if (queue.length > 0) wake();
  }

  async function answer(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, place) => resolve(answers[place]!));
    } catch (error) {
      // A connection that broke leaves open what became of it: only who asked can know whether to ask again.
      if (!aloneAfterFailure || batch.length === 1 || isConnectionError(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      for (const one of batch) await answer([one]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      refuseWhileHolding(name);
      queue.push({ item, resolve, reject });
      wake();
    });
}
