import type { IcbcData, IcbcUploadState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type UploadKey = { merchantId: string; id: string };
export type Upload = UploadKey & {
  kind: IcbcData;
  state: IcbcUploadState;
  reference: string;
  toldAt: Date;
  /** A keyed hash. */
  content: Uint8Array;
  count: number;
  reason: string | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, kind, state, reference, told_at as "toldAt", content, count, reason`;

/** False: one of this kind is on its way already. */
export async function insertUpload(tx: Tx, upload: Upload): Promise<boolean> {
  const { merchantId, id, kind, state, reference, toldAt, content, count } = upload;
  const { numAffectedRows } = await sql`
    insert into icbc_upload (merchant_id, id, kind, state, reference, told_at, content, count, changed_at)
    values (${merchantId}, ${id}, ${kind}, ${state}, ${reference}, ${toldAt}, ${content}, ${count}, ${toldAt})
    on conflict (merchant_id, kind) where state in ('sending', 'asked') do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findUpload(db: Db, { merchantId, id }: UploadKey): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`
    select ${COLUMNS} from icbc_upload where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function lockUpload(tx: Tx, { merchantId, id }: UploadKey): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`
    select ${COLUMNS} from icbc_upload where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0];
}
export async function latestUpload(db: Db, merchantId: string, kind: IcbcData): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`
    select ${COLUMNS} from icbc_upload where merchant_id = ${merchantId} and kind = ${kind}
    order by told_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Of both kinds, what the bank has not decided. */
export async function listOpenUploads(db: Db, merchantId: string): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select ${COLUMNS} from icbc_upload where merchant_id = ${merchantId} and state in ('sending', 'asked')
    order by kind desc`.execute(db);
  return rows;
}

/** True for whoever asks the bank now. */
export async function claimUploadAsk(db: Db, { merchantId, id }: UploadKey, before: Date, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update icbc_upload set asked_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and coalesce(asked_at, changed_at) <= ${before}`.execute(db);
  return numAffectedRows === 1n;
}
export async function listUploadsToAsk(db: Db, before: Date, limit: number): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select ${COLUMNS} from icbc_upload where state = 'sending' and coalesce(asked_at, changed_at) <= ${before}
    order by changed_at, id limit ${limit}`.execute(db);
  return rows;
}
