import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import pg from "pg";

/** How the processes of one test run tell each other where PostgreSQL is and whose databases they make. */
const SERVER_VARIABLE = "CORALHUB_TEST_SERVER_URL";
const TEMPLATE_VARIABLE = "CORALHUB_TEST_TEMPLATE";
const RUN_VARIABLE = "CORALHUB_TEST_RUN";

export type TestCluster = { serverUrl: string; template: string; run: string };

export function announceCluster({ serverUrl, template, run }: TestCluster): void {
  Object.assign(process.env, { [SERVER_VARIABLE]: serverUrl, [TEMPLATE_VARIABLE]: template, [RUN_VARIABLE]: run });
}

export function announcedCluster(): TestCluster {
  const { [SERVER_VARIABLE]: serverUrl, [TEMPLATE_VARIABLE]: template, [RUN_VARIABLE]: run } = process.env;
  if (serverUrl && template && run) return { serverUrl, template, run };
  throw new Error("no PostgreSQL for tests: this test belongs to vitest's `api` project");
}

const PREFIX = "coral_test";
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 6);

/** Databases are named after the run that made them: the next run can tell which ones were left behind. */
export const runName = (): string => `${PREFIX}_${host}_${process.pid}_${startOf(process.pid) ?? 0}`;

/** Runs of this machine that ended without tidying up. */
export async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname like $1",
    [`${PREFIX}\\_${host}\\_%`],
  );
  for (const { name } of rows) {
    const [pid, startedAt] = name.split("_").slice(3);
    if (startOf(Number(pid)) !== startedAt) await dropDatabase(client, name);
  }
}

/** Not `with (force)`: it gives up where a vacuum is at work, unless a superuser asks. The plain word waits for that. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const connected =
    "select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = $1 and usename is not null";
  await client.query(connected, [name]);
  await client.query(`drop database if exists ${name}`);
}

function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

export async function asAdministrator<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
