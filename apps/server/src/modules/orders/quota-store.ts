import type { quotaUseList } from "@coralhub/contract";
import type { Currency, QuotaUseKind, QuotaUseState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type QuotaUse = {
  merchantId: string;
  id: string;
  kind: QuotaUseKind;
  reference: string;
  currency: Currency;
  amountMinor: bigint;
  state: QuotaUseState;
  attempt: number;
  createdAt: Date;
};
const USE = sql`q.merchant_id as "merchantId", q.id, q.kind, q.reference, q.currency, q.amount_minor as "amountMinor", q.state,
  q.attempt, q.created_at as "createdAt"`;

/** One after the other: what is read of a merchant's quota stays so until the transaction ends. */
export async function lockQuota(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${merchantId}`}, 0))`.execute(tx);
}

export async function insertUse(
  tx: Tx,
  use: Omit<QuotaUse, "state" | "attempt" | "createdAt">,
  at: Date,
): Promise<void> {
  const { merchantId, id, kind, reference, currency, amountMinor } = use;
  await sql`
    insert into quota_use (merchant_id, id, kind, reference, currency, amount_minor, state, created_at, changed_at)
    values (${merchantId}, ${id}, ${kind}, ${reference}, ${currency}, ${amountMinor}, 'reserved', ${at}, ${at})`.execute(
    tx,
  );
}
export async function findUse(db: Db | Tx, merchantId: string, id: string): Promise<QuotaUse | undefined> {
  const { rows } = await sql<QuotaUse>`
    select ${USE} from quota_use q where q.merchant_id = ${merchantId} and q.id = ${id}`.execute(db);
  return rows[0];
}

/** The orders a payment used, oldest first; each of them as far as it has something left. */
export async function takeOrders(tx: Tx, { merchantId, id, currency, amountMinor }: QuotaUse): Promise<void> {
  await sql`
    with running as (
      select id, granted_minor - used_minor as left_minor,
        sum(granted_minor - used_minor) over (order by ordered_at, id) as until_minor
      from trade_order
      where merchant_id = ${merchantId} and currency = ${currency} and granted_minor > used_minor
        and state in ('passed', 'partlyPassed')
    ), taken as (
      select id, least(left_minor, ${amountMinor}::bigint - (until_minor - left_minor)) as minor
      from running where until_minor - left_minor < ${amountMinor}::bigint
    ), used as (
      update trade_order o set used_minor = o.used_minor + t.minor from taken t
      where o.merchant_id = ${merchantId} and o.id = t.id returning o.id, t.minor
    )
    insert into order_use (merchant_id, use_id, order_id, amount_minor)
    select ${merchantId}, ${id}, id, minor from used`.execute(tx);
}
export async function giveOrdersBack(tx: Tx, { merchantId, id }: Pick<QuotaUse, "merchantId" | "id">): Promise<void> {
  await sql`
    with back as (delete from order_use where merchant_id = ${merchantId} and use_id = ${id} returning order_id, amount_minor)
    update trade_order o set used_minor = greatest(o.used_minor - b.amount_minor, 0) from back b
    where o.merchant_id = ${merchantId} and o.id = b.order_id`.execute(tx);
}
export async function listOrdersBehind(db: Db, merchantId: string, useId: string) {
  const { rows } = await sql<{ id: string; orderNumber: string; orderedAt: Date; currency: Currency; minor: bigint }>`
    select o.id, o.order_number as "orderNumber", o.ordered_at as "orderedAt", o.currency, u.amount_minor as minor
    from order_use u join trade_order o on o.merchant_id = u.merchant_id and o.id = u.order_id
    where u.merchant_id = ${merchantId} and u.use_id = ${useId} order by o.ordered_at, o.id limit 2000`.execute(db);
  return rows;
}
export async function listUsesOf(db: Db, merchantId: string, orderId: string) {
  const { rows } = await sql<{ id: string; reference: string; currency: Currency; minor: bigint }>`
    select q.id, q.reference, q.currency, u.amount_minor as minor from order_use u
    join quota_use q on q.merchant_id = u.merchant_id and q.id = u.use_id
    where u.merchant_id = ${merchantId} and u.order_id = ${orderId} order by q.created_at desc limit 100`.execute(db);
  return rows;
}

/** What platforms have paid in so far, by currency and platform. */
export async function listDemand(
  db: Db | Tx,
  merchantId: string,
): Promise<{ currency: Currency; platform: string; minor: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; platform: string; minor: bigint }>`
    select currency, platform, credited_minor as minor from order_demand where merchant_id = ${merchantId} order by 1, 2`.execute(
    db,
  );
  return rows;
}

export async function lowerGrant(tx: Tx, merchantId: string, orderId: string, minor: bigint): Promise<void> {
  await sql`
    update trade_order set granted_minor = granted_minor - ${minor}, refunded_minor = refunded_minor + ${minor}
    where merchant_id = ${merchantId} and id = ${orderId}`.execute(tx);
}

export const quotaUseSource: ListSource<(typeof quotaUseList)["row"]> = {
  from: sql`quota_use q`,
  owner: sql`q.merchant_id`,
  id: sql`q.id`,
  columns: {
    id: sql`q.id`,
    createdAt: sql`q.created_at`,
    kind: sql`q.kind`,
    reference: sql`q.reference`,
    amount: { minor: sql`q.amount_minor`, currency: sql`q.currency` },
    state: sql`q.state`,
    orders: sql`(select count(*) from order_use u where u.merchant_id = q.merchant_id and u.use_id = q.id)::int`,
  },
};
