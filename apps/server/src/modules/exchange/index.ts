import { conversionDeskList, conversionList, exchangeEndpoints } from "@coralhub/contract";
import { averageRate, CHART_SPANS, type ChartSpan } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { readChart } from "./chart.ts";
import { placeConversion } from "./convert.ts";
import { conversionDeskSource, conversionSource, countConversions, sumPair } from "./conversions-store.ts";
import type { ExchangeDeps, ExchangeHouse } from "./deps.ts";
import { describeConversion } from "./describe-conversion.ts";
import {
  decideJump,
  listMarkets,
  listPairs,
  listRates,
  marketView,
  readExposure,
  readJumps,
  setHours,
  putJumpIntoForce,
  putHoursIntoForce,
  putPairIntoForce,
  setPair,
} from "./desk.ts";
import { keepRates } from "./keep-rates.ts";
import { quoteExchange } from "./quote-exchange.ts";
import { countOpenJumps } from "./rates-store.ts";
import { cancelStandingOrder, listStandingOrders, placeStandingOrder } from "./standing-orders.ts";
import { readMarkets, type Pair } from "./terms-store.ts";
import { watchOrders } from "./watch-orders.ts";

export { conversionReference } from "./conversions-store.ts";
export { guardRates } from "./guard-rates.ts";
export { plantConversions, type ConversionPlant } from "./plant-conversions.ts";

export type Exchange = Capability<typeof exchangeEndpoints>;

export function createExchange(house: ExchangeHouse): Exchange {
  const deps: ExchangeDeps = {
    ...house,
    ...house.rails,
    mayMoveMoney: house.certification.mayMoveMoney,
    quota: house.orders.quota,
  };
  const { db } = deps.database;
  return {
    endpoints: exchangeEndpoints,
    handlers: { ...portalHandlers(deps), ...deskHandlers(deps) },
    jobs: {
      "exchange.keep-rates": { cron: "* * * * *", run: (data) => keepRates(deps, data as { fromTheStart?: boolean }) },
      "exchange.watch-orders": { cron: "* * * * *", run: () => watchOrders(deps) },
    },
    approvals: {
      "fx.pair": putPairIntoForce(deps),
      "fx.hours": putHoursIntoForce(deps),
      "fx.jump": putJumpIntoForce(deps),
    },
    waiting: { rates: () => countOpenJumps(db) },
    personalData: async (merchantId) => ({ 换汇笔数: await countConversions(db, merchantId) }),
  };
}

function portalHandlers(deps: ExchangeDeps) {
  return {
    exchangeCurrencies: ({ merchantId }) => describeCurrencies(deps, merchantId),
    exchangeRate: async (_ctx, { sell, buy }) => ({
      sell,
      buy,
      ...(await deps.ledger.prices.pairRate(sell, buy)),
    }),
    exchangeDraft: ({ merchantId }, request) => quoteExchange(deps, merchantId, request),
    placeConversion: (ctx, input) => placeConversion(deps, ctx, input),
    conversions: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, conversionList, conversionSource, input),
    exportConversions: async ({ merchantId }, { filters }) =>
      deps.lists.export({ ownerId: merchantId }, conversionList, conversionSource, filters),
    conversion: ({ merchantId }, { id }) => describeConversion(deps, { merchantId, id }),
    pairSummary: ({ merchantId }, input) => summarise(deps, merchantId, input),
    rateHistory: (_ctx, input) => readChart(deps, input),
    standingOrders: ({ merchantId }) => listStandingOrders(deps, merchantId),
    placeStandingOrder: (ctx, request) => placeStandingOrder(deps, ctx, request),
    cancelStandingOrder: (ctx, input) => cancelStandingOrder(deps, ctx, input),
  } satisfies Partial<Exchange["handlers"]>;
}

function deskHandlers(deps: ExchangeDeps) {
  return {
    fxExposure: () => readExposure(deps),
    fxPairs: () => listPairs(deps),
    setFxPair: (ctx, input) => setPair(deps, ctx, input),
    fxMarkets: () => listMarkets(deps),
    setFxHours: (ctx, input) => setHours(deps, ctx, input),
    fxRates: () => listRates(deps),
    fxRateHistory: (_ctx, input) => readChart(deps, input),
    rateJumps: () => readJumps(deps),
    decideRateJump: (ctx, input) => decideJump(deps, ctx, input),
    conversionDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, conversionDeskList, conversionDeskSource, input),
  } satisfies Partial<Exchange["handlers"]>;
}

async function describeCurrencies(deps: ExchangeDeps, merchantId: string) {
  const { db } = deps.database;
  const [markets, pairs, wallets] = await Promise.all([
    readMarkets(db),
    listPairs(deps),
    deps.ledger.balances(merchantId, ["wallet"]),
  ]);
  const now = deps.clock.now();
  return {
    markets: Object.values(markets).map((market) => marketView(market, now)),
    pairs: pairs
      .filter(({ isOpen }) => isOpen)
      .map(({ sell, buy, market, minimum, maximum }) => ({ sell, buy, market, minimum, maximum })),
    wallets: wallets.map(({ balance }) => balance),
  };
}

const HOUR_MS = 3_600_000;

async function summarise(deps: ExchangeDeps, merchantId: string, { span, ...pair }: Pair & { span: ChartSpan }) {
  const since = new Date(deps.clock.now().getTime() - CHART_SPANS[span].hours * HOUR_MS);
  const sums = await sumPair(deps.database.db, merchantId, pair, since);
  return { ...sums, averageRate: sums.count === 0 ? null : averageRate(sums.sold, sums.bought) };
}
