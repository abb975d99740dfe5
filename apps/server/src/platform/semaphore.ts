/** Lets a fixed number of pieces of work run at once; the others wait their turn in order. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore(concurrency: number): Semaphore {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Whoever leaves hands its place over, so a newcomer cannot overtake the queue.
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
