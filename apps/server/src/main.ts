import { BRAND } from "@coralhub/domain";
import { createApp, type App } from "./app.ts";
import { describeDemoSignIns } from "./demo/index.ts";
import { ConfigError, loadConfig, type Config } from "./platform/config.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./platform/embedded-postgres/index.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrations.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

type Running = { postgres: EmbeddedPostgres | undefined; app: App | undefined };

/** Signals are answered from the first moment on: whatever has been started by then is stopped, in reverse. */
function stopOnSignals(running: Running): () => boolean {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`收到 ${signal}，正在停止…`);
    await stopAll(running);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  return () => stopping;
}

async function stopAll({ app, postgres }: Running): Promise<void> {
  for (const part of [() => app?.close(), () => postgres?.stop()]) {
    try {
      await part();
    } catch (error) {
      say(`停止时出错：${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function start(config: Config, running: Running, isStopping: () => boolean): Promise<void> {
  const log = createLog({ level: config.logLevel });
  if (!config.databaseUrl) {
    running.postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  }
  const databaseUrl = config.databaseUrl ?? running.postgres?.url;
  const settled: Config = { ...config, databaseUrl };
  await migrate({ config: settled, log });
  if (isStopping()) return;
  running.app = await createApp({ config: settled, log });
  if (config.mode === "sandbox") await running.app.loadDemoWorld();
  if (isStopping()) return;
  const { url } = await running.app.listen();
  announce(url, config.mode === "sandbox");
}

function announce(url: string, sandbox: boolean): void {
  say(`\n${BRAND.name} ${BRAND.latinName} 已启动${sandbox ? "（沙箱）" : ""}`);
  say(`  商户门户  ${url}/`);
  say(`  运营后台  ${url}/ops/`);
  say(`  接口文档  ${url}/docs`);
  if (sandbox) say(describeDemoSignIns());
  say("");
}

/** What a person can do about it, in one line; a stack trace only where nobody foresaw the failure. */
function explain(error: unknown, port: number): string {
  const { code } = (typeof error === "object" && error !== null ? error : {}) as { code?: string };
  if (code === "EADDRINUSE") return `端口 ${port} 已被占用：请停止占用它的程序，或用 PORT=其他端口 npm start 启动`;
  if (code === "EACCES") return `没有权限使用端口 ${port}：请用 PORT=8080 npm start 启动`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(`配置有误：${error.message}`);
    process.exit(1);
  }
  const running: Running = { postgres: undefined, app: undefined };
  const isStopping = stopOnSignals(running);
  try {
    await start(config, running, isStopping);
  } catch (error) {
    if (isStopping()) return;
    say(`启动失败：${explain(error, config.port)}`);
    await stopAll(running);
    process.exit(1);
  }
}

await main();
