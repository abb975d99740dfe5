import type { boundOrderList, freeOrderList, orderFundList } from "@coralhub/contract";
import {
  MATCH_GROUNDS,
  PLATFORMS,
  PROVING_STATES,
  type Currency,
  type MatchGround,
  type MatchIncome,
  type MatchOrder,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { orderNamedIn, orderSource } from "./rows-store.ts";
import { ofStore } from "./stores-view-store.ts";

/** Platforms whose income wants orders, as the database is asked. */
const ASKING: readonly string[] = PLATFORMS.filter(({ needsOrderEvidence }) => needsOrderEvidence).map(
  ({ code }) => code,
);

export type FundRow = {
  id: string;
  arrivedAt: Date;
  payerName: string;
  platform: string | null;
  storeId: string | null;
  storeName: string | null;
  reference: string;
  remittance: string;
  currency: Currency;
  minor: bigint;
  matchedMinor: bigint;
  orders: number;
  isGone: boolean;
};
const BEHIND = sql`order_match m join trade_order o on o.merchant_id = m.merchant_id and o.id = m.order_id
  where m.merchant_id = i.merchant_id and m.income_id = i.id and m.unbound_at is null`;
const MATCHED = sql`lateral (
  select coalesce(sum(o.granted_minor), 0)::bigint as minor, count(*)::int as orders from ${BEHIND}) b`;
/** By itself, so that counting needs nothing beside the money. */
const LACKING = sql`i.amount_minor > (select coalesce(sum(o.granted_minor), 0) from ${BEHIND})`;
/** Neither sent back nor taken back whole. */
const HERE = sql`i.state <> 'returned' and i.amount_minor > 0`;
const FUNDS = sql`income_money i left join store_brief s on s.merchant_id = i.merchant_id and s.id = i.store_id
  cross join ${MATCHED}`;
const FUND = sql`i.id, i.arrived_at as "arrivedAt", i.payer_name as "payerName", i.platform, i.store_id as "storeId",
  s.name as "storeName", i.rail_reference as reference, i.remittance, i.currency, i.amount_minor as minor,
  b.minor as "matchedMinor", b.orders, not (${HERE}) as "isGone"`;
const ASKED = sql`${HERE} and (i.platform is null or i.platform = any(${ASKING}::text[]))`;

export const fundSource: ListSource<(typeof orderFundList)["row"]> = {
  from: FUNDS,
  counted: sql`income_money i`,
  owner: sql`i.merchant_id`,
  id: sql`i.id`,
  where: ASKED,
  columns: {
    id: sql`i.id`,
    arrivedAt: sql`i.arrived_at`,
    payerName: sql`i.payer_name`,
    platform: sql`i.platform`,
    storeId: sql`i.store_id`,
    storeName: sql`s.name`,
    reference: sql`i.rail_reference`,
    amount: { minor: sql`i.amount_minor`, currency: sql`i.currency` },
    matched: { minor: sql`b.minor`, currency: sql`i.currency` },
    orders: sql`b.orders`,
    missing: { minor: sql`greatest(i.amount_minor - b.minor, 0)`, currency: sql`i.currency` },
    currency: sql`i.currency`,
  },
  conditions: {
    storeId: ofStore({ owner: sql`i.merchant_id`, store: sql`i.store_id` }),
    missing: (value) => {
      const [chosen, ...others] = new Set(value as ("lacking" | "complete")[]);
      if (chosen === undefined || others.length > 0) return [];
      return [chosen === "lacking" ? LACKING : sql`not (${LACKING})`];
    },
  },
};

export async function findFund(db: Db | Tx, merchantId: string, id: string): Promise<FundRow | undefined> {
  const { rows } = await sql<FundRow>`
    select ${FUND} from ${FUNDS} where i.merchant_id = ${merchantId} and i.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether it is still here: it does not go back before the transaction ends. */
export async function holdFund(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select order_money_stands(${merchantId}, ${id}) as stands`.execute(tx);
  return rows[0]!.stands;
}

export type LackingRow = { currency: Currency; platform: string | null; storeId: string | null; minor: bigint };
/** Which shops' money has too few orders behind it, most first. */
export async function listLacking(db: Db, merchantId: string): Promise<LackingRow[]> {
  const { rows } = await sql<LackingRow>`
    select i.currency, i.platform, i.store_id as "storeId", sum(i.amount_minor - b.minor)::bigint as minor from ${FUNDS}
    where i.merchant_id = ${merchantId} and ${ASKED} and i.amount_minor > b.minor
    group by 1, 2, 3 order by minor desc, i.platform limit 200`.execute(db);
  return rows;
}

/** The newest money of a currency with too few orders behind it: read from the newest on, and no further than needed. */
export async function listShort(db: Db, merchantId: string, currency: Currency, limit: number): Promise<FundRow[]> {
  const { rows } = await sql<FundRow>`
    select ${FUND} from ${FUNDS}
    where i.merchant_id = ${merchantId} and i.currency = ${currency} and i.state = 'credited' and ${ASKED}
      and i.credited_at is not null and i.amount_minor > b.minor
    order by i.credited_at desc, i.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** One group for each shop and currency: orders of one never explain money of another. */
const groupOf = (alias: string) =>
  sql.raw(
    `coalesce(${alias}.platform, '') || ':' || ${alias}.currency || ':' || coalesce(${alias}.store_id::text, '')`,
  );

/** The income an order stands behind. Looked up for each, never joined: see orderNamedIn. */
const INCOME_OF_ORDER = sql`(select m.income_id from order_match m
  where m.merchant_id = o.merchant_id and m.order_id = o.id and m.unbound_at is null)`;

/** Money that has no orders behind it yet. */
export async function listUnmatchedIncomes(db: Db, merchantId: string, since: Date): Promise<MatchIncome[]> {
  const { rows } = await sql<MatchIncome>`
    select i.id, i.shop as "group", i.amount_minor as "amountMinor", i.arrived_at as "arrivedAt", i.after,
      i.remittance || ' ' || i.rail_reference as words,
      (select array_agg(m.order_id) from order_match m
        where m.merchant_id = i.merchant_id and m.income_id = i.id and m.unbound_by_person) as apart
    from (select i.*, ${groupOf("i")} as shop,
        lag(i.arrived_at) over (partition by ${groupOf("i")} order by i.arrived_at, i.id) as after
      from income_money i
      where i.merchant_id = ${merchantId} and i.arrived_at >= ${since} and ${ASKED}) i
    where not exists (select 1 from order_match m where m.merchant_id = i.merchant_id and m.income_id = i.id and m.unbound_at is null)
    order by i.arrived_at, i.id`.execute(db);
  return rows;
}
/** When the payout before this one of the same group arrived. */
export async function findPayoutBefore(
  db: Db | Tx,
  merchantId: string,
  { group, arrivedAt, since }: { group: string; arrivedAt: Date; since: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(i.arrived_at) as at from income_money i
    where i.merchant_id = ${merchantId} and i.arrived_at >= ${since} and i.arrived_at < ${arrivedAt} and ${ASKED}
      and ${groupOf("i")} = ${group}`.execute(db);
  return rows[0]!.at;
}
/** `openFrom`: since when orders of its group wait for a person, or all the time while a delivery of them is still read. */
export type FreeOrder = MatchOrder & { openFrom: Date | null };
/**
 * Passed orders of these groups that stand behind nothing yet. What is still open beside them is looked at in the same moment:
 * a delivery that ends in between would be half there.
 */
export async function listUnmatchedOrders(
  db: Db | Tx,
  merchantId: string,
  since: Date,
  only: { groups: readonly string[]; until?: Date },
): Promise<FreeOrder[]> {
  const { rows } = await sql<FreeOrder>`
    with waiting as materialized (
      select ${groupOf("o")} as shop, min(o.ordered_at) as at from trade_order o
      where o.merchant_id = ${merchantId} and o.state in ('waiting', 'reviewing') and o.ordered_at >= ${since} group by 1
    ), reading as materialized (
      select u.platform, u.store_id, u.currency from order_upload u
      where u.merchant_id = ${merchantId} and u.state = 'analysing'
    )
    select o.id, ${groupOf("o")} as "group", greatest(o.amount_minor - o.refunded_minor, 0) as "netMinor",
      o.ordered_at as "orderedAt", o.serial,
      case when exists (select 1 from reading r where r.platform = o.platform and r.store_id is not distinct from o.store_id
          and (r.currency is null or r.currency = o.currency)) then timestamptz 'epoch'
        else w.at end as "openFrom"
    from trade_order o left join waiting w on w.shop = ${groupOf("o")}
    where o.merchant_id = ${merchantId} and o.state in ('passed', 'partlyPassed') and o.ordered_at >= ${since}
      and ${groupOf("o")} = any(${only.groups}::text[]) ${only.until ? sql`and o.ordered_at < ${only.until}` : sql``}
      and ${INCOME_OF_ORDER} is null
    order by o.ordered_at, o.id`.execute(db);
  return rows;
}
export const groupOfFund = ({
  platform,
  currency,
  storeId,
}: Pick<FundRow, "platform" | "currency" | "storeId">): string => `${platform ?? ""}:${currency}:${storeId ?? ""}`;

type NewMatch = {
  merchantId: string;
  incomeId: string;
  orderIds: readonly string[];
  ids: readonly string[];
  ground: MatchGround;
  explanation: string;
  boundBy: string | null;
};
/** Whether orders stand behind this income already, or one of these behind any. Asked once nobody else can bind any more. */
export async function isBound(
  tx: Tx,
  { merchantId, incomeId, orderIds }: Pick<NewMatch, "merchantId" | "incomeId" | "orderIds">,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from order_match where merchant_id = ${merchantId} and unbound_at is null
      and (income_id = ${incomeId} or order_id = any(${orderIds}::uuid[])) limit 1`.execute(tx);
  return rows.length > 0;
}
/** Answers how many were bound: one that stands behind another income already is refused by its index. */
export async function insertMatches(tx: Tx, match: NewMatch, at: Date): Promise<number> {
  const { merchantId, incomeId, orderIds, ids, ground, explanation, boundBy } = match;
  const { numAffectedRows } = await sql`
    insert into order_match (merchant_id, id, income_id, order_id, ground, explanation, bound_by, bound_at)
    select ${merchantId}, n, ${incomeId}, o, ${ground}, ${explanation}, ${boundBy}, ${at}
    from unnest(${ids}::uuid[], ${orderIds}::uuid[]) as b (n, o)
    on conflict (merchant_id, order_id) where unbound_at is null do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
/** A person takes them apart: these, or all that stand behind the income. */
export async function unbindMatches(
  tx: Tx,
  {
    merchantId,
    incomeId,
    orderIds,
    reason,
  }: { merchantId: string; incomeId: string; orderIds: readonly string[] | "all"; reason: string },
  at: Date,
): Promise<number> {
  const these = orderIds === "all" ? sql`` : sql` and order_id = any(${orderIds}::uuid[])`;
  const { numAffectedRows } = await sql`
    update order_match set unbound_at = ${at}, unbound_reason = ${reason}, unbound_by_person = true
    where merchant_id = ${merchantId} and income_id = ${incomeId}${these} and unbound_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

type DemandKey = { merchantId: string; currency: Currency; platform: string };
/** Whose money or orders have changed since they were compared last. */
export async function listUncompared(db: Db, limit: number): Promise<DemandKey[]> {
  const { rows } = await sql<DemandKey>`
    select merchant_id as "merchantId", currency, platform from order_demand where unmatched
    order by merchant_id, currency, platform limit ${limit}`.execute(db);
  return rows;
}
/** From here on it counts as compared. One row at a time: whoever credits money has several, in an order of its own. */
export async function markCompared(tx: Tx, { merchantId, currency, platform }: DemandKey): Promise<void> {
  await sql`
    update order_demand set unmatched = false
    where merchant_id = ${merchantId} and currency = ${currency} and platform = ${platform}`.execute(tx);
}

export type BoundMatch = {
  orderId: string;
  ground: MatchGround;
  explanation: string;
  boundBy: string | null;
  boundAt: Date;
};
/** The first of them. */
export async function listBound(db: Db, merchantId: string, incomeId: string, limit: number): Promise<BoundMatch[]> {
  const { rows } = await sql<BoundMatch>`
    select order_id as "orderId", ground, explanation, bound_by as "boundBy", bound_at as "boundAt" from order_match
    where merchant_id = ${merchantId} and income_id = ${incomeId} and unbound_at is null
    order by bound_at, id limit ${limit}`.execute(db);
  return rows;
}
const CONFIDENCES = JSON.stringify(
  Object.fromEntries(Object.entries(MATCH_GROUNDS).map(([ground, { confidence }]) => [ground, confidence])),
);
/** All orders behind one income. */
export const boundSource = (incomeId: string): ListSource<(typeof boundOrderList)["row"]> => ({
  from: sql`order_match m cross join ${orderNamedIn("m")}
    left join store_brief s on s.merchant_id = o.merchant_id and s.id = o.store_id`,
  owner: sql`m.merchant_id`,
  id: sql`o.id`,
  where: sql`m.income_id = ${incomeId}::uuid and m.unbound_at is null`,
  columns: {
    ...orderSource.columns,
    ground: sql`m.ground`,
    explanation: sql`m.explanation`,
    confidence: sql`(${CONFIDENCES}::jsonb ->> m.ground)::int`,
    boundBy: sql`m.bound_by`,
    boundAt: sql`m.bound_at`,
  },
});

/** When an order can have been sold whose money this is, as far as a person is shown any. */
export const candidatesOf = ({ arrivedAt }: Pick<FundRow, "arrivedAt">): { since: Date; until: Date } => ({
  since: new Date(arrivedAt.getTime() - CANDIDATE_DAYS * DAY_MS),
  until: new Date(arrivedAt.getTime() + DAY_MS),
});
const DAY_MS = 86_400_000;
const CANDIDATE_DAYS = 120;
/** The orders that could stand behind this income: passed, of its shop and currency, and behind nothing yet. */
export const freeSource = (fund: FundRow): ListSource<(typeof freeOrderList)["row"]> => {
  const { since, until } = candidatesOf(fund);
  return {
    ...orderSource,
    where: sql`o.state = any(${PROVING_STATES}::text[]) and ${groupOf("o")} = ${groupOfFund(fund)}
      and o.ordered_at >= ${since} and o.ordered_at < ${until} and ${fund.isGone ? sql`false` : sql`true`}
      and ${INCOME_OF_ORDER} is null`,
  };
};
/** What the orders behind each of these incomes come to, less what buyers got back; an income without orders is missing. */
export async function sumBehind(
  db: Db,
  merchantId: string,
  incomeIds: readonly string[],
): Promise<{ incomeId: string; currency: Currency; minor: bigint }[]> {
  const { rows } = await sql<{ incomeId: string; currency: Currency; minor: bigint }>`
    select m.income_id as "incomeId", o.currency, sum(o.amount_minor - o.refunded_minor)::bigint as minor from order_match m
    join trade_order o on o.merchant_id = m.merchant_id and o.id = m.order_id
    where m.merchant_id = ${merchantId} and m.income_id = any(${incomeIds}::uuid[]) and m.unbound_at is null
    group by 1, 2`.execute(db);
  return rows;
}
/** All passed orders with this settlement number that stand behind nothing yet: a part of it would pass for the whole. */
export async function listBySerial(tx: Tx, merchantId: string, platform: string, serial: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from trade_order o
    where o.merchant_id = ${merchantId} and o.platform = ${platform} and lower(o.serial) = lower(${serial})
      and o.state in ('passed', 'partlyPassed')
      and ${INCOME_OF_ORDER} is null
    order by o.id`.execute(tx);
  return rows.map(({ id }) => id);
}
