import { expect, test } from "vitest";
import { parseShanghaiTime, startOfShanghaiDay, toShanghaiDay, toShanghaiTime } from "./shanghai-time.ts";

test("times are Beijing's, whatever the machine's zone", () => {
  const time = new Date("2026-11-15T16:30:05.999Z");
  expect(toShanghaiTime(time)).toBe("2026-11-16 00:30:05");
  expect(toShanghaiDay(time)).toBe("2026-11-16");
  expect(parseShanghaiTime("2026-11-16 00:30:05")?.toISOString()).toBe("2026-11-15T16:30:05.000Z");
  expect(startOfShanghaiDay("2026-11-16").toISOString()).toBe("2026-11-15T16:00:00.000Z");
});

test.each(["2026-02-30 00:00:00", "2026-11-15", "2026-11-15T00:00:00", "2026-13-01 00:00:00", "nonsense"])(
  "%s is no time",
  (text) => {
    expect(parseShanghaiTime(text)).toBeUndefined();
  },
);
