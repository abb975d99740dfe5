import type {
  BatchCells,
  BatchMark,
  BatchPayment,
  BatchProblems,
  BatchRowState,
  Currency,
  PayoutState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { quoteFromJson, quoteToJson } from "../prices/index.ts";
import type { BatchKey } from "./batches-store.ts";

export type Mark = { mark: BatchMark; text: string; detail: string; payoutId: string | null };
/** Cells without the number, which is sealed beside them. */
export type Row = {
  line: number;
  state: BatchRowState;
  cells: BatchCells;
  sealedNumber: Uint8Array | null;
  /** The number is a payee's own: nobody typed it here, so nobody reads it here. */
  numberOfPayee: boolean;
  before: BatchCells | null;
  beforeSealedNumber: Uint8Array | null;
  problems: BatchProblems;
  marks: Mark[];
  accepted: boolean;
  payment: BatchPayment | null;
  numberIndex: Uint8Array | null;
  plainName: string | null;
  currency: Currency | null;
  amountMinor: bigint | null;
  beneficiaryId: string | null;
  knownId: string | null;
  payoutId: string | null;
  reason: string | null;
};
type Stored = Omit<Row, "payment"> & { payment: unknown };
const COLUMNS = sql`r.line, r.state, r.cells, r.sealed_number as "sealedNumber", r.number_of_payee as "numberOfPayee", r.before,
  r.before_sealed_number as "beforeSealedNumber", r.problems, r.marks, r.accepted, r.payment,
  r.number_index as "numberIndex", r.plain_name as "plainName", r.currency, r.amount_minor as "amountMinor",
  r.beneficiary_id as "beneficiaryId", r.known_id as "knownId", r.payout_id as "payoutId", r.reason`;
const rowOf = ({ payment, ...row }: Stored): Row => ({
  ...row,
  payment: quoteFromJson(payment) as BatchPayment | null,
});

const hex = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString("hex");
/** Many at once; a row that stands there already is replaced. */
export async function writeRows(tx: Tx, { merchantId, id }: BatchKey, rows: readonly Row[]): Promise<void> {
  const written = JSON.stringify(
    rows.map((row) => ({
      ...row,
      sealed: hex(row.sealedNumber),
      beforeSealed: hex(row.beforeSealedNumber),
      index: hex(row.numberIndex),
      payment: quoteToJson(row.payment),
      amountMinor: row.amountMinor?.toString() ?? null,
    })),
  );
  await sql`
    insert into payment_batch_row (merchant_id, batch_id, line, state, cells, sealed_number, number_of_payee, before,
      before_sealed_number, problems, marks, accepted, payment, number_index, plain_name, currency, amount_minor, beneficiary_id, known_id,
      payout_id, reason)
    select ${merchantId}, ${id}, line, state, cells, decode(sealed, 'hex'), "numberOfPayee", before,
      decode("beforeSealed", 'hex'), problems, marks, accepted, payment, decode(index, 'hex'), "plainName", currency, "amountMinor", "beneficiaryId", "knownId",
      "payoutId", reason
    from jsonb_to_recordset(${written}::jsonb) as r (line int, state text, cells jsonb, sealed text, "numberOfPayee" boolean,
      before jsonb, "beforeSealed" text, problems jsonb, marks jsonb, accepted boolean, payment jsonb, index text, "plainName" text,
      currency text, "amountMinor" bigint, "beneficiaryId" uuid, "knownId" uuid, "payoutId" uuid, reason text)
    on conflict (merchant_id, batch_id, line) do update set state = excluded.state, cells = excluded.cells,
      sealed_number = excluded.sealed_number, number_of_payee = excluded.number_of_payee, before = excluded.before,
      before_sealed_number = excluded.before_sealed_number, problems = excluded.problems, marks = excluded.marks,
      accepted = excluded.accepted, payment = excluded.payment, number_index = excluded.number_index,
      plain_name = excluded.plain_name, currency = excluded.currency, amount_minor = excluded.amount_minor,
      beneficiary_id = excluded.beneficiary_id, known_id = excluded.known_id, payout_id = excluded.payout_id,
      reason = excluded.reason`.execute(tx);
}

export type PayoutOf = { payoutState: PayoutState | null; payoutReason: string | null };
type Page = { state?: BatchRowState | undefined; offset: number; limit: number };
export async function pageRows(db: Db, key: BatchKey, { state, offset, limit }: Page): Promise<(Row & PayoutOf)[]> {
  const { rows } = await sql<Stored & PayoutOf>`
    with r as (select * from payment_batch_row where merchant_id = ${key.merchantId} and batch_id = ${key.id}
      ${state ? sql`and state = ${state}` : sql``} order by line offset ${offset} limit ${limit})
    select ${COLUMNS},
      p.state as "payoutState", p.reason as "payoutReason"
    from r left join batch_payment p on p.merchant_id = r.merchant_id and p.batch_id = r.batch_id and p.id = r.payout_id
    order by r.line`.execute(db);
  return rows.map(({ payoutState, payoutReason, ...row }) => ({ ...rowOf(row), payoutState, payoutReason }));
}

export async function findRows(db: Db, { merchantId, id }: BatchKey, lines: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Stored>`
    select ${COLUMNS} from payment_batch_row r
    where merchant_id = ${merchantId} and batch_id = ${id} and line = any(${lines}::int[]) order by line`.execute(db);
  return rows.map(rowOf);
}
/** The next that are to be paid. */
export async function nextReady(db: Db, { merchantId, id }: BatchKey, limit: number): Promise<Row[]> {
  const { rows } = await sql<Stored>`
    select ${COLUMNS} from payment_batch_row r
    where merchant_id = ${merchantId} and batch_id = ${id} and state = 'ready' order by line limit ${limit}`.execute(
    db,
  );
  return rows.map(rowOf);
}
/** Those of them nobody has paid or cancelled meanwhile; they stay as they are until the transaction ends. */
export async function lockReady(tx: Tx, { merchantId, id }: BatchKey, lines: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ line: number }>`
    select line from payment_batch_row
    where merchant_id = ${merchantId} and batch_id = ${id} and line = any(${lines}::int[]) and state = 'ready'
    order by line for update`.execute(tx);
  return new Set(rows.map(({ line }) => line));
}
export type Outcome = { line: number; payoutId: string | null; reason: string | null };
export async function markPaid(tx: Tx, { merchantId, id }: BatchKey, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update payment_batch_row r set state = case when o.payout is null then 'refused' else 'taken' end, payout_id = o.payout,
      reason = o.reason
    from unnest(${outcomes.map(({ line }) => line)}::int[], ${outcomes.map(({ payoutId }) => payoutId)}::uuid[],
      ${outcomes.map(({ reason }) => reason)}::text[]) as o (line, payout, reason)
    where r.merchant_id = ${merchantId} and r.batch_id = ${id} and r.line = o.line`.execute(tx);
}

/** Of confirmed sheets, whatever has not become a payment becomes none. Waits for those who are making payments of them. */
export async function refuseReady(tx: Tx, merchantId: string, reason: string): Promise<{ id: string; line: number }[]> {
  const { rows } = await sql<{ id: string; line: number }>`
    update payment_batch_row r set state = 'refused', reason = ${reason} from payment_batch b
    where r.merchant_id = ${merchantId} and r.state = 'ready' and b.merchant_id = r.merchant_id and b.id = r.batch_id
      and b.state in ('confirmed', 'processing')
    returning r.batch_id as id, r.line`.execute(tx);
  return rows;
}

export type RowCounts = Partial<Record<BatchRowState, number>>;
export async function countRows(db: Db, { merchantId, id }: BatchKey): Promise<RowCounts> {
  const { rows } = await sql<{ state: BatchRowState; count: number }>`
    select state, count(*)::int as count from payment_batch_row
    where merchant_id = ${merchantId} and batch_id = ${id} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

export type Group = { currency: Currency; country: string; route: string; count: number; minor: bigint; fresh: number };
/** What is to be paid (or was), by where it goes: few rows, however many the sheet has. */
export async function groupRows(db: Db, { merchantId, id }: BatchKey): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select currency, payment ->> 'country' as country, payment ->> 'route' as route, count(*)::int as count,
      sum(amount_minor)::int8 as minor,
      count(distinct number_index) filter (where beneficiary_id is null)::int as fresh
    from payment_batch_row
    where merchant_id = ${merchantId} and batch_id = ${id} and state in ('ready', 'taken', 'refused')
      and currency is not null and payment is not null
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}
/** Amounts of one group, how often each: what a fee with a least or a most needs to know. */
export async function listAmounts(db: Db, { merchantId, id }: BatchKey) {
  const { rows } = await sql<{ currency: Currency; country: string; route: string; minor: bigint; count: number }>`
    select currency, payment ->> 'country' as country, payment ->> 'route' as route, amount_minor as minor,
      count(*)::int as count
    from payment_batch_row
    where merchant_id = ${merchantId} and batch_id = ${id} and state = 'ready'
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
/** The largest of each currency that are to be paid, with their lines. */
export async function listLargest(db: Db, { merchantId, id }: BatchKey, limit: number) {
  const { rows } = await sql<{ line: number; currency: Currency; country: string; route: string; minor: bigint }>`
    select line, currency, payment ->> 'country' as country, payment ->> 'route' as route, amount_minor as minor
    from (select r.*, row_number() over (partition by currency order by amount_minor desc, line) as place
            from payment_batch_row r where merchant_id = ${merchantId} and batch_id = ${id} and state = 'ready') r
    where place <= ${limit}`.execute(db);
  return rows;
}
export async function usedColumns(db: Db, { merchantId, id }: BatchKey): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct k.name from payment_batch_row r, jsonb_object_keys(r.cells) as k (name)
    where r.merchant_id = ${merchantId} and r.batch_id = ${id}`.execute(db);
  return rows.map(({ name }) => name);
}

/** The first other row with the same account and amount. */
export async function findTwin(db: Db, { merchantId, id }: BatchKey, row: Row): Promise<number | undefined> {
  const { rows } = await sql<{ line: number }>`
    select line from payment_batch_row
    where merchant_id = ${merchantId} and batch_id = ${id} and line <> ${row.line} and number_index = ${row.numberIndex}
      and currency = ${row.currency} and amount_minor = ${row.amountMinor} and state <> 'left'
    order by line limit 1`.execute(db);
  return rows[0]?.line;
}

/** What was not chosen becomes a sheet of its own. */
export async function moveRest(tx: Tx, { merchantId, id }: BatchKey, restId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment_batch_row set batch_id = ${restId}
    where merchant_id = ${merchantId} and batch_id = ${id} and state <> 'ready'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
export async function forgetRows(tx: Tx, { merchantId, id }: BatchKey): Promise<void> {
  await sql`delete from payment_batch_row where merchant_id = ${merchantId} and batch_id = ${id}`.execute(tx);
}
