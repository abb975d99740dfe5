import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, loadConfig } from "./platform/config.ts";
import { backUpCluster } from "./platform/embedded-postgres/back-up.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/index.ts";
import { openKeys } from "./platform/key-service.ts";

/**
 * `npm run backup -- <folder>`: copies the embedded database and the files into a new folder while the server runs. The copy is
 * a DATA_DIR: `DATA_DIR=<folder> WORKERS=off npm run restore:check` says whether it is whole.
 */
/** Made again by the next start, or copied by itself. */
const NOT_FILES = new Set(["postgres", "postgres.location", "compile-cache"]);

async function backUp(to: string | undefined): Promise<string> {
  const config = loadConfig(await openKeys(process.env));
  if (!to) throw new ConfigError("请写明备份到哪个新目录：npm run backup -- /path/to/folder");
  if (config.databaseUrl || config.appDatabaseUrl)
    throw new ConfigError("DATABASE_URL 指向您自己的 PostgreSQL：请用 pg_dump -Fc 或它的备份工具备份");
  const folder = resolve(to);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ConfigError(`${folder} 不是空目录：请换一个新目录，备份从不覆盖已有的文件`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  // Takes over the one that runs, or starts it for as long as this takes.
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  try {
    await backUpCluster({ dataDir: config.dataDir, to: folder, url: postgres.url });
    // Afterwards: what the database knows of is there.
    for (const name of readdirSync(config.dataDir)) {
      if (!NOT_FILES.has(name)) cpSync(join(config.dataDir, name), join(folder, name), { recursive: true });
    }
  } finally {
    await postgres.stop();
  }
  return folder;
}

try {
  console.log(`已备份到 ${await backUp(process.argv[2])}`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
