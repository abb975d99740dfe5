import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createAdmission, urgencyOf, type Admission } from "./admission.ts";

const limits = { write: 1, read: 2, report: 1, upload: 4, waitMs: 200, uploadWaitMs: 60_000, queue: 16 };
let admission: Admission;
afterEach(() => admission.stop());

const caller = (who: string, log: string[], gone = () => false) => {
  const state: { leave?: () => void } = {};
  return {
    state,
    who,
    gone,
    enter(leave: () => void) {
      state.leave = leave;
      log.push(`${who} in`);
    },
    refuse: () => void log.push(`${who} refused`),
  };
};

test("overload: as many as can be carried are at work, the next waits its turn, and nobody waits long", async () => {
  admission = createAdmission(limits);
  const log: string[] = [];
  const [one, two, three, four] = ["one", "two", "three", "four"].map((who) => caller(who, log)) as [
    ReturnType<typeof caller>,
    ReturnType<typeof caller>,
    ReturnType<typeof caller>,
    ReturnType<typeof caller>,
  ];
  for (const each of [one, two, three, four]) admission.ask("read", each);
  expect(log).toEqual(["one in", "two in"]);
  one.state.leave!();
  one.state.leave!();
  expect(log).toEqual(["one in", "two in", "three in"]);
  await sleep(500);
  expect(log).toEqual(["one in", "two in", "three in", "four refused"]);
  expect(admission.waiting()).toBe(0);
});

test("overload: whoever has hung up never gets in, and money does not wait for reading", () => {
  admission = createAdmission(limits);
  const log: string[] = [];
  const first = caller("first", log);
  admission.ask("read", first);
  admission.ask("read", caller("second", log));
  admission.ask(
    "read",
    caller("gone", log, () => true),
  );
  admission.ask("read", caller("here", log));
  admission.ask("write", caller("money", log));
  first.state.leave!();
  expect(log).toEqual(["first in", "second in", "money in", "gone refused", "here in"]);
});

test("whoever changes something is told of to what gives way; reading and reports are not", () => {
  let moved = 0;
  admission = createAdmission(limits, { moneyMoves: () => void moved++ });
  admission.ask("report", caller("report", []));
  admission.ask("read", caller("read", []));
  expect(moved).toBe(0);
  admission.ask("write", caller("money", []));
  expect(moved).toBe(1);
});

test("overload: one caller cannot fill the queue", () => {
  admission = createAdmission(limits);
  const log: string[] = [];
  for (let n = 0; n < 12; n++) admission.ask("report", caller("flood", log));
  admission.ask("report", caller("neighbour", log));
  expect(log.filter((line) => line === "flood refused")).toHaveLength(7);
  expect(log).not.toContain("neighbour refused");
});

test("overload: several who flood leave room for whoever has not asked yet", () => {
  admission = createAdmission({ ...limits, queue: 40 });
  const log: string[] = [];
  for (let n = 0; n < 12; n++) for (const who of ["a", "b", "c", "d", "e"]) admission.ask("report", caller(who, log));
  expect(admission.waiting()).toBeLessThan(40);
  expect(admission.hasNoRoom("report", () => "a")).toBe(true);
  expect(admission.hasNoRoom("report", () => "neighbour")).toBe(false);
  admission.ask("report", caller("neighbour", log));
  expect(log).not.toContain("neighbour refused");
});

test("overload: whoever has gone gives up their place in the queue, wherever they stand", async () => {
  admission = createAdmission({ ...limits, waitMs: 60_000 });
  const log: string[] = [];
  let away = false;
  for (const who of ["one", "two", "first in line"]) admission.ask("read", caller(who, log));
  admission.ask(
    "read",
    caller("gone", log, () => away),
  );
  expect(admission.waiting()).toBe(2);
  away = true;
  await expect.poll(admission.waiting).toBe(1);
  expect(log.at(-1)).toBe("gone refused");
});

test("overload: one caller's uploads leave places for a neighbour's, and hold none of reading or writing", () => {
  admission = createAdmission(limits);
  const log: string[] = [];
  const first = caller("many", log);
  admission.ask("upload", first);
  for (let n = 0; n < 4; n++) admission.ask("upload", caller("many", log));
  expect(log).toEqual(["many in", "many in"]);
  admission.ask("upload", caller("neighbour", log));
  admission.ask("write", caller("money", log));
  expect(log.slice(2)).toEqual(["neighbour in", "money in"]);
  first.state.leave!();
  expect(log.slice(4)).toEqual(["many in"]);
});

test("bodies that arrive are counted by their sender", () => {
  admission = createAdmission(limits);
  const arrived = Array.from({ length: 20 }, () => admission.arrive("upload", "many"));
  expect(admission.arrive("upload", "many")).toBeUndefined();
  expect(admission.arrive("upload", "neighbour")).toBeDefined();
  expect(admission.arrive("read", "many")).toBeDefined();
  arrived[0]!();
  arrived[0]!();
  expect(admission.arrive("upload", "many")).toBeDefined();
  expect(admission.arrive("upload", "many")).toBeUndefined();
});

test("what a call is worth is told by the table", () => {
  const reads = { access: "merchant", method: "POST" } as const;
  expect(urgencyOf({ ...reads, idempotent: true })).toBe("write");
  expect(urgencyOf({ access: "public", method: "POST" })).toBe("write");
  expect(urgencyOf({ ...reads, reply: "file" })).toBe("report");
  expect(urgencyOf({ ...reads, idempotent: true, body: "multipart" })).toBe("upload");
  expect(urgencyOf(reads)).toBe("read");
});
