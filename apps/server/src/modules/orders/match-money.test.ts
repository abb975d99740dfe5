import {
  incomeEndpoints,
  orderDeskEndpoints as office,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { expect, test } from "vitest";
import { incomeOf, openAccount, payIn, until, withMerchant, type Desk } from "../income/income-fixture.ts";
import type { OrdersDeps } from "./deps.ts";
import { matchMerchant, planMatches } from "./match-orders.ts";

let desk: Desk;
let merchant: TestMerchant;
let account: Awaited<ReturnType<typeof openAccount>>;
withMerchant((one, own) => {
  desk = one;
  merchant = own;
});

let counter = 70_000;
/** Orders of this settlement, passed by a person. */
async function sell(serial: string, ...amounts: string[]): Promise<void> {
  const orderedAt = new Date(desk.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  const rows = amounts.map((amount) => ({
    orderNumber: `12-34567-${++counter}`,
    orderedAt,
    currency: "USD",
    goods: "杯子",
    amount,
    serial,
  }));
  const request = { platformCode: "EBAY", merchantsId: account.storeId, rows, papers: [] };
  const { id } = await desk.call(calls.typeOrders, request, merchant);
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
}
const boundTo = async (id: string) => (await desk.call(gateway.vaOrder, { id }, merchant)).bound;
const deps = () => desk.app.platform as unknown as OrdersDeps;
const match = () => matchMerchant(deps(), merchant.userId);
/** Until what the orders' own arrival asked for is over. */
const quiet = () =>
  until(async () => {
    const open = await desk.database.query(
      `select from pgboss.job where name = 'orders.match' and data->>'merchantId' = $1 and state not in ('completed', 'failed')`,
      [merchant.userId],
    );
    return open.length === 0 ? true : undefined;
  });
async function ebay() {
  account = await openAccount(desk, merchant, { platform: "EBAY" });
}
const paid = async (amount: string, remittance: string, payer?: string) => {
  const { reference } = await payIn(desk, account.number, amount, {
    remittance,
    ...(payer !== undefined && { payer }),
  });
  return incomeOf(desk, merchant, reference);
};

test("money that is credited behind its orders is compared with them in the next turn", async () => {
  await ebay();
  await sell("SETTLE-7001", "60.00", "40.00");
  await quiet();
  const { id } = await paid("90.00", "EBAY SETTLE-7001");
  await planMatches(deps());
  expect(await until(async () => ((await boundTo(id)).length > 0 ? boundTo(id) : undefined))).toMatchObject([
    { ground: "serial" },
    { ground: "serial" },
  ]);
});

test("what a person has taken apart is not put together again, not by its number and not by its sum", async () => {
  await ebay();
  const { id } = await paid("90.00", "EBAY SETTLE-7002");
  await sell("SETTLE-7002", "100.00");
  await quiet();
  const [own] = await until(async () => ((await boundTo(id)).length > 0 ? boundTo(id) : undefined));
  await desk.call(gateway.unbindOrders, { incomeId: id, orderIds: [own!.id], reason: "属于另一笔" }, merchant);
  await match();
  expect(await boundTo(id)).toEqual([]);
  // It stays on offer, and is free for the money it belongs to.
  expect((await desk.call(gateway.vaOrder, { id }, merchant)).offers).toMatchObject([{ orderIds: [own!.id] }]);
  const other = await paid("95.00", "EBAY SETTLE-7002");
  await match();
  expect(await boundTo(other.id)).toMatchObject([{ id: own!.id }]);
});

/** Held because of who paid, and given back by two people. */
const propose = (id: string) =>
  desk.call(incomeEndpoints.proposeReturn, { merchantId: merchant.userId, id, reason: "付款方与店铺无关" }, desk.admin);
const approve = (id: string) =>
  desk.call(
    incomeEndpoints.decideIncome,
    { merchantId: merchant.userId, id, what: "return", decision: "approve" },
    desk.finance,
  );

test("orders behind money that goes back are free again, and none are put behind it any more", async () => {
  await ebay();
  const { id } = await paid("90.00", "EBAY SETTLE-7003", "NORTHBRIDGE LTD");
  await sell("SETTLE-7003", "100.00");
  await quiet();
  const [own] = (await desk.call(calls.searchOrders, {}, merchant)).records;
  await desk.call(gateway.bindOrders, { incomeId: id, orderIds: [own!.id], reason: "这批货" }, merchant);
  expect(await boundTo(id)).toHaveLength(1);
  await propose(id);
  expect(await approve(id)).toEqual({ state: "returned" });
  expect(await boundTo(id)).toEqual([]);
  expect(await desk.call(gateway.vaOrder, { id }, merchant)).toMatchObject({ offers: [], candidates: [] });
  const again = { incomeId: id, orderIds: [own!.id], reason: "再次关联" };
  await expect(desk.call(gateway.bindOrders, again, merchant)).rejects.toMatchObject({
    reason: "order.income_returned",
  });
  await expect(
    desk.call(calls.ebayBindSerial, { incomeId: id, serial: "SETTLE-7003" }, merchant),
  ).rejects.toMatchObject({ reason: "order.income_returned" });
  const other = await paid("90.00", "EBAY SETTLE-7003");
  await match();
  expect(await boundTo(other.id)).toMatchObject([{ id: own!.id, amount: parseMoney("100.00", "USD") }]);
});

test("money that goes back while orders are bound to it waits for them, and sets them free", async () => {
  await ebay();
  const { id } = await paid("90.00", "EBAY", "NORTHBRIDGE LTD");
  await sell("SETTLE-7004", "500.00");
  await quiet();
  await propose(id);
  const [order] = (await desk.call(calls.searchOrders, {}, merchant)).records;
  const binding = new pg.Client({ connectionString: desk.database.url });
  await binding.connect();
  let returned: Promise<unknown> | undefined;
  try {
    await binding.query("begin");
    await binding.query("select order_money_stands($1, $2)", [merchant.userId, id]);
    await binding.query(
      `insert into order_match (merchant_id, id, income_id, order_id, ground, explanation, bound_at)
       values ($1, $2, $3, $4, 'person', '', now())`,
      [merchant.userId, desk.app.platform.ids.next(), id, order!.id],
    );
    returned = approve(id);
    await until(async () => {
      const waiting = await desk.database.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0 ? true : undefined;
    });
    await binding.query("commit");
  } finally {
    await binding.end();
    await returned;
  }
  expect(await boundTo(id)).toEqual([]);
});
