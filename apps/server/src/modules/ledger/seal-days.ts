import { toShanghaiDay } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { NOBODY, rangesOf, type RangeSize } from "./day-ranges.ts";
import { closeDay, nextDayToSeal, readReached, sealDay, sealRange } from "./seals-store.ts";
import { isStale } from "./transactions.ts";

/**
 * Seals every day that is over and not sealed yet, oldest first. Safe to run twice, and to be killed at any point: what was
 * sealed of a day stays, and whoever comes next goes on after it.
 */
export async function sealDays({ db, clock, size }: { db: Db; clock: Clock; size?: RangeSize }): Promise<string[]> {
  const sealed: string[] = [];
  for (;;) {
    const day = await nextDayToSeal(db);
    if (day === undefined || day >= toShanghaiDay(clock.now())) return sealed;
    if (await sealOneDay(db, day, clock.now(), size)) sealed.push(day);
  }
}

/** False if somebody else has sealed a part of it at the same time: then it is looked at anew. */
async function sealOneDay(db: Db, day: string, now: Date, size?: RangeSize): Promise<boolean> {
  while (!(await closeDay(db, day, now)));
  let reached = (await readReached(db, day)) ?? NOBODY;
  try {
    for await (const range of rangesOf(db, day, reached, size)) {
      await sealRange(db, day, reached, range);
      reached = range.seals.at(-1)!.merchantId;
    }
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
  await sealDay(db, day, now);
  return true;
}
