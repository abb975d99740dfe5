import { CallFailed, CallRefused } from "@coralhub/contract";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./query.ts";

const queryClient = createQueryClient({ staleTime: 30_000 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** A part of the page that asks, and is told `error` until that is taken away. */
function asking(name: string, error?: Error) {
  const part = { asked: 0, error };
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: async () => {
      part.asked += 1;
      if (part.error) throw part.error;
      return name;
    },
  });
  observer.subscribe(() => undefined);
  return Object.assign(part, { now: () => observer.getCurrentResult().status });
}
const allRetries = () => vi.advanceTimersByTimeAsync(60_000);
const refused = (status: number) => new CallRefused({ message: "", status, code: status });

test.each([
  ["a broken line", new CallFailed("network", new TypeError("offline"))],
  ["a busy server", refused(503)],
  ["a proxy whose server restarts", refused(502)],
])("%s is asked again, and reloaded with whatever else on the page succeeds", async (_case, error) => {
  const list = asking("list", error);
  await allRetries();
  expect([list.asked, list.now()]).toEqual([3, "error"]);
  list.error = undefined;
  asking("sums");
  await allRetries();
  expect([list.asked, list.now()]).toEqual([4, "success"]);
});

test("a refusal is an answer: it is asked for once, whatever succeeds beside it", async () => {
  const list = asking("list", refused(403));
  await allRetries();
  asking("sums");
  await allRetries();
  expect([list.asked, list.now()]).toEqual([1, "error"]);
});

test("a busy server that says when is not asked before", async () => {
  const busy = asking("busy", new CallRefused({ message: "", status: 503, code: 503, retryAfterSeconds: 9 }));
  await vi.advanceTimersByTimeAsync(8_900);
  expect(busy.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(busy.asked).toBe(2);
});
