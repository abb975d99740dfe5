import {
  orderDeskEndpoints as office,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
  type Endpoint,
} from "@coralhub/contract";
import { z } from "zod";
import { parseMoney } from "@coralhub/domain";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { certified, incomeOf, openAccount, payIn, until } from "../income/income-fixture.ts";
import { amazonNumber, ended, fileOf, quotaOf, template, upload } from "./orders-fixture.ts";
import { reasonsQuery, releaseQuery } from "./rows-store.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());

const UNKNOWN = { reason: "not_found" };
const all: Record<string, Endpoint> = { ...calls, ...gateway };
/** Calls that name something of somebody, by what they call it. */
const naming = (field: string): string[] =>
  Object.entries(all)
    .filter(([, { input }]) => input instanceof z.ZodObject && field in input.shape)
    .map(([name]) => name)
    .toSorted();

test("every call of orders knows only the merchant's own deliveries, orders, files, stores, incomes and payments", async () => {
  const [owner, stranger] = [await certified(desk), await certified(desk)];
  const account = await openAccount(desk, owner, {});
  const { reference } = await payIn(desk, account.number, "100.00");
  await until(async () => ((await incomeOf(desk, owner, reference)).state === "credited" ? true : undefined));
  const incomeId = (await incomeOf(desk, owner, reference)).id;
  const day = new Date(desk.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
  const sheet = template([
    [amazonNumber(900_001), day, "USD", "900.00", "杯子", "US", "S-1"],
    [amazonNumber(900_002), day, "USD", "-1", "杯子", "US", ""],
  ]);
  const id = await upload(desk, owner, fileOf(sheet), { merchantsId: account.storeId });
  await ended(desk, owner, id);
  const ref = { merchantId: owner.userId, id };
  const open = await desk.call(office.orderCaseRows, ref, desk.reviewer);
  await desk.call(
    office.decideOrders,
    { ...ref, orderIds: open.map((row) => row.id), decision: "pass" },
    desk.reviewer,
  );
  const { rows, fileId } = await desk.call(gateway.analysisSnapshot, { id }, owner);
  const passed = rows.find(({ state }) => state === "passed")!;
  const failed = rows.find(({ state }) => state === "failed")!;
  const paper = fileOf(sheet, "b.csv");
  const before = [await desk.call(gateway.analysisSnapshot, { id }, owner), await quotaOf(desk, owner)];

  // Whatever is asked for by the number of somebody else's is as if it were nowhere.
  const typed = { orderNumber: amazonNumber(900_003), orderedAt: day, currency: "USD", amount: "1.00", goods: "杯子" };
  const bound = { incomeId, orderIds: [passed.id], reason: "结算单" };
  const platform = { platformCode: "AMAZON", excelType: "template" } as const;
  const foreign = { file: paper, ...platform };
  const tries: Record<string, () => Promise<unknown>> = {
    uploadRecord: () => desk.call(calls.uploadRecord, { id }, stranger),
    failureReport: () => desk.call(calls.failureReport, { id }, stranger),
    rejectedRows: () => desk.call(calls.rejectedRows, { id }, stranger),
    order: () => desk.call(calls.order, { id: passed.id }, stranger),
    repairOrder: () => desk.call(calls.repairOrder, { id: failed.id, given: { amount: "5.00" } }, stranger),
    analysisStatus: () => desk.call(gateway.analysisStatus, { id }, stranger),
    analysisSnapshot: () => desk.call(gateway.analysisSnapshot, { id }, stranger),
    analysisDocument: () => desk.call(gateway.analysisDocument, { id }, stranger),
    cancelAnalysis: () => desk.call(gateway.cancelAnalysis, { id }, stranger),
    vaOrder: () => desk.call(gateway.vaOrder, { id: incomeId }, stranger),
    boundOrders: () => desk.call(gateway.boundOrders, { incomeId }, stranger),
    freeOrders: () => desk.call(gateway.freeOrders, { incomeId }, stranger),
    bindOrders: () => desk.call(gateway.bindOrders, bound, stranger),
    bindOffer: () => desk.call(gateway.bindOffer, { incomeId, offer: "0".repeat(64) }, stranger),
    analyseFile: () => desk.call(calls.analyseFile, { ...foreign, merchantsId: account.storeId }, stranger),
    uploadOrders: () => desk.call(calls.uploadOrders, { ...foreign, merchantsId: account.storeId }, stranger),
    typeOrders: () =>
      desk.call(
        calls.typeOrders,
        { platformCode: "AMAZON", merchantsId: account.storeId, rows: [typed], papers: [] },
        stranger,
      ),
    syncOrders: () => desk.call(calls.syncOrders, { merchantsId: account.storeId }, stranger),
    applyAnalysis: () => desk.call(gateway.applyAnalysis, { ...platform, fileId: fileId! }, stranger),
    downloadMetadata: () => desk.call(gateway.downloadMetadata, { fileId: fileId! }, stranger),
    bigcommerceBindSerial: () => desk.call(calls.bigcommerceBindSerial, { incomeId, serial: "S-1" }, stranger),
    threeCartBindSerial: () => desk.call(calls.threeCartBindSerial, { incomeId, serial: "S-1" }, stranger),
    dhgateBindSerial: () => desk.call(calls.dhgateBindSerial, { incomeId, serial: "S-1" }, stranger),
    shopifyBindSerial: () => desk.call(calls.shopifyBindSerial, { incomeId, serial: "S-1" }, stranger),
    ebayBindSerial: () => desk.call(calls.ebayBindSerial, { incomeId, serial: "S-1" }, stranger),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    await expect(attempt(), name).rejects.toMatchObject(UNKNOWN);
  }
  // As of an order that was never bound: it does not say whether there is one.
  await expect(desk.call(gateway.unbindOrders, bound, stranger)).rejects.toMatchObject({ reason: "order.not_bound" });
  const all = { incomeId, reason: "结算单" };
  await expect(desk.call(gateway.unbindAll, all, stranger)).rejects.toMatchObject({ reason: "order.not_bound" });
  // Lists and uses answer with nothing of it.
  expect((await desk.call(calls.orderPreview, { uploadId: id }, stranger)).records).toEqual([]);
  expect(await desk.call(calls.quotaUse, { id: incomeId }, stranger)).toEqual([]);
  expect((await desk.call(calls.quotaUseOrders, { useId: incomeId }, stranger)).records).toEqual([]);
  const papers = [{ fileId: fileId!, kind: "contract" as const }];
  await expect(
    desk.call(calls.typeOrders, { platformCode: "AMAZON", rows: [typed], papers }, stranger),
  ).rejects.toMatchObject(UNKNOWN);
  await expect(upload(desk, stranger, paper, { corrects: id })).rejects.toMatchObject(UNKNOWN);
  // One's own income with somebody else's orders, and the other way round.
  const own = await openAccount(desk, stranger, {});
  const { reference: theirs } = await payIn(desk, own.number, "50.00");
  const mine = (await incomeOf(desk, stranger, theirs)).id;
  await expect(desk.call(gateway.bindOrders, { ...bound, incomeId: mine }, stranger)).rejects.toMatchObject(UNKNOWN);

  // No call that names something is left out.
  const tried = new Set([
    ...Object.keys(tries),
    "unbindOrders",
    "unbindAll",
    "orderPreview",
    "quotaUse",
    "quotaUseOrders",
  ]);
  for (const field of ["id", "uploadId", "fileId", "merchantsId", "incomeId", "useId", "orderIds"])
    expect(
      naming(field).filter((name) => !tried.has(name)),
      field,
    ).toEqual([]);
  expect([await desk.call(gateway.analysisSnapshot, { id }, owner), await quotaOf(desk, owner)]).toEqual(before);
  expect((await desk.call(gateway.vaOrder, { id: incomeId }, owner)).amount).toEqual(parseMoney("100.00", "USD"));
}, 180_000);

test("the desk opens the file a delivery came as and no other's, and passes a part of an order", async () => {
  const owner = await certified(desk);
  const { storeId } = await openAccount(desk, owner, {});
  const day = new Date(desk.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
  const deliver = async (at: number) => {
    const text = template([[amazonNumber(at), day, "USD", "900.00", "杯子", "US", ""]]);
    const id = await upload(desk, owner, fileOf(text), { merchantsId: storeId });
    const { fileId } = await ended(desk, owner, id);
    return { text, ref: { merchantId: owner.userId, id }, fileId: fileId! };
  };
  const [one, other] = [await deliver(900_010), await deliver(900_011)];
  const { blob } = await desk.call(office.orderPaper, { ...one.ref, fileId: one.fileId }, desk.reviewer);
  expect(await blob.text()).toBe(one.text);
  await expect(desk.call(office.orderPaper, { ...one.ref, fileId: other.fileId }, desk.reviewer)).rejects.toMatchObject(
    UNKNOWN,
  );
  const [row] = await desk.call(office.orderCaseRows, one.ref, desk.reviewer);
  const part = (text: string) => ({
    ...one.ref,
    orderIds: [row!.id],
    decision: "pass" as const,
    part: parseMoney(text, "USD"),
  });
  await expect(desk.call(office.decideOrders, part("900.01"), desk.reviewer)).rejects.toMatchObject({
    reason: "order.part_too_much",
  });
  await desk.call(office.decideOrders, part("250.00"), desk.reviewer);
  expect(await quotaOf(desk, owner)).toMatchObject({ available: parseMoney("250.00", "USD") });
});

test("of the money that wants orders, what still lacks some is chosen by the server", async () => {
  const owner = await certified(desk);
  const { number, storeId } = await openAccount(desk, owner, {});
  const [covered, lacking] = [await payIn(desk, number, "90.00"), await payIn(desk, number, "40.00")];
  const day = new Date(desk.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
  const text = template([[amazonNumber(900_020), day, "USD", "500.00", "杯子", "US", ""]]);
  const id = await upload(desk, owner, fileOf(text), { merchantsId: storeId });
  await ended(desk, owner, id);
  const ref = { merchantId: owner.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((row) => row.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  const incomeId = (await incomeOf(desk, owner, covered.reference)).id;
  await desk.call(gateway.bindOrders, { incomeId, orderIds, reason: "结算单" }, owner);
  const found = async (...missing: ("lacking" | "complete")[]) => {
    const { records, total } = await desk.call(calls.orderFunds, { filters: { missing } }, owner);
    return { total, references: records.map(({ reference }) => reference) };
  };
  expect(await found("lacking")).toEqual({ total: 1, references: [lacking.reference] });
  expect(await found("complete")).toEqual({ total: 1, references: [covered.reference] });
  expect(await found()).toMatchObject({ total: 2 });
  expect(await found("lacking", "complete")).toMatchObject({ total: 2 });
});

test("a number is let go of where it stands, without looking through everybody's", async () => {
  await desk.database.query(
    `insert into order_claim (scope, order_number, owner_id, order_id)
     select 'AMAZON', 'planted-' || n, gen_random_uuid(), gen_random_uuid() from generate_series(1, 20000) n`,
  );
  await desk.database.query("analyze order_claim");
  const { ids, database } = desk.app.platform;
  const { rows } = await sql<object>`explain ${releaseQuery(ids.next(), [ids.next()])}`.execute(database.db);
  const plan = rows.map((row) => String(Object.values(row)[0])).join("\n");
  expect(plan).not.toContain("Seq Scan on order_claim");
  expect(plan).toMatch(/Index Cond: .*scope = ANY.*order_number = /);
});

test("why orders were refused is counted without looking at those that passed", async () => {
  const owner = await certified(desk);
  const id = await upload(
    desk,
    owner,
    fileOf(template([[amazonNumber(900_040), "2026-13-01", "USD", "5.00", "杯子", "US", ""]])),
  );
  await ended(desk, owner, id);
  // One in twenty is refused; they came over more than a year.
  await desk.database.query(
    `insert into trade_order (merchant_id, id, upload_id, line, platform, order_number, ordered_at, currency, amount_minor, given,
       findings, state, created_at, changed_at)
     select $1, gen_random_uuid(), $2, n + 1000, 'AMAZON', 'planted-' || n, now(), 'USD', 100, '{}',
       case when n % 20 = 0 then '{dateTooOld}'::text[] else '{}' end, case when n % 20 = 0 then 'failed' else 'passed' end,
       now() - make_interval(hours => n, mins => -30), now()
     from generate_series(1, $3::int) n`,
    [owner.userId, id, 10_000],
  );
  await desk.database.query("analyze trade_order");
  const { database, clock } = desk.app.platform;
  const since = new Date(clock.now().getTime() - 90 * 86_400_000);
  const { rows } = await sql<object>`explain ${reasonsQuery(since)}`.execute(database.db);
  const plan = rows.map((row) => String(Object.values(row)[0])).join("\n");
  expect(plan).not.toContain("Seq Scan on trade_order");
  expect(plan).toContain("trade_order_found");
  const reasons = await desk.call(office.orderReasons, {}, desk.reviewer);
  expect(reasons.find(({ label }) => label.includes("超过一年"))?.count).toBe((90 * 24) / 20);
});
