import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall, driveDemo, freePort, temporaryFolder, type Call } from "@coralhub/testkit";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/index.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const { clock, advanceClock } = ALL_ENDPOINTS.sandboxControl;
const dataDir = temporaryFolder();
// So that PostgreSQL's own account may pass and its files stay inside.
chmodSync(dataDir, 0o755);
const children = new Set<ChildProcess>();
/** For a runner that hangs; how long a start may take is measured elsewhere. */
const LONG = { timeout: 300_000 };

/** Whatever a failed test left behind: first our servers, then their PostgreSQL. */
afterAll(async () => {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all([...children].map((child) => once(child, "exit")));
});

type Started = { child: ChildProcess; url: string; output(): string };

function launch(env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } });
  children.add(child);
  child.once("exit", () => children.delete(child));
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  return { child, output: () => output };
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const port = String(await freePort());
  const begun = performance.now();
  const { child, output } = launch({ PORT: port, ...env });
  const url = `http://127.0.0.1:${port}`;
  while (!output().includes("已启动")) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    if (performance.now() - begun > 120_000) throw new Error(`the server does not start: ${output()}`);
    await sleep(20);
  }
  return { child, url, output };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const postgresPid = (): number =>
  Number(readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);

type Load = { sent: number; acknowledged: number; over: boolean; finished: Promise<unknown> };

/** Four callers move the clock by an hour each time until told to stop; counts what was sent and what was acknowledged. */
function hammer(call: Call, token: string): Load {
  const load: Load = { sent: 0, acknowledged: 0, over: false, finished: Promise.resolve() };
  const work = async () => {
    while (!load.over) {
      load.sent++;
      try {
        await call(advanceClock, { hours: 1 }, { token });
        load.acknowledged++;
      } catch {
        await sleep(20);
      }
    }
  };
  load.finished = Promise.all(Array.from({ length: 4 }, work));
  return load;
}
const reached = async (load: Load, count: number) =>
  await expect.poll(() => load.acknowledged, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(count);
const stop = async (load: Load) => {
  load.over = true;
  await load.finished;
};
const hoursAhead = async (call: Call, token: string) => (await call(clock, {}, { token })).aheadSeconds / 3600;

test("kill -9 of the server, then of its PostgreSQL, under load: nothing acknowledged is lost", LONG, async () => {
  const first = await start();
  // The addresses come first; the sign-ins may still be on their way through the pipe.
  await expect.poll(first.output).toContain("admin@coralhub.test");
  const token = await driveDemo(first.url).operatorToken("admin");
  const load = hammer(createCall(first.url), token);
  await reached(load, 30);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  await stop(load);

  // The second start takes over the PostgreSQL the first one left, and knows its sessions.
  const second = await start();
  const call = createCall(second.url);
  const before = await hoursAhead(call, token);
  expect(before).toBeGreaterThanOrEqual(load.acknowledged);
  expect(before).toBeLessThanOrEqual(load.sent);

  const more = hammer(call, token);
  await reached(more, 10);
  process.kill(postgresPid(), "SIGKILL");
  // It comes back by itself, and so do the answers.
  await reached(more, more.acknowledged + 20);
  await stop(more);
  const moved = (await hoursAhead(call, token)) - before;
  expect(moved).toBeGreaterThanOrEqual(more.acknowledged);
  expect(moved).toBeLessThanOrEqual(more.sent);

  const postgres = postgresPid();
  second.child.kill("SIGTERM");
  const [code] = (await once(second.child, "exit")) as [number];
  expect(code).toBe(0);
  // The process is gone once whoever inherits it has taken note of its end.
  await expect.poll(() => isAlive(postgres)).toBe(false);
});

/** A command of the product, to its end. */
async function command(name: string, env: Record<string, string>, ...given: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...given], {
    env: { PATH: process.env.PATH, ...env },
  });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}
async function jobsOf(folder: string): Promise<{ begun: number; waiting: number }> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ begun: number; waiting: number }>(
    `select count(*) filter (where state <> 'created')::int as begun, count(*) filter (where state = 'created')::int as waiting
       from pgboss.job where name = 'ledger.check-whole'`,
  );
  await client.end();
  await postgres.stop();
  return rows[0]!;
}

test(
  "a copy taken under load is whole, serves with WORKERS=off and MIGRATE=off, and does nothing by itself",
  LONG,
  async () => {
    const served = await start();
    await expect.poll(served.output).toContain("admin@coralhub.test");
    const token = await driveDemo(served.url).operatorToken("admin");
    const load = hammer(createCall(served.url), token);
    await reached(load, 10);
    const ahead = await hoursAhead(createCall(served.url), token);
    const copy = join(temporaryFolder(), "copy");
    chmodSync(dirname(copy), 0o755);
    expect(await command("back-up.ts", { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
    await stop(load);
    // Never over what is there.
    expect(await command("back-up.ts", { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 1 });
    served.child.kill("SIGTERM");
    await once(served.child, "exit");

    const restored = { DATA_DIR: copy, WORKERS: "off" };
    const verdict = await command("restore-check.ts", restored);
    expect(verdict.output).not.toContain("✗");
    expect(verdict.code).toBe(0);
    const before = await jobsOf(copy);
    const quiet = await start({ ...restored, MIGRATE: "off" });
    const call = createCall(quiet.url);
    expect(await hoursAhead(call, token)).toBeGreaterThanOrEqual(ahead);
    // Moving the clock asks for everything that runs by it.
    await call(advanceClock, { hours: 1 }, { token });
    quiet.child.kill("SIGTERM");
    await once(quiet.child, "exit");
    const after = await jobsOf(copy);
    expect(after.begun).toBe(before.begun);
    expect(after.waiting).toBeGreaterThan(before.waiting);
  },
);

test("MIGRATE=off refuses a database that is not ready, in one line", LONG, async () => {
  const empty = temporaryFolder();
  chmodSync(empty, 0o755);
  const { child, output } = launch({ DATA_DIR: empty, PORT: String(await freePort()), MIGRATE: "off" });
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(1);
  expect(output()).toContain("run npm run migrate, or set MIGRATE=on");
  expect(output()).not.toContain("    at ");
});

// "close" and not "exit" below: by then everything it said has come through the pipe.
test("a port in use is said in one line", LONG, async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const { port } = blocker.address() as { port: number };
  const { child, output } = launch({ PORT: String(port) });
  const [code] = (await once(child, "close")) as [number];
  blocker.close();
  expect(code).toBe(1);
  expect(output()).toContain(`端口 ${port} 已被占用`);
  expect(output()).not.toContain("    at ");
});

test.each<[Record<string, string>, string]>([
  [{ PORT: "eighty" }, "PORT"],
  [{ MODE: "production" }, "SECRET_KEY"],
  [{ MODE: "production", SECRET_KEY: "changeme" }, "SECRET_KEY"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
])("a configuration of %o stops the start and names %s", async (env, name) => {
  const { child, output } = launch(env);
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(1);
  expect(output()).toMatch(new RegExp(`^配置有误：.*${name}`));
});

test("a pooler without DIRECT_URL is said in one line", LONG, async () => {
  const fields = ["SFATAL", "C08P01", "Munsupported startup parameter: options", ""].join("\0");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 5);
  const pooler = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(`${fields}\0`)])));
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const { port } = pooler.address() as { port: number };
  const { child, output } = launch({ PORT: "0", DATABASE_URL: `postgres://owner:pw@127.0.0.1:${port}/coral` });
  await once(child, "exit");
  expect(output()).toMatch(/DIRECT_URL/);
  pooler.close();
});
