import type { Config } from "@coralhub/server/platform/config";
import pg from "pg";
import { testConfig } from "./config.ts";
import { announcedCluster, asAdministrator, dropDatabase, withDatabase } from "./test-cluster.ts";

export type TestDatabase = {
  name: string;
  /** Connects as the owner: what migrations and tests use. The application connects as its own role. */
  url: string;
  /** A configuration of the application for this database. */
  config: Config;
  /** One statement as the owner. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
};

let made = 0;
const nextName = (run: string) => `${run}_${process.pid}_${++made}`;

/** A migrated database of its own, copied from the run's template in a few milliseconds. */
export const createTestDatabase = (): Promise<TestDatabase> => create(announcedCluster().template);

/** A database without any table, for tests of the migrations themselves. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("template0");

async function create(template: string): Promise<TestDatabase> {
  const { serverUrl, run } = announcedCluster();
  const name = nextName(run);
  await asAdministrator(serverUrl, (client) => client.query(`create database ${name} template ${template}`));
  const url = withDatabase(serverUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Tests kill backends on purpose.
  pool.on("error", () => {});
  return {
    name,
    url,
    config: testConfig({ databaseUrl: url }),
    query: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    async drop() {
      await pool.end();
      await asAdministrator(serverUrl, (client) => dropDatabase(client, name));
    },
  };
}
