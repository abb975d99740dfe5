import type { GiveWay } from "./precedence.ts";

/** So long the next one waits for the one before it. */
const LONGEST_TURN_MS = 50;

/**
 * Dozens that begin at the same moment would take every connection and every core from whoever calls. They begin one after
 * the other: the next when the one before has ended, or takes its time.
 */
export function createTurns(
  giveWay: GiveWay,
  longestMs = LONGEST_TURN_MS,
): (run: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return async (run) => {
    const before = last;
    const over = Promise.withResolvers<void>();
    last = over.promise;
    await before;
    const patience = setTimeout(over.resolve, longestMs);
    try {
      await giveWay();
      await run();
    } finally {
      clearTimeout(patience);
      over.resolve();
    }
  };
}
