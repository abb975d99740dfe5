import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { databaseUrls } from "../../apps/server/src/platform/config.ts";
import type { BenchWorld } from "../ledger/world.ts";
import type { ProductReady, ProductRequest } from "./product-server.ts";

export type Product = {
  url: string;
  cpuMicros(): Promise<number>;
  /** Milliseconds of server time of each request since this was asked last; the first answer is empty. */
  times(): Promise<number[]>;
  /** A merchant's incomes as CSV in the product's own process; how many lines. Nothing else is asked meanwhile. */
  exportIncomes(merchantId: string): Promise<number>;
  /** At once, as a machine dies. */
  kill(): Promise<void>;
  /** From here on: says at any time what the process has taken at most, and how much more than now, in MiB. */
  watchMemory(): () => { peakMiB: number; grownMiB: number };
  close(): Promise<void>;
};

export async function startProduct(world: Pick<BenchWorld, "config">, more: NodeJS.ProcessEnv = {}): Promise<Product> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrls(world.config).owner,
    DATA_DIR: world.config.dataDir,
    PORT: "0",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "error",
    ...more,
  };
  const child = fork(join(import.meta.dirname, "product-server.ts"), { env });
  const [{ url }] = (await once(child, "message")) as [ProductReady];
  return {
    url,
    async cpuMicros() {
      child.send("cpu");
      const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
      return user + system;
    },
    async times() {
      child.send("times" satisfies ProductRequest);
      return ((await once(child, "message")) as [number[]])[0];
    },
    async exportIncomes(merchantId) {
      child.send({ export: merchantId } satisfies ProductRequest);
      return ((await once(child, "message")) as [{ lines: number }])[0].lines;
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    watchMemory() {
      // The kernel forgets the peak so far.
      writeFileSync(`/proc/${child.pid}/clear_refs`, "5");
      const before = memoryOf(child.pid!, "VmRSS");
      return () => {
        const peakMiB = memoryOf(child.pid!, "VmHWM");
        return { peakMiB, grownMiB: peakMiB - before };
      };
    },
    async close() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

const memoryOf = (pid: number, what: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

const OK = "HTTP/1.1 200";

export const after = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() >= end;
};

/** Connections that each send their next request when the last one is answered; a refusal ends the run. */
export async function ask(
  url: string,
  { connections, until }: { connections: number; until: () => boolean },
  next: (line: number) => Buffer,
): Promise<{ rate: number; answered: number }> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  let answered = 0;
  const line = (place: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.on("connect", () => socket.write(next(place)));
      socket.on("error", reject);
      socket.on("close", () => resolve());
      let [missing, body] = [0, ""];
      socket.on("data", (data) => {
        body += data.toString("latin1");
        if (missing === 0) {
          if (!body.startsWith(OK)) return void socket.destroy(new Error(data.toString()));
          const head = body.indexOf("\r\n\r\n");
          missing = head + 4 + Number(/content-length: (\d+)/i.exec(body)![1]);
        }
        if (body.length < missing) return;
        [missing, body] = [0, ""];
        answered++;
        if (!until()) socket.write(next(place));
        else socket.end();
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, place) => line(place)));
  return { rate: (answered * 1_000) / (performance.now() - started), answered };
}
