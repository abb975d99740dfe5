import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Database } from "./db.ts";

export type Metrics = Registry;

/** One registry per process, with Node's own figures and those of the connection pools. */
export function createMetrics(database: Pick<Database, "pools">): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "coralhub_" });
  new Gauge({
    name: "coralhub_database_connections",
    help: "Connections of the pools by what they are doing",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { total, idle, waiting }] of Object.entries(database.pools())) {
        this.set({ pool, state: "busy" }, total - idle);
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "waiting" }, waiting);
      }
    },
  });
  return registry;
}
