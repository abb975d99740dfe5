import type { CertificationForm } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

type DraftKey = { merchantId: string; subjectId: string; form: CertificationForm };
export type Draft = { form: CertificationForm; answers: Uint8Array; savedAt: Date };

export async function findDraft(db: Db, { merchantId, subjectId, form }: DraftKey): Promise<Draft | undefined> {
  const { rows } = await sql<Draft>`
    select form, answers, saved_at as "savedAt" from certification_draft
    where merchant_id = ${merchantId} and subject_id = ${subjectId} and form = ${form}`.execute(db);
  return rows[0];
}

export async function listDrafts(
  db: Db,
  merchantId: string,
  subjectId: string,
): Promise<Pick<Draft, "form" | "savedAt">[]> {
  const { rows } = await sql<Pick<Draft, "form" | "savedAt">>`
    select form, saved_at as "savedAt" from certification_draft
    where merchant_id = ${merchantId} and subject_id = ${subjectId} order by saved_at desc, form`.execute(db);
  return rows;
}

export async function saveDraft(
  tx: Tx,
  { merchantId, subjectId, form }: DraftKey,
  answers: Uint8Array,
  at: Date,
): Promise<void> {
  await sql`insert into certification_draft (merchant_id, subject_id, form, answers, saved_at)
    values (${merchantId}, ${subjectId}, ${form}, ${answers}, ${at})
    on conflict (merchant_id, subject_id, form) do update set answers = excluded.answers, saved_at = excluded.saved_at`.execute(
    tx,
  );
}

export async function removeDraft(tx: Tx, { merchantId, subjectId, form }: DraftKey): Promise<void> {
  await sql`delete from certification_draft
    where merchant_id = ${merchantId} and subject_id = ${subjectId} and form = ${form}`.execute(tx);
}
