import type { moneyEventList } from "@coralhub/contract";
import { moneyOf, type AccountCode, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

/** Read alone: each owner's table keeps its rows up to date by itself (database/functions/money_events.sql). */
export const moneyEventSource: ListSource<(typeof moneyEventList)["row"]> = {
  from: sql`money_event e left join store_brief s on s.merchant_id = e.merchant_id and s.id = e.store_id`,
  counted: sql`money_event e`,
  owner: sql`e.merchant_id`,
  id: sql`e.id`,
  columns: {
    id: sql`e.id`,
    kind: sql`e.kind`,
    direction: sql`e.direction`,
    state: sql`e.state`,
    currency: sql`e.currency`,
    counterparty: sql`e.counterparty`,
    store: sql`s.name`,
    platform: sql`e.platform`,
    amount: { minor: sql`e.amount_minor`, currency: sql`e.currency` },
    fee: { minor: sql`e.fee_minor`, currency: sql`e.currency` },
    net: { minor: sql`e.net_minor`, currency: sql`e.currency` },
    other: { minor: sql`e.other_minor`, currency: sql`e.other_currency` },
    yuan: {
      minor: sql`money_in_yuan(e.currency, e.net_minor, e.effective_at)`,
      currency: sql`case when money_in_yuan(e.currency, e.net_minor, e.effective_at) is not null then 'CNY' end`,
    },
    account: sql`e.account_code`,
    reference: sql`e.reference`,
    effectiveAt: sql`e.effective_at`,
    bookedAt: sql`e.booked_at`,
  },
};

export const oneEventSource = (id: string): typeof moneyEventSource => ({
  ...moneyEventSource,
  where: sql`e.id = ${id}`,
});

/** The same with what the specification's list can also ask for. */
export const transactionSource = ({
  cardEnd,
  platforms,
}: {
  cardEnd: string | undefined;
  platforms: readonly string[];
}): ListSource<(typeof moneyEventList)["row"]> => ({
  ...moneyEventSource,
  where: sql.join(
    [
      sql`true`,
      ...(cardEnd ? [sql`e.counterparty like ${`%尾号 ${cardEnd.slice(-4)}`}`] : []),
      ...(platforms.length > 0 ? [sql`e.platform = any(${platforms}::text[])`] : []),
    ],
    sql` and `,
  ),
});

export type Turnover = { currency: Currency; income: Money; expense: Money; count: number };
export type TurnoverScope = { from?: Date | undefined; until?: Date | undefined; account?: AccountCode };

/**
 * What came and what went, by currency: payments, not entries. What moves between the merchant's own accounts, or from one
 * currency into another, is neither.
 */
export async function readTurnover(db: Db, merchantId: string, scope: TurnoverScope): Promise<Turnover[]> {
  const { from, until, account } = scope;
  const { rows } = await sql<{ currency: Currency; income: bigint; expense: bigint; count: number }>`
    select currency, coalesce(sum(net_minor) filter (where net_minor > 0), 0)::int8 as income,
           coalesce(-sum(net_minor) filter (where net_minor < 0), 0)::int8 as expense, count(*)::int as count
      from money_event
     where merchant_id = ${merchantId} and state = 'done' and direction in ('in', 'out')
       ${account ? sql`and account_code = ${account}` : sql``}
       ${from ? sql`and booked_at >= ${from}` : sql``} ${until ? sql`and booked_at < ${until}` : sql``}
     group by currency order by currency`.execute(db);
  return rows.map(({ currency, income, expense, count }) => ({
    currency,
    income: moneyOf(currency, income),
    expense: moneyOf(currency, expense),
    count,
  }));
}

export async function countEvents(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from money_event where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}
