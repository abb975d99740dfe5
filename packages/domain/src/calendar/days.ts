/** Days as text, 2026-11-16: what counts them needs no holidays. */
const DAY_MS = 86_400_000;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
const LONGEST_SEARCH_DAYS = 366;
/** The first day that is right, from this one on or backwards. Who finds none within a year was asked about no day at all. */
export function firstDay(from: string, isRight: (day: string) => boolean, step: 1 | -1 = 1): string {
  for (let n = 0; n <= LONGEST_SEARCH_DAYS; n++) {
    const day = addDays(from, n * step);
    if (isRight(day)) return day;
  }
  throw new RangeError(`no such day within a year of ${from}`);
}
export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** The same day so many months later, or the last of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10);
}
