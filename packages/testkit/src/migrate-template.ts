import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const FOLDER = fileURLToPath(new URL("../../../database", import.meta.url));

const files = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();

export function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of files()) hash.update(name).update(readFileSync(join(FOLDER, name)));
  return hash.digest("hex").slice(0, 12);
}

export async function migrateTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("do $$ begin create role coralhub_app login; exception when duplicate_object then null; end $$");
    for (const name of files()) await client.query(readFileSync(join(FOLDER, name), "utf8"));
  } finally {
    await client.end();
  }
}
