import { toShanghaiDay, toShanghaiTime } from "@coralhub/domain";

/*
 * Times are shown as Beijing time, from the text of the wire (`yyyy-MM-dd HH:mm:ss`) or the moment it stands for. They
 * are handled as text, so that the visitor's own time zone never shifts them.
 */
const WEEKDAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"] as const;

/** A moment as the wire writes it, from either of its two forms. */
export const momentText = (time: Date | string): string => (typeof time === "string" ? time : toShanghaiTime(time));

/** Today in Beijing as `yyyy-MM-dd`. */
export const beijingDay = (): string => toShanghaiDay(new Date());

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export const weekday = (day: string): string => WEEKDAYS[new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;

/** In tables: `11-13 14:32`, with the year when it is another one. */
export function tableTime(time: Date | string, today = beijingDay()): string {
  const shown = momentText(time).slice(0, 16);
  return shown.slice(0, 4) === today.slice(0, 4) ? shown.slice(5) : shown;
}

/** In feeds: 「今天 14:32」「昨天 21:40」, further back as in tables. */
export function feedTime(time: Date | string, today = beijingDay()): string {
  const text = momentText(time);
  const [day, clock] = [text.slice(0, 10), text.slice(11, 16)];
  if (day === today) return `今天 ${clock}`.trim();
  if (day === addDays(today, -1)) return `昨天 ${clock}`.trim();
  return tableTime(text, today);
}

/** 「11-16（周一）」: a date that is a promise. */
export const promiseDay = (day: string) => `${day.slice(5, 10)}（${weekday(day)}）`;
/** 「11-16（周一）12:00」: a moment that is a promise. */
export function promiseMoment(time: Date | string): string {
  const text = momentText(time);
  return `${promiseDay(text.slice(0, 10))}${text.slice(11, 16)}`;
}
