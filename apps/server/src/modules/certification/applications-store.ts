import {
  applicationLifecycle,
  type ApplicationState,
  type CertificationForm,
  type RiskFact,
  type SubmissionKind,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Application = {
  merchantId: string;
  id: string;
  subjectId: string;
  form: CertificationForm;
  number: string;
  state: ApplicationState;
  submissionKind: SubmissionKind;
  version: number;
  subjectName: string;
  submittedAt: Date;
  dueAt: Date;
  assessedAt: Date | null;
  riskScore: number;
  riskFacts: RiskFact[];
  highRisk: boolean;
  heldBy: string | null;
  heldAt: Date | null;
  proposedBy: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, subject_id as "subjectId", form, number, state,
  submission_kind as "submissionKind", version, subject_name as "subjectName", submitted_at as "submittedAt", due_at as "dueAt",
  assessed_at as "assessedAt", risk_score as "riskScore", risk_facts as "riskFacts", high_risk as "highRisk",
  held_by as "heldBy", held_at as "heldAt", proposed_by as "proposedBy", decided_by as "decidedBy", decided_at as "decidedAt"`;

export async function findApplication(db: Db, merchantId: string, id: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${COLUMNS} from certification_application where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function lockApplication(tx: Tx, merchantId: string, id: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${COLUMNS} from certification_application where merchant_id = ${merchantId} and id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** The newest of a subject, of these forms if any are named. */
export async function findLatest(
  db: Db,
  merchantId: string,
  subjectId: string,
  forms?: readonly CertificationForm[],
): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${COLUMNS} from certification_application
    where merchant_id = ${merchantId} and subject_id = ${subjectId} and (${forms ?? null}::text[] is null or form = any(${forms ?? null}::text[]))
    order by id desc limit 1`.execute(db);
  return rows[0];
}

export type NewSubmission = Pick<
  Application,
  | "merchantId"
  | "id"
  | "subjectId"
  | "form"
  | "number"
  | "submissionKind"
  | "version"
  | "subjectName"
  | "submittedAt"
  | "dueAt"
> & { answers: Uint8Array };

/** A new case. */
export async function insertApplication(tx: Tx, s: NewSubmission): Promise<void> {
  await sql`
    insert into certification_application
      (merchant_id, id, subject_id, form, number, state, submission_kind, version, subject_name, submitted_at, due_at)
    values (${s.merchantId}, ${s.id}, ${s.subjectId}, ${s.form}, ${s.number}, ${applicationLifecycle.initial},
      ${s.submissionKind}, ${s.version}, ${s.subjectName}, ${s.submittedAt}, ${s.dueAt})`.execute(tx);
}

export async function insertSubmission(tx: Tx, s: NewSubmission): Promise<void> {
  await sql`insert into certification_submission (merchant_id, application_id, version, answers, submitted_at)
    values (${s.merchantId}, ${s.id}, ${s.version}, ${s.answers}, ${s.submittedAt})`.execute(tx);
}

export async function readSubmission(
  db: Db,
  merchantId: string,
  applicationId: string,
  version: number,
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ answers: Uint8Array }>`
    select answers from certification_submission
    where merchant_id = ${merchantId} and application_id = ${applicationId} and version = ${version}`.execute(db);
  return rows[0]?.answers;
}

/** What a subject was approved on before this case. */
export async function listEarlierApproved(
  tx: Tx,
  { merchantId, subjectId, id }: Pick<Application, "merchantId" | "subjectId" | "id">,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from certification_application
    where merchant_id = ${merchantId} and subject_id = ${subjectId} and id <> ${id}
      and state = any(${applicationLifecycle.actions.supersede.from}::text[])`.execute(tx);
  return rows.map((row) => row.id);
}

/** Only what is free, one's own already, or held by someone who left it lying. */
export async function holdApplication(
  tx: Tx,
  merchantId: string,
  id: string,
  hold: { by: string; at: Date; abandonedBefore: Date; from: readonly ApplicationState[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update certification_application set held_by = ${hold.by}, held_at = ${hold.at}
    where merchant_id = ${merchantId} and id = ${id} and state = any(${hold.from}::text[])
      and (held_by is null or held_by = ${hold.by} or held_at < ${hold.abandonedBefore})`.execute(tx);
  return numAffectedRows === 1n;
}

/** Into another pair of hands; the row is locked and its holder was looked at. */
export async function handOver(
  tx: Tx,
  { merchantId, id }: Pick<Application, "merchantId" | "id">,
  to: { by: string; at: Date },
): Promise<void> {
  await sql`update certification_application set held_by = ${to.by}, held_at = ${to.at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function letGo(tx: Tx, merchantId: string, id: string, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update certification_application set held_by = null, held_at = null
    where merchant_id = ${merchantId} and id = ${id} and held_by = ${by}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function saveAssessment(
  tx: Tx,
  { merchantId, id, version }: Pick<Application, "merchantId" | "id" | "version">,
  found: { at: Date; score: number; facts: readonly RiskFact[]; highRisk: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update certification_application set assessed_at = ${found.at}, risk_score = ${found.score},
      risk_facts = ${JSON.stringify(found.facts)}::jsonb, high_risk = ${found.highRisk}
    where merchant_id = ${merchantId} and id = ${id} and version = ${version} and assessed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Remembers who uses a document number, and counts the other accounts that do. */
export async function noteNumbers(
  tx: Tx,
  owner: Pick<Application, "merchantId" | "subjectId">,
  numbers: readonly Uint8Array[],
) {
  for (const number of numbers) {
    await sql`insert into document_number_use (number_index, owner_id, subject_id)
      values (${number}, ${owner.merchantId}, ${owner.subjectId}) on conflict do nothing`.execute(tx);
  }
  const { rows } = await sql<{ count: number }>`
    select count(distinct owner_id)::int as count from document_number_use
    where number_index = any(${numbers}::bytea[]) and owner_id <> ${owner.merchantId}`.execute(tx);
  return rows[0]!.count;
}

/** Whether a document number stands in the papers of both. */
export async function sharesNumber(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from document_number_use a join document_number_use b on b.number_index = a.number_index
    where a.owner_id = ${one} and b.owner_id = ${other} limit 1`.execute(db);
  return rows.length > 0;
}

export async function applicationCount(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from certification_application where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}
