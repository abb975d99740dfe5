import {
  connectionEndpoints,
  orderDeskEndpoints as office,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, incomeOf, openAccount, payIn, until } from "../income/income-fixture.ts";
import { agreeFor } from "../stores/connections/consent-fixture.ts";
import { MarketplaceError, type Trade } from "../../rails/marketplaces/index.ts";
import { dropRows } from "./drop-rows.ts";
import { consumeMoves, reserveMove } from "./move-quota.ts";
import { fileOf, ended, quotaOf, readingDeps, upload, whole, within, type Reader } from "./orders-fixture.ts";
import { joinGaps, piecesToRead } from "./reading-periods.ts";
import { report, SHOPIFY } from "./report-forms-fixture.ts";
import { settleForsaken, syncStore } from "./sync-stores.ts";

const DAY_MS = 86_400_000;
const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let merchant: TestMerchant;
let account: { id: string; number: string; storeId: string };
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  merchant = await certified(desk);
  account = await openAccount(desk, merchant, { platform: "EBAY" });
});

const depsWith = (reader: Reader) => readingDeps(desk, reader);
const read = (reader: Reader) => syncStore(depsWith(reader), { merchantId: merchant.userId, storeId: account.storeId });
let counter = 0;
/** Sold so many days ago. */
const sold = (daysAgo: number, given: Partial<Trade> = {}): Trade => ({
  reference: `12-34567-${String(++counter).padStart(5, "0")}`,
  at: new Date(desk.clock.now().getTime() - daysAgo * DAY_MS),
  currency: "USD",
  amount: "100.00",
  ...given,
});
const numbers = async () =>
  (await desk.call(calls.searchOrders, { pageSize: 100 }, merchant)).records
    .map((row) => String(row.orderNumber))
    .toSorted();
const stateOf = async () => {
  const [row] = await desk.database.query<{ next_at: Date; problem: string | null }>(
    "select next_at, problem from order_sync where merchant_id = $1 and store_id = $2",
    [merchant.userId, account.storeId],
  );
  return row!;
};
const uploads = async () => (await desk.call(calls.uploadRecords, {}, merchant)).records;

test("a reading that breaks off loses nothing, whether the platform lists the oldest or the newest first", async () => {
  const listed: Trade[] = [];
  for (const order of ["oldest", "newest"]) {
    const trades = [52, 51, 50, 6, 5, 4, 0.5].map((days) => sold(days));
    listed.push(...trades);
    if (order === "newest") trades.reverse();
    let asked = 0;
    const breaking: Reader = async function* (period) {
      for (const trade of within(trades, period)) {
        // The second page of the first reading, and of the second: then it answers.
        if (++asked === 2 || asked === 5) throw new MarketplaceError("busy", "too many calls", 40);
        yield await Promise.resolve([trade]);
      }
    };
    const before = desk.clock.now().getTime();
    await read(breaking);
    const { next_at: next, problem } = await stateOf();
    expect(problem).toContain("稍后自动接着读");
    expect(next.getTime() - before).toBeGreaterThanOrEqual(40_000);
    expect(next.getTime() - before).toBeLessThan(15 * 60_000);
    await read(breaking);
    await read(breaking);
    expect(await stateOf()).toMatchObject({ problem: null });
    expect(await numbers()).toEqual(listed.map(({ reference }) => reference).toSorted());
    // Another store's mark is its own.
    account = await openAccount(desk, merchant, { platform: "EBAY" });
  }
});

test("the periods of a store that were not read are told one by one, read again, and none are left then", async () => {
  const trades = [45, 30, 16, 2].map((days) => sold(days));
  const [, broken, , recent] = trades;
  const gapsOf = async () => {
    const platforms = await desk.call(calls.orderPlatforms, {}, merchant);
    return platforms.flatMap(({ stores: own }) => own).find(({ id }) => id === account.storeId)!.gaps;
  };
  const covers = ({ since, until: end }: { since: Date; until: Date }, at: Date) => since <= at && at < end;
  // An answer that cannot be used: what was sold before and behind it is read all the same.
  await read(async function* (period) {
    if (covers(period, broken!.at)) throw new MarketplaceError("unexpected", "no order we know");
    yield await Promise.resolve(within(trades, period));
  });
  expect(await numbers()).toEqual(
    trades
      .filter((trade) => trade !== broken)
      .map(({ reference }) => reference)
      .toSorted(),
  );
  const [gap] = await gapsOf();
  expect(gap).toMatchObject({ lacks: "orders" });
  expect(covers(gap!, broken!.at)).toBe(true);
  expect(gap!.until.getTime() - gap!.since.getTime()).toBeLessThanOrEqual(7 * DAY_MS);
  // Too many calls: everything from there on is missing, and the refunds of what lies before.
  await desk.database.query("update order_sync set read_until = read_until - interval '20 days' where store_id = $1", [
    account.storeId,
  ]);
  await read(async function* () {
    yield await Promise.reject<Trade[]>(new MarketplaceError("busy", "too many calls", 40));
  });
  const left = await gapsOf();
  expect(left.map(({ lacks }) => lacks)).toContain("refunds");
  for (const at of [broken!.at, recent!.at])
    expect(left.some((one) => one.lacks === "orders" && covers(one, at))).toBe(true);
  await read(whole(...trades));
  expect(await numbers()).toEqual(trades.map(({ reference }) => reference).toSorted());
  const answer = await agreeFor({ server: desk }, merchant, account.storeId);
  await desk.call(connectionEndpoints.finishAuthorisation, answer, merchant);
  expect(await gapsOf()).toEqual([]);
});

test("a period that was left out is told until it is read, also within the days that are read again anyway", () => {
  const now = new Date("2026-11-15T08:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const left = [
    { lacks: "refunds", since: ago(70), until: ago(65) },
    { lacks: "orders", since: ago(6), until: ago(2) },
  ] as const;
  const pieces = [...piecesToRead(ago(1), now, left)];
  expect(joinGaps(pieces.flatMap(({ missing }) => missing))).toEqual([
    left[0],
    { lacks: "refunds", since: ago(60), until: ago(4) },
    left[1],
    { lacks: "orders", since: ago(1), until: now },
  ]);
  // All of it is asked for.
  for (const at of [ago(69), ago(5), ago(3), ago(0.5)])
    expect(pieces.some(({ since, until: end }) => since <= at && at < end)).toBe(true);
});

test("a refund that the platform tells later is owed where the order is used already, once", async () => {
  const { reference } = await payIn(desk, account.number, "1000.00");
  await until(async () => ((await incomeOf(desk, merchant, reference)).state === "credited" ? true : undefined));
  const trade = sold(20);
  await read(whole(trade));
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("100.00"), debt: usd("0.00") });
  const { userId: merchantId } = merchant;
  const deps = depsWith(whole());
  const move = { id: desk.app.platform.ids.next(), kind: "payout", reference: "PO-1", platforms: ["EBAY"] } as const;
  await deps.database.transaction((tx) => reserveMove(deps, tx, merchantId, { ...move, amount: usd("90.00") }));
  await deps.database.transaction((tx) => consumeMoves(deps, tx, merchantId, [move.id]));
  // It is looked for again on another day: it was read long ago.
  const backwards = async (days: number) =>
    desk.database.query(
      "update order_sync set read_until = read_until - make_interval(days => $2) where store_id = $1",
      [account.storeId, days],
    );
  await backwards(1);
  await read(whole({ ...trade, refunded: "30.00" }));
  const owing = { available: usd("0.00"), used: usd("90.00"), debt: usd("20.00") };
  expect(await quotaOf(desk, merchant)).toMatchObject(owing);
  await backwards(1);
  await read(whole({ ...trade, refunded: "30.00" }, { ...trade, refunded: "30.00" }));
  expect(await quotaOf(desk, merchant)).toMatchObject(owing);
  // A report says more of it; all in all, not on top.
  const day = trade.at.toISOString().slice(0, 10);
  const sheet = `订单号,下单时间,币种,订单金额,退款金额,商品名称\n${trade.reference},${day},USD,100.00,45.00,杯子`;
  const id = await upload(desk, merchant, fileOf(sheet), { platformCode: "EBAY", merchantsId: account.storeId });
  expect((await ended(desk, merchant, id)).findings).toMatchObject([{ finding: "duplicateEarlier" }]);
  expect(await quotaOf(desk, merchant)).toMatchObject({ ...owing, debt: usd("35.00") });
  expect(await bookProblems(desk)).toEqual([]);
});

test("an order of a shop is one order, read from the shop or brought by its export, and under what it was read as before", async () => {
  account = await openAccount(desk, merchant, { platform: "SHOPIFY" });
  const [first, second] = [sold(2, { reference: "#1001" }), sold(2, { reference: "450789470" })];
  await read(whole(first, second));
  // Whoever runs a shop can make orders in it: a new merchant's are looked at.
  const [reading] = await uploads();
  expect(reading).toMatchObject({ state: "waiting", rowsWaiting: 2, rowsPassed: 0 });
  const ref = { merchantId: merchant.userId, id: reading!.id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  const day = `${first.at.toISOString().slice(0, 10)} 10:00:00 +0800`;
  const line = { Name: "#1001", "Paid at": day, Currency: "USD", Total: "100.00", "Lineitem name": "Cup" };
  const id = await upload(desk, merchant, fileOf(report(SHOPIFY, [line])), {
    platformCode: "SHOPIFY",
    merchantsId: account.storeId,
    excelType: "shopifyOrders",
  });
  expect((await ended(desk, merchant, id)).findings).toMatchObject([{ finding: "duplicateEarlier" }]);
  await read(whole({ ...second, reference: "#1002", formerly: second.reference, refunded: "30.00" }));
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("170.00") });
  expect(await numbers()).toEqual(["#1001", "#1001", second.reference]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a shop that is bound anew lists what it has sold again, and each of it proves once", async () => {
  account = await openAccount(desk, merchant, { platform: "SHOPIFY" });
  const trades = [sold(2, { reference: "#3001" }), sold(2, { reference: "#3002" })];
  await read(whole(...trades));
  const ref = { merchantId: merchant.userId, id: (await uploads())[0]!.id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  const gone = "update store set state = 'removed', removed_at = now() where id = $1";
  await desk.database.query(gone, [account.storeId]);
  account = await openAccount(desk, merchant, { platform: "SHOPIFY" });
  // What another shop has sold under one of these numbers is an order of its own.
  const [first, second] = trades;
  await read(whole(first!, { ...second!, amount: "70.00" }, sold(1, { reference: "#3003" })));
  const { records } = await desk.call(calls.searchOrders, { filters: { storeId: account.storeId } }, merchant);
  expect(new Map(records.map((row) => [row.orderNumber, row.findings]))).toEqual(
    new Map([
      ["#3001", ["duplicateEarlier"]],
      ["#3002", []],
      ["#3003", []],
    ]),
  );
  // Its refunds are those of the order that stands.
  for (const refunded of ["40.00", "40.00", "65.00"]) await read(whole({ ...first!, refunded }));
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("135.00"), debt: usd("0.00") });
  expect(await bookProblems(desk)).toEqual([]);
});

test("what is not paid yet comes once it is, and what is cancelled later is given back as a whole", async () => {
  const [paid, open, gone] = [sold(2), sold(2), sold(1)];
  await read(whole(paid, { ...open, stage: "open" }, { ...gone, stage: "void" }));
  expect(await numbers()).toEqual([paid.reference]);
  await read(whole({ ...paid, stage: "void" }, open, { ...gone, stage: "void" }));
  expect(await numbers()).toEqual([paid.reference, open.reference].toSorted());
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("100.00"), debt: usd("0.00") });
  expect(await bookProblems(desk)).toEqual([]);
});

test("what was refunded before it is looked at grants less", async () => {
  const trade = sold(2, { amount: "9000.00" });
  await read(whole(trade));
  await read(whole({ ...trade, refunded: "1000.00" }));
  const { records } = await desk.call(calls.searchOrders, {}, merchant);
  expect(records).toMatchObject([{ state: "waiting", refunded: usd("1000.00") }]);
});

test("a store that is being read is not cancelled; rows that were dropped once come again, and a silent reading ends", async () => {
  const [first, second] = [sold(2), sold(1)];
  let tried = 0;
  await read(async function* (period) {
    for (const trade of within([first, second], period)) {
      yield await Promise.resolve([trade]);
      const [row] = await uploads();
      expect(row).toMatchObject({ way: "store", state: "analysing" });
      await expect(desk.call(gateway.cancelAnalysis, { id: row!.id }, merchant)).rejects.toMatchObject({ code: 23005 });
      tried += 1;
    }
  });
  expect(tried).toBe(2);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  const [{ id } = { id: "" }] = await uploads();
  const deps = depsWith(whole());
  await deps.database.transaction((tx) => dropRows(deps, tx, { merchantId: merchant.userId, id }));
  expect(await quotaOf(desk, merchant)).toBeUndefined();
  await read(whole(first, second));
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  // As if the process had gone before it ended.
  const [again] = (await uploads()).filter((row) => row.id !== id);
  await desk.database.query(
    "update order_upload set state = 'analysing', ended_at = null, seen_at = now() - interval '1 day' where id = $1",
    [again!.id],
  );
  await settleForsaken(deps);
  expect(await desk.call(calls.uploadRecord, { id: again!.id }, merchant)).toMatchObject({
    state: "passed",
    rowsPassed: 2,
  });
  expect(await bookProblems(desk)).toEqual([]);
});

test("whoever notes a refund or decides holds no order while the quota is another's", async () => {
  const trade = sold(2, { amount: "9000.00" });
  await read(whole(trade));
  const { userId: merchantId } = merchant;
  const [{ id } = { id: "" }] = await uploads();
  const orderIds = (await desk.call(office.orderCaseRows, { merchantId, id }, desk.reviewer)).map((row) => row.id);
  const cancelling = new pg.Client({ connectionString: desk.database.url });
  await cancelling.connect();
  let both: Promise<unknown> | undefined;
  try {
    await cancelling.query("begin");
    await cancelling.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`quota:${merchantId}`]);
    both = Promise.all([
      read(whole({ ...trade, refunded: "1000.00" })),
      desk.call(office.decideOrders, { merchantId, id, orderIds, decision: "pass" }, desk.reviewer),
    ]);
    await until(async () => {
      const waiting = await desk.database.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and classid::bigint << 32 | objid::bigint = hashtextextended($1, 0)`,
        [`quota:${merchantId}`],
      );
      return waiting.length === 2 ? true : undefined;
    });
    const { rowCount } = await cancelling.query(
      "select from trade_order where merchant_id = $1 and upload_id = $2 for update nowait",
      [merchantId, id],
    );
    expect(rowCount).toBe(1);
  } finally {
    await cancelling.end();
    await both;
  }
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("8000.00"), debt: usd("0.00") });
  expect(await bookProblems(desk)).toEqual([]);
});

test("what cannot be used is shown with its reason, and not again at every reading", async () => {
  const [euros, strange] = [sold(1, { currency: "EUR" }), sold(2, { currency: "XAU" })];
  const returned = sold(2, { refunded: "100.00" });
  await read(whole(euros, strange, returned, sold(1)));
  await read(whole(euros, strange, returned));
  expect(await uploads()).toMatchObject([{ way: "store", state: "partlyPassed", rowsPassed: 1, rowsFailed: 3 }]);
  const { records } = await desk.call(calls.searchOrders, { filters: { state: ["failed"] } }, merchant);
  expect(new Map(records.map((row) => [row.orderNumber, row.findings]))).toEqual(
    new Map([
      [euros.reference, ["currencyOther"]],
      [strange.reference, ["currencyUnknown"]],
      [returned.reference, ["refundedWhole"]],
    ]),
  );
  expect(await quotaOf(desk, merchant, "EUR")).toBeUndefined();
});

test("what a store sold in another currency proves once it is paid out in that one", async () => {
  const [euros, dollars] = [sold(1, { currency: "EUR" }), sold(2)];
  await read(whole(euros, dollars));
  const other = await openAccount(desk, merchant, { platform: "EBAY", currency: "EUR", country: "DE" });
  await desk.database.query(
    `update store set receiving_account_id = (select receiving_account_id from store where id = $2) where id = $1`,
    [account.storeId, other.storeId],
  );
  await read(whole(euros, dollars));
  await read(whole(euros, dollars));
  expect(await quotaOf(desk, merchant, "EUR")).toMatchObject({ available: parseMoney("100.00", "EUR") });
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("100.00") });
});

test("orders and incomes are found by their store, by a part of its name or by its id", async () => {
  const { reference } = await payIn(desk, account.number, "1000.00");
  await until(async () => ((await incomeOf(desk, merchant, reference)).state === "credited" ? true : undefined));
  const trade = sold(1);
  await read(whole(trade));
  const platforms = await desk.call(calls.orderPlatforms, {}, merchant);
  const { name } = platforms.flatMap(({ stores }) => stores).find(({ id }) => id === account.storeId)!;
  const found = async (storeId: string) => {
    const { records, total } = await desk.call(calls.searchOrders, { filters: { storeId } }, merchant);
    const funds = await desk.call(calls.orderFunds, { filters: { storeId } }, merchant);
    return { numbers: records.map((row) => row.orderNumber), total, funds: funds.total };
  };
  for (const said of [name, name.slice(1, -1), account.storeId])
    expect(await found(said)).toEqual({ numbers: [trade.reference], total: 1, funds: 1 });
  expect(await found("没有这家店")).toEqual({ numbers: [], total: 0, funds: 0 });
});
