import { parseShanghaiTime, startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";

export const TIME_ZONE = "Asia/Shanghai";
const DAY_MS = 86_400_000;
const DAY_LENGTH = "2026-11-15".length;

/**
 * A range as people give it, both ends included, as the half-open range to compare with: a day ends where the next
 * one begins, a second where the next one begins. Undefined where an end is no moment of the calendar.
 */
export function timeRange(range: { begin?: string; end?: string }): { from?: Date; before?: Date } | undefined {
  const from = range.begin === undefined ? undefined : momentOf(range.begin);
  const end = range.end === undefined ? undefined : momentOf(range.end);
  if ((range.begin !== undefined && !from) || (range.end !== undefined && !end)) return undefined;
  const before = end && new Date(end.getTime() + (range.end!.length === DAY_LENGTH ? DAY_MS : 1000));
  return { from, before };
}

function momentOf(text: string): Date | undefined {
  if (text.length !== DAY_LENGTH) return parseShanghaiTime(text);
  const day = startOfShanghaiDay(text);
  return Number.isNaN(day.getTime()) || toShanghaiDay(day) !== text ? undefined : day;
}
