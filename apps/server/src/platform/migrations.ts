import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { admitAppRole, makeAppRole } from "./app-role.ts";
import { APP_ROLE, databaseUrls, type Config } from "./config.ts";
import type { Db } from "./db.ts";
import { isConnectionError } from "./db-errors.ts";
import { JOB_QUEUE_GRANTS, makeJobQueue } from "./job-queue-schema.ts";
import type { Log } from "./log.ts";

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "../../../../database");
/** One number for the whole product: whoever migrates this database holds it. */
const LOCK = 7_263_548_101;

export type Migration = { name: string; checksum: string; text: string };
export type MigrateOptions = {
  config: Pick<Config, "databaseUrl" | "directUrl" | "appDatabaseUrl" | "secretKeys">;
  log: Log;
  directory?: string;
};

/**
 * Brings the database to the newest schema, forward only. Safe with several starters at once and safe to kill:
 * every migration is one transaction that takes the lock, looks whether it is still wanted, applies and records itself.
 */
export async function migrate({ config, log, directory = MIGRATIONS_DIRECTORY }: MigrateOptions): Promise<string[]> {
  const urls = databaseUrls(config);
  const migrations = await readMigrations(directory);
  const client = await connectPatiently(urls.owner, log);
  try {
    await makeAppRole(client, config, log);
    await oneAtATime(client, () => admitAppRole(client));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (await applyOnce(client, migration)) {
        applied.push(migration.name);
        log.info({ migration: migration.name }, "migration applied");
      }
    }
    await oneAtATime(client, () => client.query(`grant select on schema_migration to ${APP_ROLE}`));
    await warnAboutStrangers(client, migrations, log);
    await makeJobQueue(urls.owner);
    await oneAtATime(client, () => client.query(JOB_QUEUE_GRANTS));
    return applied;
  } finally {
    await client.end();
  }
}

/** Whether everything this version needs has been applied; for readiness, asked as the application's role. */
export async function isMigrated(db: Db, directory = MIGRATIONS_DIRECTORY): Promise<boolean> {
  const names = (await readMigrations(directory)).map(({ name }) => name);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from schema_migration where name = any(${names})`.execute(db);
  return rows[0]!.count === names.length;
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
  for (const [index, { name }] of migrations.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`${name} is not a migration name: use 0042_what_it_does.sql`);
    if (name.slice(0, 4) === migrations[index + 1]?.name.slice(0, 4))
      throw new Error(`two migrations have the number ${name.slice(0, 4)}`);
  }
  return migrations;
}

async function applyOnce(client: pg.Client, { name, text, checksum }: Migration): Promise<boolean> {
  const apply = async () => {
    await client.query(
      "create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ checksum: string }>("select checksum from schema_migration where name = $1", [
      name,
    ]);
    if (rows[0] && rows[0].checksum !== checksum) {
      throw new Error(`${name} was changed after it had been applied: restore it and write a new migration instead`);
    }
    if (!rows[0]) {
      await client.query(text);
      await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    }
    return !rows[0];
  };
  return oneAtATime(client, apply).catch((error: unknown) => {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
}

/** A transaction under the lock. Grants need it as well: PostgreSQL refuses two starters that change one row of its catalogue. */
async function oneAtATime<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const done = await work();
    await client.query("commit");
    return done;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** A database ahead of the code is normal while a newer version rolls out, and worth knowing otherwise. */
async function warnAboutStrangers(client: pg.Client, migrations: Migration[], log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select name from schema_migration where name <> all($1)", [
    migrations.map(({ name }) => name),
  ]);
  if (rows.length > 0)
    log.warn({ migrations: rows.map(({ name }) => name) }, "the database has migrations this version does not know");
}

/** A database that has just been started may refuse for a moment. */
async function connectPatiently(url: string, log: Log): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({
      connectionString: url,
      application_name: "coralhub migrate",
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", (error) => log.warn({ err: error }, "migration connection lost"));
    try {
      await client.connect();
      // If this process is killed, the server should notice at once and free the lock, not at the end of the statement.
      await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
      return client;
    } catch (error) {
      if (!isConnectionError(error) || attempt >= 20) throw error;
      await sleep(250);
    }
  }
}
