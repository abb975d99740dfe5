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
import { ended, fileOf, template, upload } from "./orders-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
let account: Awaited<ReturnType<typeof openAccount>>;
withMerchant((one, own) => {
  desk = one;
  merchant = own;
});

let counter = 70_000;
const twoDaysAgo = () => new Date(desk.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
/** Orders of this settlement, as they wait for a person. */
async function hand(serial: string, ...amounts: string[]) {
  const orderedAt = twoDaysAgo();
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
  const pass = (...ids: string[]) =>
    desk.call(office.decideOrders, { ...ref, orderIds: ids, decision: "pass" }, desk.reviewer);
  return { orderIds, pass };
}
/** The same, passed by a person. */
async function sell(serial: string, ...amounts: string[]): Promise<void> {
  const { orderIds, pass } = await hand(serial, ...amounts);
  await pass(...orderIds);
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
  expect((await desk.call(gateway.vaOrder, { id }, merchant)).offers).toMatchObject([{ orders: 1 }]);
  const other = await paid("95.00", "EBAY SETTLE-7002");
  await match();
  expect(await boundTo(other.id)).toMatchObject([{ id: own!.id }]);
});

test("a second run that found the same leaves what the first has bound", async () => {
  await ebay();
  await sell("SETTLE-7005", "60.00", "40.00");
  await quiet();
  const { id } = await paid("90.00", "EBAY SETTLE-7005");
  const { transaction, ...database } = deps().database;
  let isFirst = true;
  // It has read what is free, and before it binds another run does all of it.
  const second: OrdersDeps = {
    ...deps(),
    database: {
      ...database,
      transaction: async (work) => {
        if (isFirst) {
          isFirst = false;
          await match();
        }
        return transaction(work);
      },
    },
  };
  await matchMerchant(second, merchant.userId);
  expect(await boundTo(id)).toHaveLength(2);
});

test("nothing is bound while orders of the same shop wait for a person; all of it is once they are decided", async () => {
  await ebay();
  const { id } = await paid("80.00", "EBAY SETTLE-7006");
  const { orderIds, pass } = await hand("SETTLE-7006", "90.00", "10.00");
  const [most, rest] = orderIds;
  await pass(most!);
  await match();
  await quiet();
  expect(await boundTo(id)).toEqual([]);
  // A person may say so all the same.
  expect((await desk.call(gateway.vaOrder, { id }, merchant)).offers).toMatchObject([{ certain: false }]);
  await pass(rest!);
  expect(await until(async () => ((await boundTo(id)).length > 0 ? boundTo(id) : undefined))).toHaveLength(2);
});

test("nothing is bound while a file of the same shop is still read; it is once the file is cancelled", async () => {
  await ebay();
  await sell("SETTLE-7007", "100.00");
  await quiet();
  const text = template([["", twoDaysAgo(), "USD", "20.00", "杯子", "US", "SETTLE-7007"]]);
  const file = await upload(desk, merchant, fileOf(text), { platformCode: "EBAY", merchantsId: account.storeId });
  await ended(desk, merchant, file);
  await quiet();
  // As if it were so long that there is more of it to come.
  await desk.database.query(
    "update order_upload set state = 'analysing', ended_at = null, seen_at = now() + interval '1 day' where id = $1",
    [file],
  );
  const { id } = await paid("90.00", "EBAY SETTLE-7007");
  await match();
  expect(await boundTo(id)).toEqual([]);
  await desk.call(gateway.cancelAnalysis, { id: file }, merchant);
  expect(await until(async () => ((await boundTo(id)).length > 0 ? boundTo(id) : undefined))).toHaveLength(1);
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
