import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "./index.ts";
import { isAlive } from "./process-table.ts";

const DOOR = pathToFileURL(join(import.meta.dirname, "index.ts")).href;
/** A process of its own that starts the server, says where, and stops in order on SIGTERM. */
const PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(DOOR)};
  const server = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, log: () => {} });
  process.on("SIGTERM", async () => { await server.stop(); process.exit(0); });
  process.on("SIGUSR2", () => process.exit(1));
  // Last: whoever reads this may send a signal at once.
  console.log(JSON.stringify({ url: server.url, pid: server.pid }));
  setInterval(() => {}, 1000);
`;

/** Clusters are made and recovered here: on a busy machine that takes a while. */
vi.setConfig({ testTimeout: 60_000 });

type Started = { child: ChildProcess; url: string; pid: number };
let dataDir: string;
const children: ChildProcess[] = [];

function spawnStarter(): ChildProcess {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function start(): Promise<Started> {
  const child = spawnStarter();
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(20)) if (holds()) return;
  throw new Error("it did not happen in time");
}

beforeAll(() => {
  dataDir = temporaryFolder();
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

test("a first start makes the cluster, keeps its password to itself and is durable", async () => {
  const { child, url, pid } = await start();
  expect(statSync(join(dataDir, "postgres/state.json")).mode & 0o777).toBe(0o600);
  expect(
    await query(
      url,
      "select current_setting('fsync') as fsync, datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()",
    ),
  ).toEqual([{ fsync: "on", provider: "b", locale: "C.UTF-8" }]);
  await query(url, "create table kept (word text); insert into kept values ('一')");
  await end(child, "SIGTERM");
  expect(isAlive(pid)).toBe(false);
});

test("kill -9 of the process: the server it left is taken over, and then stopped", async () => {
  const first = await start();
  await query(first.url, "insert into kept values ('二')");
  await end(first.child, "SIGKILL");
  expect(isAlive(first.pid)).toBe(true);
  const second = await start();
  expect(second.pid).toBe(first.pid);
  expect(await query(second.url, "select word from kept order by word")).toHaveLength(2);
  await end(second.child, "SIGTERM");
  expect(isAlive(second.pid)).toBe(false);
});

test("kill -9 of PostgreSQL: it comes back at the same address with everything acknowledged", async () => {
  const { child, url, pid } = await start();
  await query(url, "insert into kept values ('三')");
  process.kill(pid, "SIGKILL");
  await until(() => !isAlive(pid));
  const rows = await retry(() => query(url, "select from kept"));
  expect(rows).toHaveLength(3);
  await end(child, "SIGTERM");
});

test("two starters share one server, and the last one stops it", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.pid).toBe(two.pid);
  await end(one.child, "SIGTERM");
  expect(await query(two.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  await end(two.child, "SIGTERM");
  expect(isAlive(two.pid)).toBe(false);
});

test("a signal in the middle of a start leaves nothing behind", async () => {
  const before = await start();
  await end(before.child, "SIGTERM");
  const child = spawnStarter();
  await sleep(60);
  await end(child, "SIGTERM");
  const after = await start();
  expect(await query(after.url, "select from kept")).toHaveLength(3);
  await end(after.child, "SIGTERM");
});

test("a stale note whose process number is somebody else's does not stop a start", async () => {
  const before = await start();
  const note = join(dataDir, "postgres/cluster/postmaster.pid");
  const [, ...rest] = readFileSync(note, "utf8").split("\n");
  await end(before.child, "SIGTERM");
  writeFileSync(note, [process.pid, ...rest].join("\n"));
  const { uid, gid } = statSync(join(dataDir, "postgres/cluster"));
  chownSync(note, uid, gid);
  const after = await start();
  expect(await query(after.url, "select from kept")).toHaveLength(3);
  await end(after.child, "SIGTERM");
});

test("an exit without stopping leaves nothing behind", async () => {
  const { child, pid } = await start();
  await end(child, "SIGUSR2");
  await until(() => !isAlive(pid));
  expect(isAlive(pid)).toBe(false);
});

test("a cluster of another version is refused with words, not overwritten", async () => {
  const other = temporaryFolder();
  mkdirSync(join(other, "postgres/cluster"), { recursive: true });
  writeFileSync(join(other, "postgres/cluster/PG_VERSION"), "9\n");
  await expect(startEmbeddedPostgres({ dataDir: other, log: () => {} })).rejects.toThrow(/PostgreSQL 9/);
});

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + 15_000; ; await sleep(50)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
