import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

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

/** For whoever uses a connection on behalf of others: inside a transaction that is a second one, too. */
export function refuseWhileHolding(name: string): void {
  const transaction = holding.getStore();
  if (transaction && !transaction.ended) throw new SecondConnection(name);
}

/** Refuses every second connection, free or not: what is lent once is waited for by everybody the day all are busy. */
export function refuseSecondConnections(pool: pg.Pool, name: string): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const guarded = (...given: unknown[]) => {
    refuseWhileHolding(name);
    return connect(...given);
  };
  pool.connect = guarded as typeof pool.connect;
}
