import type { CodePurpose } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** `recipient` is a keyed hash: a code is looked up by whom it went to, and nobody reads from a dump who that was. */
export type CodeKey = { recipient: Uint8Array; purpose: CodePurpose };

/** Two requests for the same recipient and purpose wait for each other, so that neither miscounts. */
export async function recentSends(tx: Tx, key: CodeKey, since: Date): Promise<{ lastAt: Date | null; count: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${key.purpose}:${Buffer.from(key.recipient).toString("hex")}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ lastAt: Date | null; count: number }>`
    select max(created_at) as "lastAt", (count(*) filter (where created_at >= ${since}))::int as count
    from verification_code where recipient = ${key.recipient} and purpose = ${key.purpose}`.execute(tx);
  return rows[0]!;
}

export type NewCode = CodeKey & {
  id: string;
  binding: string;
  codeHash: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
};
export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await sql`insert into verification_code (recipient, purpose, id, binding, code_hash, created_at, expires_at)
    values (${code.recipient}, ${code.purpose}, ${code.id}, ${code.binding}, ${code.codeHash}, ${code.createdAt}, ${code.expiresAt})`.execute(
    tx,
  );
}

export async function deleteCode(db: Db, key: CodeKey, id: string): Promise<void> {
  await sql`delete from verification_code where recipient = ${key.recipient} and purpose = ${key.purpose} and id = ${id}`.execute(
    db,
  );
}

/** Counts one guess at the newest code, committed by itself: a guess must stay counted when the call around it fails. */
export async function countTry(db: Db, key: CodeKey, maxTries: number, now: Date) {
  const { rows } = await sql<{ id: string; codeHash: Buffer | null; tries: number }>`
    update verification_code set tries = tries + 1
    where recipient = ${key.recipient} and purpose = ${key.purpose} and used_at is null and expires_at > ${now} and tries < ${maxTries}
      and id = (select id from verification_code where recipient = ${key.recipient} and purpose = ${key.purpose}
        order by created_at desc, id desc limit 1)
    returning id, code_hash as "codeHash", tries`.execute(db);
  return rows[0];
}

/** A right answer that was only looked at does not cost a try. */
export async function returnTry(db: Db, key: CodeKey, id: string): Promise<void> {
  await sql`update verification_code set tries = tries - 1
    where recipient = ${key.recipient} and purpose = ${key.purpose} and id = ${id}`.execute(db);
}

/** False when someone else used it first. */
export async function markUsed(tx: Tx, key: CodeKey, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update verification_code set used_at = ${now}
    where recipient = ${key.recipient} and purpose = ${key.purpose} and id = ${id} and used_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function sweepCodes(db: Db, before: Date): Promise<void> {
  await sql`delete from verification_code where created_at < ${before}`.execute(db);
}
