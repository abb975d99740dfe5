import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./job-turns.ts";
import { createPrecedence, inNobodysWay } from "./precedence.ts";

const NEVER_MS = 1_000_000_000;

/** Whether it has come to its end after everything that could end it by itself has had its turn. */
async function watch(promise: Promise<unknown>): Promise<() => boolean> {
  let ended = false;
  void promise.then(() => (ended = true));
  await turn();
  return () => ended;
}

test("what gives way pauses while money moves, and neither before nor long after", async () => {
  const untilTold = createPrecedence({ recentMs: NEVER_MS, pauseMs: NEVER_MS });
  await untilTold.giveWay();
  untilTold.moneyMoves();
  expect((await watch(untilTold.giveWay()))()).toBe(false);
  const longAgo = createPrecedence({ recentMs: 0, pauseMs: NEVER_MS });
  longAgo.moneyMoves();
  await expect(longAgo.giveWay()).resolves.toBeUndefined();
});

test("what gives way gets on after its pause, however much money moves", async () => {
  const { moneyMoves, giveWay } = createPrecedence({ recentMs: NEVER_MS, pauseMs: 1 });
  moneyMoves();
  await expect(giveWay()).resolves.toBeUndefined();
});

test("what is due at one moment begins one after the other; one that takes its time, or fails, holds up nobody", async () => {
  const patient = createTurns({ giveWay: inNobodysWay, mayBegin: inNobodysWay, longestMs: NEVER_MS });
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run =
    (name: string, until = Promise.resolve()) =>
    () => {
      begun.push(name);
      return until;
    };
  const failing = patient(run("first", first.promise));
  const second = patient(run("second"));
  await watch(second);
  expect(begun).toEqual(["first"]);
  first.reject(new Error("failed"));
  await expect(failing).rejects.toThrow("failed");
  await second;
  expect(begun).toEqual(["first", "second"]);

  const impatient = createTurns({ giveWay: inNobodysWay, mayBegin: inNobodysWay, longestMs: 1 });
  void impatient(run("slow", new Promise(() => {})));
  await impatient(run("next"));
  expect(begun).toEqual(["first", "second", "slow", "next"]);
});
