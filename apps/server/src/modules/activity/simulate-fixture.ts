import { activityEndpoints as calls } from "@coralhub/contract";
import { MONEY_STATES } from "@coralhub/domain";
import { lawByQuery, type Merchant, type MerchantStep, type Simulation, type World } from "@coralhub/testkit/simulate";
import { DAYS_APART } from "./days-fixture.ts";

async function read({ me, chance }: MerchantStep): Promise<void> {
  await me.call(calls.moneyEvents, { ...(chance.may(0.3) && { filters: { state: ["moving"] } }) });
  await me.call(calls.moneyTotals, {});
}

/** What the list says of an income or a payment is what that thing says of itself. */
const EXPECTED = `
  select e.kind || ' ' || e.id || ' reads ' || e.state || ', it is ' || x.state as problem
    from money_event e
    join (select merchant_id, id, state, case state when 'credited' then '{done}' when 'announced' then '{coming}'
                   when 'lapsed' then '{failed}' when 'returned' then '{returned}' else '{held}' end::text[] as good from income
          union all
          select merchant_id, id, state, case state when 'completed' then '{done}' when 'returned' then '{returned}'
                   when 'failed' then '{failed}' when 'cancelled' then '{failed}' else '{moving}' end::text[] from payout) x
      on x.merchant_id = e.merchant_id and x.id = e.id
   where e.merchant_id = $1 and not e.state = any (x.good)`;

async function eventsAgree({ database }: World, me: Merchant): Promise<string[]> {
  const wrong = await database.query<{ problem: string }>(EXPECTED, [me.userId]);
  const list = await me.call(calls.moneyEvents, { pageSize: 100 });
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from money_event where merchant_id = $1",
    [me.userId],
  );
  const rows = await database.query<{ id: string; state: string }>(
    "select id, state from money_event where merchant_id = $1",
    [me.userId],
  );
  const kept = new Map(rows.map(({ id, state }) => [id, state]));
  const shown = list.records
    .filter(({ id, state }) => kept.get(id) !== state)
    .map(({ id, state }) => `${id} is shown as ${state}, it is ${kept.get(id)}`);
  const unknown = list.records
    .filter(({ state }) => !(state in MONEY_STATES))
    .map(({ id }) => `${id} has no state anybody knows`);
  return [
    ...wrong.map(({ problem }) => problem),
    ...unknown,
    ...shown,
    ...(list.total === count ? [] : [`list says ${list.total}, the table ${count}`]),
  ];
}

/**
 * What a merchant owns, held or not, is what everything done made it more or less by, what is held of what came in, and what was
 * bought for what was sold. What a card paid beyond its money is spent, and still owed.
 */
const OWN = `
  select coalesce(b.currency, e.currency) as currency, coalesce(b.own, 0)::text as own, coalesce(e.made, 0)::text as made,
         coalesce(e.income, 0)::text as income, coalesce(e.expense, 0)::text as expense
    from (select currency, sum(balance) as own from ledger_account where merchant_id = $1
             and kind in ('collection', 'wallet', 'card_wallet', 'card', 'deposit', 'hold') group by 1) b
    full join (select currency, sum(minor) as made, sum(minor) filter (where counts and minor > 0) as income,
                      -sum(minor) filter (where counts and minor < 0) as expense
                 from (select currency, net_minor as minor, direction in ('in', 'out') as counts from money_event
                        where merchant_id = $1 and state = 'done'
                       union all
                       select currency, amount_minor, false from money_event
                        where merchant_id = $1 and state = 'held' and direction = 'in'
                       union all
                       select currency, owed_minor, false from card_account where merchant_id = $1
                       union all
                       select other_currency, other_minor, false from money_event
                        where merchant_id = $1 and state = 'done' and direction = 'exchange') w group by 1) e using (currency)`;
async function totalsAreBooks({ database }: World, me: Merchant): Promise<string[]> {
  const totals = await me.call(calls.moneyTotals, {});
  type Row = { currency: string; own: string; made: string; income: string; expense: string };
  const rows = await database.query<Row>(OWN, [me.userId]);
  return rows.flatMap(({ currency, own, made, income, expense }) => {
    const told = totals.find((one) => one.currency === currency);
    const shown = `${told?.income.minor ?? 0n} in, ${told?.expense.minor ?? 0n} out`;
    return [
      ...(shown === `${income} in, ${expense} out`
        ? []
        : [`${currency}: page ${shown}, events ${income} in, ${expense} out`]),
      ...(made === own ? [] : [`${currency}: events make ${made}, books ${own}`]),
    ];
  });
}
/** Of each month of a year. A day is turned into yuan at once in the trend, each event by itself here: half a fen apart at most. */
const WORTH = `
  select to_char(day, 'YYYY-MM') as month, count(*)::int as events,
         coalesce(sum(money_in_yuan(currency, net_minor, day + interval '12 hours')) filter (where net_minor > 0), 0)::text as income,
         coalesce(sum(money_in_yuan(currency, -net_minor, day + interval '12 hours')) filter (where net_minor < 0), 0)::text as expense
    from (select date_trunc('day', booked_at at time zone 'Asia/Shanghai') as day, currency, net_minor from money_event
           where merchant_id = $1 and state = 'done' and direction in ('in', 'out')) e
   group by 1`;
async function trendIsEvents({ database }: World, me: Merchant): Promise<string[]> {
  const trend = await me.call(calls.moneyTrend, { months: 12 });
  type Row = { month: string; events: number; income: string; expense: string };
  const worth = new Map((await database.query<Row>(WORTH, [me.userId])).map((row) => [row.month, row]));
  return trend.flatMap(({ month, income, expense }) => {
    const is = worth.get(month) ?? { events: 0, income: "0", expense: "0" };
    const off = [income.minor - BigInt(is.income), expense.minor - BigInt(is.expense)];
    return off.every((minor) => minor <= is.events && -minor <= is.events)
      ? []
      : [`${month}: trend ${income.minor} in, ${expense.minor} out, events ${is.income} in, ${is.expense} out`];
  });
}
/** The file of all events has a line for each of them. */
async function fileIsEvents({ database }: World, me: Merchant): Promise<string[]> {
  const file = await me.call(calls.exportMoneyEvents, { format: "csv" });
  const lines = (await file.blob.text()).trim().split("\n").length - 1;
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from money_event where merchant_id = $1",
    [me.userId],
  );
  return lines === count ? [] : [`the file has ${lines} lines, the table ${count}`];
}

export const activitySimulation: Simulation = {
  actors: [{ name: "商户看收支明细", by: "merchant", weight: 1, act: read }],
  laws: [
    { name: "收支明细与业务的状态相同", when: "daily", violations: eventsAgree },
    { name: "收支合计就是账上的钱", when: "daily", violations: totalsAreBooks },
    { name: "收支走势就是收支明细", when: "daily", violations: trendIsEvents },
    { name: "收支明细的文件就是列表", when: "daily", violations: fileIsEvents },
    lawByQuery("每天的收支就是收支明细", "rest", DAYS_APART),
  ],
};
