import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useThrottled } from "./use-timing.ts";

type Say = (word: string) => void;
type ProbeProps = { action: Say; intervalMs: number | undefined; take: (made: Say) => void };
function Probe({ action, intervalMs, take }: ProbeProps) {
  take(useThrottled(action, intervalMs));
  return null;
}
/** The function the hook hands out, without a browser: what it holds outlives the one drawing. */
function throttled(action: Say, intervalMs?: number): Say {
  const made: Say[] = [];
  renderToString(<Probe action={action} intervalMs={intervalMs} take={(one) => void made.push(one)} />);
  return made[0]!;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first call acts at once, and of those in between only the last, once the interval is over", () => {
  const seen: string[] = [];
  const say = throttled((word) => void seen.push(word), 200);
  say("one");
  expect(seen).toEqual(["one"]);
  say("two");
  say("three");
  vi.advanceTimersByTime(199);
  expect(seen).toEqual(["one"]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["one", "three"]);
});

test("what acted late begins an interval of its own, and rest makes the next call act at once", () => {
  const seen: string[] = [];
  const say = throttled((word) => void seen.push(word));
  say("one");
  say("two");
  vi.advanceTimersByTime(200);
  say("three");
  expect(seen).toEqual(["one", "two"]);
  vi.advanceTimersByTime(200);
  expect(seen).toEqual(["one", "two", "three"]);
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(3);
  say("four");
  expect(seen).toEqual(["one", "two", "three", "four"]);
});
