import type { batchDeskList, batchList } from "@coralhub/contract";
import {
  batchLifecycle,
  MOVING_PAYOUTS,
  UNAPPROVED_PAYOUTS,
  UNPAID_PAYOUTS,
  type BatchState,
  type Currency,
  type PayoutKind,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { sqlWords } from "../../platform/sql-words.ts";

export type BatchKey = { merchantId: string; id: string };
export type Batch = BatchKey & {
  kind: PayoutKind;
  state: BatchState;
  title: string;
  fileId: string;
  fileHash: Uint8Array;
  rowsTotal: number;
  rowsDone: number;
  version: number;
  /** The account each currency is taken from. */
  accounts: Partial<Record<Currency, string>>;
  quote: unknown;
  quoteId: string | null;
  quoteExpiresAt: Date | null;
  quoteVersion: number | null;
  agreed: unknown;
  confirmedBy: { personId: string; personName: string | null; address: string } | null;
  restId: string | null;
  reason: string | null;
  createdAt: Date;
  confirmedAt: Date | null;
  finishedAt: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, title, file_id as "fileId", file_hash as "fileHash",
  rows_total as "rowsTotal", rows_done as "rowsDone", version, accounts, quote, quote_id as "quoteId",
  quote_expires_at as "quoteExpiresAt", quote_version as "quoteVersion", agreed, confirmed_by as "confirmedBy",
  rest_id as "restId", reason, created_at as "createdAt", confirmed_at as "confirmedAt", finished_at as "finishedAt"`;

export async function findBatch(db: Db, { merchantId, id }: BatchKey): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select ${COLUMNS} from payment_batch where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
/** Of sheets with one content one after the other is confirmed: all of them, its own among them, in one order. */
export async function lockTwins(
  tx: Tx,
  { merchantId, fileHash }: Pick<Batch, "merchantId" | "fileHash">,
): Promise<void> {
  await sql`
    select id from payment_batch where merchant_id = ${merchantId} and file_hash = ${fileHash}
    order by id for update`.execute(tx);
}
export async function lockBatch(tx: Tx, { merchantId, id }: BatchKey): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select ${COLUMNS} from payment_batch where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0];
}

export type NewBatch = Pick<Batch, "merchantId" | "id" | "kind" | "title" | "fileId" | "fileHash" | "accounts"> & {
  at: Date;
};
export async function insertBatch(tx: Tx, b: NewBatch): Promise<void> {
  await sql`
    insert into payment_batch (merchant_id, id, kind, state, title, file_id, file_hash, accounts, created_at, changed_at)
    values (${b.merchantId}, ${b.id}, ${b.kind}, ${batchLifecycle.initial}, ${b.title}, ${b.fileId}, ${b.fileHash},
      ${JSON.stringify(b.accounts)}::jsonb, ${b.at}, ${b.at})`.execute(tx);
}

/** When the same sheet was confirmed last, since then. */
export async function findConfirmed(
  db: Db,
  merchantId: string,
  hash: Uint8Array,
  since: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select confirmed_at as at from payment_batch
    where merchant_id = ${merchantId} and file_hash = ${hash} and confirmed_at > ${since} and state <> 'failed'
    order by confirmed_at desc limit 1`.execute(db);
  return rows[0]?.at;
}

/** Every change makes another sheet of it: a price shown before counts no longer. */
export async function touchBatch(tx: Tx, { merchantId, id }: BatchKey): Promise<void> {
  await sql`update payment_batch set version = version + 1 where merchant_id = ${merchantId} and id = ${id}`.execute(
    tx,
  );
}
export async function setAccounts(tx: Tx, { merchantId, id }: BatchKey, accounts: Batch["accounts"]): Promise<void> {
  await sql`update payment_batch set accounts = ${JSON.stringify(accounts)}::jsonb, version = version + 1
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
/** How far its work has come; false where that has ended meanwhile. */
export async function setDone(
  db: Db,
  { merchantId, id }: BatchKey,
  done: number,
  at: "parsing" | "processing",
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_batch set rows_done = ${done}
    where merchant_id = ${merchantId} and id = ${id} and state = ${at}`.execute(db);
  return numAffectedRows === 1n;
}
export async function setRest(tx: Tx, { merchantId, id }: BatchKey, restId: string): Promise<void> {
  await sql`update payment_batch set rest_id = ${restId} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

type KeptQuote = { quoteId: string; quote: unknown; expiresAt: Date; version: number };
export async function keepQuote(db: Db, { merchantId, id }: BatchKey, kept: KeptQuote): Promise<void> {
  await sql`
    update payment_batch set quote = ${JSON.stringify(kept.quote)}::jsonb, quote_id = ${kept.quoteId},
      quote_expires_at = ${kept.expiresAt}, quote_version = ${kept.version}
    where merchant_id = ${merchantId} and id = ${id} and state = 'toConfirm'`.execute(db);
}

/** Work that somebody has to see to: in that state since before then. */
export async function listIn(db: Db, state: BatchState, before: Date, limit: number): Promise<BatchKey[]> {
  const { rows } = await sql<BatchKey>`
    select merchant_id as "merchantId", id from payment_batch where state = ${state} and changed_at <= ${before}
    order by changed_at limit ${limit}`.execute(db);
  return rows;
}

export type Standing = { waiting: number; moving: number; completed: number; failed: number };
/** How the sheet's payments stand. */
export async function countPayments(db: Db, { merchantId, id }: BatchKey): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(*) filter (where state in (${sqlWords(UNAPPROVED_PAYOUTS)}))::int as waiting,
           count(*) filter (where state in (${sqlWords(MOVING_PAYOUTS)}))::int as moving,
           count(*) filter (where state = 'completed')::int as completed,
           count(*) filter (where state in (${sqlWords(UNPAID_PAYOUTS)}))::int as failed
      from batch_payment where merchant_id = ${merchantId} and batch_id = ${id}`.execute(db);
  return rows[0]!;
}
export async function listWaiting(db: Db, { merchantId, id }: BatchKey, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from batch_payment where merchant_id = ${merchantId} and batch_id = ${id} and state = 'awaitingApproval'
    order by batch_line limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

const LIST = {
  id: sql`b.id`,
  kind: sql`b.kind`,
  title: sql`b.title`,
  state: sql`b.state`,
  rowsTotal: sql`b.rows_total`,
  createdAt: sql`b.created_at`,
  confirmedAt: sql`b.confirmed_at`,
  finishedAt: sql`b.finished_at`,
};
const SOURCE = { from: sql`payment_batch b`, owner: sql`b.merchant_id`, id: sql`b.id` };
export const batchSource: ListSource<(typeof batchList)["row"]> = { ...SOURCE, columns: LIST };
export const batchDeskSource: ListSource<(typeof batchDeskList)["row"]> = {
  ...SOURCE,
  columns: {
    ...LIST,
    merchantId: sql`b.merchant_id`,
    waiting: sql`(select count(*)::int from batch_payment p where p.merchant_id = b.merchant_id and p.batch_id = b.id
      and p.state = 'awaitingApproval')`,
  },
};
