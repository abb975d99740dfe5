import type { DigestRhythm } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

type Rhythm = Exclude<DigestRhythm, "off">;

export async function findDigest(db: Db, merchantId: string): Promise<DigestRhythm> {
  const { rows } = await sql<{ rhythm: Rhythm }>`
    select rhythm from message_digest where merchant_id = ${merchantId}`.execute(db);
  return rows[0]?.rhythm ?? "off";
}

export async function saveDigest(tx: Tx, merchantId: string, rhythm: DigestRhythm): Promise<void> {
  if (rhythm === "off") {
    await sql`delete from message_digest where merchant_id = ${merchantId}`.execute(tx);
    return;
  }
  await sql`insert into message_digest (merchant_id, rhythm) values (${merchantId}, ${rhythm})
    on conflict (merchant_id) do update set rhythm = excluded.rhythm`.execute(tx);
}

export type DigestDue = { merchantId: string; rhythm: Rhythm };
export async function listDigestsDue(
  db: Db,
  dueFor: Record<Rhythm, string>,
  after: string | null,
  limit: number,
): Promise<DigestDue[]> {
  const { rows } = await sql<DigestDue>`
    select merchant_id as "merchantId", rhythm from message_digest
    where (made_for is null or made_for < case rhythm when 'daily' then ${dueFor.daily}::date else ${dueFor.weekly}::date end)
      and (${after}::uuid is null or merchant_id > ${after})
    order by merchant_id limit ${limit}`.execute(db);
  return rows;
}

/** True for the one who makes it. */
export async function claimDigest(tx: Tx, merchantId: string, madeFor: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message_digest set made_for = ${madeFor}
    where merchant_id = ${merchantId} and (made_for is null or made_for < ${madeFor}::date)`.execute(tx);
  return numAffectedRows === 1n;
}
