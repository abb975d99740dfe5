import { expect, test } from "vitest";
import { createTestClock } from "../clock.ts";
import type { RecordedCall } from "./record.ts";
import { createReplay, REPLAYED } from "./replay.ts";

const START = Date.parse("2026-11-16T12:00:00+08:00");
const row = (step: number, call: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  step,
  who: `merchant ${step}`,
  call,
  input: "{}",
  outcome: "done",
  at: START,
  ...more,
});

/** Somebody who makes these calls one after the other, as soon as it is their turn. */
function actor(replay: ReturnType<typeof createReplay>, step: number, calls: readonly string[], made: string[]) {
  replay.begin(step);
  return (async () => {
    for (const call of calls) {
      await replay.turn(step, call);
      made.push(`${step} ${call}`);
      replay.done(row(step, call));
    }
    replay.end(step);
  })();
}

test("calls of people who act at the same time are made in the recorded order, at the recorded moments", async () => {
  const clock = createTestClock(new Date(START));
  const recording = [row(1, "a"), row(2, "x"), row(2, "y", { at: START + 61_000 }), row(1, "b"), row(2, "z")];
  const replay = createReplay(recording, clock);
  const made: string[] = [];
  await Promise.all([actor(replay, 2, ["x", "y", "z"], made), actor(replay, 1, ["a", "b"], made)]);
  expect(made).toEqual(["1 a", "2 x", "2 y", "1 b", "2 z"]);
  expect(clock.now().getTime()).toBe(START + 61_000);
});

test("a replay that parts from what was recorded ends for everybody and says where", async () => {
  const replay = createReplay([row(1, "a"), row(2, "x"), row(1, "b")], createTestClock());
  const made: string[] = [];
  const ended = await Promise.allSettled([actor(replay, 1, ["a", "b"], made), actor(replay, 2, ["another"], made)]);
  const reasons = ended.map((one) => (one.status === "rejected" ? String(one.reason) : ""));
  expect(reasons).toEqual(Array(2).fill(expect.stringContaining(`${REPLAYED}: call 2 of 3: another is made, x was`)));
});

test("whoever makes fewer calls than were recorded is missed", async () => {
  const replay = createReplay([row(1, "a"), row(1, "b"), row(2, "x")], createTestClock());
  const made: string[] = [];
  const ended = await Promise.allSettled([actor(replay, 1, ["a"], made), actor(replay, 2, ["x"], made)]);
  expect(made).toEqual(["1 a"]);
  expect(String((ended[1] as PromiseRejectedResult).reason)).toContain("b was recorded, step 1 is over without it");
});

test("where the machines died is told with the call whose turn it is", async () => {
  const replay = createReplay([row(1, "a", { blow: "after" }), row(1, "a"), row(1, "b")], createTestClock());
  const blows = [];
  for (const call of ["a", "a", "b"]) {
    await replay.turn(1, call);
    blows.push(replay.blow());
    replay.done(row(1, call));
  }
  expect(blows).toEqual(["after", undefined, undefined]);
  await expect(replay.turn(1, "c")).rejects.toThrow("nothing was recorded");
});
