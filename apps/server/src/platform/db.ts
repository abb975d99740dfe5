import type { Kysely } from "kysely";

/** SQL is written with Kysely's `sql` tag: sql<Row>`select … where id = ${id}`.execute(db). */
export type Db = Kysely<unknown>;
/** The same inside a transaction; a function that must not commit by itself takes a Tx. */
export type Tx = Db & { readonly isTransaction: true };

export type Database = {
  /** Ordinary reads and writes, as the application's restricted role. */
  db: Db;
  /** Lists: `plan_cache_mode = force_custom_plan`, because a generic plan is ruinous for a big merchant. */
  lists: Db;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
