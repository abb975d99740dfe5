import {
  moneyOf,
  payoutLifecycle,
  type Currency,
  type Money,
  type PayoutAction,
  type PayoutChannel,
  type PayoutKind,
  type PayoutState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { quoteFromJson, quoteToJson, type ExchangeQuote } from "../prices/index.ts";

export type PayoutKey = { merchantId: string; id: string };
/** What was agreed on: it settles at this price, whatever rates do meanwhile. */
export type AgreedPrice = Pick<ExchangeQuote, "price" | "fee">;
export type Payout = PayoutKey & {
  kind: PayoutKind;
  channel: PayoutChannel;
  state: PayoutState;
  accountId: string;
  bankAccountId: string;
  payeeName: string;
  payeeBank: string;
  payeeLastFour: string;
  amount: Money;
  arrivesCurrency: Currency;
  price: AgreedPrice | null;
  rail: string;
  reference: string;
  reason: string | null;
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | null;
  askedAt: Date | null;
  holdPostingId: string | null;
  finalPostingId: string | null;
};

type Row = Omit<Payout, "amount" | "price"> & { currency: Currency; minor: bigint; price: unknown };
const COLUMNS = sql`merchant_id as "merchantId", id, kind, channel, state, receiving_account_id as "accountId",
  bank_account_id as "bankAccountId", payee_name as "payeeName", payee_bank as "payeeBank",
  payee_last_four as "payeeLastFour", currency, amount_minor as minor, arrives_currency as "arrivesCurrency", price, rail,
  rail_reference as reference, reason, created_at as "createdAt", expires_at as "expiresAt", finished_at as "finishedAt",
  asked_at as "askedAt", hold_posting_id as "holdPostingId", final_posting_id as "finalPostingId"`;
const payoutOf = ({ currency, minor, price, ...rest }: Row): Payout => ({
  ...rest,
  amount: moneyOf(currency, minor),
  price: price === null ? null : (quoteFromJson(price) as AgreedPrice),
});

export async function findPayout(db: Db, { merchantId, id }: PayoutKey): Promise<Payout | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && payoutOf(rows[0]);
}

export async function findPayouts(db: Db, merchantId: string, ids: readonly string[]): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(db);
  return rows.map(payoutOf);
}

export async function lockPayout(tx: Tx, { merchantId, id }: PayoutKey): Promise<Payout | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && payoutOf(rows[0]);
}

export type NewPayout = Omit<
  Payout,
  "state" | "price" | "reason" | "finishedAt" | "askedAt" | "holdPostingId" | "finalPostingId"
>;
/** The reference stands beside it from the first moment, so that whatever the bank says finds its way. */
export async function insertPayout(tx: Tx, p: NewPayout): Promise<void> {
  await sql`
    insert into payout (merchant_id, id, kind, channel, state, receiving_account_id, bank_account_id, payee_name, payee_bank,
      payee_last_four, currency, amount_minor, arrives_currency, rail, rail_reference, created_at, expires_at, changed_at)
    values (${p.merchantId}, ${p.id}, ${p.kind}, ${p.channel}, ${payoutLifecycle.initial}, ${p.accountId},
      ${p.bankAccountId}, ${p.payeeName}, ${p.payeeBank}, ${p.payeeLastFour}, ${p.amount.currency}, ${p.amount.minor},
      ${p.arrivesCurrency}, ${p.rail}, ${p.reference}, ${p.createdAt}, ${p.expiresAt}, ${p.createdAt})`.execute(tx);
  await sql`insert into payout_reference (rail, reference, owner_id, payout_id)
    values (${p.rail}, ${p.reference}, ${p.merchantId}, ${p.id})`.execute(tx);
}

export async function findByReference(db: Db, rail: string, reference: string): Promise<PayoutKey | undefined> {
  const { rows } = await sql<PayoutKey>`
    select owner_id as "merchantId", payout_id as id from payout_reference
    where rail = ${rail} and reference = ${reference}`.execute(db);
  return rows[0];
}

const ENDS: readonly PayoutState[] = ["completed", "failed", "returned", "cancelled"];
export type Change = {
  at: Date;
  agreed?: { quoteId: string; price: AgreedPrice; holdPostingId: string };
  finalPostingId?: string;
  returnPostingId?: string;
  reason?: string | null;
  decidedBy?: string;
};
/** Compare-and-set along the lifecycle; false where somebody was faster. */
export async function movePayout(
  tx: Tx,
  { merchantId, id }: PayoutKey,
  action: PayoutAction,
  { at, agreed, ...change }: Change,
): Promise<boolean> {
  const { from, to } = payoutLifecycle.actions[action];
  const set = [
    sql`state = ${to}`,
    sql`changed_at = ${at}`,
    ...(ENDS.includes(to) ? [sql`finished_at = ${at}`] : []),
    ...(agreed
      ? [
          sql`quote_id = ${agreed.quoteId}, price = ${JSON.stringify(quoteToJson(agreed.price))}::jsonb`,
          sql`arrives_minor = ${agreed.price.price.buy.minor}, hold_posting_id = ${agreed.holdPostingId}`,
          sql`confirmed_at = ${at}`,
        ]
      : []),
    ...(change.finalPostingId ? [sql`final_posting_id = ${change.finalPostingId}`] : []),
    ...(change.returnPostingId ? [sql`return_posting_id = ${change.returnPostingId}`] : []),
    ...(change.reason === undefined ? [] : [sql`reason = ${change.reason}`]),
    ...(change.decidedBy ? [sql`decided_by = ${change.decidedBy}`] : []),
  ];
  const { numAffectedRows } = await sql`
    update payout set ${sql.join(set)}
    where merchant_id = ${merchantId} and id = ${id} and state = any(${from}::text[])`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markAsked(db: Db, { merchantId, id }: PayoutKey, at: Date): Promise<void> {
  await sql`update payout set asked_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(db);
}

/** What has left or is about to since then, in one currency: the volume a price depends on. */
export async function sumSince(
  db: Db,
  merchantId: string,
  kind: PayoutKind,
  of: Currency,
  since: Date,
): Promise<Money> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::int8 as minor from payout
    where merchant_id = ${merchantId} and kind = ${kind} and currency = ${of} and created_at >= ${since}
      and state in ('awaitingApproval', 'submitted', 'processing', 'completed')`.execute(db);
  return moneyOf(of, rows[0]!.minor);
}

/** The bank owes an answer: asked every minute at first, less often the longer it is silent, every hour in the end. */
export async function listToAsk(db: Db, now: Date, limit: number): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    select merchant_id as "merchantId", id from payout
    where state = 'processing' and asked_at <= ${now}::timestamptz
      - least(greatest((${now}::timestamptz - confirmed_at) / 10, interval '1 minute'), interval '1 hour')
    order by asked_at limit ${limit}`.execute(db);
  return rows;
}

export async function listLapsed(db: Db, now: Date, limit: number): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    select merchant_id as "merchantId", id from payout
    where state = 'unverified' and expires_at <= ${now} order by created_at limit ${limit}`.execute(db);
  return rows;
}

export async function countPayouts(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}
