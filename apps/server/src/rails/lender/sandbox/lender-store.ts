import {
  moneyOf,
  type Currency,
  type Money,
  type SandboxLenderPlan,
  type SandboxPayOutPlan,
  type SandboxUploadPlan,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type LenderDecision = "accept" | "partly" | "refuse" | "ask";
export type LenderRequest = {
  reference: string;
  kind: "application" | "payOut" | "upload";
  about: string;
  /** Null where data are told. */
  amount: Money | null;
  granted: Money | null;
  state: "taken" | "accepted" | "refused" | "asked";
  reason: string | null;
  sent: number;
  at: Date;
  plan: LenderDecision | null;
  times: number;
};
type Row = Omit<LenderRequest, "amount" | "granted"> & {
  currency: Currency | null;
  minor: bigint | null;
  grantedMinor: bigint | null;
};
const COLUMNS = sql`reference, kind, about, currency, amount_minor as minor, granted_minor as "grantedMinor", state, reason,
  sent, at, plan, times`;
const requestOf = ({ currency, minor, grantedMinor, ...rest }: Row): LenderRequest => ({
  ...rest,
  amount: currency === null || minor === null ? null : moneyOf(currency, minor),
  granted: currency === null || grantedMinor === null ? null : moneyOf(currency, grantedMinor),
});

type Planned = { plan: LenderDecision; times: number; dueAt: Date } | null;
type Taken = Pick<LenderRequest, "reference" | "about" | "amount"> & {
  kind: LenderRequest["kind"] | "repayment";
  at: Date;
};
/** True the first time it is heard of, and when a question has been answered; afterwards it is only counted. */
export async function takeRequest(tx: Tx, request: Taken, planned: Planned, answered: boolean): Promise<boolean> {
  const { reference, kind, about, amount, at } = request;
  const { rows } = await sql<{ sent: number }>`
    insert into sandbox_lender_request (reference, kind, about, currency, amount_minor, state, at, plan, times, due_at)
    values (${reference}, ${kind}, ${about}, ${amount?.currency ?? null}, ${amount?.minor ?? null}, 'taken', ${at}, ${planned?.plan ?? null},
      ${planned?.times ?? 0}, ${planned?.dueAt ?? null})
    on conflict (reference) do update set sent = sandbox_lender_request.sent + 1 returning sent`.execute(tx);
  if (rows[0]!.sent === 1) return true;
  if (!answered) return false;
  const { numAffectedRows } = await sql`
    update sandbox_lender_request set state = 'taken', reason = null, plan = ${planned?.plan ?? null},
      times = ${planned?.times ?? 0}, due_at = ${planned?.dueAt ?? null}
    where reference = ${reference} and state = 'asked'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findRequest(db: Db, reference: string): Promise<LenderRequest | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_lender_request where reference = ${reference}`.execute(db);
  return rows[0] && requestOf(rows[0]);
}

export async function listRequests(db: Db, limit: number): Promise<LenderRequest[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_lender_request where kind <> 'repayment'
    order by at desc, reference limit ${limit}`.execute(db);
  return rows.map(requestOf);
}

export async function listDue(db: Db, now: Date, limit: number): Promise<LenderRequest[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_lender_request where due_at <= ${now} order by due_at, reference limit ${limit}`.execute(
    db,
  );
  return rows.map(requestOf);
}

type Outcome = Pick<LenderRequest, "state" | "reason"> & { granted: Money | null };
/** The request if this changed it: each is decided once. */
export async function decideRequest(tx: Tx, reference: string, outcome: Outcome): Promise<LenderRequest | undefined> {
  const { rows } = await sql<Row>`
    update sandbox_lender_request set state = ${outcome.state}, reason = ${outcome.reason},
      granted_minor = ${outcome.granted?.minor ?? null}
    where reference = ${reference} and (state = 'taken' or (state = 'asked' and kind = 'payOut')) returning ${COLUMNS}`.execute(
    tx,
  );
  return rows[0] && requestOf(rows[0]);
}

export async function markTold(db: Db, reference: string): Promise<void> {
  await sql`update sandbox_lender_request set due_at = null where reference = ${reference}`.execute(db);
}

export type LenderSettings = {
  applications: SandboxLenderPlan;
  payOuts: SandboxPayOutPlan;
  uploads: SandboxUploadPlan;
  delaySeconds: number;
};
export async function readSettings(db: Db): Promise<LenderSettings> {
  const { rows } = await sql<LenderSettings>`
    select applications, pay_outs as "payOuts", uploads, delay_seconds as "delaySeconds" from sandbox_lender_settings`.execute(
    db,
  );
  return rows[0] ?? { applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 5 };
}

export async function saveSettings(tx: Tx, settings: LenderSettings, at: Date): Promise<void> {
  const { applications, payOuts, uploads, delaySeconds } = settings;
  await sql`
    insert into sandbox_lender_settings (applications, pay_outs, uploads, delay_seconds, changed_at)
    values (${applications}, ${payOuts}, ${uploads}, ${delaySeconds}, ${at})
    on conflict (only_row) do update set applications = excluded.applications, pay_outs = excluded.pay_outs,
      uploads = excluded.uploads,      delay_seconds = excluded.delay_seconds, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

export type ReadPaper = { reference: string; paperId: string; fileName: string; sizeBytes: number; sha256: string };
/** Read once, however often it is handed over. */
export async function takePaper(db: Db, p: ReadPaper, at: Date): Promise<void> {
  await sql`
    insert into sandbox_lender_paper (reference, paper_id, file_name, size_bytes, sha256, at)
    values (${p.reference}, ${p.paperId}, ${p.fileName}, ${p.sizeBytes}, ${p.sha256}, ${at})
    on conflict do nothing`.execute(db);
}
export async function listPapers(db: Db, references: readonly string[]): Promise<ReadPaper[]> {
  const { rows } = await sql<ReadPaper>`
    select reference, paper_id as "paperId", file_name as "fileName", size_bytes as "sizeBytes", sha256
    from sandbox_lender_paper where reference = any(${references}::text[]) order by at, paper_id`.execute(db);
  return rows;
}
