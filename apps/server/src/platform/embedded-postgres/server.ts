import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Location } from "./location.ts";
import { isAlive, workingFolder } from "./process-table.ts";

const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
/** Above the kernel's highest. */
const NO_PROCESS = 4_194_305;
const READY_PATIENCE_MS = 60_000;

type Postmaster = { pid: number; port: number; ready: boolean };

/** What PostgreSQL itself writes about its running server; undefined when there is none of ours. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  // After a crash the number may belong to somebody else by now.
  if (!isAlive(pid) || workingFolder(pid) !== cluster) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

export type Launch = {
  location: Location;
  binaries: Binaries;
  account: Account | undefined;
  port: number;
  settings: Record<string, string>;
  isCancelled: () => boolean;
  onSpawn: (pid: number) => void;
};

/** Starts the server and waits until it takes connections. */
export async function launch(options: Launch): Promise<void> {
  const deadline = performance.now() + READY_PATIENCE_MS;
  const { log: logFile } = options.location;
  if (sizeOf(logFile) > LOG_LIMIT_BYTES) truncateSync(logFile);
  for (;;) {
    const logStart = sizeOf(logFile);
    const pid = spawnPostgres(options);
    options.onSpawn(pid);
    if (await waitReady(options, pid, deadline)) return;
    const log = readFileSync(logFile).subarray(logStart).toString();
    // The backends of a killed server need a moment to notice; until then their memory is still in use.
    const retry = /shared memory block .* is still in use|lock file .* already exists/.test(log);
    if (!retry || performance.now() > deadline)
      throw new Error(`PostgreSQL 没有启动成功：\n${log.trim().split("\n").slice(-8).join("\n")}`);
    await sleep(200);
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * After a crash the number in PostgreSQL's own note may belong to somebody else by now, and PostgreSQL would not start.
 * The note itself stays: by it PostgreSQL sees whether backends of the dead server are still at work.
 */
function disownPidFile(cluster: string): void {
  const note = join(cluster, "postmaster.pid");
  if (!existsSync(note)) return;
  const [pid, ...rest] = readFileSync(note, "utf8").split("\n");
  if (isAlive(Number(pid))) writeFileSync(note, [NO_PROCESS, ...rest].join("\n"));
}

function spawnPostgres({ location, binaries, account, port, settings }: Launch): number {
  disownPidFile(location.cluster);
  // A file, not a pipe: the server must survive us being killed, and be found again.
  const log = openSync(location.log, "a", 0o600);
  const all = { port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const child = spawn(
    binaries.postgres,
    ["-D", location.cluster, ...Object.entries(all).flatMap(([k, v]) => ["-c", `${k}=${v}`])],
    {
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      // Its own session: Ctrl-C in the terminal reaches us alone, and we stop it in order.
      detached: true,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log, log],
    },
  );
  closeSync(log);
  child.on("error", () => {});
  child.unref();
  if (child.pid === undefined) throw new Error(`PostgreSQL 无法启动：${binaries.postgres} 不能执行`);
  return child.pid;
}

/** False when the process ended before it was ready. */
async function waitReady(options: Launch, pid: number, deadline: number): Promise<boolean> {
  for (;;) {
    const found = findPostmaster(options.location.cluster);
    if (found?.pid === pid && found.ready) return true;
    if (!isAlive(pid)) return false;
    if (options.isCancelled() || performance.now() > deadline) {
      await terminate(pid);
      throw new Error(options.isCancelled() ? "启动被中断" : "PostgreSQL 启动超时");
    }
    await sleep(10);
  }
}

/** A running server that another process started: it may still be recovering. */
export async function adopt(cluster: string): Promise<Postmaster | undefined> {
  const deadline = performance.now() + READY_PATIENCE_MS;
  for (;;) {
    const found = findPostmaster(cluster);
    if (!found || found.ready) return found;
    if (performance.now() > deadline) throw new Error(`PostgreSQL（进程 ${found.pid}）一直没有就绪`);
    await sleep(25);
  }
}

/** Politely first (clients may finish), then firmly, then as in a crash: the log recovers it on the next start. */
export async function terminate(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ["SIGTERM", 1_500],
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(10)) {
      if (!isAlive(pid)) return;
    }
  }
  throw new Error(`PostgreSQL（进程 ${pid}）没有停下来`);
}
