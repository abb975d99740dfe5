import { createHash, timingSafeEqual } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import type { Ids } from "./ids.ts";
import type { Live } from "./live.ts";
import type { Random } from "./random.ts";
import { createSessionCache } from "./session-cache.ts";

export type Realm = "merchant" | "operator";
export type Session = {
  id: string;
  realm: Realm;
  subjectId: string;
  createdAt: Date;
  lastSeenAt: Date;
  steppedUpAt: Date | null;
  address: string;
  userAgent: string;
};

/**
 * Opaque 256-bit tokens; only the hash is stored. Idle 30 min, absolute 12 h. Cached in process.
 *
 * An ended session (or a rotated token) is refused: in the process that ended it, from the commit on; in every other
 * process as soon as NOTIFY arrives, a few milliseconds later; and if a process cannot hear (its listening connection
 * is down) it does not use its cache at all. Should a connection be dead without anyone having noticed, the cache's
 * own life of 5 seconds is the bound.
 */
export type Sessions = {
  open(
    tx: Tx,
    session: { realm: Realm; subjectId: string; address: string; userAgent: string },
  ): Promise<{ token: string; session: Session }>;
  find(realm: Realm, token: string): Promise<Session | undefined>;
  list(realm: Realm, subjectId: string): Promise<Session[]>;
  end(tx: Tx, sessionId: string): Promise<void>;
  endAllOf(tx: Tx, realm: Realm, subjectId: string, exceptSessionId?: string): Promise<void>;
  /** A new token for the same session; the old one is dead. */
  rotate(tx: Tx, sessionId: string): Promise<{ token: string }>;
  /** Records a fresh proof of identity and rotates the token. */
  stepUp(tx: Tx, sessionId: string): Promise<{ token: string }>;
  /** Deletes what has expired; run by a job. */
  sweep(): Promise<number>;
};

const IDLE_MS = 30 * 60_000;
const ABSOLUTE_MS = 12 * 3_600_000;
/** The moment of last use is written at most this often: a write per request would cost more than the request. */
const TOUCH_MS = 60_000;
const SECRET_BYTES = 32;
const TOPIC = "platform.session";
const USER_AGENT_LENGTH = 300;

type Dependencies = { db: Db; clock: Clock; random: Random; ids: Ids; live: Live };
type Row = Session & { secretHash: Buffer };

const COLUMNS = sql`id, realm, subject_id as "subjectId", created_at as "createdAt", last_seen_at as "lastSeenAt",
  stepped_up_at as "steppedUpAt", address, user_agent as "userAgent"`;

export function createSessions({ db, clock, random, ids, live }: Dependencies): Sessions {
  const cache = createSessionCache<Row>(clock, () => live.connected());
  live.onConnect(() => cache.clear());
  live.subscribe(TOPIC, ({ data }) => (data as string[]).forEach((id) => cache.drop(id)));

  /** Other processes hear it on commit; this one must not serve from memory what is about to end. */
  const forget = async (tx: Tx, sessionIds: string[]) => {
    for (const id of sessionIds) cache.ban(id);
    for (let start = 0; start < sessionIds.length; start += 100) {
      await live.publish(tx, TOPIC, { event: "changed", data: sessionIds.slice(start, start + 100) });
    }
  };
  const read = async (id: string): Promise<Row | undefined> => {
    const { rows } =
      await sql<Row>`select ${COLUMNS}, secret_hash as "secretHash" from session where id = ${id}`.execute(db);
    return rows[0];
  };
  const newToken = (id: string) => {
    const secret = random.bytes(SECRET_BYTES);
    return { token: Buffer.concat([idBytes(id), secret]).toString("base64url"), secretHash: hashOf(secret) };
  };

  const replaceToken = async (tx: Tx, sessionId: string, alsoSet: RawBuilder<unknown>) => {
    const { token, secretHash } = newToken(sessionId);
    const { numAffectedRows } = await sql`
      update session set secret_hash = ${secretHash}${alsoSet} where id = ${sessionId}`.execute(tx);
    if (numAffectedRows !== 1n) throw new Error("the session to renew has ended");
    await forget(tx, [sessionId]);
    return { token };
  };

  return {
    async open(tx, { realm, subjectId, address, userAgent }) {
      const id = ids.next();
      const now = clock.now();
      const { token, secretHash } = newToken(id);
      const { rows } = await sql<Session>`
        insert into session (id, secret_hash, realm, subject_id, created_at, last_seen_at, address, user_agent)
        values (${id}, ${secretHash}, ${realm}, ${subjectId}, ${now}, ${now}, ${address}, ${userAgent.slice(0, USER_AGENT_LENGTH)})
        returning ${COLUMNS}`.execute(tx);
      return { token, session: rows[0]! };
    },
    async find(realm, token) {
      const parts = parseToken(token);
      if (!parts) return undefined;
      const row = await cache.get(parts.id, () => read(parts.id));
      if (!row || row.realm !== realm || !timingSafeEqual(row.secretHash, hashOf(parts.secret))) return undefined;
      const now = clock.now();
      if (hasExpired(row, now)) return undefined;
      if (now.getTime() - row.lastSeenAt.getTime() >= TOUCH_MS) {
        row.lastSeenAt = now;
        await sql`update session set last_seen_at = ${now} where id = ${row.id} and last_seen_at < ${now}`.execute(db);
      }
      const { secretHash: _, ...session } = row;
      return session;
    },
    async list(realm, subjectId) {
      const { rows } = await sql<Session>`
        select ${COLUMNS} from session where subject_id = ${subjectId} and realm = ${realm} order by last_seen_at desc, id desc`.execute(
        db,
      );
      return rows.filter((session) => !hasExpired(session, clock.now()));
    },
    async end(tx, sessionId) {
      await sql`delete from session where id = ${sessionId}`.execute(tx);
      await forget(tx, [sessionId]);
    },
    async endAllOf(tx, realm, subjectId, exceptSessionId) {
      const { rows } = await sql<{ id: string }>`
        delete from session where subject_id = ${subjectId} and realm = ${realm} and id is distinct from ${exceptSessionId ?? null}
        returning id`.execute(tx);
      await forget(
        tx,
        rows.map(({ id }) => id),
      );
    },
    rotate: (tx, sessionId) => replaceToken(tx, sessionId, sql``),
    stepUp: (tx, sessionId) => replaceToken(tx, sessionId, sql`, stepped_up_at = ${clock.now()}`),
    async sweep() {
      const now = clock.now().getTime();
      const { numAffectedRows } = await sql`
        delete from session
        where created_at < ${new Date(now - ABSOLUTE_MS)} or last_seen_at < ${new Date(now - IDLE_MS)}`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

const hasExpired = ({ createdAt, lastSeenAt }: Session, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() > IDLE_MS || now.getTime() - createdAt.getTime() > ABSOLUTE_MS;

const hashOf = (secret: Uint8Array): Buffer => createHash("sha256").update(secret).digest();
const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** A token is the session's id and its secret; anything else is refused without asking the database. */
function parseToken(token: string): { id: string; secret: Buffer } | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const hex = bytes.toString("hex", 0, 16);
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { id, secret: bytes.subarray(16) };
}
