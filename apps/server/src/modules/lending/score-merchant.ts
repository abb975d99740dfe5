import {
  addMonths,
  convertMoney,
  LOAN_CURRENCY,
  preScore,
  SCORE_MONTHS,
  toShanghaiDay,
  type Currency,
  type PreScore,
} from "@coralhub/domain";
import type { LendingDeps } from "./deps.ts";
import { listOpenLoans } from "./loans-store.ts";

/** A currency without a rate adds nothing: the score is then lower, never a guess. */
async function middleRates(deps: LendingDeps, currencies: ReadonlySet<Currency>): Promise<Map<Currency, string>> {
  const found = new Map<Currency, string>();
  for (const currency of currencies) {
    if (currency === LOAN_CURRENCY) found.set(currency, "1");
    else {
      const rate = await deps.quoteRates.rate(currency, LOAN_CURRENCY).catch(() => undefined);
      if (rate) found.set(currency, rate.mid);
    }
  }
  return found;
}

/** What the whole months before this one say; open loans use up what they were asked for or still owe. */
export async function scoreMerchant(
  deps: LendingDeps,
  merchantId: string,
  now: Date,
): Promise<PreScore & { owed: bigint; open: number }> {
  const thisMonth = `${toShanghaiDay(now).slice(0, 7)}-01`;
  const months = Array.from({ length: SCORE_MONTHS }, (_, at) => addMonths(thisMonth, at - SCORE_MONTHS).slice(0, 7));
  const [days, loans] = await Promise.all([
    deps.ledger.incomeByDay(merchantId, `${months[0]!}-01`),
    listOpenLoans(deps.database.db, merchantId),
  ]);
  const rates = await middleRates(deps, new Set(days.map(({ amount }) => amount.currency)));
  const sums = months.map((month) =>
    days
      .filter(({ day }) => day.startsWith(month))
      .reduce((sum, { amount }) => {
        const rate = rates.get(amount.currency);
        return rate ? sum + convertMoney(amount, LOAN_CURRENCY, rate, "down").minor : sum;
      }, 0n),
  );
  const owed = loans.reduce(
    (sum, { drawnOn, outstanding, amount }) => sum + (drawnOn ? outstanding : amount.minor),
    0n,
  );
  return { ...preScore(sums, owed), owed, open: loans.length };
}
