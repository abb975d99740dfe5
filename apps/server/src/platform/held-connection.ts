import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Log } from "./log.ts";

/**
 * Whoever holds a connection and waits for another one of the same pool can stop everybody: as many of them as there are
 * connections wait for each other until the pool gives up. So inside a transaction there is only its own handle.
 */
const holding = new AsyncLocalStorage<{ ended: boolean }>();

/** What `work` starts and leaves running after its end may use connections again. */
export async function whileHolding<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { ended: false };
  try {
    return await holding.run(transaction, work);
  } finally {
    transaction.ended = true;
  }
}

export class SecondConnection extends Error {
  override readonly name = "SecondConnection";
  constructor(pool: string) {
    super(`a connection of the pool "${pool}" was asked for inside a transaction: use the transaction's own handle`);
  }
}

/**
 * `strict` refuses every second connection: in the sandbox and in tests, so that none is written. Elsewhere one that is
 * free this moment is given, because nobody waits for it, and one that is not is refused at once.
 */
export function refuseSecondConnections(
  pool: pg.Pool,
  name: string,
  { strict, log }: { strict: boolean; log: Log },
): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const guarded = (...given: unknown[]) => {
    const transaction = holding.getStore();
    if (transaction && !transaction.ended) {
      const refusal = new SecondConnection(name);
      const free = pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);
      if (strict || !free) throw refusal;
      log.error({ err: refusal }, "second database connection inside a transaction");
    }
    return connect(...given);
  };
  pool.connect = guarded as typeof pool.connect;
}
