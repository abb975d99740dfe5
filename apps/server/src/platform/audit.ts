import type { AuditAction } from "@coralhub/domain";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Tx } from "./db.ts";
import type { Ids } from "./ids.ts";

/** A merchant's deed is a person's deed. */
export type AuditActor =
  | { kind: "operator" | "system"; id: string }
  | { kind: "merchant"; id: string; personId: string };
export type AuditRecord = {
  actor: AuditActor;
  action: AuditAction;
  subject: string;
  detail?: Record<string, unknown>;
  address?: string;
};
/** Append-only and hash-chained: a changed or missing row is found by the verify command. */
export type Audit = {
  record(tx: Tx, record: AuditRecord): Promise<void>;
  /** Several with one statement, in their order. */
  recordMany(tx: Tx, records: readonly AuditRecord[]): Promise<void>;
};

/** The link to the entry before it is made by the database when the transaction commits (see database/functions/audit.sql). */
export function createAudit({ clock, ids }: { clock: Clock; ids: Ids }): Audit {
  async function recordMany(tx: Tx, records: readonly AuditRecord[]): Promise<void> {
    if (records.length === 0) return;
    const at = clock.now();
    const rows = records.map(({ actor, action, subject, detail = {}, address }) => ({
      id: ids.next(),
      kind: actor.kind,
      actor: actor.id,
      person: actor.kind === "merchant" ? actor.personId : null,
      action,
      subject,
      detail,
      address: address ?? null,
    }));
    await sql`
      insert into audit_entry (id, at, actor_kind, actor_id, person_id, action, subject, detail, address)
      select id, ${at}::timestamptz, kind, actor, person, action, subject, detail, address
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, kind text, actor text, person uuid, action text,
        subject text, detail jsonb, address text)`.execute(tx);
  }
  return { record: (tx, record) => recordMany(tx, [record]), recordMany };
}
