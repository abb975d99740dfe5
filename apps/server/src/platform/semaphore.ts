/** Lets a fixed number of pieces of work run at once; the others wait. Those of one owner run in the order they came. */
export type Semaphore = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/** Owners take turns, and `each` of them has no more than so many pieces running: whoever brings many waits for their own. */
export function createSemaphore(concurrency: number, each = concurrency): Semaphore {
  let free = concurrency;
  const running = new Map<string, number>();
  /** The owner whose turn is next stands first. */
  const waiting = new Map<string, (() => void)[]>();
  const count = (owner: string, by: 1 | -1) => {
    const now = (running.get(owner) ?? 0) + by;
    if (now === 0) running.delete(owner);
    else running.set(owner, now);
  };
  const mayRun = (owner: string) => (running.get(owner) ?? 0) < each;

  /** Takes the place before anybody else is asked, so a newcomer cannot overtake the queue. */
  const letIn = () => {
    for (const [owner, queue] of waiting) {
      if (free === 0) return;
      if (!mayRun(owner)) continue;
      const next = queue.shift()!;
      waiting.delete(owner);
      if (queue.length > 0) waiting.set(owner, queue);
      free--;
      count(owner, 1);
      next();
    }
  };
  return async (work, owner = "") => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const queue = waiting.get(owner) ?? [];
    queue.push(resolve);
    waiting.set(owner, queue);
    letIn();
    await promise;
    try {
      return await work();
    } finally {
      free++;
      count(owner, -1);
      letIn();
    }
  };
}
