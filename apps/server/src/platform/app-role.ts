import { randomBytes } from "node:crypto";
import pg from "pg";
import {
  APP_ROLE,
  appRolePassword,
  ConfigError,
  databaseUrls,
  VAULT_ROLE,
  vaultRolePassword,
  type Config,
} from "./config.ts";
import type { Log } from "./log.ts";
import { scramVerifier } from "./scram.ts";

type RoleConfig = Pick<Config, "databaseUrl" | "directUrl" | "appDatabaseUrl" | "vaultDatabaseUrl" | "secretKeys">;
type Role = {
  name: string;
  /** How it signs in. */
  url: string;
  password: string;
  /** The variable with an address of its own; signing in is the administrator's business then. */
  variable: string;
  given: boolean;
};

function rolesOf(config: RoleConfig): Role[] {
  const { direct, vault } = databaseUrls(config);
  return [
    {
      name: APP_ROLE,
      url: direct,
      password: appRolePassword(config.secretKeys),
      variable: "APP_DATABASE_URL",
      given: config.appDatabaseUrl !== undefined,
    },
    {
      name: VAULT_ROLE,
      url: vault,
      password: vaultRolePassword(config.secretKeys),
      variable: "VAULT_DATABASE_URL",
      given: config.vaultDatabaseUrl !== undefined,
    },
  ];
}

/**
 * The application works as a role that owns nothing and may do only what migrations grant it; card numbers are read by
 * another that may do nothing else. They are made here where the owner may make roles; where not, the message says what a
 * database administrator must run.
 */
export async function makeAppRoles(client: pg.Client, config: RoleConfig, log: Log, reset = false): Promise<void> {
  for (const role of rolesOf(config)) {
    if (reset || !(await canSignIn(role.url))) await createRole(client, role, log, reset);
  }
}

/** Lets the roles into this database, where an administrator has shut it for everyone. */
export async function admitAppRoles(client: pg.Client): Promise<void> {
  for (const role of [APP_ROLE, VAULT_ROLE]) {
    const { rows } = await client.query<{ database: string; may_connect: boolean; may_use: boolean }>(
      `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as may_connect,
         has_schema_privilege($1, current_schema(), 'usage') as may_use`,
      [role],
    );
    const { database, may_connect, may_use } = rows[0]!;
    if (!may_connect) await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${role}`);
    if (!may_use && role === APP_ROLE) await client.query(`grant usage on schema public to ${role}`);
  }
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

async function createRole(client: pg.Client, role: Role, log: Log, reset: boolean, attempt = 1): Promise<void> {
  const { name, given, url, variable } = role;
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  // With its own address configured, signing in is the administrator's business; the role must exist for the grants.
  if (rowCount && given) return;
  // Other servers may be signed in with the password it has: nobody changes that by starting.
  if (rowCount && !reset) {
    // Somebody else may have made it a moment ago, for a database of the same server.
    if (await canSignIn(url)) return;
    throw new ConfigError(
      `the role ${name} exists and does not take the password derived from SECRET_KEY: set the key it was made with, ` +
        `or ${variable}; to give it a new password, stop the servers and run npm run migrate -- --reset-role`,
    );
  }
  const verb = rowCount ? "alter" : "create";
  const verifier = scramVerifier(role.password, randomBytes(16));
  try {
    await client.query(`${verb} role ${name}${given ? "" : ` login password '${verifier}'`}`);
    // Behind a pooler connections cannot carry settings of their own, so the role has them.
    await client.query(`alter role ${name} set statement_timeout = '15s'`);
    await client.query(`alter role ${name} set idle_in_transaction_session_timeout = '60s'`);
    log.info({ role: name }, `database role: ${verb}`);
  } catch (error) {
    if (attempt < 5 && isRace(error)) return createRole(client, role, log, reset, attempt + 1);
    throw new Error(`${explain(verb, role)} (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    });
  }
}

/** Roles belong to the whole server: another database's migration may be making the same one at this moment. */
const isRace = (error: unknown): boolean =>
  ["42710", "23505"].includes((error as { code?: string }).code ?? "") || /concurrently updated/.test(String(error));

const explain = (verb: string, { name, variable }: Role): string =>
  `The owner in DATABASE_URL may not ${verb} the role ${name}. Let an administrator create it (create role ${name} login password '…') ` +
  `and set ${variable} to an address with that role and password`;
