import { sql } from "kysely";
import { checkBooks, checkRails, checkSeals } from "./modules/ledger/index.ts";
import { verifyAudit } from "./platform/audit-chain.ts";
import { databaseUrls, loadConfig, type Config } from "./platform/config.ts";
import { createDatabase, type Db } from "./platform/db.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/index.ts";
import { missingRights } from "./platform/grants.ts";
import { storageOf } from "./platform/file-storage.ts";
import { openKeys } from "./platform/key-service.ts";
import { createLog } from "./platform/log.ts";
import { refuseUnmigrated, readFunctions, readMigrations, MIGRATIONS_DIRECTORY } from "./platform/migrations.ts";
import { createPlatform } from "./platform/index.ts";
import { systemRandom } from "./platform/random.ts";
import { createSecrets } from "./platform/secrets.ts";
import { createRails } from "./rails.ts";

/**
 * `npm run restore:check`: whether a restored copy is whole, without sending or changing anything. Each line is one
 * thing that was looked at; exit 0 only if all are well.
 */
export type Finding = { what: string; problems: string[] };
type Check = () => Promise<string[]>;

export async function checkRestored(config: Config): Promise<Finding[]> {
  const log = createLog({ level: "silent" });
  const database = createDatabase({ urls: databaseUrls(config), log, poolSize: 2, statementTimeoutMs: 1_800_000 });
  const { db } = database;
  const checks: Record<string, Check> = {
    密钥与数据库结构: async () => {
      await refuseUnmigrated(config);
      return [];
    },
    权限: async () =>
      missingRights(db, [
        ...(await readMigrations(MIGRATIONS_DIRECTORY)),
        ...(await readFunctions(MIGRATIONS_DIRECTORY)),
      ]),
    上传的文件: () => missingFiles(db, config),
    审计日志: async () => {
      const verdict = await verifyAudit(db);
      return verdict.intact ? [] : [verdict.problem];
    },
    账本: () => checkBooks(db),
    日终封存: () => checkSeals(db),
    银行对账单: () => differingRails(config),
    待发送: () => sendingSoon(db, config),
  };
  const findings: Finding[] = [];
  for (const [what, check] of Object.entries(checks)) {
    const problems = await check().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
    findings.push({ what, problems });
  }
  await database.close();
  return findings;
}

const FILES_AT_ONCE = 500;
const MOST_PROBLEMS = 20;

/** Every recorded file has its content, and the key opens it. */
async function missingFiles(db: Db, config: Config): Promise<string[]> {
  const storage = storageOf(config);
  const secrets = createSecrets(config.secretKeys, systemRandom);
  const problems: string[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await sql<{ ownerId: string; id: string }>`
      select merchant_id as "ownerId", id from file where id > ${after} order by id limit ${FILES_AT_ONCE}`.execute(db);
    for (const { ownerId, id } of rows) {
      const sealed = await storage.read(id);
      try {
        if (sealed) secrets.open(sealed, `file:${ownerId}:${id}`);
        else problems.push(`${id}: 内容缺失`);
      } catch {
        problems.push(`${id}: 打不开`);
      }
      if (problems.length >= MOST_PROBLEMS) return problems;
    }
    if (rows.length < FILES_AT_ONCE) return problems;
    after = rows.at(-1)!.id;
  }
}

/** What the banks' statements say of the last days, beside the books: who was told something after the copy was taken. */
async function differingRails(config: Config): Promise<string[]> {
  const platform = createPlatform({ ...config, workers: false, poolSize: 2 }, { log: createLog({ level: "silent" }) });
  try {
    await platform.sandboxClock?.refresh();
    const { statements } = createRails(platform).rails;
    return await checkRails({ ...platform, statements });
  } finally {
    await platform.database.close();
  }
}

/** What a copy would send again to banks and people: it is started with WORKERS=off until somebody has looked. */
async function sendingSoon(db: Db, { workers }: Config): Promise<string[]> {
  const { rows } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from outbox where state = 'waiting' group by topic order by topic`.execute(db);
  return workers ? rows.map(({ topic, count }) => `${topic}: ${count} 条等待发送，请以 WORKERS=off 启动副本`) : [];
}

if (import.meta.main) {
  const config = loadConfig(await openKeys(process.env));
  const embedded =
    config.databaseUrl || config.appDatabaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  const findings = await checkRestored({ ...config, databaseUrl: config.databaseUrl ?? embedded?.url });
  for (const { what, problems } of findings) {
    console.log(
      problems.length === 0 ? `✓ ${what}` : `✗ ${what}\n    ${problems.slice(0, MOST_PROBLEMS).join("\n    ")}`,
    );
  }
  await embedded?.stop();
  process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0;
}
