import { moneyOf, type AccountCode, type Currency, type VoucherEvent } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { Sql } from "../../platform/list-query.ts";
import { readTotals, sumTurnover, type Totals, type Turnover } from "./money-events-store.ts";

export type Period = { from: Date; until: Date };

const COLUMNS = sql`e.merchant_id, e.id, e.kind, e.direction, e.state, e.currency, e.amount_minor, e.fee_minor, e.net_minor,
  e.other_currency, e.other_minor, e.counterparty, e.account_code, e.reference, e.booked_at, e.settled_at`;

/** The version of each event that a moment found, where it changed later. */
const changedAfter = (merchantId: string, moment: Date): Sql => sql`(
  select distinct on (id) * from money_event_earlier
   where merchant_id = ${merchantId} and replaced_at >= ${moment} order by id, replaced_at)`;

/** Events as they were when the period ended, whatever became of them since: a paper about it can be made again. */
const asOfEnd = (merchantId: string, { until }: Period, where: Sql): Sql => sql`(
  select ${COLUMNS} from money_event e
   where e.merchant_id = ${merchantId} and ${where}
     and not exists (select 1 from money_event_earlier v
       where v.merchant_id = ${merchantId} and v.id = e.id and v.replaced_at >= ${until})
  union all
  select ${COLUMNS} from ${changedAfter(merchantId, until)} e where ${where})`;

const bookedIn = ({ from, until }: Period): Sql =>
  sql`e.state = 'done' and e.booked_at >= ${from} and e.booked_at < ${until}`;

/**
 * What was done in the period. Of an event that an earlier period had told already, as a purchase its shop is paid for in
 * parts, it is what came to it since.
 */
const doneIn = (merchantId: string, period: Period, where: Sql = sql`true`): Sql => sql`(
  select e.merchant_id, e.id, e.kind, e.direction, e.state, e.currency, e.amount_minor - coalesce(b.amount_minor, 0) as amount_minor,
         e.fee_minor - coalesce(b.fee_minor, 0) as fee_minor, e.net_minor - coalesce(b.net_minor, 0) as net_minor,
         e.other_currency, e.other_minor - coalesce(b.other_minor, 0) as other_minor, e.counterparty, e.reference,
         e.booked_at
    from ${asOfEnd(merchantId, period, sql`${bookedIn(period)} and ${where}`)} e
    left join ${changedAfter(merchantId, period.from)} b
      on b.id = e.id and b.state = 'done' and b.booked_at < ${period.from})`;

/** By currency: what came, what went, and what is neither. */
export const readTotalsThen = (db: Db, merchantId: string, period: Period): Promise<Totals[]> =>
  readTotals(db, sql`${doneIn(merchantId, period)} e`);

/** Found by the number that the index has for its name. */
const onAccount = (account: AccountCode): Sql =>
  sql`hashtextextended(e.account_code, 0) = hashtextextended(${account}::text collate "C", 0) and e.account_code = ${account}`;

/** What came and went on one account; of what several accounts gave together, the part of this one. */
export function readAccountTurnover(
  db: Db,
  merchantId: string,
  account: AccountCode,
  period: Period,
): Promise<Turnover[]> {
  const parts = (of: Sql) =>
    sql`select ${of} from money_event_part p where p.merchant_id = ${merchantId} and p.account_code = ${account}`;
  return sumTurnover(
    db,
    sql`(select direction, currency, net_minor from ${doneIn(merchantId, period, onAccount(account))} e
          where not exists (select 1 from money_event_part p where p.merchant_id = ${merchantId} and p.event_id = e.id)
         union all
         select e.direction, e.currency, case when e.net_minor = 0 then 0 else -p.minor end
           from ${doneIn(merchantId, period, sql`e.id in (${parts(sql`p.event_id`)})`)} e
           join money_event_part p on p.merchant_id = ${merchantId} and p.event_id = e.id and p.account_code = ${account}) e`,
  );
}

type BookedRow = Pick<VoucherEvent, "kind" | "yuanMinor" | "counterparty" | "reference" | "bookedAt" | "cameBack"> & {
  currency: Currency;
  amountMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  otherCurrency: Currency | null;
  otherMinor: bigint | null;
  otherYuanMinor: bigint | null;
};
/**
 * What became part of the balance in a period, the first before the rest, at the rate of the day it was booked. What left and
 * came back did both: each is booked on its own day, at the rate of the payment. So is a fee that was given back on a later
 * day, of which no event is left.
 */
export async function listBooked(db: Db, merchantId: string, period: Period, limit: number): Promise<VoucherEvent[]> {
  const { from, until } = period;
  const columns = sql`id, kind, currency, amount_minor, fee_minor, counterparty, reference, other_currency, other_minor`;
  const within = (time: string) => sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`;
  const { rows } = await sql<BookedRow>`
    select kind, currency, amount_minor as "amountMinor", fee_minor as "feeMinor", net as "netMinor",
      money_in_yuan(currency, net, valued) as "yuanMinor", counterparty, reference, booked as "bookedAt",
      other_currency as "otherCurrency", other_minor as "otherMinor",
      money_in_yuan(other_currency, other_minor, valued) as "otherYuanMinor", "cameBack"
    from (select ${columns}, net_minor as net, booked_at as booked, booked_at as valued, false as "cameBack"
            from ${doneIn(merchantId, period)} e
          union all
          select ${columns}, -amount_minor, settled_at, settled_at, false
            from ${asOfEnd(merchantId, period, sql`e.state = 'returned' and ${within("e.settled_at")}`)} e
          union all
          select ${columns}, amount_minor, booked_at, settled_at, true
            from ${asOfEnd(merchantId, period, sql`e.state = 'returned' and e.settled_at is not null and ${within("e.booked_at")}`)} e
          union all
          select ${columns}, -net_minor, replaced_at, booked_at, true from ${changedAfter(merchantId, from)} e
           where state = 'done' and booked_at < ${from} and replaced_at < ${until}
             and not exists (select 1 from money_event k where k.merchant_id = ${merchantId} and k.id = e.id)) events
    order by booked, id limit ${limit}`.execute(db);
  return rows.map(
    ({ currency, amountMinor, feeMinor, netMinor, otherCurrency, otherMinor, otherYuanMinor, ...row }) => ({
      ...row,
      bought:
        row.kind === "exchange" && otherCurrency && otherMinor !== null
          ? { money: moneyOf(otherCurrency, otherMinor), yuanMinor: otherYuanMinor }
          : null,
      amount: moneyOf(currency, amountMinor),
      fee: moneyOf(currency, feeMinor),
      net: moneyOf(currency, netMinor),
    }),
  );
}
