import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type AuditEntry = { id: string; at: Date; actor: string; action: string; detail: Record<string, unknown> };

/** The newest entries of one family of actions, with the operator's name. */
export async function readRecentEntries(db: Db, actionPrefix: string, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select e.id, e.at, coalesce(o.name, e.actor_id) as actor, e.action, e.detail
    from audit_entry e left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id
    where e.action like ${`${actionPrefix}%`}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ last: bigint | null }>`select max(seq) as last from audit_link`.execute(db);
  return Number(rows[0]?.last ?? 0n);
}
