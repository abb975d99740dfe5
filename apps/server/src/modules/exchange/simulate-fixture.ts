import { exchangeEndpoints as calls, walletEndpointTable as walletCalls } from "@coralhub/contract";
import { moneyOf, toShanghaiDay, type Currency } from "@coralhub/domain";
import type { MerchantStep, Simulation } from "@coralhub/testkit/simulate";

const DAY_MS = 86_400_000;
const BOUGHT: readonly Currency[] = ["CNY", "HKD", "EUR", "USD"];

async function convert({ me, chance }: MerchantStep): Promise<void> {
  const { wallets } = await me.call(walletCalls.walletOverview, {});
  const filled = wallets.filter(({ available }) => available.minor > 10_000n);
  if (filled.length === 0) return;
  const { available } = chance.pick(filled);
  const sell = available.currency;
  const buy = chance.pick(BOUGHT.filter((currency) => currency !== sell));
  const sellAmount = moneyOf(sell, available.minor / BigInt(chance.pick([1, 2, 5, 10])));
  const { quoteId } = await me.call(calls.exchangeDraft, { sell, buy, sellAmount });
  await me.call(calls.placeConversion, { quoteId });
  await me.call(calls.conversions, {});
}

async function order({ me, world, chance }: MerchantStep): Promise<void> {
  const standing = await me.call(calls.standingOrders, {});
  const waiting = standing.filter(({ state }) => state === "waiting");
  if (waiting.length > 0 && chance.may(0.4))
    return void (await me.call(calls.cancelStandingOrder, { id: chance.pick(waiting).id }));
  const { mid } = await me.call(calls.exchangeRate, { sell: "USD", buy: "CNY" });
  const target = (Number(mid) * chance.pick([0.9, 1, 1.1])).toFixed(4);
  const kind = chance.pick(["alert", "target", "arrivals"] as const);
  const { id } = await me.call(calls.placeStandingOrder, {
    sell: "USD",
    buy: "CNY",
    kind,
    ...(kind === "target" && {
      amount: moneyOf("USD", BigInt(chance.between(10_000, 50_000))),
      until: toShanghaiDay(new Date(world.clock.now().getTime() + chance.between(1, 5) * DAY_MS)),
    }),
    ...(kind !== "arrivals" && { target }),
  });
  if (chance.may(0.3)) await me.call(calls.cancelStandingOrder, { id });
}

export const exchangeSimulation: Simulation = {
  // Nobody draws a chart of the minutes that were skipped; filling it in would take longer than everything else.
  hoursPassed: async ({ database }) => void (await database.query("delete from fx_rate_board where grain = 'minutes'")),
  actors: [
    { name: "商户换汇", by: "merchant", weight: 2, act: convert },
    { name: "商户设置换汇委托", by: "merchant", weight: 1, act: order },
  ],
};
