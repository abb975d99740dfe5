import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

test("never more than allowed at once, in the order they came, and a failure frees its place", async () => {
  const turn = createSemaphore(2);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      turn(async () => {
        begun.push(index);
        most = Math.max(most, ++running);
        await sleep(2);
        running--;
        if (index === 3) throw new Error("no");
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
});
