import {
  GOING_PAYOUTS,
  moneyOf,
  payoutLifecycle,
  UNAPPROVED_PAYOUTS,
  type AccountCode,
  type BankDetails,
  type BankRouteKey,
  type Currency,
  type ExchangePrice,
  type FeeBreakdown,
  type Money,
  type PayoutKind,
  type PayoutState,
  type PayoutWayKey,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";
import { quoteFromJson, quoteToJson } from "../prices/index.ts";

export type PayoutKey = { merchantId: string; id: string };
/** What was agreed on. Without an exchange what arrives is what is left of the amount. */
export type AgreedPrice = { price: ExchangePrice | null; fee: FeeBreakdown; arrives: Money };
/** An account of the books, and what of the payment comes from it. */
export type SourcePart = { code: AccountCode; amount: Money };
/** Whom it goes to, as agreed: later changes of the payee change nothing here. */
export type PayeeSnapshot = { route: BankRouteKey; holderType: "person" | "company"; details: BankDetails };
export type Payout = PayoutKey & {
  kind: PayoutKind;
  way: PayoutWayKey;
  state: PayoutState;
  sourceCode: AccountCode;
  sources: SourcePart[];
  beneficiaryId: string;
  payeeName: string;
  payeeBank: string;
  payeeLastFour: string;
  payeeCountry: string;
  payee: PayeeSnapshot;
  payeeSealedNumber: Uint8Array;
  payeeVersion: number;
  amount: Money;
  arrivesCurrency: Currency;
  price: AgreedPrice | null;
  pricedAt: Date | null;
  toleranceBasisPoints: number;
  short: Money | null;
  /** What came back of a return banks kept a part of. */
  returned: Money | null;
  /** The number under which it came back. */
  returnReference: string | null;
  arrivesOn: string | null;
  category: number | null;
  purpose: string | null;
  remittance: string;
  relatedId: string | null;
  /** Sealed. */
  adviceEmail: Uint8Array | null;
  /** A day, `2026-11-20`. */
  scheduledFor: string | null;
  batchId: string | null;
  batchLine: number | null;
  /** The series it is a run of. */
  seriesId: string | null;
  /** Priced later than agreed, at least so much must arrive. */
  floorMinor: bigint | null;
  rail: string;
  reference: string;
  reason: string | null;
  decidedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  askedAt: Date | null;
  /** When it last went to the bank. */
  sentAt: Date | null;
  holdPostingId: string | null;
  finalPostingId: string | null;
};

type SourceRow = { code: AccountCode; minor: string };
type Row = Omit<Payout, "amount" | "price" | "sources" | "short" | "returned"> & {
  currency: Currency;
  minor: bigint;
  price: unknown;
  sources: SourceRow[];
  short: bigint | null;
  returned: bigint | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, kind, way, state, source_code as "sourceCode", sources,
  beneficiary_id as "beneficiaryId", payee_name as "payeeName", payee_bank as "payeeBank",
  payee_last_four as "payeeLastFour", payee_country as "payeeCountry", payee, payee_sealed_number as "payeeSealedNumber",
  payee_version as "payeeVersion", currency, amount_minor as minor, arrives_currency as "arrivesCurrency", price,
  priced_at as "pricedAt", tolerance_basis_points as "toleranceBasisPoints", short_minor as short, returned_minor as returned,
  return_reference as "returnReference",
  arrives_on as "arrivesOn", category, purpose, remittance, related_id as "relatedId", advice_email as "adviceEmail",
  scheduled_for::text as "scheduledFor", batch_id as "batchId", batch_line as "batchLine", series_id as "seriesId",
  floor_minor as "floorMinor", rail,
  rail_reference as reference, reason, decided_by as "decidedBy", created_at as "createdAt", expires_at as "expiresAt",
  confirmed_at as "confirmedAt", finished_at as "finishedAt", asked_at as "askedAt", sent_at as "sentAt", hold_posting_id as "holdPostingId",
  final_posting_id as "finalPostingId"`;
const payoutOf = ({ currency, minor, price, sources, short, returned, ...rest }: Row): Payout => ({
  ...rest,
  amount: moneyOf(currency, minor),
  price: price === null ? null : (quoteFromJson(price) as AgreedPrice),
  sources: sources.map(({ code, minor: part }) => ({ code, amount: moneyOf(currency, BigInt(part)) })),
  short: short === null ? null : moneyOf(rest.arrivesCurrency, short),
  returned: returned === null ? null : moneyOf(rest.arrivesCurrency, returned),
});
/** As the column keeps it. */
export const priceJson = (price: AgreedPrice): unknown => quoteToJson(price);

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

const keysOf = (keys: readonly PayoutKey[]) =>
  sql`(merchant_id, id) in (select * from unnest(${keys.map(({ merchantId }) => merchantId)}::uuid[],
    ${keys.map(({ id }) => id)}::uuid[]))`;
/** Under what a batch keeps what belongs to one of its merchants: an id that another one names is not that merchant's. */
export const ownName = (merchantId: string, id: string): string => `${merchantId} ${id}`.toLowerCase();
/** Of any merchants; by `ownName`. */
export async function findPayoutsOf(db: Db, keys: readonly PayoutKey[]): Promise<ReadonlyMap<string, Payout>> {
  const { rows } = await sql<Row>`select ${COLUMNS} from payout where ${keysOf(keys)}`.execute(db);
  return new Map(rows.map((row) => [ownName(row.merchantId, row.id), payoutOf(row)]));
}
/** The same, locked in one order. */
export async function lockPayoutsOf(tx: Tx, keys: readonly PayoutKey[]): Promise<ReadonlyMap<string, Payout>> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where ${keysOf(keys)} order by merchant_id, id for update`.execute(tx);
  return new Map(rows.map((row) => [ownName(row.merchantId, row.id), payoutOf(row)]));
}

/** Agreed on or about to be, and not sent. */
export async function listUnsent(db: Db, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where merchant_id = ${merchantId} and state in (${sqlWords(payoutLifecycle.actions.recall.from)})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Always in the same order, so that two who lock many never wait for each other. */
export async function lockPayouts(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from payout where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx);
  return rows.map(payoutOf);
}

export type NewPayout = Omit<
  Payout,
  | "state"
  | "price"
  | "pricedAt"
  | "short"
  | "returned"
  | "returnReference"
  | "arrivesOn"
  | "reason"
  | "decidedBy"
  | "confirmedAt"
  | "finishedAt"
  | "askedAt"
  | "sentAt"
  | "holdPostingId"
  | "finalPostingId"
> & { payeeNumberIndex: Uint8Array };
export async function insertReferences(
  tx: Tx,
  payouts: readonly Pick<NewPayout, "merchantId" | "id" | "rail" | "reference">[],
): Promise<void> {
  await sql`
    insert into payout_reference (rail, reference, owner_id, payout_id)
    select * from unnest(${payouts.map(({ rail }) => rail)}::text[], ${payouts.map(({ reference }) => reference)}::text[],
      ${payouts.map(({ merchantId }) => merchantId)}::uuid[], ${payouts.map(({ id }) => id)}::uuid[])`.execute(tx);
}

export async function attachPapers(tx: Tx, { merchantId, id }: PayoutKey, fileIds: readonly string[]): Promise<void> {
  await sql`
    insert into payout_paper (merchant_id, payout_id, file_id)
    select ${merchantId}, ${id}, u from unnest(${fileIds}::uuid[]) as u on conflict do nothing`.execute(tx);
}

export async function hasPapers(db: Db, { merchantId, id }: PayoutKey): Promise<boolean> {
  const { rows } = await sql`
    select payout_id from payout_paper where merchant_id = ${merchantId} and payout_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

export async function setRemittance(tx: Tx, { merchantId, id }: PayoutKey, remittance: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payout set remittance = ${remittance}
    where merchant_id = ${merchantId} and id = ${id} and state in (${sqlWords(UNAPPROVED_PAYOUTS)})`.execute(tx);
  return numAffectedRows === 1n;
}

/** What a bank calls a payment. */
export type RailReference = { rail: string; reference: string };
/** Each in its place. */
export async function findByReferences(db: Db, named: readonly RailReference[]): Promise<(PayoutKey | undefined)[]> {
  const { rows } = await sql<PayoutKey & RailReference>`
    select rail, reference, owner_id as "merchantId", payout_id as id from payout_reference
    where (rail, reference) in (select * from unnest(${named.map(({ rail }) => rail)}::text[],
      ${named.map(({ reference }) => reference)}::text[]))`.execute(db);
  const nameOf = ({ rail, reference }: RailReference) => `${rail} ${reference}`;
  const found = new Map(rows.map((row) => [nameOf(row), { merchantId: row.merchantId, id: row.id }]));
  return named.map((one) => found.get(nameOf(one)));
}

export async function findByAnyReference(db: Db, reference: string): Promise<PayoutKey | undefined> {
  const { rows } = await sql<PayoutKey>`
    select owner_id as "merchantId", payout_id as id from payout_reference
    where reference = ${reference} limit 1`.execute(db);
  return rows[0];
}

/** What was completed in a period, the first before the rest. */
export async function listCompletedIds(
  db: Db,
  merchantId: string,
  { from, until }: { from: Date; until: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where merchant_id = ${merchantId} and state = 'completed'
      and finished_at >= ${from} and finished_at < ${until}
    order by finished_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Two people have sent it once more: from here on the bank's silence counts anew. */
export async function markSent(tx: Tx, { merchantId, id }: PayoutKey, at: Date): Promise<void> {
  await sql`update payout set sent_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
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
      and state in (${sqlWords(GOING_PAYOUTS)})`.execute(db);
  return moneyOf(of, rows[0]!.minor);
}

/** What has been paid or is on its way to a payee since then, as it arrives there. */
export async function sumPaidTo(db: Db, { merchantId, id }: PayoutKey, since: Date, of: Currency): Promise<Money> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(arrives_minor), 0)::int8 as minor from payee_payment
    where merchant_id = ${merchantId} and beneficiary_id = ${id} and arrives_currency = ${of}
      and confirmed_at >= ${since}`.execute(db);
  return moneyOf(of, rows[0]!.minor);
}

/** Ways that have to be bound first pay to bound accounts only; the newest binding counts where none is named. */
export async function findBound(db: Db, merchantId: string, way: PayoutWayKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select beneficiary_id as id from bound_payee where merchant_id = ${merchantId} and way = ${way}
    order by bound_at desc, beneficiary_id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** The bank owes an answer: asked every minute at first, less often the longer it is silent, every hour in the end. */
export async function listToAsk(db: Db, now: Date, limit: number): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    select merchant_id as "merchantId", id from payout
    where state = 'processing' and asked_at <= ${now}::timestamptz
      - least(greatest((${now}::timestamptz - sent_at) / 10, interval '1 minute'), interval '1 hour')
    order by asked_at limit ${limit}`.execute(db);
  return rows;
}

const RETURN_DAYS = 60;
/** Paid by those banks within the time in which money comes back; each asked about four times a day. */
export async function listPaidLately(
  db: Db,
  rails: readonly string[],
  { now, limit }: { now: Date; limit: number },
): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    select merchant_id as "merchantId", id from payout
    where state = 'completed' and rail = any(${rails}::text[])
      and finished_at > ${now}::timestamptz - make_interval(days => ${RETURN_DAYS})
      and asked_at <= ${now}::timestamptz - interval '6 hours'
    order by asked_at limit ${limit}`.execute(db);
  return rows;
}

/** Where a page ended; the time as the database writes it, to its last digit. */
export type LapsedPlace = PayoutKey & { createdAt: string };
export type DuePlace = LapsedPlace & { day: string };
/** All pages, one after the other: what cannot be done now holds up nothing behind it. */
export async function* eachOf<Place extends PayoutKey>(
  list: (after: Place | undefined) => Promise<Place[]>,
): AsyncGenerator<PayoutKey> {
  let after: Place | undefined;
  do {
    const page = await list(after);
    for (const { merchantId, id } of page) yield { merchantId, id };
    after = page.at(-1);
  } while (after);
}

export type LapsedPage = { now: Date; after: LapsedPlace | undefined; limit: number };
/** Nobody has verified them in time. */
export async function listLapsed(
  db: Db,
  table: "payout" | "payout_series",
  { now, after, limit }: LapsedPage,
): Promise<LapsedPlace[]> {
  const behind = after ? sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<LapsedPlace>`
    select merchant_id as "merchantId", id, created_at::text as "createdAt" from ${sql.table(table)}
    where state = 'unverified' and expires_at <= ${now} ${behind}
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

export type DuePage = { day: string; after: DuePlace | undefined; limit: number };
export async function listDue(
  db: Db,
  { table, state, on }: { table: "payout" | "payout_series"; state: string; on: "scheduled_for" | "next_on" },
  { day, after, limit }: DuePage,
): Promise<DuePlace[]> {
  const due = sql.ref(on);
  const behind = after
    ? sql`and (${due}, created_at, id) > (${after.day}::date, ${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<DuePlace>`
    select merchant_id as "merchantId", id, ${due}::text as day, created_at::text as "createdAt" from ${sql.table(table)}
    where state = ${sql.lit(state)} and ${due} <= ${day}::date ${behind}
    order by ${due}, created_at, id limit ${limit}`.execute(db);
  return rows;
}
export const listScheduled = (db: Db, page: DuePage): Promise<DuePlace[]> =>
  listDue(db, { table: "payout", state: "scheduled", on: "scheduled_for" }, page);

export async function countPayouts(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}
