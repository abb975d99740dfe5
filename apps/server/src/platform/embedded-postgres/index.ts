import { realpathSync } from "node:fs";
import pg from "pg";
import { freePort, isPortFree } from "../free-port.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster, SUPERUSER } from "./cluster.ts";
import { exclusively } from "./exclusively.ts";
import { locate, type Location } from "./location.ts";
import { isAlive, isSameProcess, markOf } from "./process-table.ts";
import { adopt, launch, terminate } from "./server.ts";
import { readOrMakeState, readState, writeState, type State } from "./state.ts";

export type EmbeddedPostgres = {
  /** Connects as the owner of the database. */
  url: string;
  readonly pid: number;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (message: string) => void;
  /** `durable` (default) survives a power cut; `fast` is for data nobody will miss. */
  safety?: "durable" | "fast";
  /** More server settings; win over the defaults. */
  settings?: Record<string, string>;
};

const DATABASE = "coralhub";
const LOCK_PATIENCE_MS = 90_000;
const WATCH_EVERY_MS = 500;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

const BASE_SETTINGS = {
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  log_checkpoints: "off",
};
const SAFETY_SETTINGS = {
  durable: { fsync: "on", synchronous_commit: "on", full_page_writes: "on" },
  fast: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
};

/** Starts PostgreSQL from the packaged binaries, or takes over the one a killed process left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let cancelled = false;
  const cancel = () => void (cancelled = true);
  // Before anything is spawned: a signal in the middle of the start must not leave a server behind.
  for (const signal of SIGNALS) process.on(signal, cancel);
  try {
    const running = await prepare(options, () => cancelled);
    return await supervise(options, running);
  } finally {
    for (const signal of SIGNALS) process.off(signal, cancel);
  }
}

type Running = { location: Location; pid: number; port: number; password: string; run: () => Promise<number> };

async function prepare(options: EmbeddedPostgresOptions, isCancelled: () => boolean): Promise<Running> {
  const account = chooseAccount();
  const found = locate(options.dataDir, account);
  const base = realpathSync(found.base);
  const location = { ...found, base, cluster: `${base}/cluster`, log: `${base}/server.log` };
  return exclusively(base, LOCK_PATIENCE_MS, async () => {
    const state = await readOrMakeState(base);
    writeState(base, state);
    const binaries = findBinaries(account, location.binaries);
    const safety = options.safety ?? "durable";
    await ensureCluster({ location, binaries, account, password: state.password, durable: safety === "durable" });
    const settings = { ...BASE_SETTINGS, ...SAFETY_SETTINGS[safety], ...options.settings };
    const run = async () => {
      const left = await adopt(location.cluster);
      if (left) options.log(`接管正在运行的 PostgreSQL（进程 ${left.pid}）`);
      return left ?? (await launch({ location, binaries, account, port: state.port, settings, isCancelled }));
    };
    const left = await adopt(location.cluster);
    if (!left && !(await isPortFree(state.port))) state.port = await freePort();
    const { pid, port } = await run();
    await ensureDatabase(urlOf(port, state.password, "postgres"));
    const users = [
      ...state.users.filter((user) => user.pid !== process.pid && isSameProcess(user)),
      markOf(process.pid),
    ];
    writeState(base, { ...state, port, users });
    return { location, pid, port, password: state.password, run: async () => (await run()).pid };
  });
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

const others = (state: State) => state.users.filter((user) => user.pid !== process.pid && isSameProcess(user));

/** Starts the server again if it dies under us, and stops it with the last process that uses it. */
async function supervise(options: EmbeddedPostgresOptions, running: Running): Promise<EmbeddedPostgres> {
  const { base } = running.location;
  let { pid } = running;
  let stopping = false;
  let reviving = false;
  const revive = async () => {
    if (stopping || reviving || isAlive(pid)) return;
    reviving = true;
    options.log("PostgreSQL 意外停止，正在重新启动");
    try {
      pid = await exclusively(base, LOCK_PATIENCE_MS, running.run);
    } catch (error) {
      options.log(`PostgreSQL 重新启动失败，稍后再试：${String(error)}`);
    } finally {
      reviving = false;
    }
  };
  const watch = setInterval(() => void revive(), WATCH_EVERY_MS).unref();
  // Whoever ends the process without stopping us first must not leave a server behind.
  const onExit = () => {
    if (others(readState(base)).length === 0 && isAlive(pid)) process.kill(pid, "SIGINT");
  };
  process.once("exit", onExit);
  return {
    url: urlOf(running.port, running.password, DATABASE),
    get pid() {
      return pid;
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      process.off("exit", onExit);
      await exclusively(base, LOCK_PATIENCE_MS, async () => {
        const state = readState(base);
        const users = others(state);
        writeState(base, { ...state, users });
        if (users.length === 0) await terminate(pid);
      });
    },
  };
}
