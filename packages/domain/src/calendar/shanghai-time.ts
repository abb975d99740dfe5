/** The product keeps Beijing time, which has had no daylight saving since 1991: a fixed offset is exact and needs no zone data. */
const OFFSET_MS = 8 * 3_600_000;
const PATTERN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** `2026-11-15 14:32:00`, the form of every time on the wire. */
export const toShanghaiTime = (time: Date): string =>
  new Date(time.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");

/** `2026-11-15`, the day it is in Beijing at this moment. */
export const toShanghaiDay = (time: Date): string => toShanghaiTime(time).slice(0, 10);

/** Undefined where the text is no such time (2026-02-30 included). */
export function parseShanghaiTime(text: string): Date | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const time = new Date(`${match[1]}T${match[2]}+08:00`);
  return Number.isNaN(time.getTime()) || toShanghaiTime(time) !== text ? undefined : time;
}

/** The first moment of a day in Beijing; a day's range is `[startOfDay(d), startOfDay(d + 1))`. */
export const startOfShanghaiDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
