import {
  orderDeskEndpoints as desk,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
} from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import type { Chance } from "@coralhub/testkit/simulate/chance";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";
import { amazonNumber, fileOf, template } from "./orders-fixture.ts";
import { orderMoneyActors, quotaAddsUp } from "./simulate-money-fixture.ts";

const DAY_MS = 86_400_000;
const NO_NUMBER = "12";

/** Orders of the last days: a bad number now and then, seldom one of somebody else's. */
function rowsOf(me: Merchant, world: World, chance: Chance): string[][] {
  const made = (me.memory.get("orders") as number | undefined) ?? 0;
  const rows = Array.from({ length: chance.between(1, 6) }, (_, at) => {
    const number = chance.may(0.1) ? NO_NUMBER : amazonNumber(me.number * 100_000 + made + at);
    const day = new Date(world.clock.now().getTime() - chance.between(1, 9) * DAY_MS).toISOString().slice(0, 10);
    return [number, day, "USD", `${chance.between(200, 9_000)}.00`, "陶瓷杯", "US", ""];
  });
  me.memory.set("orders", made + rows.length);
  return rows;
}

async function upload({ me, world, chance }: MerchantStep): Promise<void> {
  await me.call(calls.orderOverview, {});
  const rows = rowsOf(me, world, chance);
  if (chance.may(0.3)) {
    const typed = rows.map(([orderNumber, orderedAt, currency, amount, goods]) => ({
      orderNumber: orderNumber!,
      orderedAt: orderedAt!,
      currency: currency!,
      amount: amount!,
      goods: goods!,
    }));
    return void (await me.call(calls.typeOrders, { platformCode: "AMAZON", rows: typed, papers: [] }));
  }
  const file = fileOf(chance.may(0.05) ? "not a sheet" : template(rows));
  const request = { file, platformCode: "AMAZON", excelType: "template" as const };
  const { id } = await me.call(calls.uploadOrders, request);
  if (chance.may(0.1)) await me.call(gateway.cancelAnalysis, { id });
  await world.settle();
  await me.call(calls.uploadRecord, { id });
}
/** What failed is typed again, as it should be. */
async function correct({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.searchOrders, { filters: { state: ["failed", "partlyPassed"] } });
  if (records.length === 0) return;
  const { id } = chance.pick(records);
  const made = (me.memory.get("orders") as number | undefined) ?? 0;
  me.memory.set("orders", made + 1);
  await me.call(calls.repairOrder, { id, given: { orderNumber: amazonNumber(me.number * 100_000 + made) } });
}
async function review({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", chance.pick([1, 2] as const));
  const { records } = await reviewer.call(desk.orderDesk, {
    filters: { state: ["waiting", "reviewing"] },
    pageSize: 20,
  });
  for (const { merchantId, id, state } of records) {
    const ref = { merchantId, id };
    if (state === "waiting" && chance.may(0.6)) await reviewer.attempt(desk.beginReview, ref);
    if (chance.may(0.15)) continue;
    const rows = await reviewer.call(desk.orderCaseRows, { ...ref, open: "yes" });
    const [fails, rest] = [rows.filter(() => chance.may(0.15)), chance.may(0.15) ? rows.slice(0, 1) : rows];
    const failing = fails.map((row) => row.id);
    if (failing.length > 0)
      await reviewer.attempt(desk.decideOrders, { ...ref, orderIds: failing, decision: "fail", reason: "notFound" });
    const passing = rest.filter((row) => !failing.includes(row.id));
    const [one] = passing;
    const part = one?.amount && passing.length === 1 ? moneyOf(one.amount.currency, one.amount.minor / 2n) : null;
    if (passing.length > 0)
      await reviewer.attempt(desk.decideOrders, {
        ...ref,
        orderIds: passing.map((row) => row.id),
        decision: "pass",
        part: part && chance.may(0.5) ? part : null,
      });
  }
}

/** What is reserved belongs to something on its way. */
const QUOTA = `
  select 'quota ' || u.kind || ' ' || u.reference || ' is reserved, its payout ' || p.state as problem
    from quota_use u join payout p on p.merchant_id = u.merchant_id and p.id = u.move_id
   where (u.state = 'reserved' and p.state in ('completed', 'failed', 'cancelled', 'returned'))
      or (u.state = 'consumed' and p.state in ('failed', 'cancelled', 'returned'))
      or (u.state = 'released' and p.state in ('submitted', 'processing', 'completed'))`;

async function totalsAgree({ database }: World, me: Merchant): Promise<string[]> {
  const list = await me.call(calls.uploadRecords, { pageSize: 100 });
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from order_upload where merchant_id = $1",
    [me.userId],
  );
  const uneven = list.records.filter(
    ({ state, rowsTotal, rowsPassed, rowsFailed, rowsWaiting }) =>
      !["analysing", "cancelled"].includes(state) && rowsPassed + rowsFailed + rowsWaiting !== rowsTotal,
  );
  return [
    ...(list.total === count ? [] : [`list says ${list.total}, the table ${count}`]),
    ...uneven.map(({ id, rowsTotal }) => `upload ${id}: its rows do not add up to ${rowsTotal}`),
  ];
}

export const ordersSimulation: Simulation = {
  async welcome(step) {
    await upload(step);
    await step.world.settle();
    await review(step);
  },
  actors: [
    { name: "商户上传订单", by: "merchant", weight: 5, act: upload },
    { name: "商户更正订单", by: "merchant", weight: 1, act: correct },
    { name: "审核员审核订单", by: "operator", perDay: 2, act: review },
    ...orderMoneyActors,
  ],
  laws: [
    lawByQuery("订单额度跟着付款走", "always", QUOTA),
    quotaAddsUp,
    { name: "订单材料的行数加得起来", when: "daily", violations: totalsAgree },
  ],
};
