import fastify from "fastify";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFIED, startSampleServer } from "../../apps/server/src/http/sample-server-fixture.ts";
import { loadConfig } from "../../apps/server/src/platform/config.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";

/** What the other process needs to know; sent once both servers listen. */
export type Contenders = { bare: string; ours: string; token: string };

/** Both servers in one process of their own, so that its CPU time is theirs alone: one answers, the other idles. */
const dataDir = mkdtempSync(join(tmpdir(), "coralhub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, safety: "fast" });
const config = { ...loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }), databaseUrl: postgres.url };
await migrate({ config, log: createLog({ level: "warn" }) });
const ours = await startSampleServer(config);
const bare = fastify();
bare.post("/", async () => ({ hello: "world" }));

process.on("message", (question) => {
  if (question === "cpu") return void process.send!(process.cpuUsage());
  void Promise.all([bare.close(), ours.close()])
    .then(() => postgres.stop())
    .then(() => {
      rmSync(dataDir, { recursive: true, force: true });
      process.disconnect();
    });
});
const url = await bare.listen({ host: "127.0.0.1", port: 0 });
process.send!({ bare: url, ours: ours.url, token: await ours.token("merchant", CERTIFIED) } satisfies Contenders);
