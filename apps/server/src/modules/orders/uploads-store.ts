import { Refusal, type orderDeskList, type orderUploadList } from "@coralhub/contract";
import type { Currency, OrderPaper, OrderSheetKey, OrderUploadState, UploadWay } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { knowShop } from "./stores-view-store.ts";

export type UploadKey = { merchantId: string; id: string };
export type Upload = UploadKey & {
  way: UploadWay;
  platform: string;
  storeId: string | null;
  /** Whose numbers its orders have, where shops count for themselves. */
  shopId: string | null;
  storeName: string | null;
  currency: Currency | null;
  sheet: OrderSheetKey;
  fileId: string | null;
  fileName: string;
  url: string;
  corrects: string | null;
  state: OrderUploadState;
  problem: string | null;
  rowsTotal: number;
  rowsDone: number;
  rowsPassed: number;
  rowsFailed: number;
  rowsWaiting: number;
  createdAt: Date;
};
type NewUpload = Pick<
  Upload,
  | "merchantId"
  | "id"
  | "way"
  | "platform"
  | "storeId"
  | "currency"
  | "sheet"
  | "fileId"
  | "fileName"
  | "url"
  | "corrects"
> & {
  fileHash: Uint8Array | null;
};

const UPLOAD = sql`u.merchant_id as "merchantId", u.id, u.way, u.platform, u.store_id as "storeId", u.shop_id as "shopId",
  s.name as "storeName", u.currency, u.sheet, u.file_id as "fileId", u.file_name as "fileName", u.url, u.corrects, u.state, u.problem,
  u.rows_total as "rowsTotal", u.rows_done as "rowsDone", u.rows_passed as "rowsPassed", u.rows_failed as "rowsFailed",
  u.rows_waiting as "rowsWaiting", u.created_at as "createdAt"`;
const FROM = sql`order_upload u left join store_brief s on s.merchant_id = u.merchant_id and s.id = u.store_id`;

/** The answer is the shop whose numbers its orders have, where that can be said. */
export async function insertUpload(tx: Tx, upload: NewUpload, at: Date): Promise<string | null> {
  const { merchantId, id, way, platform, storeId, currency, sheet, fileId, fileHash, fileName, url, corrects } = upload;
  const shopId = await knowShop(tx, upload);
  await sql`
    insert into order_upload (merchant_id, id, way, platform, store_id, shop_id, currency, sheet, file_id, file_hash, file_name, url, corrects,
      state, seen_at, created_at, changed_at)
    values (${merchantId}, ${id}, ${way}, ${platform}, ${storeId}, ${shopId}, ${currency}, ${sheet}, ${fileId}, ${fileHash}, ${fileName}, ${url},
      ${corrects}, 'analysing', ${at}, ${at}, ${at})`.execute(tx);
  return shopId;
}

export async function findUpload(db: Db | Tx, { merchantId, id }: UploadKey): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`
    select ${UPLOAD} from ${FROM} where u.merchant_id = ${merchantId} and u.id = ${id}`.execute(db);
  return rows[0];
}

/** Nobody else writes to it until the transaction ends. */
export async function lockUpload(tx: Tx, key: UploadKey): Promise<Upload> {
  await sql`select 1 from order_upload where merchant_id = ${key.merchantId} and id = ${key.id} for update`.execute(tx);
  const upload = await findUpload(tx, key);
  if (!upload) throw new Refusal("not_found");
  return upload;
}

/** A merchant's files begin one after the other: what is looked for among them is looked for behind the one before. */
export async function lockBeginnings(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order files:${merchantId}`}, 0))`.execute(tx);
}

export async function listAnalysing(db: Db, merchantId: string): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select ${UPLOAD} from ${FROM} where u.merchant_id = ${merchantId} and u.state = 'analysing'
    order by u.created_at desc, u.id desc limit 20`.execute(db);
  return rows;
}

/** Files, or readings of stores, that have given no sign of life since then. */
export async function listForsaken(db: Db, way: "file" | "store", before: Date): Promise<UploadKey[]> {
  const { rows } = await sql<UploadKey>`
    select merchant_id as "merchantId", id from order_upload
    where state = 'analysing' and way = ${way} and seen_at < ${before} order by seen_at limit 50`.execute(db);
  return rows;
}

export async function noteProgress(
  tx: Tx,
  { merchantId, id }: UploadKey,
  rows: { total: number; done: number },
  at: Date,
) {
  await sql`
    update order_upload set rows_total = ${rows.total}, rows_done = ${rows.done}, seen_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type RowCounts = { passed: number; failed: number; waiting: number };
export async function countRows(tx: Tx | Db, { merchantId, id }: UploadKey): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*) filter (where state in ('passed', 'partlyPassed'))::int as passed,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state in ('waiting', 'reviewing'))::int as waiting
    from trade_order where merchant_id = ${merchantId} and upload_id = ${id}`.execute(tx);
  return rows[0]!;
}
export async function saveCounts(tx: Tx, { merchantId, id }: UploadKey, counts: RowCounts): Promise<void> {
  await sql`
    update order_upload set rows_passed = ${counts.passed}, rows_failed = ${counts.failed}, rows_waiting = ${counts.waiting}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** The same content brought before, unless nothing came of it. */
export async function findSameFile(tx: Tx, merchantId: string, hash: Uint8Array): Promise<{ at: Date } | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from order_upload
    where merchant_id = ${merchantId} and file_hash = ${hash} and state not in ('failed', 'cancelled')
    order by created_at desc limit 1`.execute(tx);
  return rows[0];
}

export type PaperRow = { fileId: string; kind: OrderPaper; fileName: string };
export async function insertPapers(tx: Tx, { merchantId, id }: UploadKey, papers: readonly PaperRow[]): Promise<void> {
  for (const { fileId, kind, fileName } of papers) {
    await sql`
      insert into order_paper (merchant_id, upload_id, file_id, kind, file_name)
      values (${merchantId}, ${id}, ${fileId}, ${kind}, ${fileName}) on conflict do nothing`.execute(tx);
  }
}
export async function listPapers(db: Db, { merchantId, id }: UploadKey): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    select file_id as "fileId", kind, file_name as "fileName" from order_paper
    where merchant_id = ${merchantId} and upload_id = ${id} order by file_name`.execute(db);
  return rows;
}

export async function countWaitingUploads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_upload where state in ('waiting', 'reviewing')`.execute(db);
  return rows[0]!.count;
}
export async function countUploads(db: Db, merchantId: string): Promise<{ all: number; failed: number; open: number }> {
  const { rows } = await sql<{ all: number; failed: number; open: number }>`
    select count(*)::int as all, count(*) filter (where rows_failed > 0 and state in ('failed', 'partlyPassed'))::int as failed,
      count(*) filter (where state in ('analysing', 'waiting', 'reviewing'))::int as open
    from order_upload where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

const uploadColumns = {
  id: sql`u.id`,
  createdAt: sql`u.created_at`,
  fileName: sql`u.file_name`,
  way: sql`u.way`,
  platform: sql`u.platform`,
  storeId: sql`u.store_id`,
  storeName: sql`s.name`,
  state: sql`u.state`,
  problem: sql`u.problem`,
  rowsTotal: sql`u.rows_total`,
  rowsDone: sql`u.rows_done`,
  rowsPassed: sql`u.rows_passed`,
  rowsFailed: sql`u.rows_failed`,
  rowsWaiting: sql`u.rows_waiting`,
};
export const uploadSource: ListSource<(typeof orderUploadList)["row"]> = {
  from: FROM,
  owner: sql`u.merchant_id`,
  id: sql`u.id`,
  columns: uploadColumns,
};
export const uploadDeskSource: ListSource<(typeof orderDeskList)["row"]> = {
  ...uploadSource,
  columns: { ...uploadColumns, merchantId: sql`u.merchant_id` },
};
