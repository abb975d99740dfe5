import { INCOME_REASONS, moneyOf, startOfShanghaiDay, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type DayIncome = { day: string; amount: Money };

/**
 * What became usable as income, for each day in Beijing and currency, from the beginning of that day on. Sealed days are
 * summed already; only what came after the last seal is added up here, so a year costs its days and not its payments. A day
 * that is just being sealed counts as not sealed.
 */
export async function readIncomeByDay(
  db: Db,
  merchantId: string,
  kinds: readonly string[],
  from: string,
): Promise<DayIncome[]> {
  const since = startOfShanghaiDay(from);
  const { rows } = await sql<{ day: string; currency: Currency; amount: string }>`
    select day, currency, sum(amount)::text as amount
      from (select day, currency, amount from ledger_day_credit c
             where merchant_id = ${merchantId} and day >= ${from}::date
               and not exists (select 1 from ledger_sealing s where s.day = c.day)
               and kind = any(${kinds}) and reason = any(${INCOME_REASONS})
            union all
            select (t.posted_at at time zone 'Asia/Shanghai')::date, t.currency, t.amount
              from ledger_account a
              join ledger_entry t on t.merchant_id = a.merchant_id and t.code = a.code and t.amount > 0
               and t.posted_at >= greatest(${since}, (select sealed_until from ledger_day order by day desc limit 1))
              join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id
             where a.merchant_id = ${merchantId} and a.kind = any(${kinds}) and p.reason = any(${INCOME_REASONS})) income
     group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ day, currency, amount }) => ({ day, amount: moneyOf(currency, BigInt(amount)) }));
}
