import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import { createEmptyDatabase, createTestClock, createTestRandom, type TestDatabase } from "@coralhub/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUrls } from "../../platform/config.ts";
import { createDatabase, type Database } from "../../platform/db.ts";
import { createIds } from "../../platform/ids.ts";
import { createLog } from "../../platform/log.ts";
import { MIGRATIONS_DIRECTORY } from "../../platform/migrations.ts";
import { readStatement } from "./entries-store.ts";
import { HOLDS, LOCK, REVERSED, WRITE } from "./ledger-store.ts";
import { holdPosting, resolutionPosting, reversalPosting } from "./links.ts";
import { findBrokenChains, findUnbalancedBooks, findWrongHolds } from "./reconcile-store.ts";
import { createWriter, type Writer } from "./writer.ts";

const FILES = [
  "functions/ledger_rules.sql",
  "0060_ledger.sql",
  "1030_ledger.sql",
  "functions/ledger_write.sql",
  "functions/ledger_seals.sql",
];
const PARTITIONS = 4;

/** The same statements, with every merchant's table spread over partitions, as it would be over machines. */
function spread(statements: string): string {
  return statements
    .replaceAll(/create table (\w+) \(\n(.*?)\n\);/gs, (whole, name: string, body: string) => {
      if (!body.includes("merchant_id uuid")) return whole;
      const parts = Array.from(
        { length: PARTITIONS },
        (_, n) =>
          `create table ${name}_${n} partition of ${name} for values with (modulus ${PARTITIONS}, remainder ${n});`,
      );
      return `create table ${name} (\n${body}\n) partition by hash (merchant_id);\n${parts.join("\n")}`;
    })
    .replaceAll(/alter table \w+ set \([^)]*\);/g, "");
}

let database: TestDatabase;
let app: Database;
let writer: Writer;
const clock = createTestClock();
const ids = createIds(clock, createTestRandom());
beforeAll(async () => {
  database = await createEmptyDatabase();
  for (const name of FILES) await database.query(spread(readFileSync(join(MIGRATIONS_DIRECTORY, name), "utf8")));
  app = createDatabase({ urls: databaseUrls(database.config), log: createLog({ level: "silent" }) });
  writer = createWriter({ pool: app.openPipelines("ledger", 3), clock, ids });
});
afterAll(async () => {
  await writer.close();
  await app.close();
  await database.drop();
});

const wallet = accountCode("wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (minor: bigint) => moneyOf("USD", minor);

test("the books work with every merchant's tables spread over partitions", async () => {
  const [{ count }] = (await database.query<{ count: number }>(
    "select count(*)::int as count from pg_partitioned_table",
  )) as [{ count: number }];
  expect(count).toBeGreaterThanOrEqual(5);
  const merchants = Array.from({ length: 12 }, () => ids.next());
  await Promise.all(
    merchants.map(async (merchantId) => {
      const head = (key: string) => ({ merchantId, key, reason: "payout.settled" as const });
      await writer.post({ ...head("in"), transfers: [transfer(nostro, wallet, usd(1000n))] });
      const hold = await writer.post(holdPosting(head("hold"), wallet, usd(400n)));
      const paid = await writer.post(
        await resolutionPosting(app.db, head("pay"), hold.postingId, [{ to: nostro, amount: usd(300n) }]),
      );
      await writer.post(await reversalPosting(app.db, head("back"), paid.postingId));
      await writer.post({
        ...head("fee"),
        transfers: [transfer(wallet, nostro, usd(10n)), transfer(wallet, accountCode("house.fees", "USD"), usd(1n))],
      });
      const period = { merchantId, code: wallet, from: new Date(0), until: new Date("2100-01-01") };
      expect((await readStatement(app.db, period)).closing).toEqual(usd(989n));
    }),
  );
  expect(await findUnbalancedBooks(app.db)).toEqual([]);
  expect(await findWrongHolds(app.db)).toEqual([]);
  expect(await findBrokenChains(app.db, new Date(0))).toEqual([]);
});

test("no statement of the hot path names a table without the merchant", async () => {
  const functions = await database.query<{ source: string }>(
    "select prosrc as source from pg_proc where proname in ('ledger_lock', 'ledger_write', 'ledger_check_holds', 'ledger_check_reversals')",
  );
  expect(functions).toHaveLength(4);
  const hot = [LOCK, WRITE, HOLDS, REVERSED, ...functions.map(({ source }) => source)];
  const named = hot.flatMap((text) =>
    [...text.matchAll(/(?:from|join|into|update)\s+(?:public\.)?(ledger_\w+)(?!\w|\()/g)].map((match) => match[1]!),
  );
  expect(new Set(named)).toEqual(
    new Set(["ledger_account", "ledger_hold", "ledger_leg", "ledger_posting", "ledger_transfer"]),
  );
  const spreadTables = await database.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'merchant_id' and table_schema = 'public'",
  );
  for (const table of named) expect(spreadTables.map(({ name }) => name)).toContain(table);
  // Every condition that finds rows in them begins with the merchant.
  for (const text of hot) {
    for (const match of text.matchAll(/(?:join|update)\s+(?:public\.)?ledger_\w+ (\w+)([^;]*?)(?=\bjoin\b|;|$)/gs)) {
      expect(match[2], match[0]).toContain(`${match[1]}.merchant_id = `);
    }
  }
});
