import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";
import type { Realm, Session } from "./sessions.ts";

export type SessionRow = Session & { secretHash: Buffer };

const COLUMNS = sql`id, realm, subject_id as "subjectId", owner_id as "ownerId",
  subject_name as "subjectName", created_at as "createdAt", last_seen_at as "lastSeenAt",
  stepped_up_at as "steppedUpAt", address, user_agent as "userAgent"`;

export const sessionStore = {
  async insert(
    tx: Tx,
    {
      id,
      realm,
      subjectId,
      ownerId,
      subjectName,
      createdAt,
      address,
      userAgent,
      secretHash,
    }: Omit<SessionRow, "lastSeenAt" | "steppedUpAt">,
  ): Promise<Session> {
    const { rows } = await sql<Session>`
      insert into session (id, secret_hash, realm, subject_id, owner_id, subject_name, created_at, last_seen_at, address, user_agent)
      values (${id}, ${secretHash}, ${realm}, ${subjectId}, ${ownerId}, ${subjectName}, ${createdAt}, ${createdAt}, ${address}, ${userAgent})
      returning ${COLUMNS}`.execute(tx);
    return rows[0]!;
  },
  async read(db: Db, id: string): Promise<SessionRow | undefined> {
    const query = sql<SessionRow>`select ${COLUMNS}, secret_hash as "secretHash" from session where id = ${id}`;
    return (await query.execute(db)).rows[0];
  },
  async listOf(db: Db, realm: Realm, subjectId: string): Promise<Session[]> {
    const { rows } = await sql<Session>`
      select ${COLUMNS} from session where subject_id = ${subjectId} and realm = ${realm}
      order by last_seen_at desc, id desc`.execute(db);
    return rows;
  },
  async touch(db: Db, id: string, now: Date): Promise<void> {
    await sql`update session set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`.execute(db);
  },
  async replaceSecret(tx: Tx, id: string, secretHash: Buffer, steppedUpAt?: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update session set secret_hash = ${secretHash}, stepped_up_at = coalesce(${steppedUpAt ?? null}, stepped_up_at)
      where id = ${id}`.execute(tx);
    return numAffectedRows === 1n;
  },
  async remove(tx: Tx, id: string): Promise<void> {
    await sql`delete from session where id = ${id}`.execute(tx);
  },
  /** Returns the ids of what it removed. */
  async removeAllOf(tx: Tx, realm: Realm, subjectId: string, exceptId: string | null): Promise<string[]> {
    // All of them in one order, the excepted one too: two devices that end each other's would wait for one another.
    await sql`select 1 from session where subject_id = ${subjectId} and realm = ${realm} order by id for update`.execute(
      tx,
    );
    const { rows } = await sql<{ id: string }>`
      delete from session where subject_id = ${subjectId} and realm = ${realm} and id is distinct from ${exceptId}
      returning id`.execute(tx);
    return rows.map(({ id }) => id);
  },
  async removeExpired(db: Db, createdBefore: Date, lastSeenBefore: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from session where created_at < ${createdBefore} or last_seen_at < ${lastSeenBefore}`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
};
