import type { Currency, OrderRefundKind, RefundLine, RefundSums } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { isCountedByShop } from "@coralhub/domain";
import { scopeOf, scopesOf, type NumberScope, type ToldRefund } from "./known-numbers-store.ts";
import { UNSURE } from "./packed-rows.ts";

export type ToldLine = RefundLine & { orderNumber: string };

/** Writes down what a report says of refunds, line by line; what is known of them already is no news. */
export async function insertRefundLines(
  tx: Tx,
  scope: NumberScope & { id: string },
  lines: readonly ToldLine[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return;
  const column = <T>(of: (line: ToldLine) => T): T[] => lines.map(of);
  await sql`
    insert into order_refund (merchant_id, scope, order_number, key, kind, currency, amount_minor, happened_at, reference,
      upload_id, created_at)
    select ${scope.merchantId}, ${scopeOf(scope)}, l.number, l.key, l.kind, l.currency, l.minor, l.happened_at, l.reference,
      ${scope.id}, ${at}
    from unnest(${column((line) => line.orderNumber)}::text[], ${column(({ key }) => key)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ currency }) => currency)}::text[],
      ${column(({ minor }) => minor.toString())}::bigint[], ${column(({ at: happened }) => happened)}::timestamptz[],
      ${column(({ reference }) => reference)}::text[])
      as l (number, key, kind, currency, minor, happened_at, reference)
    on conflict do nothing`.execute(tx);
}

const NONE: RefundSums = { refund: 0n, chargeback: 0n };
/** What all lines that were ever told say of these orders, by number and currency. */
export async function sumRefundLines(
  tx: Tx,
  scope: NumberScope,
  numbers: readonly string[],
): Promise<(order: { orderNumber: string; currency: Currency }) => RefundSums> {
  const { rows } = await sql<RefundSums & { number: string; currency: Currency }>`
    select order_number as number, currency, coalesce(sum(amount_minor) filter (where kind = 'refund'), 0)::bigint as refund,
      coalesce(sum(amount_minor) filter (where kind = 'chargeback'), 0)::bigint as chargeback
    from order_refund
    where merchant_id = ${scope.merchantId} and scope = ${scopeOf(scope)} and order_number = any(${numbers}::text[])
    group by 1, 2`.execute(tx);
  const sums = new Map(rows.map((row) => [`${row.currency} ${row.number}`, row]));
  return ({ orderNumber, currency }) => sums.get(`${currency} ${orderNumber}`) ?? NONE;
}

/**
 * Keeps what a platform says of refunds in one figure, of whatever order; a smaller one is no news. `isRead`: we have read it from
 * the platform ourselves.
 */
export async function rememberFigures(
  tx: Tx,
  scope: NumberScope,
  told: readonly ToldRefund[],
  { at, isRead }: { at: Date; isRead: boolean },
): Promise<void> {
  const figures = told.filter(({ refundedMinor }) => refundedMinor > 0n);
  if (figures.length === 0) return;
  await sql`
    insert into order_refund_figure as f (merchant_id, scope, order_number, currency, amount_minor, read_minor, told_at)
    select ${scope.merchantId}, ${scopeOf(scope)}, t.number, t.currency, max(t.minor),
      case when ${isRead} then max(t.minor) else 0 end, ${at}
    from unnest(${figures.map(({ orderNumber }) => orderNumber)}::text[], ${figures.map(({ currency }) => currency)}::text[],
      ${figures.map(({ refundedMinor }) => refundedMinor.toString())}::bigint[]) as t (number, currency, minor)
    group by t.number, t.currency order by t.number, t.currency
    on conflict (merchant_id, scope, order_number, currency)
    do update set amount_minor = greatest(excluded.amount_minor, f.amount_minor),
      read_minor = greatest(excluded.read_minor, f.read_minor), told_at = excluded.told_at
    where excluded.amount_minor > f.amount_minor or excluded.read_minor > f.read_minor`.execute(tx);
}

type Figure = { number: string; currency: Currency; minor: bigint };
const figureOf = (rows: readonly Figure[]) => {
  const figures = new Map(rows.map((row) => [`${row.currency} ${row.number}`, row.minor]));
  return ({ orderNumber, currency }: { orderNumber: string; currency: Currency }): bigint =>
    figures.get(`${currency} ${orderNumber}`) ?? 0n;
};
/** Of a shop whose orders came without its name any shop of the merchant may be meant. */
const told = (scope: NumberScope, numbers: readonly string[]) => sql<Figure>`
  select order_number as number, currency, max(amount_minor) as minor from order_refund_figure
  where merchant_id = ${scope.merchantId} and order_number = any(${numbers}::text[])
    and ${
      scope.storeId === null && isCountedByShop(scope.platform)
        ? sql`split_part(scope, ':', 1) = ${scope.platform}`
        : sql`scope = any(${scopesOf(scope)}::text[])`
    }
  group by 1, 2`;

/** What we have read of the platform's figures by now, for this merchant. */
export async function listReadFigures(db: Db, scope: NumberScope, numbers: readonly string[]) {
  const { rows } = await sql<Figure>`
    select order_number as number, currency, max(read_minor) as minor from order_refund_figure
    where merchant_id = ${scope.merchantId} and order_number = any(${numbers}::text[]) and scope = any(${scopesOf(scope)}::text[])
    group by 1, 2`.execute(db);
  return figureOf(rows);
}
/** The same whichever merchant's store told it: an order is refunded, whoever has brought it. */
const readAnywhere = (scope: NumberScope, numbers: readonly string[]) => sql<Figure>`
  select order_number as number, currency, max(read_minor) as minor from order_refund_figure
  where scope = ${scopeOf(scope)} and order_number = any(${numbers}::text[]) and read_minor > 0 group by 1, 2`;

/** Who else has brought orders of these numbers, and what was read of their refunds. */
export async function listOthersRefunded(
  tx: Tx,
  scope: NumberScope,
  numbers: readonly string[],
): Promise<Map<string, ToldRefund[]>> {
  const { rows } = await sql<Figure & { owner: string }>`
    select c.owner_id as owner, f.* from (${readAnywhere(scope, numbers)}) f
    join order_claim c on c.scope = ${scopeOf(scope)} and c.order_number = f.number
    where c.owner_id <> ${scope.merchantId} order by c.owner_id, f.number`.execute(tx);
  const refunds = Map.groupBy(rows, ({ owner }) => owner);
  return new Map(
    [...refunds].map(([owner, of]) => [
      owner,
      of.map(({ number, currency, minor }) => ({ orderNumber: number, currency, refundedMinor: minor })),
    ]),
  );
}

/**
 * The same beside what the merchant has said of refunds in rows that were refused, as long as these stand: whoever mends one
 * says anew how far its order is refunded.
 */
export async function listToldBefore(
  tx: Tx,
  scope: NumberScope & { corrects: string | null },
  numbers: readonly string[],
): Promise<(order: { orderNumber: string; currency: Currency }) => bigint> {
  const { merchantId, platform, storeId, corrects } = scope;
  const ofShop = sql`(${storeId}::uuid is null or o.store_id is null or o.store_id = ${storeId})`;
  const { rows } = await sql<Figure>`
    select number, currency, max(minor) as minor from (
      ${told(scope, numbers)}
      union all
      ${readAnywhere(scope, numbers)}
      union all
      select o.order_number, o.currency, o.refund_figure_minor from trade_order o
      where o.merchant_id = ${merchantId} and o.order_number = any(${numbers}::text[]) and o.platform = ${platform}
        and o.state = 'failed' and o.refund_figure_minor > 0 and o.currency is not null
        and not (o.findings && ${UNSURE}::text[]) and o.upload_id is distinct from ${corrects}::uuid
        and ${isCountedByShop(platform) ? ofShop : sql`true`}
    ) f group by 1, 2`.execute(tx);
  return figureOf(rows);
}

export type KnownRefund = {
  kind: OrderRefundKind;
  currency: Currency;
  minor: bigint;
  at: Date | null;
  reference: string;
  uploadId: string;
};
export async function listRefundLines(db: Db, scope: NumberScope, orderNumber: string): Promise<KnownRefund[]> {
  const { rows } = await sql<KnownRefund>`
    select kind, currency, amount_minor as minor, happened_at as at, reference, upload_id as "uploadId" from order_refund
    where merchant_id = ${scope.merchantId} and scope = ${scopeOf(scope)} and order_number = ${orderNumber}
    order by happened_at, created_at, key limit 200`.execute(db);
  return rows;
}
