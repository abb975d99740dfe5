import { performance } from "node:perf_hooks";

/** `heldMs`: how long a refusal is kept back; half a second where nothing is said. */
export type LoadLimits = { maxInFlight: number; maxLoopDelayMs: number; heldMs?: number };
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
/** `place`: where it stands among the running ones, while it is one of them. */
/** `leave`: gives its place at work to the next one; called when its work is done, whoever still listens. */
export type Running = {
  place?: number | undefined;
  deadline: number;
  onOverdue(): void;
  leave?: () => void;
  handled?: boolean;
};

export function createLoad({ maxInFlight, maxLoopDelayMs }: LoadLimits = DEFAULT_LIMITS): Load {
  // Every call comes and goes: a set would hash each of them twice.
  const running: Running[] = [];
  let loopDelayMs = 0;
  let expected = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    // A late timer is the delay every call suffers. One pause (a collection, a start) halves away; a lasting one does not.
    loopDelayMs = Math.max(0, now - expected, loopDelayMs / 2 - 1);
    expected = now + SAMPLE_MS;
    // One sweep for all: a timer for every call costs more than the call's own work.
    for (const call of running.filter(({ deadline }) => deadline <= now)) {
      call.deadline = Infinity;
      call.onOverdue();
    }
  }, SAMPLE_MS);
  timer.unref();
  return {
    isTooMuch: () => running.length >= maxInFlight || loopDelayMs > maxLoopDelayMs,
    inFlight: () => running.length,
    loopDelayMs: () => loopDelayMs,
    begin: (call) => void (call.place = running.push(call) - 1),
    end(call) {
      if (call.place === undefined) return;
      const last = running.pop()!;
      // The last one takes the place that has become free.
      if (last !== call) {
        running[call.place] = last;
        last.place = call.place;
      }
      call.place = undefined;
    },
    stop: () => clearInterval(timer),
  };
}
