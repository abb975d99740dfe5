import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseUrls, loadConfig, type Config } from "../../apps/server/src/platform/config.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";

/** A PostgreSQL of its own, as safe as in production, with the product's schema and room for a database to compare with. */
export type BenchWorld = {
  config: Config;
  database: Database;
  /** The owner, for what the application may not do. */
  ownerUrl: string;
  /** CPU time all processes of this PostgreSQL have used so far, in microseconds. */
  postgresCpuMicros(): number;
  close(): Promise<void>;
};

export async function startWorld(safety: "durable" | "fast" = "durable"): Promise<BenchWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "coralhub-bench-"));
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, safety });
  const config = loadConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: "error", PORT: "0" });
  const log = createLog({ level: "error" });
  await migrate({ config, log });
  const urls = databaseUrls(config);
  const database = createDatabase({ urls, log });
  return {
    config,
    database,
    ownerUrl: urls.owner,
    postgresCpuMicros: () => cpuOfChildren(postgres.pid),
    async close() {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const MICROS_PER_TICK = 10_000;

/** Its children that run, and through its own record those that have ended. */
function cpuOfChildren(parent: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]!.split(" ").map(Number);
      if (fields[1] === parent) ticks += fields[11]! + fields[12]!;
      if (Number(name) === parent) ticks += fields[13]! + fields[14]!;
    } catch {
      // It ended while we were looking.
    }
  }
  return ticks * MICROS_PER_TICK;
}
