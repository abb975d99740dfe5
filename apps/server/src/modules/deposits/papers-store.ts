import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type AnswerPaper = { fileId: string; fileName: string; receivedAt: Date | null };
type Opening = { merchantId: string; reference: string };

export async function insertPapers(
  tx: Tx,
  { merchantId, reference }: Opening,
  papers: readonly Omit<AnswerPaper, "receivedAt">[],
  at: Date,
): Promise<void> {
  for (const { fileId, fileName } of papers) {
    await sql`insert into deposit_paper (merchant_id, reference, file_id, file_name, added_at)
      values (${merchantId}, ${reference}, ${fileId}, ${fileName}, ${at}) on conflict do nothing`.execute(tx);
  }
}

export async function listPapers(db: Db, { merchantId, reference }: Opening): Promise<AnswerPaper[]> {
  const { rows } = await sql<AnswerPaper>`
    select file_id as "fileId", file_name as "fileName", received_at as "receivedAt" from deposit_paper
    where merchant_id = ${merchantId} and reference = ${reference} order by added_at, file_id`.execute(db);
  return rows;
}

/** The partner has read it. */
export async function markReceived(
  db: Db,
  { merchantId, reference }: Opening,
  fileId: string,
  at: Date,
): Promise<void> {
  await sql`update deposit_paper set received_at = ${at} where merchant_id = ${merchantId} and reference = ${reference}
    and file_id = ${fileId} and received_at is null`.execute(db);
}
