import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createLog } from "@coralhub/server/platform/log";
import { migrate, MIGRATIONS_DIRECTORY, readFunctions, readMigrations } from "@coralhub/server/platform/migrations";
import { testConfig } from "./config.ts";

const LOCK = new URL("../../../package-lock.json", import.meta.url);

/** Names the schema: a template is made again when any migration or function changes, or a package (the job queue makes its own tables). */
export async function schemaHash(): Promise<string> {
  const hash = createHash("sha256").update(readFileSync(LOCK));
  const files = [...(await readMigrations(MIGRATIONS_DIRECTORY)), ...(await readFunctions(MIGRATIONS_DIRECTORY))];
  for (const { name, checksum } of files) hash.update(name).update(checksum);
  return hash.digest("hex").slice(0, 12);
}

export async function migrateTemplate(url: string): Promise<void> {
  const config = testConfig({ databaseUrl: url });
  await migrate({ config, log: createLog({ level: config.logLevel }) });
  // A server makes the queues it misses, one after the other: once here instead of once for every test file.
  const { createApp } = await import("@coralhub/server");
  const app = await createApp({ config: { ...config, workers: false } });
  await app.close();
}
