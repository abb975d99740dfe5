import { Refusal } from "@coralhub/contract";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Database, Tx } from "./db.ts";
import { isTimeout } from "./db-errors.ts";
import type { Secrets } from "./secrets.ts";

/** `scope` names the caller and the call: nobody meets another's key. `fingerprint` stands for what was asked. */
export type IdempotentCall = { scope: string; key: string; fingerprint: string };

export type Idempotency = {
  /**
   * Runs `work` once for a key. The record and what `work` writes commit together, so a failure leaves neither.
   * Later calls, and calls that arrive while the first is running, get the stored answer; another fingerprint is refused.
   * The answer must survive JSON.
   */
  once<T>(call: IdempotentCall, work: (tx: Tx) => Promise<T>): Promise<T>;
};

type Dependencies = { database: Pick<Database, "transaction">; clock: Clock; secrets: Secrets };
type Stored = { fingerprint: string; answer: Buffer | null };

export function createIdempotency({ database, clock, secrets }: Dependencies): Idempotency {
  /** Twins within this process wait here rather than each holding a connection. */
  const running = new Map<string, Promise<unknown>>();
  const contextOf = ({ scope, key }: IdempotentCall) => `idempotency:${scope}:${key}`;

  const first = <T>(call: IdempotentCall, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      if (!(await claim(tx, call, clock.now()))) return replay<T>(await stored(tx, call), call);
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
    async once(call, work) {
      const name = contextOf(call);
      for (let twin = running.get(name); twin; twin = running.get(name)) await twin.catch(() => undefined);
      const own = first(call, work);
      running.set(name, own);
      try {
        return await own;
      } finally {
        running.delete(name);
      }
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

async function stored(tx: Tx, { scope, key }: IdempotentCall): Promise<Stored> {
  const { rows } =
    await sql<Stored>`select fingerprint, answer from idempotency where scope = ${scope} and key = ${key}`.execute(tx);
  return rows[0]!;
}
