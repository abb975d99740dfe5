import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Application } from "./applications-store.ts";

export type Verdict = {
  field: string;
  verdict: "accepted" | "rejected";
  reason: string;
  version: number;
  decidedBy: string;
  decidedAt: Date;
};
type Case = Pick<Application, "merchantId" | "id">;

export async function listVerdicts(db: Db, { merchantId, id }: Case): Promise<Verdict[]> {
  const { rows } = await sql<Verdict>`
    select field, verdict, reason, version, decided_by as "decidedBy", decided_at as "decidedAt"
    from certification_verdict where merchant_id = ${merchantId} and application_id = ${id}`.execute(db);
  return rows;
}

export async function saveVerdicts(tx: Tx, { merchantId, id }: Case, verdicts: readonly Verdict[]): Promise<void> {
  for (const v of verdicts) {
    await sql`insert into certification_verdict (merchant_id, application_id, field, verdict, reason, version, decided_by, decided_at)
      values (${merchantId}, ${id}, ${v.field}, ${v.verdict}, ${v.reason}, ${v.version}, ${v.decidedBy}, ${v.decidedAt})
      on conflict (merchant_id, application_id, field) do update set verdict = excluded.verdict, reason = excluded.reason,
        version = excluded.version, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(tx);
  }
}

export async function clearVerdicts(tx: Tx, { merchantId, id }: Case, fields: readonly string[]): Promise<void> {
  await sql`delete from certification_verdict
    where merchant_id = ${merchantId} and application_id = ${id} and field = any(${fields}::text[])`.execute(tx);
}

export type CaseEvent = {
  id: string;
  at: Date;
  actorKind: "merchant" | "operator" | "system";
  actor: string;
  what: string;
  detail: string;
  version: number;
};
export async function insertEvent(tx: Tx, { merchantId, id }: Case, event: CaseEvent): Promise<void> {
  await sql`insert into certification_event (merchant_id, application_id, id, at, actor_kind, actor, what, detail, version)
    values (${merchantId}, ${id}, ${event.id}, ${event.at}, ${event.actorKind}, ${event.actor}, ${event.what}, ${event.detail},
      ${event.version})`.execute(tx);
}

export async function listEvents(db: Db, { merchantId, id }: Case): Promise<CaseEvent[]> {
  const { rows } = await sql<CaseEvent>`
    select id, at, actor_kind as "actorKind", actor, what, detail, version from certification_event
    where merchant_id = ${merchantId} and application_id = ${id} order by id limit 500`.execute(db);
  return rows;
}
