import { parseArgs } from "node:util";
import { verifyAudit, type AuditHead } from "./audit-chain.ts";
import { databaseUrls, loadConfig } from "./config.ts";
import { createDatabase } from "./db.ts";
import { startEmbeddedPostgres } from "./embedded-postgres/index.ts";
import { openKeys } from "./key-service.ts";
import { createLog } from "./log.ts";

/** `npm run audit:verify [-- --head 42:ab12…]`: exit 0 if the audit log is as it was written, 1 if not. */
const { values } = parseArgs({ options: { head: { type: "string" } } });
const config = loadConfig(await openKeys(process.env));
const log = createLog({ level: "warn" });
const embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
const urls = databaseUrls({ ...config, databaseUrl: config.databaseUrl ?? embedded?.url });
const database = createDatabase({ urls, log, poolSize: 2, statementTimeoutMs: 600_000 });
try {
  const verdict = await verifyAudit(database.db, parseHead(values.head));
  if (verdict.intact) {
    const { entries, head } = verdict;
    console.log(
      `审计日志完整，共 ${entries} 条${head ? `；链头 ${head.seq}:${head.hash}（请另行保存，下次用 --head 核对）` : ""}`,
    );
  } else {
    console.error(`审计日志有问题：${verdict.problem}`);
    process.exitCode = 1;
  }
} finally {
  await database.close();
  await embedded?.stop();
}

function parseHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d+):([0-9a-f]{64})$/.exec(text);
  if (!match) throw new Error("--head 的格式是 序号:哈希，例如上次输出的链头");
  return { seq: BigInt(match[1]!), hash: match[2]! };
}
