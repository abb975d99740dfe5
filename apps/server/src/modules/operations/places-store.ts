import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export async function knownPlaces(
  db: Db,
  operatorId: string,
  places: readonly Uint8Array[],
  since: Date,
): Promise<Uint8Array[]> {
  const { rows } = await sql<{ place: Uint8Array }>`
    select place from operator_place
    where operator_id = ${operatorId} and place = any(${[...places]}::bytea[]) and last_used_at >= ${since}`.execute(
    db,
  );
  return rows.map(({ place }) => place);
}

export async function hasPlaces(db: Db, operatorId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select 1 from operator_place where operator_id = ${operatorId} and last_used_at >= ${since}) as some`.execute(
    db,
  );
  return rows[0]!.some;
}

export const rememberPlace = (tx: Tx, operatorId: string, place: Uint8Array, at: Date) =>
  sql`insert into operator_place (operator_id, place, last_used_at) values (${operatorId}, ${place}, ${at})
      on conflict (operator_id, place) do update set last_used_at = excluded.last_used_at`.execute(tx);

export const trimPlaces = (tx: Tx, operatorId: string, keep: number) =>
  sql`delete from operator_place where operator_id = ${operatorId} and place in (
        select place from operator_place where operator_id = ${operatorId} order by last_used_at desc, place offset ${keep})`.execute(
    tx,
  );

/** After a reset: whoever held the old password is a stranger everywhere. */
export const forgetPlaces = (tx: Tx, operatorId: string) =>
  sql`delete from operator_place where operator_id = ${operatorId}`.execute(tx);
