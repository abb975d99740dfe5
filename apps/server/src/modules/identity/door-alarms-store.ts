import type { DoorAlarmKind } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type DoorAlarmRow = {
  id: string;
  kind: DoorAlarmKind;
  subject: string;
  raisedAt: Date;
  lastAt: Date;
  seenAt: Date | null;
  seenBy: string | null;
};

/** Again within the hour it is the same alarm; one that was seen opens anew with the next hour. */
export async function raiseDoorAlarm(
  db: Db,
  alarm: { id: string; kind: DoorAlarmKind; subject: string; hour: Date; at: Date },
): Promise<void> {
  const { id, kind, subject, hour, at } = alarm;
  await sql`insert into door_alarm (id, kind, subject, hour, raised_at, last_at)
    values (${id}, ${kind}, ${subject}, ${hour}, ${at}, ${at})
    on conflict (kind, subject, hour) do update set last_at = excluded.last_at`.execute(db);
}

export async function listDoorAlarms(db: Db, since: Date, limit: number): Promise<DoorAlarmRow[]> {
  const { rows } = await sql<DoorAlarmRow>`
    select id, kind, subject, raised_at as "raisedAt", last_at as "lastAt", seen_at as "seenAt", seen_by as "seenBy"
    from door_alarm where raised_at >= ${since} or seen_at is null
    order by seen_at is null desc, raised_at desc, id limit ${limit}`.execute(db);
  return rows;
}

export async function markAlarmSeen(tx: Tx, id: string, by: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update door_alarm set seen_at = ${at}, seen_by = ${by} where id = ${id} and seen_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function countUnseenAlarms(db: Db): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen from door_alarm where seen_at is null`.execute(db);
  return rows[0]!.unseen;
}

export async function sweepDoorAlarms(db: Db, before: Date): Promise<void> {
  await sql`delete from door_alarm where seen_at < ${before}`.execute(db);
}
