import { createHash } from "node:crypto";
import type { AppKey } from "./apps-store.ts";
import { takeCalls } from "./calls-store.ts";
import type { DeveloperDeps } from "./deps.ts";

type Counted = AppKey & { callsPerMinute: number };
export type Taken = { replayed: boolean; over: boolean; left: number; resetSeconds: number };
export type CallCounter = {
  /** Spends the nonce and counts the call, in whichever process it is told first. */
  take(app: Counted, nonce: string | null): Promise<Taken>;
};

const MINUTE_MS = 60_000;
const MOST_AT_ONCE = 500;
/** More would only wait for each other's rows. */
const WRITERS = 2;
type Waiting = {
  app: Counted;
  nonce: Buffer | null;
  resolve(taken: Taken): void;
  reject(error: unknown): void;
};

/** Whatever comes while the last batch is being written goes with the next: no timer, and one round trip for many calls. */
export function createCallCounter({ database, wallClock }: Pick<DeveloperDeps, "database" | "wallClock">): CallCounter {
  const queue: Waiting[] = [];
  let writing = 0;

  async function write(batch: readonly Waiting[]): Promise<void> {
    const now = wallClock.now();
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
    const counts = new Map<string, Counted & { count: number }>();
    const nonces = new Map<string, Buffer>();
    for (const { app, nonce } of batch) {
      counts.set(app.id, { ...app, count: (counts.get(app.id)?.count ?? 0) + 1 });
      if (nonce) nonces.set(nonce.toString("hex"), nonce);
    }
    const { fresh, taken } = await takeCalls(database.db, [...nonces.values()], [...counts.values()], { now, minute });
    const resetSeconds = Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000);
    const before = new Map([...counts.values()].map(({ id, count }) => [id, (taken.get(id) ?? count) - count]));
    for (const { app, nonce, resolve } of batch) {
      // The first of the batch takes it; a twin within the same batch finds it gone.
      const replayed = nonce !== null && !fresh.delete(nonce.toString("hex"));
      // In the order they came: those of a batch that are within the limit are not refused for those behind them.
      const used = (before.get(app.id) ?? 0) + 1;
      before.set(app.id, used);
      resolve({
        replayed,
        over: used > app.callsPerMinute,
        left: Math.max(0, app.callsPerMinute - used),
        resetSeconds,
      });
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_AT_ONCE);
      await write(batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    writing--;
  }

  return {
    take(app, nonce) {
      const { promise, resolve, reject } = Promise.withResolvers<Taken>();
      const hashed = nonce === null ? null : createHash("sha256").update(`${app.id}\n${nonce}`).digest();
      queue.push({ app, nonce: hashed, resolve, reject });
      if (writing < WRITERS) {
        writing++;
        // After this turn: what arrives together is written together.
        setImmediate(() => void drain());
      }
      return promise;
    },
  };
}
