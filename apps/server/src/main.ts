import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { ConfigError, loadConfig, type Config } from "./platform/config.ts";
import { openKeys } from "./platform/key-service.ts";
import type { Running } from "./start.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** What a person can do about it, in one line; a stack trace only where nobody foresaw the failure. */
function explain(error: unknown, port: number): string {
  const { code } = (typeof error === "object" && error !== null ? error : {}) as { code?: string };
  if (code === "EADDRINUSE") return `端口 ${port} 已被占用：请停止占用它的程序，或用 PORT=其他端口 npm start 启动`;
  if (code === "EACCES") return `没有权限使用端口 ${port}：请用 PORT=8080 npm start 启动`;
  if (error instanceof ConfigError) return error.message;
  // A pooler takes no settings with a connection, and cannot LISTEN.
  if (/unsupported startup parameter/.test(String(error)))
    return "DATABASE_URL 指向连接池（如 pgbouncer）：请把 DIRECT_URL 设为数据库本身的地址";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function readConfig(): Promise<Config> {
  try {
    return loadConfig(await openKeys(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(`配置有误：${error.message}`);
    process.exit(1);
  }
}

const config = await readConfig();
// Before anything large is loaded: compiling it is most of a warm start.
enableCompileCache(join(config.dataDir, "compile-cache"));
const { start, stop } = await import("./start.ts");
const running: Running = { stopping: false };

// From the first moment on: whatever has been started by then is stopped, in reverse.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (running.stopping) return;
    say(`收到 ${signal}，正在停止…`);
    void stop(running, say).then(() => process.exit(0));
  });
}

try {
  await start(config, running, say);
} catch (error) {
  // A start that a signal cut short may fail in any way; the signal's own stop ends the process.
  if (!running.stopping) {
    say(`启动失败：${explain(error, config.port)}`);
    await stop(running, say);
    process.exit(1);
  }
}
