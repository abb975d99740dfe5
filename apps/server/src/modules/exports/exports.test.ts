import { incomeList, exportEndpoints, incomeEndpoints, messageEndpoints } from "@coralhub/contract";
import { exportLifecycle, formatMoney, incomeLifecycle, toShanghaiTime } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectIncomes } from "../income/index.ts";
import { startRecords, type Account, type Records } from "../income/records/records-fixture.ts";

const calls = { ...exportEndpoints, ...incomeEndpoints };

let world: Records;
let merchant: TestMerchant;
let other: TestMerchant;
let usd: Account;

const FORMULA = '=HYPERLINK("http://evil.example","x")';
beforeAll(async () => {
  world = await startRecords();
  [merchant, other] = [await world.merchant(), await world.merchant()];
  usd = await world.account(merchant, "USD", "834022174402");
  const jpy = await world.account(merchant, "JPY", "5520");
  const shop = await world.store(merchant, '南屿, "优选"', usd);
  await world.income({ account: usd, reference: "R1", amount: "1234567.80", storeId: shop });
  await world.income({ account: usd, reference: "R2", payer: FORMULA, state: "abnormal" });
  await world.income({ account: usd, reference: "R3", payer: "＋SUM(A1)", amount: "0.05" });
  await world.income({ account: jpy, reference: "R4", amount: "612000", payer: "-1+1\n第二行", platform: null });
});
afterAll(() => world.close());

const download = async (over: object = {}, who = merchant) =>
  (await world.server.call(calls.exportIncomes, { filters: {}, ...over }, who)).blob;
const csvRows = (text: string) => parse(text, { bom: true });
const jobs = (who = merchant) => world.server.call(calls.exportJobs, {}, who);
const start = (over: object = {}, who = merchant) =>
  world.server.call(calls.startExport, { filters: {}, ...over }, who);
const until = async (
  id: string,
  wanted: (job: Awaited<ReturnType<typeof jobs>>[number]) => boolean,
  who = merchant,
) => {
  for (const deadline = Date.now() + 20_000; ; await sleep(10)) {
    const job = (await jobs(who)).find((one) => one.id === id)!;
    if (wanted(job)) return job;
    if (Date.now() > deadline) throw new Error(`the export stays ${job.state}`);
  }
};
const ended = (id: string, who = merchant) =>
  until(id, ({ state }) => !exportLifecycle.actions.cancel.from.includes(state), who);
const fetchJob = (id: string, who = merchant) => world.server.call(calls.downloadExport, { id }, who);

test("the file says what the screen says, with the same filters", async () => {
  const { records } = await world.server.call(calls.incomes, { fromCurrencyList: ["USD"] }, merchant);
  const [header, ...rows] = csvRows(await (await download({ fromCurrencyList: ["USD"] })).text());
  expect(header!.slice(0, 2)).toEqual(["流水号", "付款时间"]);
  expect(rows.map((row) => Object.fromEntries(row.map((cell, at) => [header![at]!, cell] as const)) as object)).toEqual(
    records.map((row): unknown =>
      expect.objectContaining({
        流水号: row.transactionOrderId,
        付款时间: toShanghaiTime(row.createdAt),
        平台: "Amazon",
        店铺: row.storeName ?? "",
        金额: formatMoney(row.amount),
        金额币种: "USD",
        手续费: formatMoney(row.fee),
        已红冲: formatMoney(row.takenBack),
        状态: incomeLifecycle.states[row.state].label,
      }),
    ),
  );
  expect(csvRows(await (await download({}, other)).text())).toHaveLength(1);
  // Rows chosen by hand, and nobody else's.
  const chosen = records.slice(1, 3);
  const [, ...some] = csvRows(await (await download({ ids: chosen.map(({ id }) => id) })).text());
  expect(some.map(([reference]) => reference)).toEqual(chosen.map((row) => row.transactionOrderId));
  expect(csvRows(await (await download({ ids: [chosen[0]!.id] }, other)).text())).toHaveLength(1);
});

test("while two files are being read, a third is told to come back, in words and not in a broken file", async () => {
  const { database, lists } = world.server.app.platform;
  const source = await selectIncomes(database, merchant.userId, { filters: {} });
  const reading = [1, 2].map(() => {
    const { body } = lists.export({ ownerId: merchant.userId }, incomeList, source, {});
    return (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  });
  for (const reader of reading) await reader.next();
  await expect(download()).rejects.toMatchObject({ reason: "server.busy", status: 503 });
  for (const reader of reading) await reader.return!();
  expect(csvRows(await (await download()).text())).toHaveLength(5);
});

test("what looks like a formula is only text, in both formats", async () => {
  const text = await (await download()).text();
  const cells = csvRows(text).flat();
  expect(cells).toContain(`'${FORMULA}`);
  expect(cells).toContain("'＋SUM(A1)");
  expect(cells).toContain("'-1+1\n第二行");

  const workbook = await readXlsx(new Uint8Array(await (await download({ format: "xlsx" })).arrayBuffer()));
  const sheet = workbook.sheets[0]!;
  expect(JSON.stringify(sheet)).not.toContain('"formula"');
  expect(sheet.rows.flat()).toContain(`'${FORMULA}`);
  const amounts = sheet.rows[0]!.indexOf("金额");
  expect(sheet.rows.slice(1).map((row) => row[amounts])).toEqual(
    csvRows(text)
      .slice(1)
      .map((row) => Number(row[amounts])),
  );
});

test("a prepared file is the same file; it is the merchant's own and expires", async () => {
  const { id } = await start({ fromCurrencyList: ["USD"] });
  expect(await ended(id)).toMatchObject({ state: "ready", rowsDone: 3, rowsTotal: 3, format: "csv" });
  const file = await fetchJob(id);
  expect(await file.blob.text()).toBe(await (await download({ fromCurrencyList: ["USD"] })).text());
  expect(file.fileName).toMatch(/^收款明细-\d{4}-\d\d-\d\d\.csv$/);
  await expect(fetchJob(id, other)).rejects.toMatchObject({ reason: "not_found" });
  expect(await jobs(other)).toEqual([]);
  const { records } = await world.server.call(messageEndpoints.messages, {}, merchant);
  expect(records.filter(({ link }) => link?.path === "/bigIncome/exports")).toMatchObject([
    { title: "收款明细已导出，3 笔", body: expect.stringContaining(file.fileName) as string },
  ]);
  await expect(world.server.call(calls.cancelExport, { id }, other)).rejects.toMatchObject({ reason: "not_found" });
  await expect(world.server.call(calls.cancelExport, { id }, merchant)).rejects.toMatchObject({
    reason: "export.ended",
  });
  await world.server.database.query("update export_job set expires_at = now() - interval '1 day' where id = $1", [id]);
  await expect(fetchJob(id)).rejects.toMatchObject({ reason: "export.gone" });
});

test("wrong filters are refused before anything is prepared", async () => {
  await expect(start({ beginTime: "2026-02-30" })).rejects.toMatchObject({ reason: "input.invalid" });
});

test("an export that breaks off is told as such, once, and leaves nothing behind", async () => {
  const broken = await world.merchant();
  await world.income({ account: await world.account(broken, "USD", "77"), reference: "B1" });
  const { id } = await world.server.call(calls.startExport, { filters: {} }, broken);
  await ended(id, broken);
  // The worker died, and what it finds on its second start cannot be read any more.
  await world.server.database.query(
    `update export_job set state = 'running', expires_at = null, selection = '{"filters": 1}' where id = $1`,
    [id],
  );
  const { platform } = world.server.app;
  for (const key of ["again", "and again"]) {
    await platform.database.transaction((tx) =>
      platform.jobs.send(tx, "exports.export-incomes", { merchantId: broken.userId, id }, { key }),
    );
  }
  expect(await ended(id, broken)).toMatchObject({ state: "failed" });
  const { records } = await world.server.call(messageEndpoints.messages, {}, broken);
  const told = records.filter(({ title }) => title === "收款明细没有导出完成");
  expect(told).toMatchObject([{ link: { path: "/bigIncome/exports" } }]);
});

test("a long export tells how far it is; cancelled on the way it stops and leaves nothing behind", async () => {
  const busy = await world.merchant();
  const account = await world.account(busy, "USD", "1");
  await world.server.database.query(
    `insert into income (merchant_id, id, receiving_account_id, platform, payer_name, currency, amount_minor, rail, rail_reference,
       state, announced_at, changed_at)
     select $1, gen_random_uuid(), $2, 'AMAZON', repeat('PAYER ', 150), 'USD', n, 'bank', 'L' || n, 'announced',
       timestamptz '2026-01-01' + n * interval '1 minute', now() from generate_series(1, 40000) n`,
    [busy.userId, account.id],
  );
  const { id } = await start({}, busy);
  const running = await until(id, ({ state, rowsDone }) => state === "running" && rowsDone > 0, busy);
  expect(running.rowsTotal).toBe(40_000);
  await expect(fetchJob(id, busy)).rejects.toMatchObject({ reason: "export.not_ready" });
  await world.server.call(calls.cancelExport, { id }, busy);
  expect(await ended(id, busy)).toMatchObject({ state: "cancelled" });
  await world.server.call(calls.cancelExport, { id }, busy);
  await expect(fetchJob(id, busy)).rejects.toMatchObject({ reason: "export.gone" });
  const left = () =>
    readdirSync(join(world.server.config.dataDir, "files"), { recursive: true }).filter((name) =>
      String(name).includes(id),
    );
  for (let tries = 0; left().length > 0 && tries < 200; tries++) await sleep(20);
  expect(left()).toEqual([]);
  expect((await jobs(busy)).find((job) => job.id === id)!.rowsDone).toBeLessThan(40_000);
});
