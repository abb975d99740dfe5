import { expect, it } from "vitest";
import { addDays, feedTime, promiseDay, tableTime, weekday } from "./time-text.ts";

const today = "2026-11-13";

it("leaves the year out in this year", () => {
  expect(tableTime("2026-11-10 09:52:10", today)).toBe("11-10 09:52");
  expect(tableTime("2025-11-10 09:52:10", today)).toBe("2025-11-10 09:52");
});

it("says today and yesterday in feeds", () => {
  expect(feedTime("2026-11-13 14:32:00", today)).toBe("今天 14:32");
  expect(feedTime("2026-11-12 21:40:00", today)).toBe("昨天 21:40");
  expect(feedTime("2026-11-11 11:30:00", today)).toBe("11-11 11:30");
  expect(feedTime("2026-11-13", today)).toBe("今天");
});

it("shows a moment in Beijing, wherever the visitor is", () => {
  expect(tableTime(new Date("2026-11-12T16:30:00Z"), today)).toBe("11-13 00:30");
});

it("counts days over months and names weekdays", () => {
  expect(addDays("2026-11-30", 1)).toBe("2026-12-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(weekday("2026-11-16")).toBe("周一");
  expect(promiseDay("2026-11-16")).toBe("11-16（周一）");
});
