import {
  createTestClock,
  createTestDatabase,
  createTestRandom,
  type TestClock,
  type TestDatabase,
} from "@coralhub/testkit";
import { databaseUrls } from "../../platform/config.ts";
import { createDatabase, type Database, type Db } from "../../platform/db.ts";
import { createIds, type Ids } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { createWriter, type Writer } from "./writer.ts";

export type LedgerFixture = {
  database: TestDatabase;
  /** Connected as the application's role. */
  app: Database;
  db: Db;
  clock: TestClock;
  ids: Ids;
  writer: Writer;
  /** One statement as the application's role. */
  asApp<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  transaction: Database["transaction"];
  close(): Promise<void>;
};

export async function createLedgerFixture(): Promise<LedgerFixture> {
  const database = await createTestDatabase();
  const app = createDatabase({ urls: databaseUrls(database.config), log: createLog({ level: "silent" }) });
  const clock = createTestClock("2026-11-15T02:00:00Z");
  const ids = createIds(clock, createTestRandom());
  const pool = app.openPipelines("ledger", 6);
  const writer = createWriter({ pool, clock, ids, lanes: 2 });
  return {
    database,
    app,
    db: app.db,
    clock,
    ids,
    writer,
    asApp: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    transaction: (work) => app.transaction(work),
    async close() {
      await writer.close();
      await app.close();
      await database.drop();
    },
  };
}
