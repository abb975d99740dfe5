import { expect, test } from "vitest";
import { beganBetween, ORDERED } from "./jobs.ts";

const at = (time: string) => new Date(`${time}+08:00`);
const NIGHTLY = "30 3 * * *";

test("what runs once a day runs once a day, however often the clock is moved", () => {
  const ticks = ["2026-11-16T00:30", "2026-11-16T10:00", "2026-11-16T17:00", "2026-11-17T00:30", "2026-11-17T10:00"];
  const runs = ticks.filter((tick, index) => beganBetween(NIGHTLY, at(ticks[Math.max(0, index - 1)]!), at(tick)));
  expect(runs).toEqual(["2026-11-16T10:00", "2026-11-17T10:00"]);
});

test("it runs at the first move and after days that passed at once, on its very minute and not before", () => {
  expect(beganBetween(NIGHTLY, undefined, at("2026-11-16T00:30"))).toBe(true);
  expect(beganBetween(NIGHTLY, at("2026-11-16T04:00"), at("2026-12-24T02:00"))).toBe(true);
  expect(beganBetween(NIGHTLY, at("2026-11-16T04:00"), at("2026-11-17T03:29:59"))).toBe(false);
  expect(beganBetween(NIGHTLY, at("2026-11-16T04:00"), at("2026-11-17T03:30"))).toBe(true);
});

test("what reads everything runs once in seven nights", () => {
  const nights = Array.from({ length: 22 }, (_, day) => new Date(at("2026-11-16T04:00").getTime() + day * 86_400_000));
  const runs = nights.filter((night, index) => index > 0 && beganBetween(NIGHTLY, nights[index - 1], night, 7));
  expect(runs).toHaveLength(3);
});

test("what runs more often than that runs at every move", () => {
  const from = at("2026-11-16T10:00");
  for (const cron of ["* * * * *", "*/5 * * * *", "10 * * * *", "5 9-20 * * *"])
    expect(beganBetween(cron, from, from)).toBe(true);
});

test("only whoever was made to keep silent is excused", () => {
  for (const told of [
    "the simulated receiving bank is down",
    "the screening lists do not answer",
    "mybank does not answer",
  ])
    expect(told).toMatch(ORDERED);
  expect("the answer of the simulated lender was lost").toMatch(ORDERED);
  for (const told of ["deadlock detected", "the database does not answer", "the receiving bank is down"])
    expect(told).not.toMatch(ORDERED);
});
