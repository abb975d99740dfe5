import type { moneyEventList } from "@coralhub/contract";
import {
  moneyOf,
  type Currency,
  type Money,
  type MoneyDirection,
  type MoneyKind,
  type MoneyStep,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ListSource, Sql } from "../../platform/list-query.ts";
import { likeText } from "../../platform/sql-words.ts";

/** An account of the books as its owner knows it. */
const accountWords = (code: Sql) => sql`case split_part(${code}, ':', 1)
    when 'collection' then (select a.currency || ' 收款账户 ' || coalesce(a.account_number, '') from receiving_account_brief a
      where a.merchant_id = e.merchant_id and a.id = split_part(${code}, ':', 3)::uuid)
    when 'card' then (select '珊瑚卡 ' || coalesce('尾号 ' || c.last_four, c.name) from card_brief c
      where c.merchant_id = e.merchant_id and c.id = split_part(${code}, ':', 3)::uuid)
    when 'wallet' then split_part(${code}, ':', 2) || ' 钱包'
    when 'card_wallet' then split_part(${code}, ':', 2) || ' 卡钱包'
    when 'deposit' then split_part(${code}, ':', 2) || ' 定期存款' end`;

/** What came to nothing cost nothing, and nothing of it reached the other side; vouchers alone tell what was charged and given back. */
const CAME_TO_NOTHING = sql`e.state in ('failed', 'returned')`;
const feeTaken = sql`case when ${CAME_TO_NOTHING} then 0 else e.fee_minor end`;
const ofDone = (column: string) => sql`case when not (${CAME_TO_NOTHING}) then ${sql.ref(column)} end`;

/** Read alone: each owner's table keeps its rows up to date by itself (database/functions/money_events.sql). */
export const moneyEventSource: ListSource<(typeof moneyEventList)["row"]> = {
  from: sql`money_event e left join store_brief s on s.merchant_id = e.merchant_id and s.id = e.store_id`,
  counted: sql`money_event e`,
  owner: sql`e.merchant_id`,
  id: sql`e.id`,
  columns: {
    id: sql`e.id`,
    recordId: sql`coalesce(e.record_id, e.id)`,
    kind: sql`e.kind`,
    direction: sql`e.direction`,
    state: sql`e.state`,
    step: sql`e.step`,
    currency: sql`e.currency`,
    counterparty: sql`e.counterparty`,
    store: sql`s.name`,
    platform: sql`e.platform`,
    amount: { minor: sql`e.amount_minor`, currency: sql`e.currency` },
    fee: { minor: feeTaken, currency: sql`e.currency` },
    net: { minor: sql`e.net_minor`, currency: sql`e.currency` },
    other: { minor: ofDone("e.other_minor"), currency: ofDone("e.other_currency") },
    yuan: {
      minor: sql`money_in_yuan(e.currency, e.net_minor, e.effective_at)`,
      currency: sql`case when money_in_yuan(e.currency, e.net_minor, e.effective_at) is not null then 'CNY' end`,
    },
    // Of a payment from several accounts all of them, as it names them.
    account: sql`coalesce((select string_agg(p.account_code, ', ' order by p.no) from money_event_part p
      where p.merchant_id = e.merchant_id and p.event_id = e.id),
      case when e.kind = 'adjustmentMoved' then e.account_code || ', ' || e.other_code end, e.account_code)`,
    accountName: sql`coalesce((select string_agg(${accountWords(sql`p.account_code`)}, '、' order by p.no) from money_event_part p
      where p.merchant_id = e.merchant_id and p.event_id = e.id),
      case when e.kind = 'adjustmentMoved' then ${accountWords(sql`e.account_code`)} || ' → ' || ${accountWords(sql`e.other_code`)} end,
      ${accountWords(sql`coalesce(e.account_code, e.other_code)`)})`,
    reference: sql`e.reference`,
    effectiveAt: sql`e.effective_at`,
    bookedAt: sql`e.booked_at`,
    countedAt: sql`coalesce(e.booked_at, e.effective_at)`,
  },
};

export const chosenEventSource = (ids: readonly string[] | undefined): typeof moneyEventSource =>
  ids ? { ...moneyEventSource, where: sql`e.id = any(${ids}::uuid[])` } : moneyEventSource;

export const oneEventSource = (id: string): typeof moneyEventSource => ({
  ...moneyEventSource,
  where: sql`e.id = ${id}`,
});

/**
 * By the accounts an event names, never by its kind: one kind leaves a wallet here and a receiving account there. Where money
 * stays with its owner it goes from the first to the other; of a deposit that ends the deposit is the other one.
 */
const WALLET_SIDE = {
  in: sql`e.direction <> 'exchange' and (e.other_code like 'wallet:%'
    or e.account_code like 'wallet:%' and (e.direction = 'in' or e.kind in ('depositReturned', 'loanDrawn')))`,
  out: sql`e.direction in ('out', 'transfer', 'financing') and e.account_code like 'wallet:%'
    and e.kind not in ('depositReturned', 'loanDrawn')`,
};

type TransactionRequest = {
  cardEnd: string | undefined;
  platforms: readonly string[];
  wallet: keyof typeof WALLET_SIDE | undefined;
};
/** The same with what the specification's list can also ask for. */
export const transactionSource = ({ cardEnd, platforms, wallet }: TransactionRequest): typeof moneyEventSource => ({
  ...moneyEventSource,
  where: sql.join(
    [
      sql`true`,
      ...(cardEnd ? [sql`e.counterparty like ${`%尾号 ${likeText(cardEnd.slice(-4))}`}`] : []),
      ...(platforms.length > 0 ? [sql`e.platform = any(${platforms}::text[])`] : []),
      ...(wallet ? [WALLET_SIDE[wallet]] : []),
    ],
    sql` and `,
  ),
});

export type Turnover = { currency: Currency; income: Money; expense: Money; count: number };
export type TurnoverScope = {
  from?: Date | undefined;
  until?: Date | undefined;
  kind?: MoneyKind;
};

/**
 * What came and what went, by currency: payments, not entries. What moves between the merchant's own accounts, or from one
 * currency into another, is neither.
 */
export const readTurnover = (db: Db, merchantId: string, { from, until, kind }: TurnoverScope): Promise<Turnover[]> =>
  sumTurnover(
    db,
    sql`(select direction, currency, net_minor from money_event
          where merchant_id = ${merchantId} and state = 'done' ${kind ? sql`and kind = ${kind}` : sql``}
            ${from ? sql`and booked_at >= ${from}` : sql``} ${until ? sql`and booked_at < ${until}` : sql``}) e`,
  );

/** The same of any finished events. */
export async function sumTurnover(db: Db, events: Sql): Promise<Turnover[]> {
  const { rows } = await sql<{ currency: Currency; income: bigint; expense: bigint; count: number }>`
    select currency, coalesce(sum(net_minor) filter (where direction = 'in'), 0)::int8 as income,
           coalesce(-sum(net_minor) filter (where direction = 'out'), 0)::int8 as expense, count(*)::int as count
      from ${events} where direction in ('in', 'out') group by currency order by currency`.execute(db);
  return rows.map(({ currency, income, expense, count }) => ({
    currency,
    income: moneyOf(currency, income),
    expense: moneyOf(currency, expense),
    count,
  }));
}

export type Totals = Turnover & { financing: Money; exchanged: Money; moved: Money };
/** The finished events that fulfil the list's own conditions. */
export const doneAmong = (where: Sql): Sql => sql`money_event e where ${where} and e.state = 'done'`;
/**
 * Of finished events, by currency: what came, what went, and what is neither. An exchange has two sides; what it bought is in
 * its other currency.
 */
export async function readTotals(db: Db, done: Sql): Promise<Totals[]> {
  type Row = Record<"income" | "expense" | "financing" | "exchanged" | "moved", bigint>;
  const { rows } = await sql<Row & { currency: Currency; count: number }>`
    with chosen as (
      select e.direction, e.currency, e.net_minor, e.other_currency, e.other_minor from ${done})
    select currency, coalesce(sum(net_minor) filter (where direction = 'in'), 0)::int8 as income,
           coalesce(-sum(net_minor) filter (where direction = 'out'), 0)::int8 as expense,
           coalesce(sum(net_minor) filter (where direction = 'financing'), 0)::int8 as financing,
           coalesce(sum(net_minor) filter (where direction = 'exchange'), 0)::int8 as exchanged,
           coalesce(sum(net_minor) filter (where direction = 'transfer'), 0)::int8 as moved,
           count(*) filter (where own)::int as count
      from (select true as own, direction, currency, net_minor from chosen
            union all
            select false, direction, other_currency, other_minor from chosen where direction = 'exchange') sides
     group by currency order by currency`.execute(db);
  return rows.map(({ currency, count, ...sums }) => {
    const of = (name: keyof Row) => moneyOf(currency, sums[name]);
    return {
      currency,
      income: of("income"),
      expense: of("expense"),
      financing: of("financing"),
      exchanged: of("exchanged"),
      moved: of("moved"),
      count,
    };
  });
}

export type DayIncome = { day: string; amount: Money };
/** What came in day by day in Beijing, from that day on. */
export async function readIncomeByDay(db: Db, merchantId: string, from: string): Promise<DayIncome[]> {
  const { rows } = await sql<{ day: string; currency: Currency; minor: bigint }>`
    select day, currency, sum(income_minor)::int8 as minor from money_event_day
     where merchant_id = ${merchantId} and day >= ${from}::date
     group by 1, 2 having sum(income_minor) <> 0 order by 1, 2`.execute(db);
  return rows.map(({ day, currency, minor }) => ({ day, amount: moneyOf(currency, minor) }));
}

/** What business has cost since then, by currency. */
export async function sumFees(db: Db, merchantId: string, since: Date): Promise<Money[]> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(case when kind = 'charge' then amount_minor else fee_minor end)::int8 as minor from money_event
    where merchant_id = ${merchantId} and state = 'done' and booked_at >= ${since}
      and (fee_minor > 0 or kind = 'charge')
    group by currency order by currency`.execute(db);
  return rows.map(({ currency, minor }) => moneyOf(currency, minor));
}

export type RecentEvent = {
  id: string;
  kind: MoneyKind;
  step: MoneyStep;
  amount: Money;
  direction: MoneyDirection;
  counterparty: string;
  at: Date;
};
/** The newest of a merchant's events, or of those that are held. */
export async function listRecent(
  db: Db,
  merchantId: string,
  { held, limit }: { held: boolean; limit: number },
): Promise<RecentEvent[]> {
  const { rows } = await sql<Omit<RecentEvent, "amount"> & { currency: Currency; minor: bigint }>`
    select id, kind, step, direction, currency, amount_minor as minor, counterparty, effective_at as at
    from money_event where merchant_id = ${merchantId} ${held ? sql`and state = 'held'` : sql``}
    order by effective_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ currency, minor, ...row }) => ({ ...row, amount: moneyOf(currency, minor) }));
}

export type FeedEvent = {
  id: string;
  recordId: string;
  kind: MoneyKind;
  direction: MoneyDirection;
  step: MoneyStep;
  currency: Currency;
  minor: bigint;
  feeMinor: bigint;
  counterparty: string;
  store: string | null;
  platform: string | null;
  reference: string | null;
  at: Date;
};
/** The newest of the list, as the list orders them. */
export async function listFeed(db: Db, merchantId: string, limit: number): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select e.id, coalesce(e.record_id, e.id) as "recordId", e.kind, e.direction, e.step, e.currency, e.amount_minor as minor,
           ${feeTaken} as "feeMinor", e.counterparty, s.name as store, e.platform, e.reference, e.effective_at as at
      from money_event e left join store_brief s on s.merchant_id = e.merchant_id and s.id = e.store_id
     where e.merchant_id = ${merchantId} order by e.effective_at desc, e.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function countEvents(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from money_event where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}

export type MonthTurnover = { month: string; income: Money; expense: Money };
/** Month by month in yuan, at the rate of each day; what no rate was kept for is left out. */
export async function readMonths(db: Db, merchantId: string, since: string): Promise<MonthTurnover[]> {
  const { rows } = await sql<{ month: string; income: bigint; expense: bigint }>`
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(money_in_yuan(currency, income, day + interval '12 hours')), 0)::int8 as income,
           coalesce(sum(money_in_yuan(currency, expense, day + interval '12 hours')), 0)::int8 as expense
      from (select day, currency, sum(income_minor)::int8 as income, sum(expense_minor)::int8 as expense from money_event_day
             where merchant_id = ${merchantId} and day >= ${since}::date
             group by 1, 2) days
     group by 1 order by 1`.execute(db);
  return rows.map(({ month, income, expense }) => ({
    month,
    income: moneyOf("CNY", income),
    expense: moneyOf("CNY", expense),
  }));
}
