import type { GiveWay } from "./precedence.ts";

/** So long the next one waits for the one before it. */
const LONGEST_TURN_MS = 50;

type Turns = { giveWay: GiveWay; mayBegin: () => Promise<void>; longestMs?: number };
/**
 * Dozens that begin at the same moment would take every connection and every core from whoever calls. They begin one after
 * the other: the next when the one before has ended, or takes its time. Whoever's turn it is asks whether it may begin now,
 * because that may have changed since it stood in line; the others stay behind it.
 */
export function createTurns({
  giveWay,
  mayBegin,
  longestMs = LONGEST_TURN_MS,
}: Turns): (run: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return async (run) => {
    const before = last;
    const over = Promise.withResolvers<void>();
    last = over.promise;
    await before;
    let patience: NodeJS.Timeout | undefined;
    try {
      await giveWay();
      await mayBegin();
      patience = setTimeout(over.resolve, longestMs);
      await run();
    } finally {
      clearTimeout(patience);
      over.resolve();
    }
  };
}

/** What must not begin beside something else. */
type Hold = {
  heldDuring<T>(work: () => Promise<T>): Promise<T>;
  /** Until nothing is held, nor anything that came meanwhile. */
  mayBegin(): Promise<void>;
};
export function createHold(): Hold {
  let held: Promise<unknown> = Promise.resolve();
  return {
    heldDuring(work) {
      const doing = work();
      held = Promise.allSettled([held, doing]);
      return doing;
    },
    async mayBegin() {
      let waited: Promise<unknown> | undefined;
      while (waited !== held) {
        waited = held;
        await waited;
      }
    },
  };
}
