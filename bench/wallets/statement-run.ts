/** `statement-run.ts pdf|csv|copy <merchant> <month>`: one month's statement of all currencies, and what it took. */
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { readTotalsThen } from "../../apps/server/src/modules/activity/known-then-store.ts";
import { writeStatement } from "../../apps/server/src/modules/statements/write-statement.ts";
import type { StatementRun } from "./statements.ts";

type Deps = Parameters<typeof writeStatement>[0];
const [what, merchantId, month] = process.argv.slice(2) as ["pdf" | "csv" | "copy", string, string];
const config = loadConfig({ ...process.env, LOG_LEVEL: "error" });
const database = createDatabase({ urls: databaseUrls(config), log: createLog({ level: "error" }) });
const deps = {
  database,
  clock: systemClock,
  certification: { nameAt: () => Promise.resolve("深圳南屿科技有限公司") } satisfies Deps["certification"],
  wallets: { numberOf: () => Promise.resolve("800000000014") } satisfies Deps["wallets"],
  activity: {
    totals: (merchantId: string, period: { from: Date; until: Date }) =>
      readTotalsThen(database.db, merchantId, period),
  },
} as unknown as Deps;

/** The same rows and columns in the same order, as they lie in the books and beside them. */
const BARE = `
  select e.currency, e.posted_at, p.reason, v.counterparty, p.reference, e.amount, 0 as fee, e.balance, '' as corrects, p.id
  from ledger_entry e join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id
  left join money_event_party v on v.merchant_id = e.merchant_id and v.reference = p.reference collate "default"
  where e.merchant_id = '${merchantId}' and e.code like 'wallet:%'
    and e.posted_at >= timestamp '${month}-01' at time zone 'Asia/Shanghai'
    and e.posted_at < (timestamp '${month}-01' + interval '1 month') at time zone 'Asia/Shanghai'
  order by e.currency, e.posted_at, e.posting_id`;

async function written(format: "pdf" | "csv"): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  const request = { currency: undefined, grain: "month", period: month, format, language: "zh" } as const;
  const { body } = await writeStatement(deps, merchantId, request);
  return body instanceof Uint8Array ? [body] : body;
}

const before = process.memoryUsage().rss;
const cpuBefore = process.cpuUsage();
const started = performance.now();
const result = { rows: 0, sizeBytes: 0 };
for await (const piece of what === "copy" ? database.copyOut(BARE) : await written(what)) {
  result.sizeBytes += piece.byteLength;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) result.rows++;
}
const millis = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
const rows = result.rows - (what === "csv" ? 1 : 0);
const grownMiB = process.resourceUsage().maxRSS / 1024 - before / 1024 / 1024;
console.log(
  JSON.stringify({ ...result, rows, millis, grownMiB, cpuSeconds: (user + system) / 1e6 } satisfies StatementRun),
);
await database.close();
