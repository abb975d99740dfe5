import { performance } from "node:perf_hooks";

export type LoadLimits = { maxInFlight: number; maxLoopDelayMs: number };
export const DEFAULT_LOAD_LIMITS: LoadLimits = { maxInFlight: 1000, maxLoopDelayMs: 1500 };

const SAMPLE_MS = 250;

/** Knows how far behind the process is, and says so before callers wait in vain. */
export type Load = {
  inFlight: number;
  loopDelayMs: number;
  /** True when one more call would only make everyone slower. */
  isTooMuch(): boolean;
  stop(): void;
};

export function createLoad({ maxInFlight, maxLoopDelayMs }: LoadLimits = DEFAULT_LOAD_LIMITS): Load {
  let expected = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    // A late timer is the delay every call suffers. One pause (a collection, a start) halves away; a lasting one does not.
    load.loopDelayMs = Math.max(0, now - expected, load.loopDelayMs / 2 - 1);
    expected = now + SAMPLE_MS;
  }, SAMPLE_MS);
  timer.unref();
  const load: Load = {
    inFlight: 0,
    loopDelayMs: 0,
    isTooMuch: () => load.inFlight >= maxInFlight || load.loopDelayMs > maxLoopDelayMs,
    stop: () => clearInterval(timer),
  };
  return load;
}
