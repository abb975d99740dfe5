import { Refusal } from "@coralhub/contract";
import { sql } from "kysely";
import { bytesAsText, type BulkRow } from "./bulk-row.ts";
import type { Clock } from "./clock.ts";
import type { Database, Db, Tx } from "./db.ts";
import { isTimeout, isUniqueViolation } from "./db-errors.ts";
import type { Secrets } from "./secrets.ts";

/** `scope` names the caller and the call: nobody meets another's key. `fingerprint` stands for what was asked. */
export type IdempotentCall = { scope: string; key: string; fingerprint: string };

/** One caller's part of a transaction that many share: its key, how its answer is kept, and what else commits with it. */
export type Part<T> = {
  /** Undefined where a call takes no key. */
  call?: IdempotentCall;
  /** The answer as it survives JSON, and back. */
  keep(answer: T): unknown;
  read(kept: unknown): T;
  also?(tx: Tx, answer: T): Promise<void>;
};

export type Idempotency = {
  /**
   * Runs `work` once for a key. The record and what `work` writes commit together, so a failure leaves neither.
   * Later calls, and calls that arrive while the first is running, get the stored answer; another fingerprint is refused.
   * The answer must survive JSON.
   */
  once<T>(call: IdempotentCall, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for an effect that is written in a coalesced transaction: `write` puts the record beside it. It throws or
   * says so where the effect was already there, and then the stored answer is given.
   */
  onceWith<T>(call: IdempotentCall, answer: T, write: (record: BulkRow) => Promise<{ replayed: boolean }>): Promise<T>;
  /**
   * The same for an effect that is written in a transaction many callers share: `join` asks there what is known of the keys,
   * once whatever the effects stand on is locked, and records the answers of those that took effect.
   */
  inTurn<T>(call: IdempotentCall, join: () => Promise<T>): Promise<T>;
  /** What each was answered before; undefined where it has not taken effect. A refusal is one caller's alone. */
  knownOf<T>(tx: Tx, parts: readonly Part<T>[]): Promise<({ answer: T } | Refusal | undefined)[]>;
  /** What belongs to the answers, and their records; who has recorded the same key meanwhile fails all of them. */
  record<T>(tx: Tx, answered: readonly { part: Part<T>; answer: T }[]): Promise<void>;
  /** What the call was answered when it took effect; undefined where it has not. */
  known<T>(call: IdempotentCall): Promise<T | undefined>;
};

const RECORD_MANY = `insert into idempotency (scope, key, fingerprint, answer, created_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])`;

type Dependencies = { database: Pick<Database, "db" | "transaction">; clock: Clock; secrets: Secrets };
type Stored = { fingerprint: string; answer: Buffer | null };

const contextOf = ({ scope, key }: IdempotentCall) => `idempotency:${scope}:${key}`;

/** What is wrong with one key is its caller's affair. */
function answerOf<T>(ask: () => T): T | Refusal {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Twins within this process wait here rather than each holding a connection. */
function createTurns(): Idempotency["inTurn"] {
  const running = new Map<string, Promise<unknown>>();
  return async (call, work) => {
    const name = contextOf(call);
    for (let twin = running.get(name); twin; twin = running.get(name)) await twin.catch(() => undefined);
    const own = work();
    running.set(name, own);
    try {
      return await own;
    } finally {
      running.delete(name);
    }
  };
}

export function createIdempotency({ database, clock, secrets }: Dependencies): Idempotency {
  const inTurn = createTurns();

  const first = <T>(call: IdempotentCall, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      if (!(await claim(tx, call, clock.now()))) return replay<T>((await stored(tx, call))!, call);
      const answer = await work(tx);
      const sealed = secrets.seal(JSON.stringify(answer ?? null), contextOf(call));
      await sql`update idempotency set answer = ${sealed} where scope = ${call.scope} and key = ${call.key}`.execute(
        tx,
      );
      return answer;
    });

  const replay = <T>({ fingerprint, answer }: Stored, call: IdempotentCall): T => {
    if (fingerprint !== call.fingerprint) throw new Refusal("idempotency.reused");
    if (!answer) throw new Error("an idempotent call was recorded without an answer");
    return JSON.parse(secrets.openText(answer, contextOf(call))) as T;
  };

  return {
    async onceWith(call, answer, write) {
      const sealed = secrets.seal(JSON.stringify(answer ?? null), contextOf(call));
      const values = [call.scope, call.key, call.fingerprint, bytesAsText(sealed), clock.now().toISOString()];
      try {
        const { replayed } = await write({ statement: RECORD_MANY, values });
        if (!replayed) return answer;
      } catch (error) {
        if (!isUniqueViolation(error, "idempotency_pkey")) throw error;
      }
      const known = await stored(database.db, call);
      // The effect was there without a record: it was made under another key.
      if (!known) throw new Refusal("idempotency.reused");
      return replay(known, call);
    },
    async known<T>(call: IdempotentCall): Promise<T | undefined> {
      const found = await stored(database.db, call);
      return found?.answer ? replay<T>(found, call) : undefined;
    },
    once: (call, work) => inTurn(call, () => first(call, work)),
    inTurn,
    async knownOf<T>(tx: Tx, parts: readonly Part<T>[]) {
      const found = await storedOf(
        tx,
        parts.flatMap(({ call }) => call ?? []),
      );
      return parts.map(({ call, read }) => {
        const before = call && found.get(contextOf(call));
        return before && answerOf(() => ({ answer: read(replay(before, call)) }));
      });
    },
    async record(tx, answered) {
      for (const { part, answer } of answered) await part.also?.(tx, answer);
      const kept = answered.flatMap(({ part: { call, keep }, answer }) =>
        call ? [{ call, sealed: secrets.seal(JSON.stringify(keep(answer) ?? null), contextOf(call)) }] : [],
      );
      await insertRecords(tx, kept, clock.now());
    },
  };
}

/** Inserting first makes a twin in another process wait for this transaction, and see its answer or its absence. */
async function claim(tx: Tx, { scope, key, fingerprint }: IdempotentCall, now: Date): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      insert into idempotency (scope, key, fingerprint, created_at) values (${scope}, ${key}, ${fingerprint}, ${now})
      on conflict do nothing`.execute(tx);
    return numAffectedRows === 1n;
  } catch (error) {
    if (isTimeout(error)) throw new Refusal("idempotency.running");
    throw error;
  }
}

async function stored(tx: Tx | Db, { scope, key }: IdempotentCall): Promise<Stored | undefined> {
  const { rows } =
    await sql<Stored>`select fingerprint, answer from idempotency where scope = ${scope} and key = ${key}`.execute(tx);
  return rows[0];
}

async function storedOf(tx: Tx, calls: readonly IdempotentCall[]): Promise<Map<string, Stored>> {
  if (calls.length === 0) return new Map();
  const { rows } = await sql<Stored & Pick<IdempotentCall, "scope" | "key">>`
    select i.scope, i.key, i.fingerprint, i.answer
    from unnest(${calls.map(({ scope }) => scope)}::text[], ${calls.map(({ key }) => key)}::text[]) as u (scope, key)
    join idempotency i on i.scope = u.scope and i.key = u.key`.execute(tx);
  return new Map(rows.map((row) => [contextOf({ ...row, fingerprint: "" }), row]));
}

async function insertRecords(
  tx: Tx,
  records: readonly { call: IdempotentCall; sealed: Uint8Array }[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  const all = <K extends keyof IdempotentCall>(name: K) => records.map(({ call }) => call[name]);
  await sql`
    insert into idempotency (scope, key, fingerprint, answer, created_at)
    select u.scope, u.key, u.fingerprint, u.answer, ${now}::timestamptz
    from unnest(${all("scope")}::text[], ${all("key")}::text[], ${all("fingerprint")}::text[],
      ${records.map(({ sealed }) => sealed)}::bytea[]) as u (scope, key, fingerprint, answer)
    order by 1, 2`.execute(tx);
}
