import { createTestClock, createTestDatabase } from "@coralhub/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseUrls } from "./config.ts";
import { createDatabase } from "./db.ts";
import { createLog } from "./log.ts";
import { loosen, LONG_AGO, plant, type Values } from "./planted-rows-fixture.ts";
import { KEPT_TABLES, purge, PURGE_TERMS, SWEPT_TABLES } from "./purge.ts";

const SHOWN_PICTURE = crypto.randomUUID();
const OPEN_SESSION = { id: crypto.randomUUID(), realm: "operator", secret_hash: Buffer.alloc(32) };

/** What a row must be to go, and what an old row looks like that stays; where nothing is said every old row goes. */
const WHICH: Record<string, { goes: Values; stays: Values }> = {
  // Programs are promised thirty days; a payment's request id counts for good.
  "idempotency 90": {
    goes: { scope: "identity.login:merchant:1" },
    stays: { scope: "citicPayouts.confirm:merchant:1" },
  },
  "idempotency 30": {
    goes: { scope: "openApi.addSupplierPayee:app:1:2" },
    stays: { scope: "openApi.confirmPayout:app:1:2" },
  },
  "file 7": { goes: { purpose: "payee import" }, stays: { purpose: "license", attached_at: LONG_AGO } },
  "file 30": {
    goes: { purpose: "license", attached_at: null },
    stays: { purpose: "license", attached_at: LONG_AGO },
  },
  merchant_device_session: { goes: {}, stays: { session_id: OPEN_SESSION.id } },
  funds_merger: {
    goes: { state: "lapsed" },
    stays: { state: "merged", merged_at: LONG_AGO, posting_id: crypto.randomUUID() },
  },
  campaign_picture: { goes: {}, stays: { id: SHOWN_PICTURE } },
  price_quote: { goes: { used_at: null }, stays: { used_at: LONG_AGO } },
  export_job: { goes: { state: "expired", parts: 0 }, stays: { state: "ready", parts: 1 } },
  merchant_data_export: { goes: { content: null }, stays: { content: Buffer.from("sealed") } },
  sandbox_bank_notice: { goes: { delivered_at: LONG_AGO }, stays: { delivered_at: null } },
  sandbox_payout_plan: { goes: { done_at: LONG_AGO }, stays: { done_at: null } },
  sandbox_deposit_plan: { goes: { done_at: LONG_AGO }, stays: { done_at: null } },
  sandbox_issuer_plan: { goes: { done_at: LONG_AGO }, stays: { done_at: null } },
  sandbox_authorisation: { goes: { revoked_at: LONG_AGO }, stays: { revoked_at: null, ends_at: null } },
  sandbox_bank_payment: { goes: { arrived_at: LONG_AGO }, stays: { arrived_at: null } },
  sandbox_lender_request: { goes: { due_at: null }, stays: { due_at: LONG_AGO } },
};

const PAPER = { purpose: "license", kind: "document", size_bytes: 1, sha256: Buffer.alloc(32) };

test("fault 17: of every table with a term the old rows go, and neither a younger one nor one that is still needed", async () => {
  const server = await createTestDatabase();
  const database = createDatabase({ urls: databaseUrls(server.config), log: createLog({ level: "silent" }) });
  const clock = createTestClock();
  const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await plant(server, "session", OPEN_SESSION);
  await loosen(server, "campaign");
  await plant(server, "campaign", { content: { blocks: [{ kind: "picture", image: SHOWN_PICTURE.toUpperCase() }] } });
  for (const { table, time, days } of PURGE_TERMS) {
    await loosen(server, table);
    await server.query(`truncate ${table} cascade`);
    const { goes, stays } = WHICH[`${table} ${days}`] ?? WHICH[table] ?? { goes: {}, stays: undefined };
    await plant(server, table, { ...goes, [time]: at(days + 1) });
    await plant(server, table, { ...goes, [time]: at(days - 1) });
    if (stays) await plant(server, table, { ...stays, [time]: at(days + 1) });
    // As the application's role: it may delete wherever there is a term.
    expect([table, (await purge({ db: database.db, clock }))[table]]).toEqual([table, 1]);
    expect(await server.query(`select from ${table}`)).toHaveLength(stays ? 2 : 1);
  }
  await database.close();
  await server.drop();
});

test("fault 17: a paper that anything refers to is marked and cannot be deleted, wherever files are referred to", async () => {
  const server = await createTestDatabase();
  const unmarked = await server.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.column_name ~ 'file_ids?$' or (c.column_name = 'papers' and c.udt_name = '_uuid'))
       and c.table_name in (select tablename from pg_tables)
       and not exists (select from pg_trigger t where t.tgrelid = c.table_name::regclass and t.tgname = 'file_attached')
     order by 1`);
  // A sheet goes when it was read, though its batch names it.
  expect(unmarked.map(({ name }) => name)).toEqual(["payment_batch.file_id"]);
  const [merchantId, [used, stale, late]] = [crypto.randomUUID(), Array.from({ length: 3 }, () => crypto.randomUUID())];
  for (const id of [used, stale, late]) await plant(server, "file", { merchant_id: merchantId, id, ...PAPER });
  for (const table of ["income_evidence", "account_claim"]) await loosen(server, table);
  await plant(server, "income_evidence", { file_id: used });
  await expect(server.query("delete from file where id = $1", [used])).rejects.toThrow("is not deleted");
  await server.query("delete from file where id = $1", [stale]);
  await expect(plant(server, "income_evidence", { file_id: stale })).rejects.toThrow("is gone");
  await plant(server, "account_claim", { file_ids: [late] });
  await expect(server.query("delete from file where id = $1", [late])).rejects.toThrow("is not deleted");
  await server.drop();
});

test("fault 17: a look at pooling goes with its lines, and one that moved money cannot be deleted", async () => {
  const server = await createTestDatabase();
  for (const table of ["funds_merger", "funds_merger_line"])
    await loosen(server, table, "funds_merger_line_merchant_id_merger_id_fkey");
  const [merchant_id, looked, merged] = Array.from({ length: 3 }, () => crypto.randomUUID());
  await plant(server, "funds_merger", { merchant_id, id: looked, state: "previewed" });
  await plant(server, "funds_merger", { merchant_id, id: merged, state: "merged", merged_at: LONG_AGO });
  for (const merger_id of [looked, merged]) await plant(server, "funds_merger_line", { merchant_id, merger_id });
  await server.query("delete from funds_merger where id = $1", [looked]);
  const left = await server.query<{ id: string }>("select merger_id as id from funds_merger_line");
  expect(left).toEqual([{ id: merged }]);
  await expect(server.query("delete from funds_merger where id = $1", [merged])).rejects.toThrow("is not deleted");
  await server.drop();
});

test("fault 17: every table has a term, is kept small by a job of its own, or is kept on purpose", async () => {
  const server = await createTestDatabase();
  const rows = await server.query<{ name: string }>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'card_vault')
     where c.relkind in ('r', 'p') and not c.relispartition`);
  await server.drop();
  const named = [
    ...new Set(PURGE_TERMS.map(({ table }) => table)),
    ...Object.values(SWEPT_TABLES).flat(),
    ...Object.values(KEPT_TABLES).flat(),
  ];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("fault 17: the page on security says how long every table is kept", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/security.md"), "utf8");
  const part = page.split("## How long things are kept")[1]!.split("\n## ")[0]!;
  const terms = [...part.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(([, table, days]) => [table, Number(days)]);
  expect(terms).toEqual(PURGE_TERMS.map(({ table, days }) => [table, days]));
  const lists = [...part.matchAll(/^\| ([^`|]+?) +\| (`.+?) +\|$/gm)].map(([, why, tables]) => [
    why,
    [...tables!.matchAll(/`([\w.]+)`/g)].map(([, table]) => table),
  ]);
  expect(lists).toEqual([...Object.entries(SWEPT_TABLES), ...Object.entries(KEPT_TABLES)]);
});
