import { Refusal } from "@coralhub/contract";
import { addMoney, convertMoney, moneyOf, toShanghaiDay, weekdayOf, type Currency, type Money } from "@coralhub/domain";
import { addDays } from "./calendar.ts";
import type { DayIncome, HomeDeps, Trend, TrendPart } from "./deps.ts";

const PERIODS = 12;
const SHOWN_IN = "CNY";
type Period = { from: string; to: string };

/** The last twelve weeks (Monday to Sunday), the current one last. */
function weeksUntil(today: string): Period[] {
  const monday = addDays(today, 1 - weekdayOf(today));
  return Array.from({ length: PERIODS }, (_, i) => addDays(monday, 7 * (i + 1 - PERIODS))).map((from) => ({
    from,
    to: addDays(from, 6),
  }));
}

/** The last twelve calendar months, the current one last. */
function monthsUntil(today: string): Period[] {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const firstDay = (offset: number) => new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10);
  return Array.from({ length: PERIODS }, (_, i) => i + 1 - PERIODS).map((offset) => ({
    from: firstDay(offset),
    to: addDays(firstDay(offset + 1), -1),
  }));
}

/** Each currency's sum of the period is converted once, so that rounding does not add up. */
function sumOf({ from, to }: Period, income: readonly DayIncome[], rates: ReadonlyMap<Currency, string>): TrendPart {
  const sums = new Map<Currency, bigint>();
  for (const { day, amount } of income) {
    if (day >= from && day <= to) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  }
  const total = [...sums].reduce<Money>(
    (all, [currency, minor]) =>
      addMoney(all, convertMoney(moneyOf(currency, minor), SHOWN_IN, rates.get(currency)!, "halfEven")),
    moneyOf(SHOWN_IN, 0n),
  );
  return { from, to, income: total, forecast: moneyOf(SHOWN_IN, 0n) };
}

/** What came in, at the middle rates of now; nothing is claimed while a rate is missing. */
export async function incomeTrend(
  deps: Pick<HomeDeps, "clock" | "activity" | "rails">,
  merchantId: string,
): Promise<Trend> {
  const today = toShanghaiDay(deps.clock.now());
  const weeks = weeksUntil(today);
  const months = monthsUntil(today);
  const income = await deps.activity.incomeByDay(merchantId, months[0]!.from);
  const rates = await ratesFor(deps, income);
  if (!rates) return { weeks: [], months: [] };
  const partsOf = (periods: Period[]) => periods.map((period) => sumOf(period, income, rates));
  return { weeks: partsOf(weeks), months: partsOf(months) };
}

async function ratesFor({ rails }: Pick<HomeDeps, "rails">, income: readonly DayIncome[]) {
  const currencies = [...new Set(income.map(({ amount }) => amount.currency))];
  try {
    return new Map(
      await Promise.all(
        currencies.map(
          async (currency) => [currency, (await rails.fxRates.reference(currency, SHOWN_IN)).mid] as const,
        ),
      ),
    );
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
