import { parseArgs } from "node:util";
import { ConfigError, loadConfig } from "./platform/config.ts";
import { openKeys } from "./platform/key-service.ts";
import { createLog } from "./platform/log.ts";
import { migrate } from "./platform/migrations.ts";

/**
 * `npm run migrate [-- --reset-role]`: brings the schema to the newest state as its owner, and ends. Servers then start
 * with MIGRATE=off and APP_DATABASE_URL, and never see the owner's password.
 */
const { values } = parseArgs({ options: { "reset-role": { type: "boolean", default: false } } });
try {
  const config = loadConfig(await openKeys(process.env));
  if (!config.databaseUrl) throw new ConfigError("DATABASE_URL is missing: set the owner's address");
  const applied = await migrate({ config, log: createLog({ level: "warn" }), resetRole: values["reset-role"] });
  console.log(applied.length === 0 ? "数据库已是最新" : `数据库已更新：${applied.join("、")}`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
