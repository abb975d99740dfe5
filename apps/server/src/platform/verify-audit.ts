import { parseArgs } from "node:util";
import { createAuditAnchors, headText, readHead, type AuditAnchors } from "./audit-anchor.ts";
import { verifyAudit, type AuditHead } from "./audit-chain.ts";
import { systemClock } from "./clock.ts";
import { databaseUrls, loadConfig } from "./config.ts";
import { createDatabase } from "./db.ts";
import { startEmbeddedPostgres } from "./embedded-postgres/index.ts";
import { storageOf } from "./file-storage.ts";
import { openKeys } from "./key-service.ts";
import { createLog } from "./log.ts";
import { systemRandom } from "./random.ts";
import { createSecrets } from "./secrets.ts";

/**
 * `npm run audit:verify [-- --head 42:ab12…]`: exit 0 if the audit log is as it was written, 1 if not. Held against the
 * given head, or else against the last anchor. `--anchor-anew`: after a restore of an older copy, begin from what is here.
 */
const { values } = parseArgs({ options: { head: { type: "string" }, "anchor-anew": { type: "boolean" } } });
const config = loadConfig(await openKeys(process.env));
const log = createLog({ level: "warn" });
const embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
const urls = databaseUrls({ ...config, databaseUrl: config.databaseUrl ?? embedded?.url });
const database = createDatabase({ urls, log, poolSize: 2, statementTimeoutMs: 600_000 });
try {
  const secrets = createSecrets(config.secretKeys, systemRandom);
  const anchors = createAuditAnchors({ db: database.db, clock: systemClock, secrets, storage: storageOf(config) });
  const anew = values["anchor-anew"] === true;
  const given = parseHead(values.head);
  const verdict: Awaited<ReturnType<AuditAnchors["look"]>> =
    given || anew ? await verifyAudit(database.db, given) : await anchors.look();
  if (verdict.intact) {
    const { entries, head } = verdict;
    if (anew && head) await anchors.keep(head);
    if (verdict.staleDays !== undefined)
      console.log(`存证已有 ${verdict.staleDays} 天没有更新，请用邮件里的链头核对（--head）`);
    console.log(
      `审计日志完整，共 ${entries} 条${head ? `；链头 ${headText(head)}（请另行保存，下次用 --head 核对）` : ""}`,
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
  const head = readHead(text);
  if (!head) throw new Error("--head 的格式是 序号:哈希，例如上次输出的链头");
  return head;
}
