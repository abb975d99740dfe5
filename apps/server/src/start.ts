import { BRAND } from "@coralhub/domain";
import { createApp, type App } from "./app.ts";
import { describeDemoSignIns } from "./demo/index.ts";
import type { Config } from "./platform/config.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./platform/embedded-postgres/index.ts";
import { tryPort } from "./platform/free-port.ts";
import { createLog } from "./platform/log.ts";
import { migrate, refuseUnmigrated } from "./platform/migrations.ts";

/** What has been started so far: a signal in the middle of a start stops exactly that. */
export type Running = { postgres?: EmbeddedPostgres; app?: App; stopping: boolean };

/** Database, migrations, demo world, application, addresses: in this order, and no further once a stop is asked for. */
export async function start(config: Config, running: Running, say: (text: string) => void): Promise<void> {
  const log = createLog({ level: config.logLevel });
  // Before anything is started, so that nothing that has begun must be cut short on the way out.
  await tryPort(config);
  if (!config.databaseUrl && !config.appDatabaseUrl)
    running.postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  if (running.stopping) return;
  const settled: Config = { ...config, databaseUrl: config.databaseUrl ?? running.postgres?.url };
  await (config.migrate ? migrate({ config: settled, log }) : refuseUnmigrated(settled));
  if (running.stopping) return;
  const sandbox = config.mode === "sandbox";
  running.app = await createApp({ config: settled, log });
  // As the application connects: a pooler in between that refuses it is said now, not at the first call.
  await running.app.platform.database.ping();
  if (sandbox) await running.app.loadDemoWorld();
  if (running.stopping) return;
  const { url } = await running.app.listen();
  say(`\n${BRAND.name} ${BRAND.latinName} 已启动${sandbox ? "（沙箱）" : ""}`);
  say(`  商户门户  ${url}/`);
  say(`  运营后台  ${url}/ops/`);
  say(`  接口文档  ${url}/docs`);
  if (sandbox) say(describeDemoSignIns());
}

/** Also what is still starting: the application before the database it uses. */
export async function stop(running: Running, say: (text: string) => void): Promise<void> {
  running.stopping = true;
  for (const part of [() => running.app?.close(), () => running.postgres?.stop()]) {
    try {
      await part();
    } catch (error) {
      say(`停止时出错：${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
