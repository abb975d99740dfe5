import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { admitAppRoles, makeAppRoles } from "./app-role.ts";
import { APP_ROLE, ConfigError, databaseUrls, type Config } from "./config.ts";
import type { Db } from "./db.ts";
import { isConnectionError } from "./db-errors.ts";
import { grantAgain } from "./grants.ts";
import { JOB_QUEUE_GRANTS, makeJobQueue } from "./job-queue-schema.ts";
import { leaveWord, refuseWrongKey } from "./key-check.ts";
import type { Log } from "./log.ts";
import { systemRandom } from "./random.ts";
import { sealClearCells } from "./reseal.ts";
import { createSecrets } from "./secrets.ts";

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "../../../../database");
/** One number for the whole product: whoever migrates this database holds it. */
const LOCK = 7_263_548_101;

/** Bodies of SQL functions: what stands there is what runs, so each file is applied again whenever it changes. */
const FUNCTIONS = "functions";

type SqlFile = { name: string; checksum: string; text: string };
/** `needs` are the files of functions that must exist before it, for triggers and indexes. */
export type Migration = SqlFile & { needs: readonly string[] };
export type MigrateOptions = {
  config: Pick<Config, "databaseUrl" | "directUrl" | "appDatabaseUrl" | "vaultDatabaseUrl" | "secretKeys">;
  log: Log;
  directory?: string;
  /** Gives the application's role the password of this configuration, whatever it had. */
  resetRole?: boolean;
};

/**
 * Brings the database to the newest schema, forward only. Safe with several starters at once and safe to kill:
 * every migration is one transaction that takes the lock, looks whether it is still wanted, applies and records itself.
 * Functions follow in the same way. A version older than the database leaves the newer one's functions alone.
 */
export async function migrate({
  config,
  log,
  directory = MIGRATIONS_DIRECTORY,
  resetRole,
}: MigrateOptions): Promise<string[]> {
  const urls = databaseUrls(config);
  const migrations = await readMigrations(directory);
  const functions = await readFunctions(directory);
  const client = await connectPatiently(urls.owner, log);
  try {
    await refuseWrongKey(client, config);
    await makeAppRoles(client, config, log, resetRole);
    await oneAtATime(client, () => admitAppRoles(client));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (await applyOnce(client, migration, functions)) {
        applied.push(migration.name);
        log.info({ migration: migration.name }, "migration applied");
      }
    }
    const strangers = await unknownMigrations(client, migrations);
    if (strangers.length > 0)
      log.warn({ migrations: strangers }, "the database has migrations this version does not know");
    else
      for (const file of functions)
        if (
          await failingAs(
            file.name,
            oneAtATime(client, () => applyFunctions(client, file)),
          )
        )
          log.info({ functions: file.name }, "functions applied");
    await oneAtATime(client, async () => {
      await client.query(`grant select on schema_migration, schema_function to ${APP_ROLE}`);
      if (strangers.length === 0) await grantAgain(client, [...migrations, ...functions]);
    });
    if (directory === MIGRATIONS_DIRECTORY) await leaveWord(client, config);
    if (applied.length > 0 && directory === MIGRATIONS_DIRECTORY)
      await sealClearCells(urls.owner, createSecrets(config.secretKeys, systemRandom));
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
  const functions = (await readFunctions(directory)).map(({ name }) => name);
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from schema_migration where name = any(${names}))
      + (select count(*) from schema_function where name = any(${functions})))::int as count`.execute(db);
  return rows[0]!.count === names.length + functions.length;
}

/** For a process that does not migrate: everything it needs has been applied, with the key it has. */
export async function refuseUnmigrated(
  config: MigrateOptions["config"],
  directory = MIGRATIONS_DIRECTORY,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrls(config).direct, connectionTimeoutMillis: 5_000 });
  await client.connect().catch((error: unknown) => {
    // The role is made by the migrations, with a password of the key: neither may be there yet.
    if (!(error as { code?: string }).code?.startsWith("28")) throw error;
    throw new ConfigError(
      `the database is not ready (${client.user ?? APP_ROLE} cannot sign in): run npm run migrate, or set MIGRATE=on`,
    );
  });
  try {
    const { rows } = await client
      .query<{ name: string }>(
        "select name from schema_migration where to_regclass('public.schema_migration') is not null",
      )
      .catch(() => ({ rows: [] }));
    const applied = new Set(rows.map(({ name }) => name));
    const missing = (await readMigrations(directory)).filter(({ name }) => !applied.has(name));
    if (missing.length > 0)
      throw new ConfigError(
        `the database is not ready (${missing[0]!.name} is missing): run npm run migrate, or set MIGRATE=on`,
      );
    await refuseWrongKey(client, config);
  } finally {
    await client.end();
  }
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations = (await readSqlFiles(directory)).map((file) => ({
    ...file,
    needs: [...file.text.matchAll(/^-- needs: (\S+)$/gm)].map((match) => match[1]!),
  }));
  for (const [index, { name }] of migrations.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`${name} is not a migration name: use 0042_what_it_does.sql`);
    if (name.slice(0, 4) === migrations[index + 1]?.name.slice(0, 4))
      throw new Error(`two migrations have the number ${name.slice(0, 4)}`);
  }
  return migrations;
}

/** In the order of their names; a folder without functions has none. */
export async function readFunctions(directory: string): Promise<SqlFile[]> {
  const folder = join(directory, FUNCTIONS);
  return existsSync(folder) ? readSqlFiles(folder) : [];
}

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function applyOnce(client: pg.Client, migration: Migration, functions: SqlFile[]): Promise<boolean> {
  const { name, text, checksum, needs } = migration;
  const apply = async () => {
    await client.query(
      `create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
       create table if not exists schema_function (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ checksum: string }>("select checksum from schema_migration where name = $1", [
      name,
    ]);
    if (rows[0] && rows[0].checksum !== checksum) {
      throw new Error(`${name} was changed after it had been applied: restore it and write a new migration instead`);
    }
    if (!rows[0]) {
      for (const needed of needs) {
        const file = functions.find((one) => one.name === needed);
        if (!file) throw new Error(`it needs ${FUNCTIONS}/${needed}, which is not there`);
        // The tables its bodies speak of come with this very migration.
        await client.query("set local check_function_bodies = off");
        await applyFunctions(client, file);
        await client.query("set local check_function_bodies = on");
      }
      await client.query(text);
      await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    }
    return !rows[0];
  };
  return failingAs(name, oneAtATime(client, apply));
}

/** Whether it had to be: only where the file differs from what was applied last. */
async function applyFunctions(client: pg.Client, { name, text, checksum }: SqlFile): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from schema_function where name = $1 and checksum = $2", [
    name,
    checksum,
  ]);
  if (rowCount) return false;
  await client.query(text);
  await client.query(
    `insert into schema_function (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
  return true;
}

const failingAs = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });

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
async function unknownMigrations(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from schema_migration where name <> all($1)", [
    migrations.map(({ name }) => name),
  ]);
  return rows.map(({ name }) => name);
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
