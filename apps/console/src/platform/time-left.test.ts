import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const now = new Date("2026-11-16T10:00:00+08:00");
const after = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now);

test("the clock says how long is left, and how long it is past", () => {
  expect(after(25)).toEqual({ words: "剩 25 分", tone: "warning" });
  expect(after(80)).toEqual({ words: "剩 1 小时 20 分", tone: "neutral" });
  expect(after(120)).toEqual({ words: "剩 2 小时", tone: "neutral" });
  expect(after(3 * 24 * 60)).toEqual({ words: "剩 3 天", tone: "neutral" });
  expect(after(0)).toEqual({ words: "超时 1 分", tone: "danger" });
  expect(after(-125)).toEqual({ words: "超时 2 小时 5 分", tone: "danger" });
});
