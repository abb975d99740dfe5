import { expect, it } from "vitest";
import { addMonths, weeksOf } from "./month.ts";

it("shows six weeks from Monday on", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ]);
  expect(weeks[5]!.at(-1)).toBe("2026-12-06");
  expect(weeksOf("2026-06")[0]![0]).toBe("2026-06-01");
});

it("walks over years", () => {
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
});
