import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@coralhub/server/platform/embedded-postgres";
import { freePort } from "@coralhub/server/platform/free-port";
import pg from "pg";
import { scratchRoot } from "./scratch.ts";
import { asAdministrator, dropDatabase, withDatabase } from "./test-cluster.ts";

type Place = { port: string; dataDir: string; databaseUrl: string };

/**
 * A server of its own for the browser tests: any free port, an empty DATA_DIR, and on a given DATABASE_URL a database
 * that did not exist before. Made once by the main process; its workers load the configuration again and find it here.
 */
export async function findBrowserPlace(): Promise<Place> {
  const { E2E_PORT: port, E2E_DATA_DIR: dataDir, E2E_DATABASE_URL: databaseUrl } = process.env;
  if (port && dataDir) return { port, dataDir, databaseUrl: databaseUrl ?? "" };
  const made = await makePlace(process.env.DATABASE_URL);
  Object.assign(process.env, { E2E_PORT: made.port, E2E_DATA_DIR: made.dataDir, E2E_DATABASE_URL: made.databaseUrl });
  process.once("exit", () => rmSync(made.dataDir, { recursive: true, force: true }));
  return made;
}

async function makePlace(serverUrl: string | undefined): Promise<Place> {
  const port = String(await freePort());
  const { root } = scratchRoot();
  removeLeftPlaces(root);
  const dataDir = mkdtempSync(join(root, `${PLACE}${process.pid}-`));
  // PostgreSQL, run by another user when we are root, must be able to pass.
  chmodSync(dataDir, 0o755);
  return { port, dataDir, databaseUrl: serverUrl ? await makeDatabase(serverUrl, `coral_e2e_${port}`) : "" };
}

const PLACE = "coralhub-e2e-";

/** A run that was killed leaves its place behind, in memory: whoever comes next takes it away. */
function removeLeftPlaces(root: string): void {
  for (const name of readdirSync(root)) {
    const owner = name.startsWith(PLACE) ? Number(name.slice(PLACE.length).split("-")[0]) : NaN;
    if (Number.isInteger(owner) && !isRunning(owner)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await asAdministrator(serverUrl, async (client) => {
    await dropDatabase(client, name);
    await client.query(`create database ${name} template template0`);
  });
  return withDatabase(serverUrl, name);
}

/** What a journey needs and no call makes: a past of thousands of payments. Its server goes on undisturbed. */
export async function tellBrowserDatabase(text: string, values: unknown[]): Promise<void> {
  const { dataDir, databaseUrl } = await findBrowserPlace();
  const shared = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: shared?.url ?? databaseUrl });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
    await shared?.stop();
  }
}
