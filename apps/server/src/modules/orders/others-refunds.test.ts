import { orderDeskEndpoints as office, orderEndpoints as calls } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Trade } from "../../rails/marketplaces/index.ts";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, openAccount, until } from "../income/income-fixture.ts";
import { amazonNumber, ended, fileOf, quotaOf, readingDeps, template, upload, whole } from "./orders-fixture.ts";
import { syncStore } from "./sync-stores.ts";

const DAY_MS = 86_400_000;
const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let first: TestMerchant;
let second: TestMerchant;
let orders = 0;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  [first, second] = [await certified(desk), await certified(desk)];
});

const sold = (reference: string, more: Partial<Trade> = {}): Trade => ({
  reference,
  at: new Date(Math.floor(desk.clock.now().getTime() / 1_000) * 1_000 - 2 * DAY_MS),
  currency: "USD",
  amount: "100.00",
  ...more,
});
const read = (owner: TestMerchant, storeId: string, ...trades: Trade[]) =>
  syncStore(readingDeps(desk, whole(...trades)), { merchantId: owner.userId, storeId });
async function pass(owner: TestMerchant): Promise<void> {
  const [latest] = (await desk.call(calls.uploadRecords, {}, owner)).records;
  const ref = { merchantId: owner.userId, id: latest!.id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  if (orderIds.length > 0) await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
}
const bring = async (
  owner: TestMerchant,
  number: string,
  where: { platformCode?: string; merchantsId?: string } = {},
) => {
  const day = new Date(desk.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
  const sheet = template([[number, day, "USD", "100.00", "杯子", "US", `S-${++orders}`]]);
  const { findings } = await ended(desk, owner, await upload(desk, owner, fileOf(sheet), where));
  return findings.map(({ finding }) => finding);
};
/** What was told for others is due, and done. */
async function told(): Promise<void> {
  await desk.database.query(
    "update pgboss.job set start_after = now() where name = 'orders.refunds' and state = 'created'",
  );
  await until(async () => {
    const open = await desk.database.query(
      "select from pgboss.job where name = 'orders.refunds' and state not in ('completed', 'failed')",
    );
    return open.length === 0 ? true : undefined;
  });
}
const available = async (owner: TestMerchant) => (await quotaOf(desk, owner))?.available;

test("what a platform tells of a refund lowers the order of whoever has brought it", async () => {
  const { storeId } = await openAccount(desk, second, {});
  const [number, untouched] = [amazonNumber(810_001), amazonNumber(810_002)];
  await bring(first, number);
  await pass(first);
  await bring(first, untouched);
  await pass(first);
  expect(await available(first)).toEqual(usd("200.00"));
  await read(second, storeId, sold(number, { refunded: "30.00" }), sold(untouched));
  await told();
  expect(await available(first)).toEqual(usd("170.00"));
  // Told again it is no news, and more of it is; what was cancelled is given back whole.
  await read(second, storeId, sold(number, { refunded: "30.00" }));
  await told();
  expect(await available(first)).toEqual(usd("170.00"));
  await read(second, storeId, sold(number, { refunded: "30.00", stage: "void" }));
  await told();
  expect(await available(first)).toEqual(usd("100.00"));
  expect(await available(second)).toBeUndefined();
  expect(await bookProblems(desk)).toEqual([]);
});

test("what was refunded before another merchant brings it proves no more than is left", async () => {
  const { storeId } = await openAccount(desk, second, {});
  const [gone, half] = [amazonNumber(810_011), amazonNumber(810_012)];
  await read(second, storeId, sold(gone, { refunded: "100.00" }), sold(half, { refunded: "40.00", amount: "0" }));
  expect(await bring(first, gone)).toEqual(["refundedWhole"]);
  expect(await bring(first, half)).toEqual([]);
  await pass(first);
  expect(await available(first)).toEqual(usd("60.00"));
  expect(await bookProblems(desk)).toEqual([]);
});

test("what only a file says of a refund is its merchant's word: nobody else's order is lowered by it", async () => {
  const number = amazonNumber(810_021);
  await bring(first, number);
  await pass(first);
  const { storeId: own } = await openAccount(desk, second, {});
  const columns = [
    "order-id",
    "settlement-id",
    "transaction-type",
    "amount-type",
    "amount-description",
    "amount",
    "currency",
  ];
  const lines = [`${number}\tS-9\tRefund\tItemPrice\tPrincipal\t-100.00\tUSD`];
  const file = fileOf(
    [[...columns, "posted-date"].join("\t"), ...lines.map((line) => `${line}\t2026-01-01`)].join("\n"),
    "s.csv",
  );
  const id = await upload(desk, second, file, { excelType: "amazonSettlement", merchantsId: own });
  await ended(desk, second, id);
  await told();
  expect(await available(first)).toEqual(usd("100.00"));
  expect(await bookProblems(desk)).toEqual([]);
});

test("a shop that has another merchant now tells the refunds of what it sold before, and no other shop does", async () => {
  const bound = await openAccount(desk, first, { platform: "SHOPIFY" });
  const address = `https://shared-${bound.storeId}.myshopify.com`;
  const place = "update store set url = $2 where id = $1";
  await desk.database.query(place, [bound.storeId, address]);
  await read(first, bound.storeId, sold("#1001"));
  await pass(first);
  await desk.database.query("update store set state = 'removed', removed_at = now() where id = $1", [bound.storeId]);
  const [next, stranger] = [
    await openAccount(desk, second, { platform: "SHOPIFY" }),
    await openAccount(desk, second, { platform: "SHOPIFY" }),
  ];
  await read(second, stranger.storeId, sold("#1001", { refunded: "80.00" }));
  await told();
  expect(await available(first)).toEqual(usd("100.00"));
  await desk.database.query(place, [next.storeId, address]);
  await read(second, next.storeId, sold("#1001", { refunded: "25.00" }));
  await told();
  expect(await available(first)).toEqual(usd("75.00"));
  expect(await bookProblems(desk)).toEqual([]);
});
