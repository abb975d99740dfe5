import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Attempts = { failures: number; lockedUntil: Date | null; updatedAt: Date };

/**
 * The row of this name at this place, made if it is new, held until the transaction ends. In one statement: between two of them
 * somebody who signs in at the same moment takes the row away.
 */
export async function lockAttempts(tx: Tx, email: string, place: Uint8Array, now: Date): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    insert into operator_sign_in_attempt as a (email, place, failures, updated_at) values (${email}, ${place}, 0, ${now})
    on conflict (email, place) do update set failures = a.failures
    returning a.failures, a.locked_until as "lockedUntil", a.updated_at as "updatedAt"`.execute(tx);
  return rows[0]!;
}

export const writeAttempts = (
  tx: Tx,
  email: string,
  place: Uint8Array,
  { failures, lockedUntil, updatedAt }: Attempts,
) =>
  sql`update operator_sign_in_attempt set failures = ${failures}, locked_until = ${lockedUntil}, updated_at = ${updatedAt}
      where email = ${email} and place = ${place}`.execute(tx);

export const clearAttemptsAt = (tx: Tx, email: string, places: readonly Uint8Array[]) =>
  sql`delete from operator_sign_in_attempt where email = ${email} and place = any(${[...places]}::bytea[])`.execute(tx);

export const clearAttempts = (tx: Tx, email: string) =>
  sql`delete from operator_sign_in_attempt where email = ${email}`.execute(tx);

export const deleteAttemptsBefore = (db: Db, moment: Date) =>
  sql`delete from operator_sign_in_attempt where updated_at < ${moment}`.execute(db);
