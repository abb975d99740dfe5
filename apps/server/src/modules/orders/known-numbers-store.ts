import { numberScope, type Currency, type OrderRefundKind } from "@coralhub/domain";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** What buyers got back of an order by now, all in all, as the platform or its report says. */
export type ToldRefund = {
  orderNumber: string;
  currency: Currency;
  refundedMinor: bigint;
  /** Its last part, where it was told by itself. */
  kind?: OrderRefundKind | undefined;
};
/** Whose numbers, within what they stand for one order. */
export type NumberScope = { merchantId: string; platform: string; storeId: string | null };
export const scopeOf = ({ merchantId, platform, storeId }: NumberScope): string =>
  numberScope(platform, storeId ?? merchantId);

/**
 * Of these numbers, those the merchant has brought already, in whatever way, and those the store was read with before, whatever
 * was found or decided about them: a platform says them again at every reading. What was sold in another currency than the store
 * was paid out in is news once the store is paid out in that one.
 */
export async function listKnownNumbers(
  tx: Tx,
  { storeId, currency, ...scope }: NumberScope & { storeId: string; currency: Currency | null },
  numbers: readonly string[],
): Promise<Set<string>> {
  const { merchantId } = scope;
  const { rows } = await sql<{ number: string }>`
    select order_number as number from order_claim
    where scope = ${scopeOf({ ...scope, storeId })} and owner_id = ${merchantId} and order_number = any(${numbers}::text[])
    union
    select o.order_number from trade_order o
    join order_upload u on u.merchant_id = o.merchant_id and u.id = o.upload_id and u.way = 'store'
    where o.merchant_id = ${merchantId} and o.order_number = any(${numbers}::text[]) and o.store_id = ${storeId}
      and o.state <> 'replaced' and (o.currency is distinct from ${currency} or not ('currencyOther' = any(o.findings)))`.execute(
    tx,
  );
  return new Set(rows.map(({ number }) => number));
}

/** The merchant's own orders of which more was given back than is written down. */
const further = (scope: NumberScope, refunds: readonly ToldRefund[]) => sql`
  order_claim c join trade_order o on o.merchant_id = c.owner_id and o.id = c.order_id
  join unnest(${refunds.map(({ orderNumber }) => orderNumber)}::text[], ${refunds.map(({ currency }) => currency)}::text[],
    ${refunds.map(({ refundedMinor }) => refundedMinor.toString())}::bigint[]) as t (number, currency, minor)
    on t.number = c.order_number and t.currency = o.currency and least(t.minor, o.amount_minor) > o.refunded_minor
  where c.scope = ${scopeOf(scope)} and c.owner_id = ${scope.merchantId}`;

/** What nobody has decided yet grants less when it passes. In one order, as those who decide take them. */
export async function noteRefunds(tx: Tx, scope: NumberScope, refunds: readonly ToldRefund[]): Promise<void> {
  await sql`
    with told as (select o.id, least(t.minor, o.amount_minor) as minor from ${further(scope, refunds)}
      and o.state in ('waiting', 'reviewing') order by o.id for update of o)
    update trade_order o set refunded_minor = told.minor from told
    where o.merchant_id = ${scope.merchantId} and o.id = told.id`.execute(tx);
}

/** What has granted, and by how much more than is written down it was refunded. */
export async function listRefundable(
  tx: Tx,
  scope: NumberScope,
  refunds: readonly ToldRefund[],
): Promise<{ id: string; orderNumber: string; currency: Currency; furtherMinor: bigint }[]> {
  const { rows } = await sql<{ id: string; orderNumber: string; currency: Currency; furtherMinor: bigint }>`
    select o.id, c.order_number as "orderNumber", o.currency, least(t.minor, o.amount_minor) - o.refunded_minor as "furtherMinor"
    from ${further(scope, refunds)} and o.granted_minor > 0 order by o.id`.execute(tx);
  return rows;
}
