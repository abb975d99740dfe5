import { expect, test } from "vitest";
import { nextSeriesDay, seriesDay } from "./series.ts";

test("runs keep their day, and a shorter month has its last one", () => {
  expect([0, 1, 2, 13].map((run) => seriesDay("2026-01-31", "monthly", run))).toEqual([
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2027-02-28",
  ]);
  expect(seriesDay("2026-11-16", "weekly", 3)).toBe("2026-12-07");
  expect(seriesDay("2026-11-30", "quarterly", 1)).toBe("2027-02-28");
  expect(nextSeriesDay("2026-01-31", "monthly", "2026-03-05")).toBe("2026-03-31");
  expect(nextSeriesDay("2026-11-20", "weekly", "2026-11-16")).toBe("2026-11-20");
});
