import type { ExportJob, IncomeSelection } from "@coralhub/contract";
import { exportLifecycle, type ExportFormat } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type ExportKey = { merchantId: string; id: string };
const SHOWN = 20;
const MOVED = 1n;

const COLUMNS = sql`id, file_name as "fileName", format, state, rows_done::int as "rowsDone", rows_total::int as "rowsTotal",
  size_bytes::float8 as "sizeBytes", created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

export async function listJobs(db: Db, merchantId: string): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`
    select ${COLUMNS} from export_job where merchant_id = ${merchantId} order by id desc limit ${SHOWN}`.execute(db);
  return rows;
}

export async function findJob(
  db: Db,
  { merchantId, id }: ExportKey,
): Promise<(ExportJob & { parts: number }) | undefined> {
  const { rows } = await sql<ExportJob & { parts: number }>`
    select ${COLUMNS}, parts from export_job where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/** False where the merchant has as many under way as there may be; who counts in order to add one waits for the others. */
export async function insertJob(
  tx: Tx,
  { merchantId, id }: ExportKey,
  job: { format: ExportFormat; fileName: string; selection: IncomeSelection; at: Date; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${merchantId}`}, 0))`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into export_job (merchant_id, id, format, file_name, selection, state, created_at)
    select ${merchantId}::uuid, ${id}::uuid, ${job.format}, ${job.fileName}, ${JSON.stringify(job.selection)}::jsonb,
      ${exportLifecycle.initial}, ${job.at}::timestamptz
    where (select count(*) from export_job where merchant_id = ${merchantId} and state = any(${exportLifecycle.groups.moving}))
      < ${job.most}`.execute(tx);
  return numAffectedRows === MOVED;
}

export type BegunJob = { format: ExportFormat; fileName: string; selection: unknown; parts: number };

export async function readJob(db: Db, { merchantId, id }: ExportKey): Promise<BegunJob> {
  const { rows } = await sql<BegunJob>`
    select format, file_name as "fileName", selection, parts from export_job
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0]!;
}

export async function setTotal(db: Db, { merchantId, id }: ExportKey, rows: number): Promise<void> {
  await sql`update export_job set rows_total = ${rows}, parts = 0 where merchant_id = ${merchantId} and id = ${id}`.execute(
    db,
  );
}

/** False once somebody has cancelled it: the sign to stop. */
export async function recordProgress(
  db: Db,
  { merchantId, id }: ExportKey,
  { rows, sizeBytes, parts }: { rows: number; sizeBytes: number; parts: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update export_job set rows_done = ${rows}, size_bytes = ${sizeBytes}, parts = ${parts}
    where merchant_id = ${merchantId} and id = ${id} and state = any(${exportLifecycle.actions.finish.from})`.execute(
    db,
  );
  return numAffectedRows === MOVED;
}

/** Their parts are to be removed: kept its days, or ended without a worker that lived to take them away. */
export async function findDue(db: Db, now: Date, limit: number): Promise<(ExportKey & { parts: number })[]> {
  const { rows } = await sql<ExportKey & { parts: number }>`
    select merchant_id as "merchantId", id, parts from export_job
    where state = 'ready' and expires_at < ${now} or state in ('cancelled', 'failed') and parts > 0
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

export async function forgetParts(db: Db, { merchantId, id }: ExportKey): Promise<void> {
  await sql`update export_job set parts = 0 where merchant_id = ${merchantId} and id = ${id}`.execute(db);
}
