import { createTestClock, createTestDatabase } from "@coralhub/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseUrls } from "./config.ts";
import { createDatabase } from "./db.ts";
import { createLog } from "./log.ts";
import { purge, PURGE_TERMS } from "./purge.ts";

test("growth: what has had its time is deleted, by terms, and nothing younger", async () => {
  const server = await createTestDatabase();
  const database = createDatabase({ urls: databaseUrls(server.config), log: createLog({ level: "silent" }) });
  const clock = createTestClock();
  const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const remember = (key: string, age: number) =>
    server.query("insert into idempotency (scope, key, fingerprint, created_at) values ('s', $1, 'f', $2)", [
      key,
      at(age),
    ]);
  await remember("old-record", 91);
  await remember("young-record", 89);
  const quote = (age: number, used: boolean) =>
    server.query(
      `insert into price_quote (merchant_id, id, kind, content, created_at, expires_at, used_at, used_for)
       values (gen_random_uuid(), gen_random_uuid(), 'fee', '{}', $1, $1::timestamptz + interval '30 s', $2, $3)`,
      [at(age), used ? at(age) : null, used ? "payout" : null],
    );
  await quote(8, false);
  await quote(8, true);
  await quote(6, false);
  const gone = await purge({ db: database.db, clock });
  expect(gone).toMatchObject({ idempotency: 1, price_quote: 1 });
  expect(Object.keys(gone)).toEqual(PURGE_TERMS.map(({ table }) => table));
  expect(await server.query("select key from idempotency")).toEqual([{ key: "young-record" }]);
  expect(await server.query("select from price_quote")).toHaveLength(2);
  await database.close();
  await server.drop();
});

test("the page on security names every term", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/security.md"), "utf8");
  for (const { table, days } of PURGE_TERMS) expect(page).toMatch(new RegExp(`\\| \`${table}\` +\\| ${days} `));
});
