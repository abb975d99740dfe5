import {
  createTestClock,
  createTestDatabase,
  createTestRandom,
  type TestClock,
  type TestDatabase,
} from "@coralhub/testkit";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../platform/db.ts";
import { createIds, type Ids } from "../../platform/ids.ts";
import { createWriter, type Writer } from "./writer.ts";

export type LedgerFixture = {
  database: TestDatabase;
  /** Connected as the application's role. */
  pool: pg.Pool;
  db: Db;
  clock: TestClock;
  ids: Ids;
  writer: Writer;
  /** One statement as the application's role. */
  asApp<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export async function createLedgerFixture(): Promise<LedgerFixture> {
  const database = await createTestDatabase();
  const connect = (extra: object) => {
    const pool = new pg.Pool({ connectionString: database.url, options: "-c role=coralhub_app", max: 6, ...extra });
    // Tests kill backends on purpose.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const pool = connect({ pipeline: true });
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: connect({}) }) });
  const clock = createTestClock("2026-11-15T02:00:00Z");
  const ids = createIds(clock, createTestRandom());
  const writer = createWriter({ pool, clock, ids });
  return {
    database,
    pool,
    db,
    clock,
    ids,
    writer,
    asApp: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    transaction: (work) => db.transaction().execute((tx) => work(tx as Tx)),
    async close() {
      await writer.close();
      await Promise.all([pool.end(), db.destroy()]);
      await database.drop();
    },
  };
}
