import { Refusal, type Glance } from "@coralhub/contract";
import { startOfShanghaiDay, toShanghaiDay, weekdayOf, type Currency } from "@coralhub/domain";
import { addDays } from "./calendar.ts";
import type { HomeDeps } from "./deps.ts";

const SHOWN_ARRIVALS = 5;
const DAYS_OF_WEEK = 7;
/** What most merchants sell, against what they live on. */
const WATCHED = { sell: "USD", buy: "CNY" } as const;

/** What a finance person asks first: the total, the rate, what comes this week, what this month cost, what waits. */
export async function glanceOf(deps: HomeDeps, merchantId: string, currency: Currency): Promise<Glance> {
  const today = toShanghaiDay(deps.clock.now());
  const nextMonday = startOfShanghaiDay(addDays(today, DAYS_OF_WEEK + 1 - weekdayOf(today)));
  const [total, rate, arrivals, fees, approvals] = await Promise.all([
    deps.ledger.equivalent(merchantId, { currency, extent: "all" }),
    rateNow(deps),
    deps.income.coming(merchantId, nextMonday, SHOWN_ARRIVALS),
    deps.activity.feesSince(merchantId, startOfShanghaiDay(`${today.slice(0, 8)}01`)),
    deps.payouts.awaiting(merchantId),
  ]);
  return { total, rate, arrivals, fees, approvals };
}

/** Home goes without a rate where the market gives none. */
async function rateNow({ ledger }: HomeDeps): Promise<Glance["rate"]> {
  const { sell, buy } = WATCHED;
  try {
    const { mid, rate, markupBasisPoints, at } = await ledger.prices.pairRate(sell, buy);
    return { sell, buy, mid, rate, markupBasisPoints, at };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
