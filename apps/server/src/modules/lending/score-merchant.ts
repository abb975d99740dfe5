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
import type { Db } from "../../platform/db.ts";
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

/** Open loans use up what they were asked for or still owe. */
async function owedBy(db: Db, merchantId: string): Promise<{ owed: bigint; open: number }> {
  const loans = await listOpenLoans(db, merchantId);
  const owed = loans.reduce(
    (sum, { drawnOn, outstanding, amount }) => sum + (drawnOn ? outstanding : amount.minor),
    0n,
  );
  return { owed, open: loans.length };
}

/** What the whole months before this one came to, and what they say beside the loans as they stand in `db`. */
export async function readIncome(deps: LendingDeps, merchantId: string, now: Date) {
  const thisMonth = `${toShanghaiDay(now).slice(0, 7)}-01`;
  const months = Array.from({ length: SCORE_MONTHS }, (_, at) => addMonths(thisMonth, at - SCORE_MONTHS).slice(0, 7));
  const days = await deps.ledger.incomeByDay(merchantId, `${months[0]!}-01`);
  const rates = await middleRates(deps, new Set(days.map(({ amount }) => amount.currency)));
  const sums = months.map((month) =>
    days
      .filter(({ day }) => day.startsWith(month))
      .reduce((sum, { amount }) => {
        const rate = rates.get(amount.currency);
        return rate ? sum + convertMoney(amount, LOAN_CURRENCY, rate, "down").minor : sum;
      }, 0n),
  );
  return async (db: Db): Promise<PreScore & { owed: bigint; open: number }> => {
    const loans = await owedBy(db, merchantId);
    return { ...preScore(sums, loans.owed), ...loans };
  };
}
export const scoreMerchant = async (deps: LendingDeps, merchantId: string, now: Date) =>
  (await readIncome(deps, merchantId, now))(deps.database.db);
