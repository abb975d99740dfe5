import {
  moneyOf,
  type Currency,
  type Money,
  type SandboxOpeningPlan,
  type SandboxPlacementPlan,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type PartnerDecision = "accept" | "refuse" | "ask";
export type RequestState = "taken" | "accepted" | "refused" | "asked" | "paidBack";
export type PartnerRequest = {
  reference: string;
  kind: "opening" | "placement";
  about: string;
  amount: Money | null;
  state: RequestState;
  reason: string | null;
  sent: number;
  at: Date;
};
type Row = Omit<PartnerRequest, "amount"> & { currency: Currency | null; minor: bigint | null };
const COLUMNS = sql`reference, kind, about, currency, amount_minor as minor, state, reason, sent, at`;
const requestOf = ({ currency, minor, ...rest }: Row): PartnerRequest => ({
  ...rest,
  amount: currency === null ? null : moneyOf(currency, minor!),
});

export type NewRequest = Pick<PartnerRequest, "reference" | "kind" | "about" | "amount">;
/** `isNew` the first time, and when a question has been answered; afterwards only counted. */
export async function takeRequest(
  tx: Tx,
  { reference, kind, about, amount }: NewRequest,
  { at, answered }: { at: Date; answered: boolean },
): Promise<{ isNew: boolean }> {
  const { rows } = await sql<{ sent: number }>`
    insert into sandbox_deposit_request (reference, kind, about, currency, amount_minor, state, at)
    values (${reference}, ${kind}, ${about}, ${amount?.currency ?? null}, ${amount?.minor ?? null}, 'taken', ${at})
    on conflict (reference) do update set sent = sandbox_deposit_request.sent + 1
    returning sent`.execute(tx);
  if (rows[0]!.sent === 1) return { isNew: true };
  if (!answered) return { isNew: false };
  const { numAffectedRows } = await sql`
    update sandbox_deposit_request set state = 'taken', reason = null
    where reference = ${reference} and state = 'asked'`.execute(tx);
  return { isNew: numAffectedRows === 1n };
}

export async function findRequest(db: Db, reference: string): Promise<PartnerRequest | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_deposit_request where reference = ${reference}`.execute(db);
  return rows[0] && requestOf(rows[0]);
}

export async function listRequests(db: Db, limit: number): Promise<PartnerRequest[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from sandbox_deposit_request order by at desc, reference limit ${limit}`.execute(db);
  return rows.map(requestOf);
}

const ENDS = { accept: "accepted", refuse: "refused", ask: "asked" } as const satisfies Record<
  PartnerDecision,
  RequestState
>;
/** The request if this changed it; each is decided once. */
export async function decideRequest(
  tx: Tx,
  reference: string,
  decision: PartnerDecision,
  reason: string | null,
): Promise<PartnerRequest | undefined> {
  const { rows } = await sql<Row>`
    update sandbox_deposit_request set state = ${ENDS[decision]}, reason = ${reason}
    where reference = ${reference} and (state = 'taken' or (state = 'asked' and kind = 'placement')) returning ${COLUMNS}`.execute(
    tx,
  );
  return rows[0] && requestOf(rows[0]);
}

/** True the first time. */
export async function payBack(tx: Tx, reference: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sandbox_deposit_request set state = 'paidBack'
    where reference = ${reference} and state = 'accepted'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function insertAccepted(tx: Tx, { reference, about, amount }: NewRequest, at: Date): Promise<void> {
  await sql`
    insert into sandbox_deposit_request (reference, kind, about, currency, amount_minor, state, at)
    values (${reference}, 'placement', ${about}, ${amount!.currency}, ${amount!.minor}, 'accepted', ${at})
    on conflict (reference) do nothing`.execute(tx);
}

export type PartnerPlan = { id: string; reference: string; decision: PartnerDecision; times: number };
export async function insertPlan(tx: Tx, { id, reference, decision, times }: PartnerPlan, dueAt: Date): Promise<void> {
  await sql`insert into sandbox_deposit_plan (id, reference, decision, times, due_at)
    values (${id}, ${reference}, ${decision}, ${times}, ${dueAt})`.execute(tx);
}

export async function listDuePlans(db: Db, now: Date, limit: number): Promise<PartnerPlan[]> {
  const { rows } = await sql<PartnerPlan>`
    select id, reference, decision, times from sandbox_deposit_plan
    where done_at is null and due_at <= ${now} order by due_at, id limit ${limit}`.execute(db);
  return rows;
}

export async function markDone(db: Db, id: string, at: Date): Promise<void> {
  await sql`update sandbox_deposit_plan set done_at = ${at} where id = ${id}`.execute(db);
}

export type PartnerSettings = { openings: SandboxOpeningPlan; placements: SandboxPlacementPlan; delaySeconds: number };
export async function readSettings(db: Db): Promise<PartnerSettings> {
  const { rows } = await sql<PartnerSettings>`
    select openings, placements, delay_seconds as "delaySeconds" from sandbox_deposit_settings`.execute(db);
  return rows[0] ?? { openings: "accept", placements: "accept", delaySeconds: 5 };
}

export async function saveSettings(tx: Tx, settings: PartnerSettings, at: Date): Promise<void> {
  const { openings, placements, delaySeconds } = settings;
  await sql`
    insert into sandbox_deposit_settings (openings, placements, delay_seconds, changed_at)
    values (${openings}, ${placements}, ${delaySeconds}, ${at})
    on conflict (only_row) do update set openings = excluded.openings, placements = excluded.placements,
      delay_seconds = excluded.delay_seconds, changed_at = excluded.changed_at`.execute(tx);
}

export type ReadPaper = { reference: string; paperId: string; fileName: string; sizeBytes: number; sha256: string };
/** Read once, however often it is handed over. */
export async function takePaper(db: Db, p: ReadPaper, at: Date): Promise<void> {
  await sql`
    insert into sandbox_deposit_paper (reference, paper_id, file_name, size_bytes, sha256, at)
    values (${p.reference}, ${p.paperId}, ${p.fileName}, ${p.sizeBytes}, ${p.sha256}, ${at})
    on conflict do nothing`.execute(db);
}
export async function listPapers(db: Db, references: readonly string[]): Promise<ReadPaper[]> {
  const { rows } = await sql<ReadPaper>`
    select reference, paper_id as "paperId", file_name as "fileName", size_bytes as "sizeBytes", sha256
    from sandbox_deposit_paper where reference = any(${references}::text[]) order by at, paper_id`.execute(db);
  return rows;
}
