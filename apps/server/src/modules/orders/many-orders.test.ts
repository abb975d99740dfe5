import { orderEndpoints as calls, orderGatewayEndpoints as gateway, type ListOutput } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { certified, incomeOf, openAccount, payIn, until } from "../income/income-fixture.ts";
import type { Trade } from "../../rails/marketplaces/index.ts";
import { consumeMoves, reserveMove } from "./move-quota.ts";
import { ordersDeps } from "./orders-fixture.ts";
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

let counter = 60_000;
/** Read from the store, sold yesterday. */
async function sell(count: number, amount: string, settlement?: string): Promise<void> {
  const at = new Date(desk.clock.now().getTime() - DAY_MS);
  const trades = Array.from({ length: count }, (): Trade => {
    const reference = `12-34567-${String(++counter)}`;
    return { reference, at, currency: "USD", amount, ...(settlement !== undefined && { settlement }) };
  });
  const stores = {
    orderList: () =>
      Promise.resolve(async function* ({ since, until: end }: { since: Date; until: Date }) {
        if (at >= since && at < end) yield await Promise.resolve(trades);
      }),
    connectedStores: () => Promise.resolve(new Set<string>()),
  };
  await syncStore(ordersDeps(desk, { stores }), { merchantId: merchant.userId, storeId: account.storeId });
}
async function credited(amount: string): Promise<string> {
  const { reference } = await payIn(desk, account.number, amount, { remittance: "EBAY PAYOUT" });
  const income = await until(async () => {
    const found = await incomeOf(desk, merchant, reference);
    return found.state === "credited" ? found : undefined;
  });
  return income.id;
}
/** Every page, each behind the last row of the one before. */
async function pageThrough<R>(ask: (page: { cursor?: string }) => Promise<ListOutput<R>>): Promise<R[]> {
  const found: R[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { records, nextCursor } = await ask({ ...(cursor !== undefined && { cursor }) });
    found.push(...records);
    cursor = nextCursor;
  }
  return found;
}
const distinct = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id)).size;

test("a settlement of more than two thousand orders is bound, paged through, taken apart, bound by its orders and used as a whole", async () => {
  const ORDERS = 2_100;
  await sell(ORDERS, "1.00", "SETTLE-8001");
  const incomeId = await credited("5000.00");
  expect(await desk.call(calls.ebayBindSerial, { incomeId, serial: "SETTLE-8001" }, merchant)).toEqual({
    orders: ORDERS,
    matched: usd("2100.00"),
  });
  const { bound, orders, free } = await desk.call(gateway.vaOrder, { id: incomeId }, merchant);
  expect([orders, free]).toEqual([ORDERS, 0]);
  expect(bound.length).toBeLessThan(ORDERS);
  const behind = await pageThrough((page) =>
    desk.call(gateway.boundOrders, { incomeId, pageSize: 100, ...page }, merchant),
  );
  expect([behind.length, distinct(behind)]).toEqual([ORDERS, ORDERS]);
  expect(behind[0]).toMatchObject({ ground: "serial", confidence: 98, explanation: "结算单号 SETTLE-8001", incomeId });
  const { orderNumber } = behind.at(-1)!;
  const found = { incomeId, filters: { orderNumber: orderNumber! } };
  expect(await desk.call(gateway.boundOrders, found, merchant)).toMatchObject({ total: 1, records: [{ orderNumber }] });
  expect(await desk.call(gateway.freeOrders, found, merchant)).toMatchObject({ total: 0 });

  const all = { incomeId, orderIds: behind.map(({ id }) => id), reason: "结算单核对" };
  expect(await desk.call(gateway.unbindOrders, all, merchant)).toEqual({ orders: ORDERS });
  expect(await desk.call(gateway.freeOrders, found, merchant)).toMatchObject({ total: 1, records: [{ orderNumber }] });
  expect(await desk.call(gateway.vaOrder, { id: incomeId }, merchant)).toMatchObject({ orders: 0, free: ORDERS });
  expect(await desk.call(gateway.bindOrders, all, merchant)).toEqual({ orders: ORDERS });

  const { userId: merchantId } = merchant;
  const deps = ordersDeps(desk);
  const move = { id: desk.app.platform.ids.next(), kind: "payout", reference: "PO-8", platforms: ["EBAY"] } as const;
  await deps.database.transaction((tx) => reserveMove(deps, tx, merchantId, { ...move, amount: usd("2100.00") }));
  await deps.database.transaction((tx) => consumeMoves(deps, tx, merchantId, [move.id]));
  // From the payment to every order behind it.
  const [use] = await desk.call(calls.quotaUse, { id: move.id }, merchant);
  expect(use).toMatchObject({ orders: ORDERS });
  const used = await pageThrough((page) =>
    desk.call(calls.quotaUseOrders, { useId: use!.id, pageSize: 100, order: "asc", ...page }, merchant),
  );
  expect([used.length, distinct(used)]).toEqual([ORDERS, ORDERS]);
  expect(used.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(2_100_00n);
}, 120_000);

test("a set of more orders than can be named one by one is offered, bound and taken apart as a whole; one that changed is not", async () => {
  const ORDERS = 20_050;
  await sell(1, "0.10");
  const { userId: merchantId } = merchant;
  // From here on the database takes the merchant for one of few orders: it counts again by itself, and nobody waits for that.
  await desk.database.query("analyze trade_order, order_match");
  // As many more like it, without the hour that reading them would take.
  await desk.database.query(
    `insert into trade_order select (jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'line', n + 1, 'order_number', o.order_number || '-' || n))).*
     from trade_order o, generate_series(1, $2::int - 1) n where o.merchant_id = $1`,
    [merchantId, ORDERS],
  );
  const incomeId = await credited("1900.00");
  const offerOf = async () => (await desk.call(gateway.vaOrder, { id: incomeId }, merchant)).offers[0]!;
  const seen = await offerOf();
  expect(seen).toMatchObject({ orders: ORDERS, sum: usd("2005.00"), certain: false });
  // One of them is used elsewhere meanwhile: it is not the set that was seen.
  const { records } = await desk.call(gateway.freeOrders, { incomeId }, merchant);
  const other = await credited("5.00");
  const [one] = records;
  await desk.call(gateway.bindOrders, { incomeId: other, orderIds: [one!.id], reason: "另一笔" }, merchant);
  const GONE = { reason: "order.offer_gone" };
  await expect(desk.call(gateway.bindOffer, { incomeId, offer: seen.key }, merchant)).rejects.toMatchObject(GONE);
  await desk.call(gateway.unbindAll, { incomeId: other, reason: "核对有误" }, merchant);

  const { key } = await offerOf();
  expect(key).toBe(seen.key);
  expect(await desk.call(gateway.bindOffer, { incomeId, offer: key }, merchant)).toEqual({ orders: ORDERS });
  expect((await desk.call(gateway.boundOrders, { incomeId, pageSize: 100 }, merchant)).records).toHaveLength(100);
  expect(await desk.call(gateway.freeOrders, { incomeId }, merchant)).toMatchObject({ total: 0 });
  expect(await desk.call(gateway.vaOrder, { id: incomeId }, merchant)).toMatchObject({
    orders: ORDERS,
    matched: usd("2005.00"),
    missing: usd("0.00"),
    bound: [{ ground: "person", explanation: seen.explanation }, ...Array.from({ length: 49 }, () => ({}))],
    offers: [],
  });
  await expect(desk.call(gateway.bindOffer, { incomeId, offer: key }, merchant)).rejects.toMatchObject(GONE);
  const all = { incomeId, reason: "换一组订单" };
  expect(await desk.call(gateway.unbindAll, all, merchant)).toEqual({ orders: ORDERS });
  await expect(desk.call(gateway.unbindAll, all, merchant)).rejects.toMatchObject({ reason: "order.not_bound" });
}, 180_000);
