import {
  orderDeskEndpoints as office,
  orderDeskList,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, openAccount } from "../income/income-fixture.ts";
import type { Trade } from "../../rails/marketplaces/index.ts";
import { ended, fileOf, quotaOf, readingDeps, template, upload, whole } from "./orders-fixture.ts";
import { syncStore } from "./sync-stores.ts";

const DAY_MS = 86_400_000;
const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let merchant: TestMerchant;
let shops = 0;
let address: string;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  merchant = await certified(desk);
  address = `https://nanyu-${++shops}.myshopify.com`;
});

/** The shop of an address, bound by a merchant; `account`: what its platform calls it, where that has been asked. */
async function bind(owner: TestMerchant, url: string, account?: string): Promise<string> {
  const { storeId } = await openAccount(desk, owner, { platform: "SHOPIFY" });
  await desk.database.query("update store set url = $2 where id = $1", [storeId, url]);
  if (account !== undefined)
    await desk.database.query(
      `insert into store_connection (merchant_id, store_id, connector, account, sealed, last_four, authorised_at, checked_at)
       values ($1, $2, 'shopify', $3, '', '', now(), now())`,
      [owner.userId, storeId, account],
    );
  return storeId;
}
async function remove(storeId: string): Promise<void> {
  await desk.database.query("delete from store_connection where store_id = $1", [storeId]);
  await desk.database.query("update store set state = 'removed', removed_at = now() where id = $1", [storeId]);
}
const read = (owner: TestMerchant, storeId: string, ...trades: Trade[]) =>
  syncStore(readingDeps(desk, whole(...trades)), { merchantId: owner.userId, storeId });
const sold = (reference: string, daysAgo = 2): Trade => ({
  reference,
  at: new Date(Math.floor(desk.clock.now().getTime() / 1_000) * 1_000 - daysAgo * DAY_MS),
  currency: "USD",
  amount: "100.00",
});
async function decide(owner: TestMerchant, decision: "pass" | "fail"): Promise<void> {
  const [latest] = (await desk.call(calls.uploadRecords, {}, owner)).records;
  const ref = { merchantId: owner.userId, id: latest!.id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  const reason = decision === "fail" ? "notFound" : null;
  await desk.call(office.decideOrders, { ...ref, orderIds, decision, reason }, desk.reviewer);
}
const ordersOf = async (owner: TestMerchant, storeId?: string) => {
  const filters = storeId === undefined ? {} : { storeId };
  const { records } = await desk.call(calls.searchOrders, { filters, pageSize: 100 }, owner);
  return records
    .map(({ orderNumber, findings }) => ({ orderNumber, findings }))
    .toSorted((a, b) => (`${a.orderNumber} ${a.findings.join()}` < `${b.orderNumber} ${b.findings.join()}` ? -1 : 1));
};

test.each([
  ["its address", undefined],
  ["its platform's account, under another address", "gid-4711"],
])("a shop is known by %s, whichever merchant binds it: each order of it proves once", async (_name, account) => {
  const first = await bind(merchant, address, account);
  const trades = [sold("#1001"), sold("#1002")];
  await read(merchant, first, ...trades);
  await decide(merchant, "pass");
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  await remove(first);
  const other = await certified(desk);
  const second = await bind(other, account === undefined ? address : `${address}.example`, account);
  // Read, or brought by a file that says another time: the same orders. What was sold since is the other's own.
  await read(other, second, ...trades, sold("#1003", 1));
  expect(await ordersOf(other)).toEqual([
    { orderNumber: "#1001", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1002", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1003", findings: [] },
  ]);
  await decide(other, "pass");
  expect(await quotaOf(desk, other)).toMatchObject({ available: usd("100.00") });
  const day = new Date(desk.clock.now().getTime() - 5 * DAY_MS).toISOString().slice(0, 10);
  const sheet = template([["#1002", day, "USD", "100.00", "杯子", "US", ""]]);
  const id = await upload(desk, other, fileOf(sheet), { platformCode: "SHOPIFY", merchantsId: second });
  expect((await ended(desk, other, id)).findings).toMatchObject([{ finding: "duplicateElsewhere", count: 1 }]);
  expect(await bookProblems(desk)).toEqual([]);
});

test("what a person has refused is free for whoever binds the shop next, and shops of other addresses are other shops", async () => {
  const first = await bind(merchant, address);
  await read(merchant, first, sold("#1001"));
  await decide(merchant, "fail");
  await remove(first);
  const other = await certified(desk);
  const [again, stranger] = [await bind(other, address), await bind(other, `${address}.example`)];
  await read(other, again, sold("#1001"));
  await read(other, stranger, sold("#1001", 9));
  expect(await ordersOf(other)).toEqual([
    { orderNumber: "#1001", findings: [] },
    { orderNumber: "#1001", findings: [] },
  ]);
});

test("an order has one number and one time: the platform's own moment, also where a file that names a day came first", async () => {
  const first = await bind(merchant, address);
  const trades = [sold("#1001"), sold("#1002", 4)];
  const [filed, listed] = trades as [Trade, Trade];
  const day = new Date(filed.at.getTime() - DAY_MS).toISOString().slice(0, 10);
  const sheet = template([["#1001", day, "USD", "100.00", "杯子", "US", ""]]);
  const where = { platformCode: "SHOPIFY", merchantsId: first };
  await ended(desk, merchant, await upload(desk, merchant, fileOf(sheet), where));
  await decide(merchant, "pass");
  await read(merchant, first, listed);
  await decide(merchant, "pass");
  await remove(first);
  const second = await bind(merchant, address);
  await read(merchant, second, ...trades);
  const later = template([["#1002", day, "USD", "100.00", "杯子", "US", ""]]);
  const id = await upload(desk, merchant, fileOf(later), { ...where, merchantsId: second });
  expect((await ended(desk, merchant, id)).findings).toMatchObject([{ finding: "duplicateEarlier", count: 1 }]);
  const { records } = await desk.call(calls.searchOrders, { pageSize: 100 }, merchant);
  const standing = records.filter(({ findings }) => findings.length === 0);
  expect(new Map(standing.map(({ orderNumber, orderedAt }) => [orderNumber, orderedAt]))).toEqual(
    new Map(trades.map(({ reference, at }) => [reference, at])),
  );
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("200.00") });
  // What is refunded of it is taken back, whichever of its stores tells it.
  await read(merchant, second, { ...filed, refunded: "30.00" });
  expect(await quotaOf(desk, merchant)).toMatchObject({ available: usd("170.00") });
  expect(await bookProblems(desk)).toEqual([]);
});

test("a store that was read before it was known which shop it is brings nothing twice", async () => {
  const owner = await certified(desk);
  const first = await bind(owner, address, "gid-4712");
  await read(owner, first, sold("#1009"));
  await remove(first);
  const second = await bind(merchant, `${address}.example`);
  const trade = sold("#1001");
  await read(merchant, second, trade);
  await desk.database.query(
    `insert into store_connection (merchant_id, store_id, connector, account, sealed, last_four, authorised_at, checked_at)
     values ($1, $2, 'shopify', 'gid-4712', '', '', now(), now())`,
    [merchant.userId, second],
  );
  await read(merchant, second, trade, sold("#1009"));
  const sheet = template([["#1001", trade.at.toISOString().slice(0, 10), "USD", "100.00", "杯子", "US", ""]]);
  const id = await upload(desk, merchant, fileOf(sheet), { platformCode: "SHOPIFY", merchantsId: second });
  expect((await ended(desk, merchant, id)).findings).toMatchObject([{ finding: "duplicateEarlier", count: 1 }]);
  expect(await ordersOf(merchant, second)).toEqual([
    { orderNumber: "#1001", findings: [] },
    { orderNumber: "#1001", findings: ["duplicateEarlier"] },
    { orderNumber: "#1009", findings: ["duplicateElsewhere"] },
  ]);
});

/** Handed in, and nobody has looked at it. */
const neverBound = (storeId: string) =>
  desk.database.query("update store set state = 'pending', bound_at = null where id = $1", [storeId]);
const sheetOf = (...numbers: string[]) => {
  const day = new Date(desk.clock.now().getTime() - 5 * DAY_MS).toISOString().slice(0, 10);
  return fileOf(template(numbers.map((number) => [number, day, "USD", "100.00", "杯子", "US", ""])));
};
const bring = async (owner: TestMerchant, storeId: string, ...numbers: string[]) =>
  ended(desk, owner, await upload(desk, owner, sheetOf(...numbers), { platformCode: "SHOPIFY", merchantsId: storeId }));

test.each([
  ["handed in and never bound", neverBound],
  [
    "bound with another address and changed since",
    (storeId: string) =>
      desk.database.query(
        "update store set state = 'pending', decided_at = null, submitted_at = bound_at + interval '1 hour' where id = $1",
        [storeId],
      ),
  ],
])("an address that nobody has looked at keeps no shop from its owner: %s", async (_name, unseen) => {
  const typed = await bind(merchant, address);
  await unseen(typed);
  await read(merchant, typed, sold("#1001"), sold("#1002"));
  expect(await ordersOf(merchant)).toMatchObject([{ findings: [] }, { findings: [] }]);
  const owner = await certified(desk);
  const own = await bind(owner, address);
  await read(owner, own, sold("#1001"));
  // Before the other has gone and after.
  await remove(typed);
  await bring(owner, own, "#1002");
  expect(await ordersOf(owner)).toEqual([
    { orderNumber: "#1001", findings: [] },
    { orderNumber: "#1002", findings: [] },
  ]);
});

test("what was brought while a store waited counts for its shop from the binding on", async () => {
  const first = await bind(merchant, address);
  await neverBound(first);
  await read(merchant, first, sold("#1001"));
  await desk.database.query("update store set state = 'bound', bound_at = now() where id = $1", [first]);
  await remove(first);
  const other = await certified(desk);
  await read(other, await bind(other, address), sold("#1001"), sold("#1002"));
  expect(await ordersOf(other)).toEqual([
    { orderNumber: "#1001", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1002", findings: [] },
  ]);
});

test("what a shop numbers by itself is taken for a shop that somebody has looked at, and for no other", async () => {
  const store = await bind(merchant, address);
  const missing = { reason: "order.shop_missing" };
  await expect(upload(desk, merchant, sheetOf("#1001"), { platformCode: "SHOPIFY" })).rejects.toMatchObject(missing);
  const row = { orderNumber: "#1001", orderedAt: "2026-01-01", currency: "USD", amount: "1.00", goods: "杯子" };
  const typed = (merchantsId?: string) => ({ platformCode: "SHOPIFY", rows: [row], papers: [], merchantsId });
  await expect(desk.call(calls.typeOrders, typed(), merchant)).rejects.toMatchObject(missing);
  const kept = await desk.call(gateway.uploadMetadata, { file: sheetOf("#1001"), kind: "sheet" }, merchant);
  const again = { ...kept, platformCode: "SHOPIFY", excelType: "template" as const };
  await expect(desk.call(gateway.applyAnalysis, again, merchant)).rejects.toMatchObject(missing);
  await neverBound(store);
  const unknown = { reason: "order.shop_unknown" };
  await expect(bring(merchant, store, "#1001")).rejects.toMatchObject(unknown);
  await expect(desk.call(calls.typeOrders, typed(store), merchant)).rejects.toMatchObject(unknown);
  await expect(desk.call(gateway.applyAnalysis, { ...again, merchantsId: store }, merchant)).rejects.toMatchObject(
    unknown,
  );
  expect((await desk.call(calls.uploadRecords, {}, merchant)).total).toBe(0);
  // The platform's own number says which order it is, whoever brings it.
  await ended(desk, merchant, await upload(desk, merchant, sheetOf("D-1001"), { platformCode: "DHGATE" }));
  await desk.database.query("update store set state = 'bound', bound_at = now() where id = $1", [store]);
  expect((await bring(merchant, store, "#1001")).findings).toEqual([]);
});

test("a shop that was known as two is one: by its account, by its address, and for whoever has it next", async () => {
  const [byAccount, byAddress, both, last] = [
    merchant,
    await certified(desk),
    await certified(desk),
    await certified(desk),
  ];
  const account = `gid-two-${shops}`;
  const first = await bind(byAccount, `${address}.example`, account);
  await read(byAccount, first, sold("#1001"));
  await remove(first);
  const second = await bind(byAddress, address);
  await read(byAddress, second, sold("#1002"));
  await remove(second);
  const third = await bind(both, address, account);
  await read(both, third, sold("#1001"), sold("#1002"), sold("#1003"));
  expect(await ordersOf(both)).toEqual([
    { orderNumber: "#1001", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1002", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1003", findings: [] },
  ]);
  await remove(third);
  const fourth = await bind(last, address);
  await read(last, fourth, sold("#1003"), sold("#1004"));
  expect(await ordersOf(last)).toEqual([
    { orderNumber: "#1003", findings: ["duplicateElsewhere"] },
    { orderNumber: "#1004", findings: [] },
  ]);
});

test("two merchants who name one shop bring its orders at once: each of them proves once", async () => {
  const other = await certified(desk);
  const [own, theirs] = [await bind(merchant, address), await bind(other, address)];
  const trades = Array.from({ length: 12 }, (_, at) => sold(`#${2_001 + at}`));
  await Promise.all([
    read(merchant, own, ...trades),
    read(other, theirs, ...trades.toReversed()),
    bring(merchant, own, ...trades.map(({ reference }) => reference)),
    bring(other, theirs, ...trades.map(({ reference }) => reference)),
  ]);
  const [standing] = await desk.database.query<{ orders: number; numbers: number }>(
    `select count(*)::int as orders, count(distinct order_number)::int as numbers from trade_order
      where merchant_id in ($1, $2) and state in ('waiting', 'reviewing', 'passed', 'partlyPassed')`,
    [merchant.userId, other.userId],
  );
  expect(standing).toEqual({ orders: 12, numbers: 12 });
});

test("the desk's list says whose a delivery is, and finds a merchant's", async () => {
  await bring(merchant, await bind(merchant, address), "#1001");
  const other = await certified(desk);
  await bring(other, await bind(other, `${address}.example`), "#1001");
  const { records } = await desk.call(office.orderDesk, { filters: { merchantId: merchant.userId } }, desk.reviewer);
  expect(records.map(({ merchantId }) => merchantId)).toEqual([merchant.userId]);
  expect(orderDeskList.columns.merchantId).toEqual({ header: "商户", as: "code" });
});
