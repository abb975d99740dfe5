import { expect, test } from "vitest";
import { timeRange } from "./time.ts";

const iso = (range: ReturnType<typeof timeRange>) => range && [range.from?.toISOString(), range.before?.toISOString()];

test("a day ends where the next begins, in Shanghai", () => {
  expect(iso(timeRange({ begin: "2026-11-15", end: "2026-11-15" }))).toEqual([
    "2026-11-14T16:00:00.000Z",
    "2026-11-15T16:00:00.000Z",
  ]);
});

test("a second ends where the next begins", () => {
  expect(iso(timeRange({ begin: "2026-11-15 00:00:00", end: "2026-11-15 23:59:59" }))).toEqual([
    "2026-11-14T16:00:00.000Z",
    "2026-11-15T16:00:00.000Z",
  ]);
});

test("either end may be open", () => {
  expect(timeRange({})).toEqual({});
  expect(iso(timeRange({ end: "2026-12-31" }))).toEqual([undefined, "2026-12-31T16:00:00.000Z"]);
});

test.each(["2026-02-30", "2026-13-01", "2026-11-15 24:00:01", "2026-11-15 08:61:00", "yesterday", ""])(
  "%j is no moment",
  (text) => {
    expect(timeRange({ begin: text })).toBeUndefined();
    expect(timeRange({ end: text })).toBeUndefined();
  },
);
