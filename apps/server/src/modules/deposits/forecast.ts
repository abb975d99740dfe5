import { addDays, DEPOSIT_CURRENCY_CODES, LADDER_TERMS, moneyOf, quarterNeeds, toShanghaiDay } from "@coralhub/domain";
import type { DepositsDeps } from "./deps.ts";

const DAY_MS = 86_400_000;
const LOOKED_BACK_DAYS = 90;

/**
 * What a merchant will need of its balance, quarter by quarter: what went out in the last ninety days goes out again, what
 * came in comes in again, and payments that have their day fall into their quarter.
 */
export async function forecastPayouts(deps: DepositsDeps, merchantId: string, now: Date) {
  const from = new Date(now.getTime() - LOOKED_BACK_DAYS * DAY_MS);
  const [turnover, planned] = await Promise.all([
    deps.activity.turnover(merchantId, { from, until: now }),
    deps.payouts.scheduledOut(merchantId),
  ]);
  const today = toShanghaiDay(now);
  return DEPOSIT_CURRENCY_CODES.flatMap((currency) => {
    const own = turnover.find((one) => one.currency === currency);
    const scheduled = planned.filter(({ amount }) => amount.currency === currency);
    if (!own && scheduled.length === 0) return [];
    const nothing = moneyOf(currency, 0n);
    const paid = own ? moneyOf(currency, own.expense.minor) : nothing;
    const received = own ? moneyOf(currency, own.income.minor) : nothing;
    const byQuarter = LADDER_TERMS.map((_term, quarter) => {
      const [first, last] = [
        addDays(today, quarter * LOOKED_BACK_DAYS),
        addDays(today, (quarter + 1) * LOOKED_BACK_DAYS),
      ];
      return scheduled
        .filter(({ day }) => day >= first && day < last)
        .reduce((sum, { amount }) => sum + amount.minor, 0n);
    });
    return [
      {
        currency,
        paid,
        received,
        scheduled: moneyOf(
          currency,
          byQuarter.reduce((sum, minor) => sum + minor, 0n),
        ),
        needs: quarterNeeds(paid, received, byQuarter),
      },
    ];
  });
}
