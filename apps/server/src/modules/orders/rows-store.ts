import type { orderList } from "@coralhub/contract";
import {
  inDollarCents,
  isCountedByShop,
  moneyOf,
  NO_RECORD,
  STANDING_STATES,
  type Currency,
  type GivenOrder,
  type OrderFinding,
  type OrderRowState,
  type ReviewRecord,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { scopeOf } from "./known-numbers-store.ts";
import type { PackedRows } from "./packed-rows.ts";
import { lockShops, ofStore } from "./stores-view-store.ts";
import type { Upload, UploadKey } from "./uploads-store.ts";

/** What was decided about a row before it was written. */
export type JudgedRow = {
  id: string;
  state: OrderRowState;
  /** By all that is known of it, and as its own report says in one figure. */
  refundedMinor: bigint;
  figureMinor: bigint;
  grantedMinor: bigint;
  findings: readonly OrderFinding[];
};
export type OrderKey = { merchantId: string; id: string };
export type StoredOrder = OrderKey & {
  uploadId: string;
  line: number;
  platform: string;
  storeId: string | null;
  shopId: string | null;
  orderNumber: string | null;
  orderedAt: Date | null;
  currency: Currency | null;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  grantedMinor: bigint;
  usedMinor: bigint;
  country: string | null;
  carrier: string | null;
  tracking: string | null;
  state: OrderRowState;
  given: GivenOrder;
  findings: OrderFinding[];
};
const ORDER = sql`o.merchant_id as "merchantId", o.id, o.upload_id as "uploadId", o.line, o.platform, o.store_id as "storeId",
  u.shop_id as "shopId", o.order_number as "orderNumber", o.ordered_at as "orderedAt", o.currency, o.amount_minor as "amountMinor",
  o.refunded_minor as "refundedMinor", o.granted_minor as "grantedMinor", o.used_minor as "usedMinor", o.country, o.carrier,
  o.tracking, o.state, o.given, o.findings`;
const STORED = sql`trade_order o join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id`;

type Claim = { orderNumber: string; id: string };
/** What an order says of itself beside its number. */
type Sold = Claim & { orderedAt?: Date | null; currency?: Currency | null; amountMinor?: bigint | null };
type Holder = { orderNumber: string; orderId: string; ownerId: string; used: boolean; here: boolean };
/** The first of a file before those that repeat it. */
const byNumber = (a: Claim, b: Claim): number =>
  Number(a.orderNumber > b.orderNumber) - Number(a.orderNumber < b.orderNumber);
/**
 * Makes the numbers this merchant's, where nobody has them yet. The answer says of each order that did not get its number why.
 * Two deliveries at once meet at the same row: one of them waits, and then finds it taken. All take them in one order.
 */
export async function claimNumbers(
  tx: Tx,
  upload: Pick<Upload, "id" | "platform" | "storeId" | "shopId" | "merchantId">,
  claims: readonly Sold[],
): Promise<Map<string, OrderFinding>> {
  if (claims.length === 0) return new Map();
  const sorted = claims.toSorted(byNumber);
  const unclear = await listUnclear(tx, upload, sorted);
  const scope = scopeOf(upload);
  const shops = await lockShops(tx, upload);
  const scopes = [...new Set([scope, ...shops.map((shopId) => scopeOf({ ...upload, shopId }))])];
  const held = await listHeld(
    tx,
    scopes.slice(1),
    sorted.map(({ orderNumber }) => orderNumber),
  );
  const free = sorted.filter(({ orderNumber }) => !unclear.has(orderNumber) && !held.has(orderNumber));
  const { rows: taken } = await sql<{ id: string }>`
    insert into order_claim (scope, order_number, owner_id, order_id)
    select ${scope}, n, ${upload.merchantId}, i
    from unnest(${free.map(({ orderNumber }) => orderNumber)}::text[], ${free.map(({ id }) => id)}::uuid[]) as c (n, i)
    on conflict do nothing returning order_id as id`.execute(tx);
  const got = new Set(taken.map(({ id }) => id));
  const others = sorted.filter(({ id }) => !got.has(id));
  if (others.length === 0) return new Map();
  const { rows } = await sql<Holder>`
    select c.order_number as "orderNumber", c.order_id as "orderId", c.owner_id as "ownerId",
      exists (select 1 from order_match m where m.merchant_id = c.owner_id and m.order_id = c.order_id and m.unbound_at is null)
        as used,
      exists (select 1 from trade_order o where o.merchant_id = c.owner_id and o.id = c.order_id and o.upload_id = ${upload.id})
        as here
    from order_claim c
    where c.scope = any(${scopes}::text[]) and c.order_number = any(${others.map(({ orderNumber }) => orderNumber)}::text[])
    order by c.owner_id <> ${upload.merchantId}`.execute(tx);
  const holders = new Map(rows.map((holder) => [holder.orderNumber, holder]));
  return new Map(
    others.map(({ id, orderNumber }) => {
      const holder = holders.get(orderNumber);
      return [id, whyTaken(holder && { ...holder, here: holder.here || got.has(holder.orderId) }, upload.merchantId)];
    }),
  );
}
/** Of these numbers, those that an order has under another name of its shop. */
async function listHeld(tx: Tx, scopes: readonly string[], numbers: readonly string[]): Promise<Set<string>> {
  if (scopes.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select order_number as number from order_claim
    where scope = any(${scopes}::text[]) and order_number = any(${numbers}::text[])`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}
/** Whoever had the number may have let it go since: this order does not have it all the same. */
function whyTaken(holder: Holder | undefined, merchantId: string): OrderFinding {
  if (holder && holder.ownerId !== merchantId) return "duplicateElsewhere";
  if (holder?.used) return "alreadyUsed";
  return holder?.here ? "duplicateInFile" : "duplicateEarlier";
}

/**
 * Numbers that shops count for themselves, and that the merchant has brought once for a shop and once for none: nobody can say
 * that these are two orders. Nor is it another order that was sold for the same money in the same moment, whatever shop it is
 * brought for: a shop that is bound anew lists all it has sold again. What the store itself has brought is known also where that
 * was before it was known which shop it is. Such deliveries of a merchant pass here one after the other.
 */
async function listUnclear(
  tx: Tx,
  { merchantId, platform, storeId, shopId }: Pick<Upload, "platform" | "storeId" | "shopId" | "merchantId">,
  claims: readonly Sold[],
): Promise<Set<string>> {
  if (!isCountedByShop(platform)) return new Set();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`numbers:${platform}:${merchantId}`}, 0))`.execute(tx);
  const { rows } = await sql<Standing>`
    select o.order_number as number, o.store_id as "storeId", o.ordered_at as at, o.currency, o.amount_minor as minor
    from trade_order o join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id
    where o.merchant_id = ${merchantId} and o.platform = ${platform}
      and o.order_number = any(${claims.map(({ orderNumber }) => orderNumber)}::text[]) and o.state = any(${STANDING_STATES}::text[])
      and coalesce(u.shop_id, o.store_id) is distinct from coalesce(${shopId}::uuid, ${storeId}::uuid)`.execute(tx);
  const others = Map.groupBy(rows, ({ number }) => number);
  const isOne = (claim: Sold) => (other: Standing) =>
    storeId === null || other.storeId === null || other.storeId === storeId || isSameSale(claim, other);
  return new Set(
    claims.filter((claim) => others.get(claim.orderNumber)?.some(isOne(claim))).map(({ orderNumber }) => orderNumber),
  );
}
type Standing = { number: string; storeId: string | null; at: Date; currency: Currency; minor: bigint };
const isSameSale = ({ orderedAt, currency, amountMinor }: Sold, { at, ...other }: Standing): boolean =>
  orderedAt?.getTime() === at.getTime() && currency === other.currency && amountMinor === other.minor;

/** With both forms a scope has: without it every merchant's numbers would be looked through. */
export const releaseQuery = (merchantId: string, orderIds: readonly string[]) => sql`
  with gone as materialized (
    select o.merchant_id, o.id, o.order_number,
      array[o.platform, o.platform || ':' || coalesce(u.shop_id, o.store_id, o.merchant_id)] as scopes
    from trade_order o join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id
    where o.merchant_id = ${merchantId} and o.id = any(${orderIds}::uuid[])
  )
  delete from order_claim c using gone o
  where c.order_number = o.order_number and c.scope = any(o.scopes)
    and c.owner_id = o.merchant_id and c.order_id = o.id`;
/** What was refused is free again: the mended one takes it. */
export async function releaseNumbers(tx: Tx, merchantId: string, orderIds: readonly string[]): Promise<void> {
  await releaseQuery(merchantId, orderIds).execute(tx);
}

/**
 * Of these numbers, those that pass nobody: of which a person has said no to this merchant, and those of a delivery that was
 * dropped. Whoever saw there which orders nobody looks at could bring other ones under their numbers; a platform cannot.
 */
export async function listSuspect(
  tx: Tx,
  { merchantId, way }: Pick<Upload, "merchantId" | "way">,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const wasDropped =
    way === "store"
      ? sql`false`
      : sql`exists (select 1 from order_upload u where u.merchant_id = o.merchant_id and u.id = o.upload_id
          and (u.state = 'cancelled' or u.problem is not null))`;
  const { rows } = await sql<{ number: string }>`
    select distinct o.order_number as number from trade_order o
    where o.merchant_id = ${merchantId} and o.order_number = any(${numbers}::text[])
      and (o.decided_by is not null and o.reason is not null or ${wasDropped})`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}

/** The rows of one piece, each beside what was decided about it. A line that is already there was written by an earlier run. */
export async function insertRows(
  tx: Tx,
  upload: Upload,
  stored: PackedRows["stored"],
  judged: readonly JudgedRow[],
  at: Date,
): Promise<void> {
  const column = <T>(of: (row: JudgedRow) => T): T[] => judged.map(of);
  await sql`
    insert into trade_order (merchant_id, id, upload_id, line, platform, store_id, order_number, ordered_at, currency,
      amount_minor, refunded_minor, refund_figure_minor, goods, quantity, country, buyer, carrier, tracking, serial, given, findings, state,
      granted_minor, created_at, changed_at)
    select ${upload.merchantId}, r.id, ${upload.id}, r.line, ${upload.platform}, ${upload.storeId}::uuid, r.number, r.at,
      r.currency, r.amount, r.refunded, r.figure, r.goods, r.quantity, r.country, r.buyer, r.carrier, r.tracking, r.serial, r.given,
      string_to_array(r.findings, ','), r.state, r.granted, ${at}, ${at}
    from rows from (
      jsonb_to_recordset(convert_from(${stored}::bytea, 'UTF8')::jsonb) as (line integer, number text, at timestamptz,
        currency text, amount bigint, goods text, quantity integer, country text, buyer text, carrier text,
        tracking text, serial text, given jsonb),
      unnest(${column(({ id }) => id)}::uuid[], ${column(({ state }) => state)}::text[],
        ${column(({ refundedMinor }) => refundedMinor.toString())}::bigint[],
        ${column(({ figureMinor }) => figureMinor.toString())}::bigint[],
        ${column(({ grantedMinor }) => grantedMinor.toString())}::bigint[], ${column(({ findings }) => findings.join())}::text[])
    ) as r (line, number, at, currency, amount, goods, quantity, country, buyer, carrier, tracking, serial, given, id, state,
      refunded, figure, granted, findings)`.execute(tx);
}

/** Lines of this delivery that are there already. */
export async function lastLine(tx: Tx | Db, { merchantId, id }: UploadKey): Promise<number> {
  const { rows } = await sql<{ line: number }>`
    select coalesce(max(line), 0)::int as line from trade_order where merchant_id = ${merchantId} and upload_id = ${id}`.execute(
    tx,
  );
  return rows[0]!.line;
}

export async function findOrder(db: Db | Tx, { merchantId, id }: OrderKey): Promise<StoredOrder | undefined> {
  const { rows } = await sql<StoredOrder>`
    select ${ORDER} from ${STORED} where o.merchant_id = ${merchantId} and o.id = ${id}`.execute(db);
  return rows[0];
}
/** In one order, so that two who decide at once do not wait for each other forever. */
export async function lockOrders(tx: Tx, merchantId: string, ids: readonly string[]): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select ${ORDER} from ${STORED} where o.merchant_id = ${merchantId} and o.id = any(${ids}::uuid[])
    order by o.id for update of o`.execute(tx);
  return rows;
}
export type BindableOrder = Pick<StoredOrder, "id" | "state" | "currency" | "grantedMinor">;
/** The same of what one income stands on: that may be a month of orders, so only what binding asks for is read. */
export async function lockBindable(tx: Tx, merchantId: string, ids: readonly string[]): Promise<BindableOrder[]> {
  const { rows } = await sql<BindableOrder>`
    select o.id, o.state, o.currency, o.granted_minor as "grantedMinor" from trade_order o
    where o.merchant_id = ${merchantId} and o.id = any(${ids}::uuid[]) order by o.id for update`.execute(tx);
  return rows;
}
export type DeliveredRow = {
  id: string;
  state: OrderRowState;
  currency: Currency | null;
  grantedMinor: bigint;
  /** A payment has used it, or an income stands on it. */
  isTaken: boolean;
};
/** What a delivery has brought so far. Looked at once nobody can bind or use it any more. */
export async function lockRows(tx: Tx, { merchantId, id }: UploadKey): Promise<DeliveredRow[]> {
  const own = sql`o.merchant_id = ${merchantId} and o.upload_id = ${id} and o.state <> 'replaced'`;
  await sql`select 1 from trade_order o where ${own} order by o.id for update`.execute(tx);
  const { rows } = await sql<DeliveredRow>`
    select o.id, o.state, o.currency, o.granted_minor as "grantedMinor", o.used_minor > 0 or exists (select 1 from order_match m
      where m.merchant_id = o.merchant_id and m.order_id = o.id and m.unbound_at is null) as "isTaken"
    from trade_order o where ${own} order by o.id`.execute(tx);
  return rows;
}
export async function listOpenIds(db: Db | Tx, { merchantId, id }: UploadKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from trade_order where merchant_id = ${merchantId} and upload_id = ${id} and state = 'waiting' order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
export async function sumGranted(
  db: Db | Tx,
  { merchantId, id }: UploadKey,
): Promise<{ currency: Currency; minor: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(granted_minor)::bigint as minor from trade_order
    where merchant_id = ${merchantId} and upload_id = ${id} and granted_minor > 0 group by 1 order by 1`.execute(db);
  return rows;
}

export async function countFindings(
  db: Db,
  { merchantId, id }: UploadKey,
): Promise<{ finding: OrderFinding; count: number }[]> {
  const { rows } = await sql<{ finding: OrderFinding; count: number }>`
    select f as finding, count(*)::int as count from trade_order o, unnest(o.findings) f
    where o.merchant_id = ${merchantId} and o.upload_id = ${id} and o.state = 'failed' group by 1 order by 2 desc, 1`.execute(
    db,
  );
  return rows;
}
export async function countReasons(
  db: Db,
  { merchantId, id }: UploadKey,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::int as count from trade_order
    where merchant_id = ${merchantId} and upload_id = ${id} and reason is not null and state = 'failed'
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}
/**
 * What people have said about this merchant's orders lately, and what is left of it after refunds. Lately is when they said it:
 * a refund or a mend later on moves nothing to the front.
 */
export async function reviewRecord(db: Db | Tx, merchantId: string): Promise<ReviewRecord> {
  const { rows } = await sql<{
    currency: Currency;
    passed: number;
    failed: number;
    passedMinor: bigint;
    failedMinor: bigint;
  }>`
    select currency, count(*) filter (where granted_minor > 0)::int as passed,
      count(*) filter (where reason is not null)::int as failed, sum(granted_minor)::bigint as "passedMinor",
      coalesce(sum(amount_minor) filter (where reason is not null), 0)::bigint as "failedMinor"
    from (select currency, granted_minor, amount_minor, reason from trade_order
          where merchant_id = ${merchantId} and decided_by is not null order by decided_at desc, id desc limit 1000) lately
    group by 1`.execute(db);
  return rows.reduce((record, { currency, passed, failed, passedMinor, failedMinor }) => {
    const cents = (minor: bigint) => inDollarCents(moneyOf(currency, minor));
    return {
      passed: record.passed + passed,
      failed: record.failed + failed,
      passedCents: record.passedCents + cents(passedMinor),
      failedCents: record.failedCents + cents(failedMinor),
    };
  }, NO_RECORD);
}
type CountedReason = { word: string; by: "system" | "person"; count: number };
/** What has passed is not looked at. */
export const reasonsQuery = (since: Date) => sql<CountedReason>`
  select reason as word, 'person' as by, count(*)::int as count from trade_order
    where reason is not null and changed_at >= ${since} group by 1
  union all
  select f, 'system', count(*)::int from trade_order o, unnest(o.findings) f
    where o.created_at >= ${since} and o.findings <> '{}' group by 1
  order by 3 desc, 2, 1`;
/** Why orders were refused since then, over all merchants. */
export async function countAllReasons(db: Db, since: Date): Promise<CountedReason[]> {
  return (await reasonsQuery(since).execute(db)).rows;
}

const orderColumns = {
  id: sql`o.id`,
  createdAt: sql`o.created_at`,
  uploadId: sql`o.upload_id`,
  line: sql`o.line`,
  platform: sql`o.platform`,
  storeId: sql`o.store_id`,
  storeName: sql`s.name`,
  orderNumber: sql`o.order_number`,
  orderedAt: sql`o.ordered_at`,
  amount: { minor: sql`o.amount_minor`, currency: sql`o.currency` },
  refunded: { minor: sql`o.refunded_minor`, currency: sql`o.currency` },
  granted: { minor: sql`o.granted_minor`, currency: sql`o.currency` },
  used: { minor: sql`o.used_minor`, currency: sql`o.currency` },
  goods: sql`o.goods`,
  country: sql`o.country`,
  carrier: sql`o.carrier`,
  tracking: sql`o.tracking`,
  serial: sql`o.serial`,
  state: sql`o.state`,
  findings: sql`o.findings`,
  reason: sql`o.reason`,
  incomeId: sql`m.income_id`,
};
/**
 * The order that a row names, found by itself for each: joined, the database would go by what it knows of the merchant's rows, and
 * behind a large delivery, until they are counted again, that is next to nothing.
 */
export const orderNamedIn = (alias: "m" | "u") =>
  sql.raw(`lateral (select n.* from trade_order n
    where n.merchant_id = ${alias}.merchant_id and n.id = ${alias}.order_id offset 0) o`);
const ORDERS_FROM = sql`trade_order o left join store_brief s on s.merchant_id = o.merchant_id and s.id = o.store_id
  left join order_match m on m.merchant_id = o.merchant_id and m.order_id = o.id and m.unbound_at is null`;
export const orderSource: ListSource<(typeof orderList)["row"]> = {
  from: ORDERS_FROM,
  counted: sql`trade_order o`,
  owner: sql`o.merchant_id`,
  id: sql`o.id`,
  where: sql`o.state <> 'replaced'`,
  columns: orderColumns,
  conditions: { storeId: ofStore({ owner: sql`o.merchant_id`, store: sql`o.store_id` }) },
};
export const uploadOrderSource = (uploadId: string): ListSource<(typeof orderList)["row"]> => ({
  ...orderSource,
  where: sql`o.upload_id = ${uploadId}::uuid and o.state <> 'replaced'`,
});
export const platformOrderSource = (platform: string): ListSource<(typeof orderList)["row"]> => ({
  ...orderSource,
  where: sql`o.platform = ${platform} and o.state <> 'replaced'`,
});
