import { startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";

/** So many days before the world was loaded, at that hour in Beijing; or so many hours before it. */
export type When = { daysAgo: number; hour: number } | { hoursAgo: number };
/** Something that happens at its time. */
export type Moment = { at: Date; act(): Promise<unknown> };

const HOUR_MS = 3_600_000;
export const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);

export const momentOf = (when: When, now: Date): Date =>
  "hoursAgo" in when
    ? later(now, -when.hoursAgo)
    : later(startOfShanghaiDay(toShanghaiDay(now)), when.hour - 24 * when.daysAgo);
