import { orderEndpoints as calls } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, openAccount, until } from "../income/income-fixture.ts";
import type { Trade } from "../../rails/marketplaces/index.ts";
import type { OrdersDeps } from "./deps.ts";
import { ended, fileOf, ordersDeps, quotaOf, upload } from "./orders-fixture.ts";
import { syncStore } from "./sync-stores.ts";

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

/** A platform that lists these, whatever their time: what says none stands in the newest piece. */
const depsOf = (trades: readonly Trade[], own: Partial<OrdersDeps> = {}): OrdersDeps =>
  ordersDeps(desk, {
    stores: {
      orderList: () =>
        Promise.resolve(async function* ({ since, until }) {
          const now = desk.clock.now();
          const found = trades.filter(({ at }) => {
            const time = at.getUTCFullYear() <= 9_999 ? at : new Date(now.getTime() - DAY_MS);
            return time >= since && time < until;
          });
          if (found.length > 0) yield await Promise.resolve(found);
        }),
      connectedStores: () => Promise.resolve(new Set<string>()),
    },
    ...own,
  });
const read = (...trades: Trade[]) =>
  syncStore(depsOf(trades), { merchantId: merchant.userId, storeId: account.storeId });
let counter = 40_000;
const sold = (daysAgo: number, given: Partial<Trade> = {}): Trade => ({
  reference: `12-34567-${String(++counter)}`,
  at: new Date(desk.clock.now().getTime() - daysAgo * DAY_MS),
  currency: "USD",
  amount: "100.00",
  ...given,
});
const findings = async () => {
  const { records } = await desk.call(calls.searchOrders, { pageSize: 100 }, merchant);
  return new Map(records.map((row) => [row.orderNumber, row.findings]));
};

test("an order that cannot be read stops nothing: the others are read, and it is named with its reason until it can be", async () => {
  const [before, timeless, strange, behind] = [
    sold(20),
    sold(2, { at: new Date(Number.NaN) }),
    sold(1, { currency: "US Dollars" }),
    sold(0.5),
  ];
  await read(before, timeless, strange, behind);
  expect(await findings()).toEqual(
    new Map([
      [before.reference, []],
      [timeless.reference, ["dateMalformed"]],
      [strange.reference, ["currencyUnknown"]],
      [behind.reference, []],
    ]),
  );
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  const [sync] = await desk.database.query<{ problem: string | null }>(
    "select problem from order_sync where store_id = $1",
    [account.storeId],
  );
  expect(sync).toEqual({ problem: null });
  // As long as it says the same it is no news; once it can be read it is the order.
  await read(timeless, strange);
  expect((await desk.call(calls.uploadRecords, {}, merchant)).records).toMatchObject([
    { state: "partlyPassed", rowsPassed: 2, rowsFailed: 2 },
  ]);
  await read({ ...timeless, at: behind.at }, { ...strange, currency: "USD" });
  expect([...(await findings()).values()]).toEqual([[], [], [], []]);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("400.00") });
  expect((await desk.call(calls.uploadRecords, {}, merchant)).records).toMatchObject([
    { state: "passed", rowsPassed: 2, rowsFailed: 0 },
    { state: "passed", rowsPassed: 2, rowsFailed: 0 },
  ]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a year that no table takes stops nothing, and a number is one however the shop writes it", async () => {
  // Thousandths of a second where seconds are told.
  const [far, fine] = [sold(2, { at: new Date(desk.clock.now().getTime() * 1_000) }), sold(1)];
  await read(far, fine);
  const known = new Map<string | null, string[]>([
    [far.reference, ["dateMalformed"]],
    [fine.reference, []],
  ]);
  expect(await findings()).toEqual(known);
  const wide = fine.reference.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0));
  await read({ ...fine, reference: `\u200b${wide} ` }, { ...fine, reference: `'${fine.reference}` });
  expect(await findings()).toEqual(known);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("100.00") });
});

test("what a platform tells of an order before anybody brought it counts when a file brings it", async () => {
  const [refunded, gone] = [sold(5, { stage: "open", refunded: "35.00" }), sold(4, { stage: "void" })];
  await read(refunded, gone);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const lines = [refunded, gone].map(({ reference, at }) => `${reference},${day(at)},USD,100.00,杯子`);
  const text = ["订单号,下单时间,币种,订单金额,商品名称", ...lines].join("\n");
  const id = await upload(desk, merchant, fileOf(text), { platformCode: "EBAY", merchantsId: account.storeId });
  expect((await ended(desk, merchant, id)).findings).toMatchObject([{ finding: "refundedWhole", count: 1 }]);
  const { records } = await desk.call(calls.orderPreview, { uploadId: id }, merchant);
  expect(records.find(({ orderNumber }) => orderNumber === refunded.reference)).toMatchObject({
    state: "waiting",
    refunded: usd("35.00"),
  });
});

test("a reading that brings nothing new writes down that it was made, and nothing else", async () => {
  const trades = [40, 20, 9, 2, 1].map((days) => sold(days, { refunded: "10.00" }));
  await read(...trades);
  const before = await findings();
  let transactions = 0;
  const { transaction, ...database } = desk.app.platform.database;
  const counting = depsOf(trades, {
    database: {
      ...database,
      transaction: (work) => {
        transactions += 1;
        return transaction(work);
      },
    },
  });
  // Another day: everything is looked at again for refunds.
  await desk.database.query("update order_sync set read_until = read_until - interval '1 day' where store_id = $1", [
    account.storeId,
  ]);
  await syncStore(counting, { merchantId: merchant.userId, storeId: account.storeId });
  expect(transactions).toBe(1);
  expect(await findings()).toEqual(before);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("450.00") });
});

type Asked = { days: number; changed: boolean };
/** A platform that also tells what has changed: these have just now, whenever they were sold. */
function tellsChanges(trades: readonly Trade[], asked: Asked[] = []): OrdersDeps {
  const reader = async function* ({ since, until, changed = false }: { since: Date; until: Date; changed?: boolean }) {
    asked.push({ days: Math.round((until.getTime() - since.getTime()) / DAY_MS), changed });
    yield await Promise.resolve(trades.filter(({ at }) => changed || (at >= since && at < until)));
  };
  return ordersDeps(desk, {
    stores: {
      orderList: () => Promise.resolve(Object.assign(reader, { tellsChanges: true })),
      connectedStores: () => Promise.resolve(new Set<string>()),
    },
  });
}

test("of a platform that tells what changed only that is read, and a refund of an old order is among it", async () => {
  const old = sold(40);
  const asked: Asked[] = [];
  const key = { merchantId: merchant.userId, storeId: account.storeId };
  await syncStore(tellsChanges([old], asked), key);
  expect(asked.every(({ changed }) => !changed)).toBe(true);
  expect(asked.reduce((sum, { days }) => sum + days, 0)).toBeGreaterThanOrEqual(60);
  asked.length = 0;
  await desk.database.query("update order_sync set read_until = read_until - interval '1 day' where store_id = $1", [
    account.storeId,
  ]);
  await syncStore(tellsChanges([{ ...old, refunded: "25.00" }], asked), key);
  expect(asked).toEqual([{ days: 4, changed: true }]);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("75.00") });
  // What was left out meanwhile is asked for both ways.
  await desk.database.query(
    `insert into order_gap (merchant_id, store_id, lacks, since, until)
     select merchant_id, store_id, 'orders', read_until - interval '20 days', read_until - interval '18 days' from order_sync
     where store_id = $1`,
    [account.storeId],
  );
  asked.length = 0;
  await syncStore(tellsChanges([], asked), key);
  expect(asked.map(({ changed }) => changed)).toEqual([true, false, true]);
});

test("what has changed today proves nothing where it was sold more than a year ago, or is still to be", async () => {
  const [old, ahead] = [sold(400), sold(-3)];
  const key = { merchantId: merchant.userId, storeId: account.storeId };
  await syncStore(tellsChanges([]), key);
  await desk.database.query("update order_sync set read_until = read_until - interval '1 day' where store_id = $1", [
    account.storeId,
  ]);
  await syncStore(tellsChanges([old, ahead]), key);
  expect(await findings()).toEqual(
    new Map([
      [old.reference, ["dateTooOld"]],
      [ahead.reference, ["dateFuture"]],
    ]),
  );
  expect(await quotaOf(desk, merchant)).toBeUndefined();
});

test("an order dated ahead is read on its day, though nothing of it has changed by then; before it is refused", async () => {
  const ahead = sold(-3);
  const key = { merchantId: merchant.userId, storeId: account.storeId };
  await syncStore(tellsChanges([]), key);
  await syncStore(tellsChanges([ahead]), key);
  expect(await findings()).toEqual(new Map([[ahead.reference, ["dateFuture"]]]));
  const asked: Asked[] = [];
  /** So many days later, on a platform where it did not change again. */
  const readIn = (days: number) => {
    const now = new Date(desk.clock.now().getTime() + days * DAY_MS);
    const reader = async function* ({
      since,
      until,
      changed = false,
    }: {
      since: Date;
      until: Date;
      changed?: boolean;
    }) {
      asked.push({ days: Math.ceil((until.getTime() - since.getTime()) / DAY_MS), changed });
      yield await Promise.resolve([ahead].filter(({ at }) => !changed && at >= since && at < until));
    };
    const stores = {
      orderList: () => Promise.resolve(Object.assign(reader, { tellsChanges: true })),
      connectedStores: () => Promise.resolve(new Set<string>()),
    };
    return syncStore(ordersDeps(desk, { stores, clock: { now: () => now } }), key);
  };
  await readIn(1);
  expect(asked.map(({ changed }) => changed)).toEqual([true]);
  expect(await findings()).toEqual(new Map([[ahead.reference, ["dateFuture"]]]));
  asked.length = 0;
  await readIn(4);
  expect(asked).toMatchObject([{ changed: true }, { days: 1, changed: false }]);
  expect(await findings()).toEqual(new Map([[ahead.reference, []]]));
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("100.00") });
  asked.length = 0;
  await readIn(4.1);
  expect(asked.map(({ changed }) => changed)).toEqual([true]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a delivery of which everything came again has passed: nothing of it is refused any more", async () => {
  const [timeless, strange] = [sold(2, { at: new Date(Number.NaN) }), sold(1, { currency: "US Dollars" })];
  await read(timeless, strange);
  const uploads = async () => (await desk.call(calls.uploadRecords, {}, merchant)).records;
  expect(await uploads()).toMatchObject([{ state: "failed", rowsFailed: 2 }]);
  await read({ ...timeless, at: strange.at }, { ...strange, currency: "USD" });
  expect(await uploads()).toMatchObject([
    { state: "passed", rowsPassed: 2, rowsFailed: 0 },
    { state: "passed", rowsPassed: 0, rowsFailed: 0 },
  ]);
});

test("two readings of a store at once take what it sold one after the other, and nothing is refused as brought before", async () => {
  const trades = [sold(2), sold(1)];
  const before = new pg.Client({ connectionString: desk.database.url });
  await before.connect();
  let both: Promise<unknown> | undefined;
  try {
    await before.query("begin");
    await before.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`store orders:${account.storeId}`]);
    both = Promise.all([read(...trades), read(...trades)]);
    await until(async () => {
      const waiting = await desk.database.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and classid::bigint << 32 | objid::bigint = hashtextextended($1, 0)`,
        [`store orders:${account.storeId}`],
      );
      return waiting.length === 2 ? true : undefined;
    });
  } finally {
    await before.end();
    await both;
  }
  expect((await desk.call(calls.uploadRecords, {}, merchant)).records).toMatchObject([
    { state: "passed", rowsPassed: 2, rowsFailed: 0 },
  ]);
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
});
