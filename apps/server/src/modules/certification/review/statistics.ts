import { startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db.ts";
import { countByForm, countDays, countQueue } from "./review-store.ts";

const HOUR_MS = 3_600_000;
const SHOWN_DAYS = 7;

/** How the desk is doing: what waits, what is late, and the last week. */
export async function reviewStatistics(db: Db, { operator, now }: OperatorContext) {
  const day = (ago: number) => toShanghaiDay(new Date(now.getTime() - ago * 24 * HOUR_MS));
  const days = Array.from({ length: SHOWN_DAYS }, (_, at) => day(SHOWN_DAYS - 1 - at));
  const [queue, byForm, counted] = await Promise.all([
    countQueue(db, operator.id, now, new Date(now.getTime() + HOUR_MS)),
    countByForm(db),
    countDays(db, startOfShanghaiDay(days[0]!)),
  ]);
  return {
    ...queue,
    byForm,
    days: days.map(
      (name) => counted.find((row) => row.day === name) ?? { day: name, approved: 0, rejected: 0, inTime: 0 },
    ),
  };
}
