import { performance } from "node:perf_hooks";

export type LoadLimits = { maxInFlight: number; maxLoopDelayMs: number };
const DEFAULT_LIMITS: LoadLimits = { maxInFlight: 1000, maxLoopDelayMs: 1500 };

const SAMPLE_MS = 250;

/** Knows how far behind the process is, and says so before callers wait in vain. */
export type Load = {
  /** True when one more call would only make everyone slower. */
  isTooMuch(): boolean;
  inFlight(): number;
  loopDelayMs(): number;
  /** Begins to count a call; `onOverdue` is called when it takes longer than it may. */
  begin(call: Running): void;
  end(call: Running): void;
  stop(): void;
};
export type Running = { deadline: number; onOverdue(): void };

export function createLoad({ maxInFlight, maxLoopDelayMs }: LoadLimits = DEFAULT_LIMITS): Load {
  const running = new Set<Running>();
  let loopDelayMs = 0;
  let expected = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    // A late timer is the delay every call suffers. One pause (a collection, a start) halves away; a lasting one does not.
    loopDelayMs = Math.max(0, now - expected, loopDelayMs / 2 - 1);
    expected = now + SAMPLE_MS;
    // One sweep for all: a timer for every call costs more than the call's own work.
    for (const call of running) {
      if (call.deadline > now) continue;
      call.deadline = Infinity;
      call.onOverdue();
    }
  }, SAMPLE_MS);
  timer.unref();
  return {
    isTooMuch: () => running.size >= maxInFlight || loopDelayMs > maxLoopDelayMs,
    inFlight: () => running.size,
    loopDelayMs: () => loopDelayMs,
    begin: (call) => void running.add(call),
    end: (call) => void running.delete(call),
    stop: () => clearInterval(timer),
  };
}
