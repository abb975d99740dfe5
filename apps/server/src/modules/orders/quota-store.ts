import type { orderBehindList, quotaUseList } from "@coralhub/contract";
import type { Currency, Detour, QuotaUseKind, QuotaUseState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { orderNamedIn } from "./rows-store.ts";

export type QuotaUse = {
  merchantId: string;
  id: string;
  /** The payment or exchange it is for. */
  moveId: string;
  kind: QuotaUseKind;
  reference: string;
  currency: Currency;
  amountMinor: bigint;
  /** What it lay in by then, where it had been exchanged before. */
  viaCurrency: Currency | null;
  viaMinor: bigint | null;
  state: QuotaUseState;
  attempt: number;
  createdAt: Date;
};
const USE = sql`q.merchant_id as "merchantId", q.id, q.move_id as "moveId", q.kind, q.reference, q.currency,
  q.amount_minor as "amountMinor", q.via_currency as "viaCurrency", q.via_minor as "viaMinor", q.state, q.attempt,
  q.created_at as "createdAt"`;

/** One after the other: what is read of a merchant's quota stays so until the transaction ends. */
export async function lockQuota(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${merchantId}`}, 0))`.execute(tx);
}

export async function insertUses(
  tx: Tx,
  uses: readonly Omit<QuotaUse, "state" | "attempt" | "createdAt">[],
  at: Date,
): Promise<void> {
  const rows = uses.map(
    ({ merchantId, id, moveId, kind, reference, currency, amountMinor, viaCurrency, viaMinor }) => sql`
      (${merchantId}::uuid, ${id}::uuid, ${moveId}::uuid, ${kind}, ${reference}, ${currency}, ${amountMinor}::bigint,
       ${viaCurrency}, ${viaMinor}::bigint, 'reserved', ${at}::timestamptz, ${at}::timestamptz)`,
  );
  await sql`
    insert into quota_use (merchant_id, id, move_id, kind, reference, currency, amount_minor, via_currency, via_minor, state,
      created_at, changed_at) values ${sql.join(rows)}`.execute(tx);
}
export async function findUses(db: Db | Tx, merchantId: string, moveIds: readonly string[]): Promise<QuotaUse[]> {
  const { rows } = await sql<QuotaUse>`
    select ${USE} from quota_use q where q.merchant_id = ${merchantId} and q.move_id = any(${moveIds}::uuid[])
    order by q.currency, q.id`.execute(db);
  return rows;
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
type OrderBehind = { id: string; orderNumber: string; orderedAt: Date; currency: Currency; minor: bigint };
/** The first of them, each beside how many there are in all. */
export async function listOrdersBehind(db: Db, merchantId: string, useId: string) {
  const { rows } = await sql<OrderBehind & { all: number }>`
    select o.id, o.order_number as "orderNumber", o.ordered_at as "orderedAt", o.currency, u.amount_minor as minor,
      count(*) over ()::int as all
    from order_use u cross join ${orderNamedIn("u")}
    where u.merchant_id = ${merchantId} and u.use_id = ${useId} order by o.ordered_at, o.id limit 2000`.execute(db);
  return rows;
}
/** All of them. */
export const behindSource = (useId: string): ListSource<(typeof orderBehindList)["row"]> => ({
  from: sql`order_use u cross join ${orderNamedIn("u")}`,
  owner: sql`u.merchant_id`,
  id: sql`o.id`,
  where: sql`u.use_id = ${useId}::uuid`,
  columns: {
    id: sql`o.id`,
    orderNumber: sql`o.order_number`,
    orderedAt: sql`o.ordered_at`,
    amount: { minor: sql`u.amount_minor`, currency: sql`o.currency` },
  },
});
export async function listUsesOf(db: Db, merchantId: string, orderId: string) {
  const { rows } = await sql<{
    id: string;
    kind: QuotaUseKind;
    reference: string;
    currency: Currency;
    minor: bigint;
  }>`
    select q.move_id as id, q.kind, q.reference, q.currency, u.amount_minor as minor from order_use u
    join quota_use q on q.merchant_id = u.merchant_id and q.id = u.use_id
    where u.merchant_id = ${merchantId} and u.order_id = ${orderId} order by q.created_at desc, q.id desc limit 100`.execute(
    db,
  );
  return rows;
}

/** What a merchant's quota is judged by beside its accounts. */
export type QuotaFacts = {
  /** What platforms have paid in so far, by currency and platform. */
  demand: { currency: Currency; platform: string; minor: bigint }[];
  detours: Detour[];
  /** What left free of orders because its platforms ask for none, by currency. */
  freed: ReadonlyMap<Currency, bigint>;
};
type Fact = { currency: Currency; minor: bigint } & (
  | { fact: "demand"; of: string }
  | { fact: "detour"; of: Currency; originMinor: bigint }
  | { fact: "freed" }
);
/** One statement: every page with a quota on it asks, and so does every payment that leaves. */
export async function readFacts(db: Db | Tx, merchantId: string): Promise<QuotaFacts> {
  const { rows } = await sql<Fact>`
    select 'demand' as fact, currency, platform as "of", credited_minor as minor, null::bigint as "originMinor"
      from order_demand where merchant_id = ${merchantId}
    union all
    select 'detour', currency, origin, minor, origin_minor from order_detour where merchant_id = ${merchantId}
    union all
    select 'freed', currency, null, sum(amount_minor)::bigint, null from quota_free
     where merchant_id = ${merchantId} group by currency
    order by fact, currency, "of"`.execute(db);
  const facts = { demand: [] as QuotaFacts["demand"], detours: [] as Detour[], freed: new Map<Currency, bigint>() };
  for (const row of rows) {
    const { currency, minor } = row;
    if (row.fact === "demand") facts.demand.push({ currency, platform: row.of, minor });
    else if (row.fact === "freed") facts.freed.set(currency, minor);
    else facts.detours.push({ currency, origin: row.of, minor, originMinor: row.originMinor });
  }
  return facts;
}
type Freed = { moveId: string; currency: Currency; minor: bigint };
export async function insertFreed(tx: Tx, merchantId: string, freed: readonly Freed[]): Promise<void> {
  if (freed.length === 0) return;
  const rows = freed.map(
    ({ moveId, currency, minor }) => sql`(${merchantId}::uuid, ${moveId}::uuid, ${currency}, ${minor}::bigint)`,
  );
  await sql`insert into quota_free (merchant_id, move_id, currency, amount_minor) values ${sql.join(rows)}`.execute(tx);
}
export async function deleteFreed(tx: Tx, merchantId: string, moveIds: readonly string[]): Promise<void> {
  await sql`delete from quota_free where merchant_id = ${merchantId} and move_id = any(${moveIds}::uuid[])`.execute(tx);
}

export async function addDetours(tx: Tx, merchantId: string, detours: readonly Detour[]): Promise<void> {
  for (const { currency, origin, minor, originMinor } of detours) {
    await sql`
      insert into order_detour as d (merchant_id, currency, origin, minor, origin_minor)
      values (${merchantId}, ${currency}, ${origin}, ${minor}, ${originMinor})
      on conflict (merchant_id, currency, origin)
      do update set minor = d.minor + excluded.minor, origin_minor = d.origin_minor + excluded.origin_minor`.execute(
      tx,
    );
  }
}
export async function takeDetours(tx: Tx, merchantId: string, detours: readonly Detour[]): Promise<void> {
  for (const { currency, origin, minor, originMinor } of detours) {
    await sql`
      update order_detour set minor = minor - ${minor}, origin_minor = origin_minor - ${originMinor}
      where merchant_id = ${merchantId} and currency = ${currency} and origin = ${origin}`.execute(tx);
  }
}
/** Money from one merchant's wallet in another's asks for orders there. */
const TRANSFERRED = "TRANSFER";
export async function changeDemand(
  tx: Tx,
  merchantId: string,
  changes: readonly { currency: Currency; minor: bigint }[],
  sign: 1n | -1n,
): Promise<void> {
  for (const { currency, minor } of changes) {
    await sql`
      insert into order_demand as d (merchant_id, currency, platform, credited_minor)
      values (${merchantId}, ${currency}, ${TRANSFERRED}, ${sign * minor})
      on conflict (merchant_id, currency, platform)
      do update set credited_minor = d.credited_minor + excluded.credited_minor`.execute(tx);
  }
}

export async function lowerGrants(
  tx: Tx,
  merchantId: string,
  lowered: readonly { id: string; minor: bigint }[],
): Promise<void> {
  await sql`
    update trade_order o set granted_minor = o.granted_minor - l.minor, refunded_minor = o.refunded_minor + l.minor
    from unnest(${lowered.map(({ id }) => id)}::uuid[], ${lowered.map(({ minor }) => minor.toString())}::bigint[]) as l (id, minor)
    where o.merchant_id = ${merchantId} and o.id = l.id`.execute(tx);
}

/** The platform itself has said it, as one figure that grew. */
export async function raiseFigure(tx: Tx, merchantId: string, orderId: string, minor: bigint): Promise<void> {
  await sql`
    update trade_order set refund_figure_minor = refund_figure_minor + ${minor}
    where merchant_id = ${merchantId} and id = ${orderId}`.execute(tx);
}

export const quotaUseSource: ListSource<(typeof quotaUseList)["row"]> = {
  from: sql`quota_use q`,
  owner: sql`q.merchant_id`,
  id: sql`q.id`,
  columns: {
    id: sql`q.id`,
    moveId: sql`q.move_id`,
    createdAt: sql`q.created_at`,
    kind: sql`q.kind`,
    reference: sql`q.reference`,
    amount: { minor: sql`q.amount_minor`, currency: sql`q.currency` },
    state: sql`q.state`,
    orders: sql`(select count(*) from order_use u where u.merchant_id = q.merchant_id and u.use_id = q.id)::int`,
  },
};
