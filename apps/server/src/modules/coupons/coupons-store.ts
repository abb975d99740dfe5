import {
  moneyOf,
  type CouponAudience,
  type CouponBusiness,
  type CouponPlanState,
  type CouponState,
  type CouponTerms,
  type CouponWay,
  type Currency,
  type Money,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type CouponPlan = CouponTerms & {
  id: string;
  state: CouponPlanState;
  name: string;
  way: CouponWay;
  claim: string | null;
  audience: CouponAudience;
  listed: string[];
  validDays: number;
  stock: number;
  issued: number;
  madeBy: string;
  madeAt: Date;
  decidedAt: Date | null;
};
export type CouponKey = { merchantId: string; id: string };
export type Coupon = CouponKey &
  CouponTerms & {
    planId: string;
    name: string;
    state: CouponState;
    leftMinor: bigint | null;
    receivedAt: Date;
    expiresAt: Date;
  };

const TERMS = sql`p.kind, p.percent, p.currency, p.amount_minor as "amountMinor", p.most_minor as "mostMinor",
  p.quota_minor as "quotaMinor", p.minimum_minor as "minimumMinor", p.businesses, p.stackable, p.name`;
const PLAN = sql`p.id, p.state, p.way, p.claim, p.audience, p.listed, p.valid_days as "validDays", p.stock, p.issued,
  p.made_by as "madeBy", p.made_at as "madeAt", p.decided_at as "decidedAt", ${TERMS}`;
const COUPON = sql`c.merchant_id as "merchantId", c.id, c.plan_id as "planId", c.state, c.left_minor as "leftMinor",
  c.received_at as "receivedAt", c.expires_at as "expiresAt", ${TERMS}`;

export async function insertPlan(tx: Tx, p: Omit<CouponPlan, "state" | "issued" | "decidedAt">): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into coupon_plan (id, state, name, kind, percent, currency, amount_minor, most_minor, quota_minor, minimum_minor,
      businesses, stackable, valid_days, way, claim, audience, listed, stock, made_by, made_at, changed_at)
    values (${p.id}, 'proposed', ${p.name}, ${p.kind}, ${p.percent}, ${p.currency}, ${p.amountMinor}, ${p.mostMinor},
      ${p.quotaMinor}, ${p.minimumMinor}, ${[...p.businesses]}, ${p.stackable}, ${p.validDays}, ${p.way}, ${p.claim},
      ${p.audience}, ${JSON.stringify(p.listed)}::jsonb, ${p.stock}, ${p.madeBy}, ${p.madeAt}, ${p.madeAt})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findPlan(db: Db, id: string): Promise<CouponPlan | undefined> {
  const { rows } = await sql<CouponPlan>`select ${PLAN} from coupon_plan p where p.id = ${id}`.execute(db);
  return rows[0];
}

export async function findClaim(db: Db, claim: string, way: CouponWay): Promise<CouponPlan | undefined> {
  const { rows } = await sql<CouponPlan>`
    select ${PLAN} from coupon_plan p
    where upper(p.claim) = upper(${claim}) and p.way = ${way} and p.state = 'active'`.execute(db);
  return rows[0];
}

export type PlanRow = CouponPlan & { madeByName: string; used: number; saved: { currency: Currency; minor: string }[] };
export async function listPlans(db: Db, limit: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${PLAN}, o.name as "madeByName", coalesce(u.used, 0)::int as used, coalesce(u.saved, '[]') as saved
    from coupon_plan p
    join operator_brief o on o.id = p.made_by
    left join lateral (
      select sum(one.count) as used, jsonb_agg(jsonb_build_object('currency', one.currency, 'minor', one.saved::text)) as saved
      from (select u.currency, count(*) as count, sum(u.saved_minor) as saved
            from coupon c join coupon_use u on u.merchant_id = c.merchant_id and u.coupon_id = c.id
            where c.plan_id = p.id and u.state <> 'returned' group by u.currency) one) u on true
    order by p.made_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countProposed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupon_plan where state = 'proposed'`.execute(db);
  return rows[0]!.count;
}

/** Takes one from the stock; false where nothing is left. Holds the plan until the coupon is written. */
export async function takeFromStock(tx: Tx, planId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon_plan set issued = issued + 1 where id = ${planId} and state = 'active' and issued < stock`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

type NewCoupon = CouponKey & {
  planId: string;
  cause: string;
  leftMinor: bigint | null;
  receivedAt: Date;
  expiresAt: Date;
};
/** False where the merchant has one for this cause. */
export async function insertCoupon(tx: Tx, c: NewCoupon): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into coupon (merchant_id, id, plan_id, state, cause, left_minor, received_at, expires_at, changed_at)
    values (${c.merchantId}, ${c.id}, ${c.planId}, 'unused', ${c.cause}, ${c.leftMinor}, ${c.receivedAt}, ${c.expiresAt},
      ${c.receivedAt})
    on conflict (merchant_id, plan_id, cause) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function hasCoupon(db: Db, merchantId: string, planId: string, cause: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon where merchant_id = ${merchantId} and plan_id = ${planId} and cause = ${cause}`.execute(db);
  return rows.length > 0;
}

export async function findCoupon(db: Db, { merchantId, id }: CouponKey): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    select ${COUPON} from coupon c join coupon_plan p on p.id = c.plan_id
    where c.merchant_id = ${merchantId} and c.id = ${id}`.execute(db);
  return rows[0];
}

/** Whoever asks for a price may have what stands in their own other promise; what the house does by itself may not. */
export type CouponAsker = "person" | "house";
/** Without an amount: for whatever payment of the business. */
type Asked = { business: CouponBusiness; amount: Money | null; asker: CouponAsker; now: Date };
/** What ends first before the rest. */
export async function listUsable(
  db: Db,
  merchantId: string,
  { business, amount, asker, now }: Asked,
  limit: number,
): Promise<(Coupon & { heldMinor: bigint })[]> {
  const counts = asker === "house" ? sql`h.until > ${now}` : sql`false`;
  const fits = amount
    ? sql`(p.currency is null or p.currency = ${amount.currency})
      and (p.minimum_minor is null or p.minimum_minor <= ${amount.minor})`
    : sql`true`;
  const { rows } = await sql<Coupon & { heldMinor: bigint }>`
    select ${COUPON}, held.minor as "heldMinor"
    from coupon c join coupon_plan p on p.id = c.plan_id
    cross join lateral (
      select coalesce(bool_or(h.covered_minor is null), false) as whole, coalesce(sum(h.covered_minor), 0)::bigint as minor
      from coupon_hold h where h.merchant_id = c.merchant_id and h.coupon_id = c.id and ${counts}) held
    where c.merchant_id = ${merchantId} and c.state = 'unused' and c.expires_at > ${now} and not held.whole
      and ${business} = any(p.businesses) and ${fits}
      and (c.left_minor is null or c.left_minor > held.minor)
    order by c.expires_at, c.id limit ${limit}`.execute(db);
  return rows;
}

export type ListedCoupon = Coupon & { saved: { currency: Currency; minor: string }[] };
export async function listCoupons(
  db: Db,
  merchantId: string,
  states: readonly CouponState[],
  limit: number,
): Promise<ListedCoupon[]> {
  const { rows } = await sql<ListedCoupon>`
    select ${COUPON}, coalesce(u.saved, '[]') as saved
    from coupon c join coupon_plan p on p.id = c.plan_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('currency', one.currency, 'minor', one.saved::text)) as saved
      from (select u.currency, sum(u.saved_minor) as saved from coupon_use u
            where u.merchant_id = c.merchant_id and u.coupon_id = c.id and u.state <> 'returned'
            group by u.currency) one) u on true
    where c.merchant_id = ${merchantId} and c.state = any(${[...states]})
    order by (c.state = 'unused') desc, case when c.state = 'unused' then c.expires_at end, c.changed_at desc, c.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function countCoupons(db: Db, merchantId: string): Promise<Partial<Record<CouponState, number>>> {
  const { rows } = await sql<{ state: CouponState; count: number }>`
    select state, count(*)::int as count from coupon where merchant_id = ${merchantId} group by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Part of a quota is spoken for; what is left, or nothing where it does not reach. */
export async function takeQuota(tx: Tx, { merchantId, id }: CouponKey, minor: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ left: bigint }>`
    update coupon set left_minor = left_minor - ${minor}
    where merchant_id = ${merchantId} and id = ${id} and state = 'unused' and left_minor >= ${minor}
    returning left_minor as left`.execute(tx);
  return rows[0]?.left;
}

type Returned = { minor: bigint; at: Date; least: Date };
/** Comes back with time to use it where its end has passed; a quota that still runs keeps its end. What was left of a quota at its end stays over: only what comes back counts again. */
export async function addQuota(tx: Tx, { merchantId, id }: CouponKey, { minor, at, least }: Returned): Promise<void> {
  await sql`
    update coupon set expires_at = case when state = 'unused' and expires_at > ${at} then expires_at else greatest(expires_at, ${least}) end,
      left_minor = case when state = 'expired' or expires_at <= ${at} then 0 else left_minor end + ${minor}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

type NewUse = CouponKey & {
  couponId: string;
  usedFor: string;
  business: CouponBusiness;
  saved: Money;
  covered: Money | null;
  at: Date;
};
/** What was reserved for a row of a sheet is the payment's that has come of it. */
export async function moveUses(
  tx: Tx,
  merchantId: string,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  await sql`
    update coupon_use u set used_for = t.after
    from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) t (before, after)
    where u.merchant_id = ${merchantId} and u.used_for = t.before and u.state <> 'returned'`.execute(tx);
}

export async function insertUse(tx: Tx, u: NewUse): Promise<void> {
  await sql`
    insert into coupon_use (merchant_id, id, coupon_id, used_for, business, state, currency, saved_minor, covered_minor,
      created_at, changed_at)
    values (${u.merchantId}, ${u.id}, ${u.couponId}, ${u.usedFor}, ${u.business}, 'reserved', ${u.saved.currency},
      ${u.saved.minor}, ${u.covered?.minor ?? null}, ${u.at}, ${u.at})`.execute(tx);
}

export type CouponUse = CouponKey & { couponId: string; coveredMinor: bigint | null };
export async function listUses(tx: Tx, merchantId: string, usedFor: readonly string[]): Promise<CouponUse[]> {
  const { rows } = await sql<CouponUse>`
    select merchant_id as "merchantId", id, coupon_id as "couponId", covered_minor as "coveredMinor" from coupon_use
    where merchant_id = ${merchantId} and used_for = any(${usedFor}::text[]) and state <> 'returned'
    order by coupon_id for update`.execute(tx);
  return rows;
}

export type CouponPayment = { merchantId: string; usedFor: string };
/** Those of the payments that use any. */
export async function listUsing(tx: Tx, payments: readonly CouponPayment[]): Promise<CouponPayment[]> {
  const { rows } = await sql<CouponPayment>`
    select distinct merchant_id as "merchantId", used_for as "usedFor" from coupon_use
    where (merchant_id, used_for) in (select * from unnest(${payments.map(({ merchantId }) => merchantId)}::uuid[],
      ${payments.map(({ usedFor }) => usedFor)}::text[])) and state <> 'returned'
    order by merchant_id, used_for`.execute(tx);
  return rows;
}

/** Whether another payment still has part of it. */
export async function isStillReserved(tx: Tx, { merchantId, id }: CouponKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon_use where merchant_id = ${merchantId} and coupon_id = ${id} and state = 'reserved' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** What a promise has set aside stays as long as the promise. */
export async function listEnding(db: Db, now: Date, limit: number): Promise<CouponKey[]> {
  const { rows } = await sql<CouponKey>`
    select c.merchant_id as "merchantId", c.id from coupon c where c.state = 'unused' and c.expires_at <= ${now}
      and not exists (select 1 from coupon_hold h
        where h.merchant_id = c.merchant_id and h.coupon_id = c.id and h.until > ${now})
    order by c.expires_at limit ${limit}`.execute(db);
  return rows;
}

export async function listToRemind(db: Db, now: Date, before: Date, limit: number): Promise<Coupon[]> {
  const { rows } = await sql<Coupon>`
    select ${COUPON} from coupon c join coupon_plan p on p.id = c.plan_id
    where c.state = 'unused' and c.expires_at > ${now} and c.expires_at <= ${before} and c.reminded_at is null
    order by c.expires_at limit ${limit}`.execute(db);
  return rows;
}

export async function markReminded(tx: Tx, { merchantId, id }: CouponKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon set reminded_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and reminded_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export const savedOf = (saved: readonly { currency: Currency; minor: string }[]): Money[] =>
  saved.map(({ currency, minor }) => moneyOf(currency, BigInt(minor)));
