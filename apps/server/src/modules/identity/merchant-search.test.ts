import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../platform/index.ts";
import { searchMerchants, searchQuery } from "./merchant-search-store.ts";

let database: TestDatabase;
let platform: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(database.config);
  await database.query(
    `with made as (
       insert into merchant (merchant_id, user_no, invitation_code, source, contact_name, registered_at)
       select gen_random_uuid(), 'U' || lpad(n::text, 8, '0'), 'I' || n, 'website',
         case when n % 400 = 0 then '沈砚' || n else 'Merchant ' || n end, now() - make_interval(mins => n)
       from generate_series(1, 2000) as n returning merchant_id, user_no)
     insert into merchant_user (merchant_id, person_id, role, mobile, email, password_hash, password_changed_at, joined_at)
     select merchant_id, gen_random_uuid(), 'owner', '139' || substr(user_no, 2), md5(user_no) || '@shop.example', '',
       now(), now() from made`,
  );
  await database.query("analyze merchant");
  await database.query("analyze merchant_user");
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const found = (text: string, limit = 50) => searchMerchants(platform.db, text, limit);

test("any part of a number, address, user number or name finds its merchants, newest first; signs mean themselves", async () => {
  expect((await found("00001234")).map(({ userNo }) => userNo)).toEqual(["U00001234"]);
  expect((await found("沈砚", 3)).map(({ contactName }) => contactName)).toEqual(["沈砚400", "沈砚800", "沈砚1200"]);
  expect(await found("merchant 1999")).toHaveLength(1);
  expect(await found("%")).toEqual([]);
  const [newest] = await found("", 1);
  expect(newest).toMatchObject({ userNo: "U00000001" });
  expect(await found(newest!.merchantId)).toEqual([newest]);
});

test.each(["00001234", "沈砚1200", "no-such@shop.example"])("%s is looked up, not walked for", async (text) => {
  const { rows } = await sql<{ plan: string }>`explain ${searchQuery(text, 50)}`.execute(platform.db);
  const plan = rows.map((row) => Object.values(row)[0]).join("\n");
  expect(plan).toContain("merchant_search");
  expect(plan).not.toContain("Seq Scan");
});
