/** `export-run.ts export|copy <merchant> <since>`: reads one merchant's income since then as CSV, and tells what it took. */
import { incomeList } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { selectIncomes } from "../../apps/server/src/modules/income/records/select-incomes.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { databaseUrls, loadConfig } from "../../apps/server/src/platform/config.ts";
import { createDatabase } from "../../apps/server/src/platform/db.ts";
import { createLists } from "../../apps/server/src/platform/list-query.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";
import type { ExportRun } from "./export.ts";

const [what, merchantId, since] = process.argv.slice(2) as [string, string, string];
const config = loadConfig({ ...process.env, LOG_LEVEL: "error" });
const database = createDatabase({ urls: databaseUrls(config), log: createLog({ level: "error" }) });

/** The same rows and columns in the same order, as they lie in the tables. */
const BARE = `
  select i.rail_reference, i.announced_at, i.platform, s.name, i.payer_name, a.account_number, i.amount_minor, i.currency, i.fee_minor,
    i.currency, i.state, coalesce(i.credited_at, i.returned_at)
  from income i left join receiving_account a on a.merchant_id = i.merchant_id and a.id = i.receiving_account_id
  left join store s on s.merchant_id = i.merchant_id and s.id = i.store_id
  where i.merchant_id = '${merchantId}' and not i.hidden and i.announced_at >= '${since}'
  order by i.announced_at desc, i.id desc`;

async function exported(): Promise<AsyncIterable<Uint8Array>> {
  const secrets = createSecrets(["a key for the bench that is long enough"], systemRandom);
  const lists = createLists({ database, secrets, clock: systemClock });
  const selection = { beginTime: toShanghaiTime(new Date(since)), filters: {} };
  const source = await selectIncomes(database, merchantId, selection);
  return lists.export({ ownerId: merchantId }, incomeList, source, {}).body as AsyncIterable<Uint8Array>;
}

const before = process.memoryUsage().rss;
const started = performance.now();
const result = { rows: 0, sizeBytes: 0 };
for await (const piece of what === "export" ? await exported() : database.copyOut(BARE)) {
  result.sizeBytes += piece.byteLength;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) result.rows++;
}
const millis = performance.now() - started;
// The header is no row.
const rows = result.rows - (what === "export" ? 1 : 0);
// Beyond what the program itself takes.
const grownMiB = process.resourceUsage().maxRSS / 1024 - before / 1024 / 1024;
console.log(JSON.stringify({ ...result, rows, millis, grownMiB } satisfies ExportRun));
await database.close();
