import pg from "pg";
import { vaultKeys } from "./modules/cards/index.ts";
import { ConfigError, loadConfig } from "./platform/config.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/index.ts";
import { storageOf } from "./platform/file-storage.ts";
import { refuseWrongKey } from "./platform/key-check.ts";
import { openKeys } from "./platform/key-service.ts";
import { systemRandom } from "./platform/random.ts";
import { adviceAfter, resealDatabase, resealFiles, sealClearCells } from "./platform/reseal.ts";
import { createSecrets } from "./platform/secrets.ts";

/**
 * `npm run reseal`: after a change of keys, everything that lies here is sealed under the new one while the servers run.
 * It ends with what may be dropped: never the oldest key, by which look-ups are keyed.
 */
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
try {
  const config = loadConfig(await openKeys(process.env));
  embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  const url = config.directUrl ?? config.databaseUrl ?? embedded?.url;
  if (!url) throw new ConfigError("DATABASE_URL is missing: set the owner's address");
  const secrets = createSecrets(config.secretKeys, systemRandom);
  const vault = createSecrets(vaultKeys(config), systemRandom);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await refuseWrongKey(client, config);
  } finally {
    await client.end();
  }
  const done = [
    ...(await sealClearCells(url, secrets)),
    ...(await resealDatabase(url, [secrets, vault])),
    await resealFiles(url, storageOf(config), secrets),
  ];
  for (const { place, moved, skipped } of done)
    console.log(`${place}：${moved} 项已换用新密钥${skipped > 0 ? `，${skipped} 项已由服务器更新` : ""}`);
  const { text } = adviceAfter(done, config.secretKeys.length - 1);
  console.log(`完成。${text}`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}
