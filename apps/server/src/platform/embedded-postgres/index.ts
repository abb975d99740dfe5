import pg from "pg";
import { freePort, isPortFree } from "../free-port.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster, SUPERUSER } from "./cluster.ts";
import { exclusively } from "./exclusively.ts";
import { locate } from "./location.ts";
import { isAlive, isSameProcess, markOf } from "./process-table.ts";
import { adopt, findPostmaster, launch, terminate } from "./server.ts";
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

/** The server as this process knows it: filled in the moment it is spawned or found. */
type Held = { base?: string; pid?: number };
type Running = { base: string; port: number; password: string; run: () => Promise<void> };

const others = (state: State) => state.users.filter((user) => user.pid !== process.pid && isSameProcess(user));

/** Starts PostgreSQL from the packaged binaries, or takes over the one a killed process left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const held: Held = {};
  let cancelled = false;
  const cancel = () => void (cancelled = true);
  // Both before anything is spawned: neither a signal in the middle of the start nor an exit from anywhere may leave a server behind.
  for (const signal of SIGNALS) process.on(signal, cancel);
  const onExit = () => {
    const { base, pid } = held;
    if (base && pid && isAlive(pid) && others(readState(base)).length === 0) process.kill(pid, "SIGINT");
  };
  process.once("exit", onExit);
  try {
    const running = await prepare(options, held, () => cancelled);
    const server = supervise(options, held, running, () => process.off("exit", onExit));
    if (!cancelled) return server;
    await server.stop();
    throw new Error("启动被中断");
  } finally {
    for (const signal of SIGNALS) process.off(signal, cancel);
  }
}

async function prepare(options: EmbeddedPostgresOptions, held: Held, isCancelled: () => boolean): Promise<Running> {
  const account = chooseAccount();
  const location = locate(options.dataDir, account);
  const { base } = location;
  return exclusively(base, LOCK_PATIENCE_MS, async () => {
    const state = await readOrMakeState(base);
    writeState(base, state);
    held.base = base;
    const binaries = findBinaries(account, location.binaries);
    const safety = options.safety ?? "durable";
    await ensureCluster({ location, binaries, account, password: state.password, durable: safety === "durable" });
    const settings = { ...BASE_SETTINGS, ...SAFETY_SETTINGS[safety], ...options.settings };
    const onSpawn = (pid: number) => void (held.pid = pid);
    const run = async () => {
      const found = await adopt(location.cluster);
      if (found) onSpawn(found.pid);
      else await launch({ location, binaries, account, port: state.port, settings, isCancelled, onSpawn });
      return found;
    };
    if (!findPostmaster(location.cluster) && !(await isPortFree(state.port))) state.port = await freePort();
    const found = await run();
    if (found) {
      options.log(`接管正在运行的 PostgreSQL（进程 ${found.pid}）`);
      state.port = found.port;
    }
    await ensureDatabase(urlOf(state.port, state.password, "postgres"));
    writeState(base, { ...state, users: [...others(state), markOf(process.pid)] });
    return { base, port: state.port, password: state.password, run: async () => void (await run()) };
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

/** Starts the server again if it dies under us, and stops it with the last process that uses it. */
function supervise(
  options: EmbeddedPostgresOptions,
  held: Held,
  running: Running,
  letGo: () => void,
): EmbeddedPostgres {
  const { base } = running;
  let stopping = false;
  let reviving = false;
  const revive = async () => {
    if (stopping || reviving || isAlive(held.pid!)) return;
    reviving = true;
    options.log("PostgreSQL 意外停止，正在重新启动");
    try {
      await exclusively(base, LOCK_PATIENCE_MS, running.run);
    } catch (error) {
      options.log(`PostgreSQL 重新启动失败，稍后再试：${String(error)}`);
    } finally {
      reviving = false;
    }
  };
  const watch = setInterval(() => void revive(), WATCH_EVERY_MS).unref();
  return {
    url: urlOf(running.port, running.password, DATABASE),
    get pid() {
      return held.pid!;
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      await exclusively(base, LOCK_PATIENCE_MS, async () => {
        const state = readState(base);
        const users = others(state);
        writeState(base, { ...state, users });
        if (users.length === 0) await terminate(held.pid!);
      });
      letGo();
    },
  };
}
