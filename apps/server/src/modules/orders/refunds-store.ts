import type { Currency, OrderRefundKind, RefundLine, RefundSums } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { scopeOf, type NumberScope } from "./known-numbers-store.ts";

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
