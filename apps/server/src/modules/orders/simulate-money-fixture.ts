import {
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
  sandboxOrderEndpoints as market,
  storeEndpoints,
} from "@coralhub/contract";
import { moneyOf, SANDBOX_ORDER_PLAN_NAMES, type Currency } from "@coralhub/domain";
import { lawByQuery, type Actor, type Law, type MerchantStep, type Step } from "@coralhub/testkit/simulate";

/** Which orders stand behind a payment: what is offered, what is nearest; or what stood there is taken away again. */
async function bind({ me, world, chance }: MerchantStep): Promise<void> {
  if (chance.may(0.2)) await me.call(gateway.matchOrders, {});
  await world.settle();
  const { records } = await me.call(calls.orderFunds, {});
  if (records.length === 0) return;
  const { id: incomeId } = chance.pick(records);
  const { bound, offers, candidates } = await me.call(gateway.vaOrder, { id: incomeId });
  if (bound.length > 0 && chance.may(0.5)) {
    const orderIds = [chance.pick(bound).id];
    return void (await me.call(gateway.unbindOrders, { incomeId, orderIds, reason: "属于另一笔收款" }));
  }
  if (offers[0]) return void (await me.call(gateway.bindOffer, { incomeId, offer: offers[0].key }));
  const orderIds = candidates.slice(0, chance.between(1, 3)).map(({ id }) => id);
  if (orderIds.length > 0) await me.call(gateway.bindOrders, { incomeId, orderIds, reason: "结算单上的订单" });
}
/** Orders of a connected store are asked for at once, instead of at night. */
async function sync({ me, world, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(storeEndpoints.stores, { filters: { state: ["bound"] } });
  if (records.length === 0) return;
  await me.call(calls.syncOrders, { merchantsId: chance.pick(records).merchantsId });
  await world.settle();
  await me.call(calls.orderOverview, {});
}
/** Buyers get their money back, some of it for what has been paid out long ago. */
async function refund({ world, chance }: Step): Promise<void> {
  type Row = { merchantId: string; orderId: string; currency: Currency; minor: string };
  const orders = await world.database.query<Row>(
    `select merchant_id as "merchantId", id as "orderId", currency, amount_minor::text as minor from trade_order
      where state in ('passed', 'partlyPassed') and granted_minor > 0 order by id desc limit 60`,
  );
  if (orders.length === 0) return;
  const { currency, minor, ...order } = chance.pick(orders);
  const part = BigInt(minor) / BigInt(chance.pick([1, 2, 5]));
  if (part > 0n) await world.lever.attempt(market.refundOrder, { ...order, amount: moneyOf(currency, part) });
}
async function mood({ world, chance }: Step): Promise<void> {
  await world.lever.call(market.setOrderPlan, { plan: chance.pick(SANDBOX_ORDER_PLAN_NAMES) });
}

/** What orders grant is open, reserved and used, less what is owed; and what is reserved and used is somebody's use. */
const SUMS = `
  with books as (select merchant_id, currency,
           coalesce(sum(balance) filter (where code like 'quota:%:reserved'), 0) as reserved,
           coalesce(sum(balance) filter (where code like 'quota:%:used'), 0) as used,
           coalesce(sum(balance) filter (where kind in ('quota', 'house.quota_debt')), 0) as granted
      from ledger_account where kind in ('quota', 'house.quota_debt') group by 1, 2),
    orders as (select merchant_id, currency, sum(granted_minor) as granted from trade_order where granted_minor > 0 group by 1, 2),
    uses as (select merchant_id, currency, coalesce(sum(amount_minor) filter (where state = 'reserved'), 0) as reserved,
           coalesce(sum(amount_minor) filter (where state = 'consumed'), 0) as used from quota_use group by 1, 2)
  select 'quota of ' || merchant_id || ' in ' || currency || ': orders grant ' || coalesce(o.granted, 0) || ', books ' || coalesce(b.granted, 0)
      || '; ' || coalesce(u.reserved, 0) || ' reserved, books ' || coalesce(b.reserved, 0) || '; ' || coalesce(u.used, 0)
      || ' used, books ' || coalesce(b.used, 0) as problem
    from books b full join orders o using (merchant_id, currency) full join uses u using (merchant_id, currency)
   where coalesce(o.granted, 0) <> coalesce(b.granted, 0) or coalesce(u.reserved, 0) <> coalesce(b.reserved, 0)
      or coalesce(u.used, 0) <> coalesce(b.used, 0)`;

export const orderMoneyActors: readonly Actor[] = [
  { name: "商户关联收款和订单", by: "merchant", weight: 1.5, act: bind },
  { name: "商户从店铺取订单", by: "merchant", weight: 0.5, act: sync },
  { name: "买家退款", by: "rail", perDay: 0.5, act: refund },
  { name: "平台给订单换脾气", by: "rail", perDay: 0.1, act: mood },
];
export const quotaAddsUp: Law = lawByQuery("订单额度加得起来", "always", SUMS);
