import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { databaseUrls } from "../../apps/server/src/platform/config.ts";
import { postBytes } from "../http/blast.ts";
import type { HttpServerReady } from "./http-server.ts";
import type { BenchWorld } from "./world.ts";

export const CONNECTIONS = 64;
const OK = "HTTP/1.1 200";

export type HttpLoad = {
  measure(seconds: number): Promise<{ rate: number; answered: number }>;
  cpuMicros(): Promise<number>;
  close(): Promise<void>;
};

export async function startHttpLoad(world: BenchWorld, merchants: readonly string[]): Promise<HttpLoad> {
  const owner = new pg.Client(world.ownerUrl);
  await owner.connect();
  await owner.query(
    "create table bench_funding (merchant_id uuid, id uuid, amount int8, memo text, primary key (merchant_id, id))",
  );
  await owner.query("grant select, insert on bench_funding to coralhub_app");
  await owner.end();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrls(world.config).owner,
    DATA_DIR: world.config.dataDir,
    LOG_LEVEL: "error",
    BENCH_MERCHANTS: merchants.join(","),
  };
  const child = fork(join(import.meta.dirname, "http-server.ts"), { env });
  const [{ url, tokens }] = (await once(child, "message")) as [HttpServerReady];
  return {
    measure: (seconds) => blastKeys(url, tokens, seconds),
    cpuMicros: () => cpuOf(child),
    async close() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

let keys = 0;
/** Each connection is a merchant of its own and sends its next transfer, under a new key, when the last one is answered. */
async function blastKeys(
  url: string,
  tokens: readonly string[],
  seconds: number,
): Promise<{ rate: number; answered: number }> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const until = started + seconds * 1_000;
  let answered = 0;
  const line = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const send = () => {
        const headers = { authorization: `Bearer ${token}`, "idempotency-key": `bench-key-${keys++}` };
        socket.write(
          postBytes("/api/bench/fund_cards", headers, { amount: { currency: "USD", amount: "0.01" }, memo: "广告费" }),
        );
      };
      socket.on("connect", send);
      socket.on("error", reject);
      socket.on("close", () => resolve());
      socket.on("data", (data) => {
        if (data.toString("latin1", 0, OK.length) !== OK) return void socket.destroy(new Error(data.toString()));
        answered++;
        if (performance.now() < until) send();
        else socket.end();
      });
    });
  await Promise.all(tokens.map(line));
  return { rate: (answered * 1_000) / (performance.now() - started), answered };
}
