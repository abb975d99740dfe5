import { randomBytes } from "node:crypto";
import pg from "pg";
import { APP_ROLE, appRolePassword, ConfigError, databaseUrls, type Config } from "./config.ts";
import type { Log } from "./log.ts";
import { scramVerifier } from "./scram.ts";

type RoleConfig = Pick<Config, "databaseUrl" | "directUrl" | "appDatabaseUrl" | "secretKeys">;

/**
 * The application works as a role that owns nothing and may do only what migrations grant it.
 * It is made here where the owner may make roles; where not, the message says what a database administrator must run.
 */
export async function makeAppRole(client: pg.Client, config: RoleConfig, log: Log, reset = false): Promise<void> {
  if (reset || !(await canSignIn(databaseUrls(config).direct))) await createRole(client, config, log, reset);
}

/** Lets the role into this database, where an administrator has shut it for everyone. */
export async function admitAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string; may_connect: boolean; may_use: boolean }>(
    `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as may_connect,
       has_schema_privilege($1, current_schema(), 'usage') as may_use`,
    [APP_ROLE],
  );
  const { database, may_connect, may_use } = rows[0]!;
  if (!may_connect) await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${APP_ROLE}`);
  if (!may_use) await client.query(`grant usage on schema public to ${APP_ROLE}`);
}

async function canSignIn(url: string): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  probe.on("error", () => undefined);
  try {
    await probe.connect();
    return true;
  } catch {
    return false;
  } finally {
    await probe.end().catch(() => undefined);
  }
}

async function createRole(client: pg.Client, config: RoleConfig, log: Log, reset: boolean, attempt = 1): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
  // With its own address configured, signing in is the administrator's business; the role must exist for the grants.
  if (rowCount && config.appDatabaseUrl) return;
  // Other servers may be signed in with the password it has: nobody changes that by starting.
  if (rowCount && !reset) {
    // Somebody else may have made it a moment ago, for a database of the same server.
    if (await canSignIn(databaseUrls(config).direct)) return;
    throw new ConfigError(
      `the role ${APP_ROLE} exists and does not take the password derived from SECRET_KEY: set the key it was made with, ` +
        `or APP_DATABASE_URL; to give it a new password, stop the servers and run npm run migrate -- --reset-role`,
    );
  }
  const verb = rowCount ? "alter" : "create";
  const verifier = scramVerifier(appRolePassword(config.secretKeys), randomBytes(16));
  try {
    await client.query(`${verb} role ${APP_ROLE}${config.appDatabaseUrl ? "" : ` login password '${verifier}'`}`);
    // Behind a pooler connections cannot carry settings of their own, so the role has them.
    await client.query(`alter role ${APP_ROLE} set statement_timeout = '15s'`);
    await client.query(`alter role ${APP_ROLE} set idle_in_transaction_session_timeout = '60s'`);
    log.info({ role: APP_ROLE }, `database role: ${verb}`);
  } catch (error) {
    if (attempt < 5 && isRace(error)) return createRole(client, config, log, reset, attempt + 1);
    throw new Error(`${explain(verb)} (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
}

/** Roles belong to the whole server: another database's migration may be making the same one at this moment. */
const isRace = (error: unknown): boolean =>
  ["42710", "23505"].includes((error as { code?: string }).code ?? "") || /concurrently updated/.test(String(error));

const explain = (verb: string): string =>
  `The owner in DATABASE_URL may not ${verb} the role ${APP_ROLE}. Let an administrator create it (create role ${APP_ROLE} login password '…') ` +
  `and set APP_DATABASE_URL to an address with that role and password`;
