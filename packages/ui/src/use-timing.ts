import { useCallback, useEffect, useRef, useState } from "react";

/** The value after it has rested: what to search for while someone types. */
export function useDebounced<T>(value: T, delayMs = 500): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** The action at most once per interval; the first call acts at once, the last one is never lost. */
export function useThrottled<A extends unknown[]>(
  action: (...args: A) => void,
  intervalMs = 200,
): (...args: A) => void {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<A>(undefined);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (...args: A) => {
      if (timer.current) {
        waiting.current = args;
        return;
      }
      const rest = () => {
        timer.current = undefined;
        const next = waiting.current;
        waiting.current = undefined;
        if (next) run(next);
      };
      const run = (now: A) => {
        latest.current(...now);
        timer.current = setTimeout(rest, intervalMs);
      };
      run(args);
    },
    [intervalMs],
  );
}

/** True only when waiting has lasted: short waits show nothing instead of a flash. */
export function useSlow(waiting: boolean, delayMs = 200): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [waiting, delayMs]);
  return waiting && slow;
}

/** False until what is waited for has come once; then true for good, so that nothing that is shown goes or moves again. */
export function useBegun(ready: boolean): boolean {
  const [begun, setBegun] = useState(ready);
  if (ready && !begun) setBegun(true);
  return begun;
}
