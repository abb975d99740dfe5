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

test("whoever brings many waits for their own: a neighbour has a place at once, and then its turn", async () => {
  const turn = createSemaphore(2, 1);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const bring = (owner: string, name: string) =>
    turn(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, owner);
  const all = [bring("many", "m1"), bring("many", "m2"), bring("many", "m3"), bring("one", "o1"), bring("two", "t1")];
  await expect.poll(() => begun).toEqual(["m1", "o1"]);
  ends[0]!();
  await expect.poll(() => begun).toEqual(["m1", "o1", "m2"]);
  ends[2]!();
  await expect.poll(() => begun).toEqual(["m1", "o1", "m2", "t1"]);
  ends[1]!();
  await expect.poll(() => begun).toEqual(["m1", "o1", "m2", "t1", "m3"]);
  for (const end of ends) end();
  await Promise.all(all);
});
