import { moneyOf, type Currency, type Money, type StandingKind, type StandingState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type OrderKey = { merchantId: string; id: string };
export type Order = OrderKey & {
  kind: StandingKind;
  state: StandingState;
  sell: Currency;
  buy: Currency;
  amount: Money | null;
  target: string | null;
  direction: "up" | "down" | null;
  untilAt: Date | null;
  holdPostingId: string | null;
  seenMicros: bigint | null;
  pending: Money;
  tries: number;
  problem: string | null;
  createdAt: Date;
  endedAt: Date | null;
};
type Row = Omit<Order, "amount" | "pending"> & { amountMinor: bigint | null; pendingMinor: bigint };

const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, sell, buy, amount_minor as "amountMinor", target,
  direction, until_at as "untilAt", hold_posting_id as "holdPostingId", seen_micros as "seenMicros",
  pending_minor as "pendingMinor", tries, problem, created_at as "createdAt", ended_at as "endedAt"`;
const orderOf = ({ amountMinor, pendingMinor, ...row }: Row): Order => ({
  ...row,
  amount: amountMinor === null ? null : moneyOf(row.sell, amountMinor),
  pending: moneyOf(row.sell, pendingMinor),
});

export type NewOrder = Pick<
  Order,
  "merchantId" | "id" | "kind" | "sell" | "buy" | "amount" | "target" | "direction" | "untilAt" | "holdPostingId"
> & { seenMicros: bigint | null; createdAt: Date };

export async function insertOrder(tx: Tx, o: NewOrder): Promise<void> {
  await sql`
    insert into standing_order (merchant_id, id, kind, state, sell, buy, amount_minor, target, direction, until_at,
      hold_posting_id, seen_micros, created_at, changed_at)
    values (${o.merchantId}, ${o.id}, ${o.kind}, 'waiting', ${o.sell}, ${o.buy}, ${o.amount?.minor ?? null}, ${o.target},
      ${o.direction}, ${o.untilAt}, ${o.holdPostingId}, ${o.seenMicros}, ${o.createdAt}, ${o.createdAt})`.execute(tx);
}

/** Those that wait, and the latest that ended. */
export async function listOrders(db: Db, merchantId: string, limit: number): Promise<Order[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from standing_order where merchant_id = ${merchantId}
    order by (state = 'waiting') desc, coalesce(ended_at, created_at) desc, id desc limit ${limit}`.execute(db);
  return rows.map(orderOf);
}

export async function findOrder(db: Db, { merchantId, id }: OrderKey): Promise<Order | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from standing_order where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && orderOf(rows[0]);
}

/** Waits for whoever has it. */
export async function lockOrder(tx: Tx, { merchantId, id }: OrderKey): Promise<Order | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from standing_order where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && orderOf(rows[0]);
}

/** Nobody places another one meanwhile. */
export async function countWaiting(tx: Tx, merchantId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`standing:${merchantId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from standing_order
     where merchant_id = ${merchantId} and state = 'waiting'`.execute(tx);
  return rows[0]!.count;
}

/** Everybody's that wait, from this one on. */
export async function listWaiting(db: Db, after: Order | undefined, limit: number): Promise<Order[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from standing_order where state = 'waiting'
      ${after ? sql`and (created_at, id) > (${after.createdAt}, ${after.id})` : sql``}
    order by created_at, id limit ${limit}`.execute(db);
  return rows.map(orderOf);
}

export async function markSeen(tx: Tx, { merchantId, id }: OrderKey, seen: bigint, pending: Money): Promise<void> {
  await sql`update standing_order set seen_micros = ${seen}, pending_minor = ${pending.minor}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function markTry(
  tx: Tx,
  { merchantId, id }: OrderKey,
  { tries, problem, at }: { tries: number; problem: string | null; at: Date },
): Promise<void> {
  await sql`update standing_order set tries = ${tries}, problem = ${problem}, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
