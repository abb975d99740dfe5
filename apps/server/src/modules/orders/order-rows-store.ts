import type { OrderRow } from "@coralhub/contract";
import { moneyOf, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type Raw = Omit<OrderRow, "amount" | "refunded" | "granted" | "used"> & {
  currency: Currency | null;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  grantedMinor: bigint;
  usedMinor: bigint;
};
const ROW = sql`o.id, o.created_at as "createdAt", o.upload_id as "uploadId", o.line, o.platform, o.store_id as "storeId",
  s.name as "storeName", o.order_number as "orderNumber", o.ordered_at as "orderedAt", o.currency,
  o.amount_minor as "amountMinor", o.refunded_minor as "refundedMinor", o.granted_minor as "grantedMinor",
  o.used_minor as "usedMinor", o.goods, o.country, o.carrier, o.tracking, o.serial, o.state, o.findings, o.reason,
  m.income_id as "incomeId"`;
const FROM = sql`trade_order o left join store_brief s on s.merchant_id = o.merchant_id and s.id = o.store_id
  left join order_match m on m.merchant_id = o.merchant_id and m.order_id = o.id and m.unbound_at is null`;

function rowOf({ currency, amountMinor, refundedMinor, grantedMinor, usedMinor, ...row }: Raw): OrderRow {
  const of = (minor: bigint | null) => (currency === null || minor === null ? null : moneyOf(currency, minor));
  return {
    ...row,
    amount: of(amountMinor),
    refunded: of(refundedMinor),
    granted: of(grantedMinor),
    used: of(usedMinor),
  };
}

export async function readOrderRows(db: Db, merchantId: string, ids: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<Raw>`
    select ${ROW} from ${FROM} where o.merchant_id = ${merchantId} and o.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(rowOf);
}
/** Rows of a delivery: those a person has to look at, or the first of all. */
export async function readUploadRows(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  only: "open" | "failed" | "all",
  limit: number,
): Promise<OrderRow[]> {
  const states = {
    open: ["waiting", "reviewing"],
    failed: ["failed"],
    all: ["waiting", "reviewing", "passed", "partlyPassed", "failed"],
  }[only];
  const { rows } = await sql<Raw>`
    select ${ROW} from ${FROM} where o.merchant_id = ${merchantId} and o.upload_id = ${id} and o.state = any(${states}::text[])
    order by o.line limit ${limit}`.execute(db);
  return rows.map(rowOf);
}
/** How many of the merchant's orders name the same waybill. */
export async function countTrackings(
  db: Db,
  merchantId: string,
  trackings: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tracking: string; count: number }>`
    select tracking, count(*)::int as count from trade_order
    where merchant_id = ${merchantId} and tracking = any(${trackings}::text[]) and state <> 'replaced' group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ tracking, count }) => [tracking, count]));
}
export type RefusedRow = { line: number; given: Record<string, string>; findings: string[]; reason: string | null };
const REFUSED_AT_ONCE = 2_000;
/** All that was refused of a delivery, as the file has it; never more of it in memory than a piece. */
export async function* readRefused(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): AsyncIterable<RefusedRow> {
  for (let behind = -1; ;) {
    const { rows } = await sql<RefusedRow>`
      select line, given, findings, reason from trade_order
      where merchant_id = ${merchantId} and upload_id = ${id} and state = 'failed' and line > ${behind}
      order by line limit ${REFUSED_AT_ONCE}`.execute(db);
    yield* rows;
    if (rows.length < REFUSED_AT_ONCE) return;
    behind = rows.at(-1)!.line;
  }
}
