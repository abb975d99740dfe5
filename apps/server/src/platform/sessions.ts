import { hash, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import type { Ids } from "./ids.ts";
import type { Live } from "./live.ts";
import type { Random } from "./random.ts";
import { createProvenTokens } from "./proven-tokens.ts";
import { createSessionCache } from "./session-cache.ts";
import { sessionStore, type SessionRow } from "./session-store.ts";

export type Realm = "merchant" | "operator";
export type Who =
  | { realm: "operator"; subjectId: string }
  | { realm: "merchant"; subjectId: string; ownerId: string; subjectName: string | null };
export type Session = {
  id: string;
  realm: Realm;
  /** The operator, or the person of a merchant. */
  subjectId: string;
  /** The merchant they act for; null for operators. */
  ownerId: string | null;
  /** What the merchant's timelines call them. */
  subjectName: string | null;
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
 * is down) it does not use its cache at all. Should a connection be dead without anyone having noticed, the bound is 5
 * seconds: it is asked every two, and the cache is used only while it has answered within the last five.
 */
export type Sessions = {
  open(tx: Tx, session: Who & { address: string; userAgent: string }): Promise<{ token: string; session: Session }>;
  find(realm: Realm, token: string): Promise<Session | undefined>;
  /**
   * The answer `find` would give, where it can be given at once: the token was found a moment ago and nothing is due.
   * Undefined says nothing: ask `find`. Every call begins with a session, and waiting for what is known took a fifth of it.
   */
  known(realm: Realm, token: string): Session | undefined;
  /** Whether what a stream was opened under goes on: asked for each of a merchant's open pages whenever one signs out. */
  isOpen(sessionId: string): Promise<boolean>;
  /** Inside a transaction with its own handle. */
  list(realm: Realm, subjectId: string, within?: Tx): Promise<Session[]>;
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
/** A NOTIFY carries less than 8000 bytes. */
const IDS_PER_EVENT = 100;

type Dependencies = { db: Db; clock: Clock; random: Random; ids: Ids; live: Live };

export function createSessions({ db, clock, random, ids, live }: Dependencies): Sessions {
  const cache = createSessionCache<SessionRow>(clock, () => live.hears());
  live.onConnect(() => cache.clear());
  live.subscribe(TOPIC, ({ data }) => (data as string[]).forEach((id) => cache.drop(id)));
  const proven = createProvenTokens<SessionRow, Session>((row) => cache.remembered(row.id) === row);

  const readRow = (id: string) => cache.get(id, () => sessionStore.read(db, id));
  /** Other processes hear it on commit; this one must not serve from memory what is about to end. */
  const forget = async (tx: Tx, sessionIds: string[]) => {
    for (const id of sessionIds) cache.ban(id);
    for (let start = 0; start < sessionIds.length; start += IDS_PER_EVENT) {
      await live.publish(tx, TOPIC, { event: "changed", data: sessionIds.slice(start, start + IDS_PER_EVENT) });
    }
  };
  const renew = async (tx: Tx, sessionId: string, steppedUpAt?: Date) => {
    const { token, secretHash } = newToken(random, sessionId);
    const found = await sessionStore.replaceSecret(tx, sessionId, secretHash, steppedUpAt);
    if (!found) throw new Error("the session to renew has ended");
    await forget(tx, [sessionId]);
    return { token };
  };

  return {
    async open(tx, { userAgent, ...device }) {
      const id = ids.next();
      const { token, secretHash } = newToken(random, id);
      const facts = { id, secretHash, createdAt: clock.now(), userAgent: userAgent.slice(0, USER_AGENT_LENGTH) };
      return { token, session: await sessionStore.insert(tx, { ...NO_MERCHANT, ...device, ...facts }) };
    },
    async find(realm, token) {
      const parts = parseToken(token);
      if (!parts) return undefined;
      const row = await readRow(parts.id);
      if (!row || row.realm !== realm || !timingSafeEqual(row.secretHash, hashOf(parts.secret))) return undefined;
      const now = clock.now();
      if (hasExpired(row, now)) return undefined;
      if (isTouchDue(row, now)) {
        row.lastSeenAt = now;
        await sessionStore.touch(db, row.id, now);
      }
      const { secretHash: _, ...session } = row;
      proven.keep(token, { row, shown: session });
      return session;
    },
    known(realm, token) {
      const now = clock.now();
      return proven.find(token, (row) => row.realm === realm && !hasExpired(row, now) && !isTouchDue(row, now));
    },
    isOpen: async (sessionId) => isAlive(await readRow(sessionId), clock.now()),
    async list(realm, subjectId, within) {
      const sessions = await sessionStore.listOf(within ?? db, realm, subjectId);
      return sessions.filter((session) => !hasExpired(session, clock.now()));
    },
    async end(tx, sessionId) {
      await sessionStore.remove(tx, sessionId);
      await forget(tx, [sessionId]);
    },
    async endAllOf(tx, realm, subjectId, exceptSessionId) {
      await forget(tx, await sessionStore.removeAllOf(tx, realm, subjectId, exceptSessionId ?? null));
    },
    rotate: (tx, sessionId) => renew(tx, sessionId),
    stepUp: (tx, sessionId) => renew(tx, sessionId, clock.now()),
    sweep() {
      const now = clock.now().getTime();
      return sessionStore.removeExpired(db, new Date(now - ABSOLUTE_MS), new Date(now - IDLE_MS));
    },
  };
}

const NO_MERCHANT = { ownerId: null, subjectName: null };
const isTouchDue = ({ lastSeenAt }: Session, now: Date): boolean => now.getTime() - lastSeenAt.getTime() >= TOUCH_MS;
const hasExpired = ({ createdAt, lastSeenAt }: Session, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() > IDLE_MS || now.getTime() - createdAt.getTime() > ABSOLUTE_MS;

const isAlive = (row: Session | undefined, now: Date): boolean => row !== undefined && !hasExpired(row, now);

const hashOf = (secret: Uint8Array): Buffer => hash("sha256", secret, "buffer");
const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

function newToken(random: Random, sessionId: string): { token: string; secretHash: Buffer } {
  const secret = random.bytes(SECRET_BYTES);
  return { token: Buffer.concat([idBytes(sessionId), secret]).toString("base64url"), secretHash: hashOf(secret) };
}

/** A token is the session's id and its secret; anything else is refused without asking the database. */
function parseToken(token: string): { id: string; secret: Buffer } | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const hex = bytes.toString("hex", 0, 16);
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { id, secret: bytes.subarray(16) };
}
