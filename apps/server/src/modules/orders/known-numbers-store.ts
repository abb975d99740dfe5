import {
  isCountedByShop,
  numberScope,
  STANDING_STATES,
  type Currency,
  type OrderFinding,
  type OrderRefundKind,
  type RefundSums,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What buyers got back of an order by now: as the platform says in one figure, and by the lines of its reports. */
export type ToldRefund = {
  orderNumber: string;
  currency: Currency;
  /** Nothing where only lines were told. */
  refundedMinor: bigint;
  /** Its last part, where it was told by itself. */
  kind?: OrderRefundKind | undefined;
};
export type SummedRefund = ToldRefund & { lines: RefundSums };
/** Whose numbers, within what they stand for one order. */
export type NumberScope = {
  merchantId: string;
  platform: string;
  storeId: string | null;
  /** The shop, whoever has it: a store is one merchant's. Null where nobody can say which it is. */
  shopId: string | null;
};
export const scopeOf = ({ merchantId, platform, storeId, shopId }: NumberScope): string =>
  numberScope(platform, shopId ?? storeId ?? merchantId);
/**
 * Where a merchant's orders of a shop may stand: under the shop, under its store since before it was known which shop that is, or
 * brought without saying whose they are.
 */
export const scopesOf = (scope: NumberScope): string[] => [
  scopeOf(scope),
  scopeOf({ ...scope, shopId: null }),
  scopeOf({ ...scope, storeId: null, shopId: null }),
];

/** What a platform's order was refused for because we could not read it, or could not yet. */
const UNREAD: readonly OrderFinding[] = ["dateMalformed", "dateFuture", "currencyUnknown"];
/** Where the platform does not list it on its day, it is asked about for so long. */
const ASKED_ABOUT_DAYS = 7;

/**
 * Of these numbers, those the merchant has brought already, in whatever way, and those the store was read with before, whatever
 * was found or decided about them: a platform says them again at every reading. What was sold in another currency than the store
 * was paid out in is news once the store is paid out in that one. `unread`: all that is known of it could not be read. `brought`:
 * the order that stands, and what the merchant's own file or hand says of it.
 */
export async function listKnownNumbers(
  db: Db,
  { storeId, currency, ...scope }: NumberScope & { storeId: string; currency: Currency | null },
  numbers: readonly string[],
): Promise<Map<string, { unread: boolean; brought: BroughtOrder | undefined }>> {
  const { merchantId } = scope;
  const { rows } = await sql<
    { number: string; unread: boolean } & { [Fact in keyof BroughtOrder]: BroughtOrder[Fact] | null }
  >`
    select number, bool_and(unread) as unread, max(id::text) as id, max(at) as at, max(currency) as currency, max(minor) as minor from (
      select c.order_number as number, false as unread, o.id, o.ordered_at as at, o.currency, o.amount_minor as minor
      from order_claim c
      left join lateral (
        select o.* from trade_order o join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id
        where o.merchant_id = c.owner_id and o.id = c.order_id and u.way <> 'store') o on true
      where c.scope = any(${scopesOf({ ...scope, storeId })}::text[]) and c.owner_id = ${merchantId}
        and c.order_number = any(${numbers}::text[])
      union all
      select o.order_number, o.state = 'failed' and o.findings && ${UNREAD}::text[], null, null, null, null from trade_order o
      join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id and u.way = 'store'
      where o.merchant_id = ${merchantId} and o.order_number = any(${numbers}::text[]) and o.store_id = ${storeId}
        and o.state <> 'replaced' and (o.currency is distinct from ${currency} or not ('currencyOther' = any(o.findings)))
    ) known group by 1`.execute(db);
  return new Map(
    rows.map(({ number, unread, ...brought }) => [
      number,
      { unread, brought: brought.id === null ? undefined : (brought as BroughtOrder) },
    ]),
  );
}
type BroughtOrder = { id: string; at: Date; currency: Currency; minor: bigint };

/** The platform's own moment, in the place of a file's, which may name a day alone or leave out its zone. */
export async function takeMoments(
  db: Db,
  merchantId: string,
  moments: readonly { id: string; at: Date }[],
): Promise<void> {
  if (moments.length === 0) return;
  await sql`
    update trade_order o set ordered_at = t.at
    from unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ at }) => at)}::timestamptz[]) as t (id, at)
    where o.merchant_id = ${merchantId} and o.id = t.id`.execute(db);
}

/** Rows of a store's orders that could not be read then and can be now. */
export async function listUnreadRows(
  tx: Tx,
  { merchantId, storeId }: { merchantId: string; storeId: string },
  numbers: readonly string[],
): Promise<{ id: string; uploadId: string }[]> {
  const { rows } = await sql<{ id: string; uploadId: string }>`
    select o.id, o.upload_id as "uploadId" from trade_order o
    join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id and u.way = 'store'
    where o.merchant_id = ${merchantId} and o.order_number = any(${numbers}::text[]) and o.store_id = ${storeId}
      and o.state = 'failed' and o.findings && ${UNREAD}::text[] order by o.id`.execute(tx);
  return rows;
}

/** The days that orders of a store were dated ahead with and that have come since: nothing has changed of them, so nobody tells them anew. */
export async function listDaysCome(
  db: Db,
  { merchantId, storeId }: { merchantId: string; storeId: string },
  now: Date,
): Promise<{ since: Date; until: Date }[]> {
  const { rows } = await sql<{ since: Date; until: Date }>`
    select day as since, least(day + interval '1 day', ${now}) as until from (
      select distinct date_trunc('day', o.ordered_at) as day from trade_order o
      join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id and u.way = 'store'
      where o.merchant_id = ${merchantId} and o.store_id = ${storeId} and o.state = 'failed'
        and 'dateFuture' = any(o.findings) and o.ordered_at < ${now}
        and o.ordered_at >= ${now}::timestamptz - make_interval(days => ${ASKED_ABOUT_DAYS})
    ) come order by 1`.execute(db);
  return rows;
}

/**
 * The merchant's own orders of these numbers. A shop that was bound anew names what stands under its store of before: there such an
 * order is the one that was refused here because it had been brought, sold in the same moment for the same money.
 */
const ownOrders = ({ merchantId, platform, storeId, shopId }: NumberScope, numbers: readonly string[]) => sql`
  select c.order_number as number, c.order_id as id from order_claim c
  where c.scope = any(${scopesOf({ merchantId, platform, storeId, shopId })}::text[]) and c.owner_id = ${merchantId}
    and c.order_number = any(${numbers}::text[])
  ${
    storeId === null || !isCountedByShop(platform)
      ? sql``
      : sql`
  union
  select d.order_number, n.id from trade_order d
  join trade_order n on n.merchant_id = d.merchant_id and n.order_number = d.order_number and n.platform = d.platform
    and n.store_id <> d.store_id and n.ordered_at = d.ordered_at and n.currency = d.currency and n.amount_minor = d.amount_minor
    and n.state = any(${STANDING_STATES}::text[])
  where d.merchant_id = ${merchantId} and d.order_number = any(${numbers}::text[]) and d.platform = ${platform}
    and d.store_id = ${storeId} and 'duplicateEarlier' = any(d.findings)`
  }`;

/** Those that something was told about, and what that comes to with what is written down. */
const told = (scope: NumberScope, refunds: readonly SummedRefund[]) => sql`(
  select o.*, t.figure, c.number, least(greatest(t.figure, o.refund_figure_minor, t.refund) + greatest(t.chargeback, 0),
    o.amount_minor) as minor
  from (${ownOrders(
    scope,
    refunds.map(({ orderNumber }) => orderNumber),
  )}) c join trade_order o on o.merchant_id = ${scope.merchantId} and o.id = c.id
  join unnest(${refunds.map(({ orderNumber }) => orderNumber)}::text[], ${refunds.map(({ currency }) => currency)}::text[],
    ${refunds.map(({ refundedMinor }) => refundedMinor.toString())}::bigint[],
    ${refunds.map(({ lines }) => lines.refund.toString())}::bigint[],
    ${refunds.map(({ lines }) => lines.chargeback.toString())}::bigint[]) as t (number, currency, figure, refund, chargeback)
    on t.number = c.number and t.currency = o.currency) told`;

/** Keeps the figure; what nobody has decided yet grants less when it passes. In one order, as those who decide take them. */
export async function noteRefunds(tx: Tx, scope: NumberScope, refunds: readonly SummedRefund[]): Promise<void> {
  await sql`
    with found as (
      select o.id, told.figure, told.minor from ${told(scope, refunds)}
      join trade_order o on o.merchant_id = told.merchant_id and o.id = told.id
      where told.figure > told.refund_figure_minor or told.minor > told.refunded_minor order by o.id for update of o
    )
    update trade_order o set refund_figure_minor = greatest(o.refund_figure_minor, found.figure),
      refunded_minor = case when o.state in ('waiting', 'reviewing') then greatest(o.refunded_minor, found.minor)
        else o.refunded_minor end
    from found where o.merchant_id = ${scope.merchantId} and o.id = found.id`.execute(tx);
}

/** What has granted, and by how much more than is written down it was refunded. */
export async function listRefundable(
  tx: Tx,
  scope: NumberScope,
  refunds: readonly SummedRefund[],
): Promise<{ id: string; orderNumber: string; currency: Currency; furtherMinor: bigint }[]> {
  const { rows } = await sql<{ id: string; orderNumber: string; currency: Currency; furtherMinor: bigint }>`
    select told.id, told.number as "orderNumber", told.currency, told.minor - told.refunded_minor as "furtherMinor"
    from ${told(scope, refunds)} where told.granted_minor > 0 and told.minor > told.refunded_minor order by told.id`.execute(
    tx,
  );
  return rows;
}
