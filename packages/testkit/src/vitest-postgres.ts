import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "@coralhub/server/platform/embedded-postgres";
import { APP_ROLE, VAULT_ROLE } from "@coralhub/server/platform/config";
import type pg from "pg";
import { migrateTemplate, schemaHash } from "./migrate-template.ts";
import { scratchRoot } from "./scratch.ts";
import {
  announceCluster,
  asAdministrator,
  dropDatabase,
  dropLeftovers,
  runName,
  withDatabase,
} from "./test-cluster.ts";

const ON_DISK = fileURLToPath(new URL("../../../.cache/test-postgres", import.meta.url));
/** One for each copy of the project; it stays, so that the next run finds its template. */
function dataDirForTests(): string {
  const { root, inMemory } = scratchRoot();
  const copy = createHash("sha256").update(ON_DISK).digest("hex").slice(0, 12);
  return inMemory ? join(root, `coralhub-test-${userInfo().uid}-${copy}`) : ON_DISK;
}
/** A small log of changes: it lies in memory, too. */
const SETTINGS = { max_connections: "400", max_wal_size: "256MB" };
const TEMPLATE_PREFIX = "coral_template_";
const KEPT_TEMPLATES = 4;

/** Runs once before the API tests: one PostgreSQL for all (DATABASE_URL, else embedded), one migrated template. */
export async function setup(): Promise<() => Promise<void>> {
  const embedded = process.env.DATABASE_URL ? undefined : await startForTests();
  const serverUrl = process.env.DATABASE_URL ?? embedded!.url;
  const run = runName();
  const template = TEMPLATE_PREFIX + (await schemaHash());
  await asAdministrator(serverUrl, async (client) => {
    await dropLeftovers(client);
    await ensureTemplate(client, serverUrl, template);
    await becomeApplication(client);
  });
  announceCluster({ serverUrl, template, run });
  return async () => {
    await asAdministrator(serverUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select datname as name from pg_database where starts_with(datname, $1)",
        [run],
      );
      for (const { name } of rows) await dropDatabase(client, name);
    });
    await embedded?.stop();
  };
}

/**
 * Tests kill the application's connections, and databases are dropped while it is still connected: PostgreSQL lets only
 * members of its role do that, and before 16 making a role does not make one a member.
 */
async function becomeApplication(client: pg.Client): Promise<void> {
  for (const role of [APP_ROLE, VAULT_ROLE]) {
    const { rows } = await client.query<{ member: boolean }>("select pg_has_role($1::name, 'usage') as member", [role]);
    if (!rows[0]!.member) await client.query(`grant ${role} to current_user`);
  }
}

async function startForTests() {
  const dataDir = dataDirForTests();
  const options = { dataDir, log: () => {}, safety: "fast", settings: SETTINGS } as const;
  try {
    return await startEmbeddedPostgres(options);
  } catch {
    // Without fsync a power cut may have spoilt it; nothing in it is worth keeping.
    rmSync(dataDir, { recursive: true, force: true });
    return await startEmbeddedPostgres(options);
  }
}

/** Under a lock, because two runs may share the server; under another name until complete, so that no half template is used. */
async function ensureTemplate(client: pg.Client, serverUrl: string, template: string): Promise<void> {
  await client.query("select pg_advisory_lock(726164)");
  try {
    const exists = async () => (await client.query("select from pg_database where datname = $1", [template])).rowCount;
    if (await exists()) return;
    const half = `${template}_half`;
    await dropDatabase(client, half);
    await client.query(`create database ${half} template template0`);
    await migrateTemplate(withDatabase(serverUrl, half));
    await client.query(`alter database ${half} rename to ${template}`);
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1) order by oid desc offset $2",
      [TEMPLATE_PREFIX, KEPT_TEMPLATES],
    );
    for (const { name } of rows) await dropDatabase(client, name);
  } finally {
    await client.query("select pg_advisory_unlock(726164)");
  }
}
