import { defineList, filter, listInput, money, wireTime, type FileReply, type ListInput } from "@coralhub/contract";
import { defineLifecycle } from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createPlatform, type Platform } from "./index.ts";
import type { ListSource } from "./list-query.ts";

const lifecycle = defineLifecycle({
  name: "parcel",
  initial: "packed",
  states: { packed: { label: "已打包", tone: "info" }, sent: { label: "已发出", tone: "success" } },
  groups: { open: ["packed"], moving: [], ended: ["sent"] },
  actions: { send: { label: "发出", from: ["packed"], to: "sent", by: "merchant" } },
});
const spec = defineList({
  title: "包裹",
  row: z.object({
    id: z.string(),
    note: z.string(),
    value: money,
    state: z.enum(["packed", "sent"]),
    day: z.string(),
    createdAt: wireTime,
    pieces: z.number(),
  }),
  columns: {
    createdAt: { header: "时间", as: "time" },
    note: { header: "备注, 说明" },
    value: { header: "货值", as: "money" },
    state: { header: "状态", as: "state", lifecycle },
    pieces: { header: "件数" },
  },
  filters: {
    state: filter.state("状态", lifecycle),
    createdAt: filter.dateRange("时间"),
    note: filter.text("备注"),
    id: filter.text("编号", "exact"),
  },
  sort: ["createdAt", "value"],
});
const source: ListSource<typeof spec.row> = {
  from: sql`parcel p`,
  owner: sql`p.merchant_id`,
  id: sql`p.id`,
  columns: {
    id: sql`p.id`,
    note: sql`p.note`,
    value: { minor: sql`p.minor`, currency: sql`p.currency` },
    state: sql`p.state`,
    day: sql`p.created_at`,
    createdAt: sql`p.created_at`,
    pieces: sql`p.pieces`,
  },
};
const MINE = "0193a000-0000-7000-8000-000000000001";
const THEIRS = "0193a000-0000-7000-8000-000000000002";
const mine = { ownerId: MINE };
const all = { scope: "all" } as const;

let database: TestDatabase;
let platform: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(database.config);
  await database.query(`
    create table parcel (merchant_id uuid, id uuid, note text, minor bigint, currency text, state text, created_at timestamptz, pieces bigint, primary key (merchant_id, id));
    create index on parcel (merchant_id, created_at desc, id desc);
    grant select on parcel to coralhub_app;
    insert into parcel select case when n % 5 = 0 then '${THEIRS}'::uuid else '${MINE}'::uuid end, ('0193a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      'note ' || n, n * 101, case when n % 2 = 0 then 'USD' else 'JPY' end, case when n % 3 = 0 then 'sent' else 'packed' end,
      -- Five rows share each microsecond, so that order depends on the tie-breaker and on the microsecond.
      timestamptz '2026-11-15 00:00:00+08' + (n / 5) * interval '1 microsecond', n from generate_series(1, 200) n;`);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const ask = (input: Partial<ListInput> & Record<string, unknown> = {}): ListInput => listInput(spec).parse(input);
const page = (input?: Partial<ListInput> & Record<string, unknown>, scope: typeof mine | typeof all = mine) =>
  platform.lists.page(scope, spec, source, ask(input));
const text = async ({ body }: FileReply) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test("a row comes as its schema says: exact money, moments, numbers", async () => {
  const { records, total, pageNo, pageSize } = await page();
  expect({ total, pageNo, pageSize }).toEqual({ total: 160, pageNo: 1, pageSize: 10 });
  expect(records[0]).toEqual({
    id: "0193a000-0000-7000-8000-000000000199",
    note: "note 199",
    value: { currency: "JPY", minor: 20_099n },
    state: "packed",
    day: "2026-11-15 00:00:00",
    createdAt: new Date("2026-11-14T16:00:00.000Z"),
    pieces: 199,
  });
});

test("only the owner's rows, unless an operator's list says all", async () => {
  const seen = await page({ pageSize: 100 });
  expect(seen.records.every(({ pieces }) => pieces % 5 !== 0)).toBe(true);
  expect((await page({ pageSize: 100 }, all)).total).toBe(200);
  expect(
    await platform.lists.page({ ownerId: "0193a000-0000-7000-8000-00000000dead" }, spec, source, ask()),
  ).toMatchObject({ records: [], total: 0 });
});

test.each([
  { sort: "createdAt", order: "desc" },
  { sort: "createdAt", order: "asc" },
  { sort: "value", order: "desc" },
] as const)("by cursor every row comes exactly once: %j", async (by) => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await page({ ...by, cursor, pageSize: 20 });
    seen.push(...answer.records.map(({ pieces }) => pieces));
    cursor = answer.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(160);
  expect(seen).toEqual(seen.toSorted((a, b) => (by.order === "asc" ? a - b : b - a)));
});

test("page numbers and cursors show the same rows; a deep page number is refused, not scanned", async () => {
  const first = await page();
  const byNumber = await page({ pageNo: 2 });
  const byCursor = await page({ pageNo: 2, cursor: first.nextCursor });
  expect(byCursor).toEqual(byNumber);
  expect(await page({ pageNo: 50 })).toMatchObject({ records: [], total: 160 });
  await expect(page({ pageNo: 1_001 })).rejects.toMatchObject({
    reason: "input.invalid",
    fields: { pageNo: "页码太大，请用筛选条件缩小范围，或逐页向后翻" },
  });
});

test("a cursor works for its list, owner and order only, and only unchanged", async () => {
  const cursor = (await page()).nextCursor!;
  const refused = { reason: "input.invalid", fields: { cursor: "翻页位置已失效，请回到第一页" } };
  await expect(page({ cursor }, all)).rejects.toMatchObject(refused);
  await expect(page({ cursor, order: "asc" })).rejects.toMatchObject(refused);
  await expect(page({ cursor, sort: "value" })).rejects.toMatchObject(refused);
  for (const broken of ["", "x", `${cursor}x`, cursor.slice(2), "A".repeat(200)])
    await expect(page({ cursor: broken }), broken).rejects.toMatchObject(refused);
});

test("filters: states, part of a text taken literally, exact text, days", async () => {
  expect((await page({ filters: { state: ["sent"] } })).total).toBe(53);
  expect((await page({ filters: { state: ["sent", "packed"] } })).total).toBe(160);
  expect((await page({ filters: { state: [] } })).total).toBe(160);
  expect((await page({ filters: { note: "NOTE 19" } })).records.map(({ pieces }) => pieces)).toEqual([
    199, 198, 197, 196, 194, 193, 192, 191, 19,
  ]);
  for (const note of ["%", "_", "\\", "' or true --"]) expect((await page({ filters: { note } })).total, note).toBe(0);
  expect((await page({ filters: { id: "0193a000-0000-7000-8000-000000000007" } })).total).toBe(1);
  expect((await page({ filters: { id: "not a uuid" } })).total).toBe(0);
  expect((await page({ filters: { createdAt: { begin: "2026-11-15", end: "2026-11-15" } } })).total).toBe(160);
  expect((await page({ filters: { createdAt: { end: "2026-11-14" } } })).total).toBe(0);
  await expect(page({ filters: { createdAt: { begin: "2026-02-30" } } })).rejects.toMatchObject({
    fields: { createdAt: "日期格式应为 2026-11-15" },
  });
  await expect(page({ filters: { note: "a\0b" } })).rejects.toMatchObject({ reason: "input.invalid" });
});

test("counting stops at ten thousand", async () => {
  const endless = { ...source, from: sql`parcel p cross join generate_series(1, 100) g` };
  expect((await platform.lists.page(mine, spec, endless, ask())).total).toBe(10_000);
});

test("a list's own condition holds besides the owner's", async () => {
  const sent = { ...source, where: sql`p.state = 'sent' or p.state = 'nowhere'` };
  expect((await platform.lists.page(mine, spec, sent, ask())).total).toBe(53);
});

test("the export has the page's rows in the page's words", async () => {
  const reply = platform.lists.export(mine, spec, source, { note: "note 19" });
  expect(reply.contentType).toBe("text/csv; charset=utf-8");
  expect(reply.fileName).toMatch(/^包裹-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await text(reply)).split("\n");
  expect(lines[0]).toBe('\uFEFF时间,"备注, 说明",货值,货值币种,状态,件数');
  expect(lines.slice(1, 3)).toEqual([
    "2026-11-15 00:00:00,note 199,20099,JPY,已打包,199",
    "2026-11-15 00:00:00,note 198,199.98,USD,已发出,198",
  ]);
  expect(lines).toHaveLength(11);
});

test("cells that a spreadsheet would run are made harmless; values with quotes and traps stay values", async () => {
  const notes = [
    "=1+1",
    "+86",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "＝1",
    'he said "hi"',
    "$1 \\ ' ; drop table parcel",
    "ordinary",
  ];
  await database.query(
    "insert into parcel select $1, gen_random_uuid(), n, -5, 'USD', 'sent', '2026-12-01 08:00+08', 1 from unnest($2::text[]) n",
    [THEIRS, notes],
  );
  const body = await text(
    platform.lists.export({ ownerId: THEIRS }, spec, source, { createdAt: { begin: "2026-11-16" } }),
  );
  const cells = body.split("\n");
  for (const note of notes.slice(0, 6)) expect(body).toContain(`,'${note},-0.05`);
  expect(body).toContain('"he said ""hi"""');
  expect(body).toContain("$1 \\ ' ; drop table parcel");
  expect(cells.length).toBe(notes.length + 2);
  expect(await text(platform.lists.export(mine, spec, source, { note: "' || pg_sleep(5) || '" }))).toMatch(
    /^[^\n]*\n$/,
  );
});

test("at most two exports at once, the places are given back, also by readers who leave", async () => {
  const many = { ...source, from: sql`parcel p cross join generate_series(1, 5000) g` };
  const ask = () =>
    (platform.lists.export(mine, spec, many, {}).body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  // All asked for before anybody reads: what counts is who holds a connection.
  const readers = [ask(), ask(), ask()];
  const begun = await Promise.allSettled(readers.map((reader) => reader.next()));
  expect(begun.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  await expect(ask().next()).rejects.toMatchObject({ reason: "server.busy" });
  for (const reader of readers) await reader.return!();
  expect(await text(platform.lists.export(mine, spec, source, { note: "note 199" }))).toContain("note 199");
});
