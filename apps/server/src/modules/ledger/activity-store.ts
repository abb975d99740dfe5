import {
  INCOME_REASONS,
  moneyOf,
  startOfShanghaiDay,
  type AccountCode,
  type AccountKind,
  type Currency,
  type Money,
  type PostingReason,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type RecentLine = { from: AccountCode; to: AccountCode; amount: Money };
export type RecentPosting = {
  id: string;
  reason: PostingReason;
  reference: string | null;
  postedAt: Date;
  lines: RecentLine[];
};
type Row = Omit<RecentPosting, "lines"> & { from: AccountCode; to: AccountCode; currency: Currency; amount: bigint };

/** An event seldom has more entries than this in one account: its amount, its hold, a rest that came back. */
const ENTRIES_OF_AN_EVENT = 4;

/** Of an account's newest entries; an account of which nothing is told (used quota, say) is not searched to its beginning. */
const LOOKED_AT = 500;

/**
 * The newest postings for these reasons, without those whose hold has been resolved: the newest entries of each account,
 * through its indexes, and of all these the newest. Ids carry the time. The limits and offsets keep the planner from
 * turning that round: an account with a long history would be read and sorted as a whole.
 */
export async function readRecentPostings(
  db: Db,
  merchantId: string,
  { kinds, reasons, limit }: { kinds: readonly AccountKind[]; reasons: readonly PostingReason[]; limit: number },
): Promise<RecentPosting[]> {
  const { rows } = await sql<Row>`
    select p.id, p.reason, p.reference, p.posted_at as "postedAt",
           t.from_code as "from", t.to_code as "to", t.currency, t.amount
      from (select distinct e.id from ledger_account a
             cross join lateral (
               select t.posting_id as id
                 from (select posting_id, posted_at from ledger_entry
                        where merchant_id = a.merchant_id and code = a.code order by posted_at desc limit ${LOOKED_AT}) t
                where exists (select 1 from ledger_posting p
                               where p.merchant_id = a.merchant_id and p.id = t.posting_id and p.reason = any(${reasons}) offset 0)
                  and not exists (select 1 from ledger_hold h
                                   where h.merchant_id = a.merchant_id and h.posting_id = t.posting_id
                                     and h.resolved_by is not null offset 0)
                order by t.posted_at desc limit ${limit * ENTRIES_OF_AN_EVENT}) e
             where a.merchant_id = ${merchantId} and a.kind = any(${kinds})
             order by e.id desc limit ${limit}) newest
      join ledger_posting p on p.merchant_id = ${merchantId} and p.id = newest.id
      join ledger_leg t on t.merchant_id = ${merchantId} and t.posting_id = newest.id
     order by p.id desc, t.line`.execute(db);
  return [...Map.groupBy(rows, (row) => row.id).values()].map((own) => {
    const { id, reason, reference, postedAt } = own[0]!;
    const lines = own.map(({ from, to, currency, amount }) => ({ from, to, amount: moneyOf(currency, amount) }));
    return { id, reason, reference, postedAt, lines };
  });
}

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
