import type { approvalList } from "@coralhub/contract";
import type { ApprovalFact, ApprovalKind } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type StoredApproval = {
  id: string;
  kind: ApprovalKind;
  subject: string;
  what: string;
  facts: readonly ApprovalFact[];
  content: unknown;
  reason: string;
  proposedBy: string;
  proposedAt: Date;
};

/** False where the same change already waits. */
export async function insertApproval(tx: Tx, a: StoredApproval): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into approval (id, kind, subject, what, facts, content, reason, state, proposed_by, proposed_at)
    values (${a.id}, ${a.kind}, ${a.subject}, ${a.what}, ${JSON.stringify(a.facts)}::jsonb,
            ${JSON.stringify(a.content)}::jsonb, ${a.reason}, 'pending', ${a.proposedBy}, ${a.proposedAt})
    on conflict (kind, subject) where state = 'pending' do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Locked, so that two who decide at once decide one after the other. */
export async function lockApproval(tx: Tx, id: string): Promise<(StoredApproval & { state: string }) | undefined> {
  const { rows } = await sql<StoredApproval & { state: string }>`
    select id, kind, subject, what, facts, content, reason, state, proposed_by as "proposedBy",
           proposed_at as "proposedAt"
      from approval where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function countPending(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from approval where state = 'pending' limit ${limit}) waiting`.execute(
    db,
  );
  return rows[0]!.count;
}

export const approvalSource: ListSource<typeof approvalList.row> = {
  from: sql`approval a`,
  owner: sql`a.id`,
  id: sql`a.id`,
  columns: {
    id: sql`a.id`,
    kind: sql`a.kind`,
    what: sql`a.what`,
    facts: sql`a.facts`,
    reason: sql`a.reason`,
    state: sql`a.state`,
    proposedBy: sql`a.proposed_by`,
    proposedAt: sql`a.proposed_at`,
    decidedBy: sql`a.decided_by`,
    decidedAt: sql`a.decided_at`,
    note: sql`a.note`,
  },
};
