import {
  CARD_GROUPS,
  moneyOf,
  SHOP_CATEGORIES,
  type CardGroup,
  type CardState,
  type Currency,
  type Money,
  type RuleVerdict,
  type ShopCategory,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type Statistic = { key: string; label: string; amount: Money; count: number };
export type Statistics = Record<"months" | "cards" | "shops" | "categories" | "labels" | "owners", Statistic[]> & {
  total: Money;
  declined: number;
};
type Row = { kind: keyof Statistics; key: string; label: string; minor: bigint; count: number };

const MOST_ROWS = 12;
/** What was spent: settled and held, refunds taken off. Declines cost nothing and are counted apart. */
export async function readStatistics(
  db: Db,
  merchantId: string,
  { since, currency, cardId }: { since: Date; currency: Currency; cardId: string | undefined },
): Promise<Statistics> {
  const { rows } = await sql<Row>`
    with spent as (
      select p.card_id, c.name as card_name, c.last_four, p.shop_key, p.category, p.label, p.owner, p.state,
        to_char(p.created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
        case when p.kind = 'refund' then -p.refunded_minor else p.settled_minor + p.held_minor end as minor
        from card_payment p join card c on c.merchant_id = p.merchant_id and c.id = p.card_id
       where p.merchant_id = ${merchantId} and p.currency = ${currency} and p.created_at >= ${since}
         and (${cardId ?? null}::uuid is null or p.card_id = ${cardId ?? null}::uuid)),
    paid as (select * from spent where minor <> 0)
    select 'months' as kind, month as key, month as label, sum(minor)::bigint as minor, count(*)::int as count from paid group by month
    union all
    select 'cards', card_id::text, min(card_name || coalesce(' ···· ' || last_four, '')), sum(minor)::bigint, count(*)::int
      from paid group by card_id
    union all
    select 'shops', shop_key, shop_key, sum(minor)::bigint, count(*)::int from paid group by shop_key
    union all
    select 'categories', category, category, sum(minor)::bigint, count(*)::int from paid group by category
    union all
    select 'labels', coalesce(label, ''), coalesce(label, '没有标签'), sum(minor)::bigint, count(*)::int from paid group by label
    union all
    select 'owners', coalesce(owner, ''), coalesce(owner, '没有使用人'), sum(minor)::bigint, count(*)::int from paid group by owner
    union all
    select 'declined', '', '', 0, count(*)::int from spent where state = 'declined'`.execute(db);
  const of = (kind: keyof Statistics): Statistic[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ key, label, minor, count }) => ({
        key,
        label: kind === "categories" ? SHOP_CATEGORIES[label as ShopCategory].label : label,
        amount: moneyOf(currency, minor),
        count,
      }));
  const ranked = (kind: keyof Statistics) =>
    of(kind)
      .toSorted((a, b) => (a.amount.minor > b.amount.minor ? -1 : 1))
      .slice(0, MOST_ROWS);
  const months = of("months").toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    months,
    cards: ranked("cards"),
    shops: ranked("shops"),
    categories: ranked("categories"),
    labels: ranked("labels"),
    owners: ranked("owners"),
    total: moneyOf(
      currency,
      months.reduce((sum, { amount }) => sum + amount.minor, 0n),
    ),
    declined: rows.find(({ kind }) => kind === "declined")?.count ?? 0,
  };
}

export type CardCounts = { groups: Record<CardGroup, number>; labels: string[]; owners: string[] };
export async function readCardCounts(db: Db, merchantId: string): Promise<CardCounts> {
  const { rows } = await sql<{ state: CardState; count: number; labels: (string | null)[]; owners: (string | null)[] }>`
    select state, count(*)::int as count, array_agg(distinct label) as labels, array_agg(distinct owner) as owners
      from card where merchant_id = ${merchantId} and deleted_at is null group by state`.execute(db);
  const inGroup = (group: CardGroup) =>
    rows
      .filter(({ state }) => (CARD_GROUPS[group].states as readonly CardState[]).includes(state))
      .reduce((sum, { count }) => sum + count, 0);
  const names = (of: "labels" | "owners") =>
    [...new Set(rows.flatMap((row) => row[of].flatMap((name) => name ?? [])))].toSorted();
  return {
    groups: { used: inGroup("used"), applying: inGroup("applying"), closed: inGroup("closed") },
    labels: names("labels"),
    owners: names("owners"),
  };
}

export type Decline = {
  id: string;
  shopName: string;
  sentence: string;
  remedies: unknown;
  trace: RuleVerdict[];
  at: Date;
};
/** Each with the rules of the no itself: a card that was looked at before keeps the look's with the purchase. */
export async function listDeclines(
  db: Db,
  merchantId: string,
  cardId: string,
  since: Date,
  limit: number,
): Promise<Decline[]> {
  const { rows } = await sql<Decline>`
    select id, shop_name as "shopName", coalesce(sentence, '') as sentence, coalesce(remedies, '[]') as remedies, created_at as at,
      coalesce(trace, '[]') as trace
      from card_payment
     where merchant_id = ${merchantId} and card_id = ${cardId} and state = 'declined' and created_at >= ${since}
     order by created_at desc, id desc limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const decided = await sql<{ id: string; trace: RuleVerdict[] }>`
    select payment_id as id, decision -> 'trace' as trace from card_message
     where owner_id = ${merchantId} and payment_id = any(${ids}::uuid[]) and decision is not null
     order by at, message_id`.execute(db);
  const later = new Map(decided.rows.map(({ id, trace }) => [id, trace]));
  return rows.map((row) => ({ ...row, trace: later.get(row.id) ?? row.trace }));
}

export async function countDeclines(db: Db, merchantId: string, cardId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_payment
     where merchant_id = ${merchantId} and card_id = ${cardId} and state = 'declined' and created_at >= ${since}`.execute(
    db,
  );
  return rows[0]!.count;
}

export async function largestSince(db: Db, merchantId: string, cardId: string, since: Date): Promise<bigint> {
  const { rows } = await sql<{ most: bigint | null }>`
    select max(settled_minor + held_minor) as most from card_payment
     where merchant_id = ${merchantId} and card_id = ${cardId} and created_at >= ${since}`.execute(db);
  return rows[0]?.most ?? 0n;
}

export type Regular = { shopName: string; minor: bigint; last: Date; everyDays: number };
/** A shop that has charged at least twice, about as far apart as months or weeks are: it will come again. */
export async function findRegular(
  db: Db,
  merchantId: string,
  cardId: string,
  since: Date,
): Promise<Regular | undefined> {
  const { rows } = await sql<Regular>`
    with visits as (
      select id, shop_key, shop_name, settled_minor, created_at,
        extract(epoch from created_at - lag(created_at) over (partition by shop_key order by created_at, id)) / 86400 as gap
        from card_payment
       where merchant_id = ${merchantId} and card_id = ${cardId} and state = 'settled' and created_at >= ${since})
    select (array_agg(shop_name order by created_at desc, id desc))[1] as "shopName",
      (array_agg(settled_minor order by created_at desc, id desc))[1] as minor, max(created_at) as last,
      round(avg(gap))::int as "everyDays"
      from visits group by shop_key
    having count(*) >= 2 and (min(gap) between 27 and 32 or min(gap) between 6 and 8) and max(gap) - min(gap) <= 4
     order by max(created_at) + round(avg(gap)) * interval '1 day', shop_key limit 1`.execute(db);
  return rows[0];
}
