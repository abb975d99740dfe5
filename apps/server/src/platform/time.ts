/**
 * Moments as the product writes them: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, which has been UTC+8 without
 * summer time since 1992, so the zone is an addition.
 */
export const TIME_ZONE = "Asia/Shanghai";
const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const WIRE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/** 2026-11-15 08:30:00 */
export const formatTime = (moment: Date): string =>
  new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");

/** 2026-11-15 */
export const formatDay = (moment: Date): string => formatTime(moment).slice(0, 10);

/** Undefined for anything that is not a moment of the calendar (2026-02-30, 25:00:00). A bare day is its midnight. */
export function parseTime(text: string): Date | undefined {
  const match = WIRE.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const moment = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second) - OFFSET_MS);
  // Date.UTC rolls over what does not exist; the round trip tells.
  return Number.isNaN(moment.getTime()) || formatTime(moment).slice(0, text.length) !== text ? undefined : moment;
}

export const startOfDay = (moment: Date): Date =>
  new Date(Math.floor((moment.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS);
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

/**
 * A range as people give it, both ends included, as the half-open range to compare with: a day ends where the next
 * one begins, a second where the next one begins. Undefined where an end is not a moment.
 */
export function timeRange(range: { begin?: string; end?: string }): { from?: Date; before?: Date } | undefined {
  const from = range.begin === undefined ? undefined : parseTime(range.begin);
  const end = range.end === undefined ? undefined : parseTime(range.end);
  if ((range.begin !== undefined && !from) || (range.end !== undefined && !end)) return undefined;
  const before = end && new Date(end.getTime() + (range.end!.length === 10 ? DAY_MS : 1000));
  return { from, before };
}
