import type { Tone } from "@coralhub/domain";

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

const spoken = (minutes: number): string => {
  if (minutes >= DAY) return `${Math.floor(minutes / DAY)} 天`;
  if (minutes < HOUR) return `${minutes} 分`;
  const rest = minutes % HOUR;
  return `${Math.floor(minutes / HOUR)} 小时${rest > 0 ? ` ${rest} 分` : ""}`;
};

/** How long until a case is due, in words: 「剩 25 分」, 「超时 2 小时」. */
export function timeLeft(dueAt: Date, now: Date): { words: string; tone: Tone } {
  const minutes = Math.trunc((dueAt.getTime() - now.getTime()) / MINUTE_MS);
  if (dueAt <= now) return { words: `超时 ${spoken(Math.max(1, -minutes))}`, tone: "danger" };
  return { words: `剩 ${spoken(Math.max(1, minutes))}`, tone: minutes < HOUR ? "warning" : "neutral" };
}
