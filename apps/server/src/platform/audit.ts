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
export type Audit = { record(tx: Tx, record: AuditRecord): Promise<void> };

/** The link to the entry before it is made by the database when the transaction commits (see database/functions/audit.sql). */
export function createAudit({ clock, ids }: { clock: Clock; ids: Ids }): Audit {
  return {
    async record(tx, { actor, action, subject, detail = {}, address }) {
      await sql`
        insert into audit_entry (id, at, actor_kind, actor_id, person_id, action, subject, detail, address)
        values (${ids.next()}, ${clock.now()}, ${actor.kind}, ${actor.id},
          ${actor.kind === "merchant" ? actor.personId : null}, ${action}, ${subject},
          ${JSON.stringify(detail)}::jsonb, ${address ?? null})`.execute(tx);
    },
  };
}
