import type { OperatorRole } from "@coralhub/contract";
import { OPERATOR_REST_HOURS, type OperatorChangeKind, type OperatorChangeState } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type OperatorChangeRow = {
  id: string;
  kind: OperatorChangeKind;
  operatorId: string | null;
  email: string;
  name: string;
  roles: OperatorRole[] | null;
  reason: string;
  state: OperatorChangeState;
  proposedBy: string | null;
  proposedAt: Date;
};

const COLUMNS = sql`c.id, c.kind, c.operator_id as "operatorId", c.email, c.name, c.roles, c.reason, c.state,
  c.proposed_by as "proposedBy", c.proposed_at as "proposedAt"`;

/** False when the same is already waiting for this account. */
export async function insertChange(tx: Tx, c: OperatorChangeRow & { decidedAt: Date | null }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into operator_change (id, kind, operator_id, email, name, roles, reason, state, proposed_by, proposed_at, decided_at)
    values (${c.id}, ${c.kind}, ${c.operatorId}, ${c.email}, ${c.name}, ${c.roles}::text[], ${c.reason}, ${c.state},
      ${c.proposedBy}, ${c.proposedAt}, ${c.decidedAt})
    on conflict (email, kind) where state = 'pending' do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function lockChange(tx: Tx, id: string): Promise<OperatorChangeRow | undefined> {
  const { rows } = await sql<OperatorChangeRow>`
    select ${COLUMNS} from operator_change c where c.id = ${id} for update`.execute(tx);
  return rows[0];
}

/**
 * Whether anybody but this one is an admin or has ever been one. Those who were disabled or stepped down count too, by what
 * they were made, proposed or decided: whoever gets rid of the others must not be first again.
 */
export async function hasHadOtherAdmins(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select 1 from operator where 'admin' = any(roles) and id <> ${id})
      or exists (select 1 from operator_change
        where (state = 'confirmed' and 'admin' = any(roles) and operator_id <> ${id})
          or proposed_by <> ${id} or decided_by <> ${id}) as others`.execute(tx);
  return rows[0]!.others;
}

export async function listPendingBefore(tx: Tx, moment: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from operator_change where state = 'pending' and proposed_at < ${moment} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export type ListedChange = OperatorChangeRow & {
  proposedByName: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  note: string | null;
};

/** What waits first, then the newest. */
export async function listChanges(db: Db, limit: number): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select ${COLUMNS}, p.name as "proposedByName", d.name as "decidedByName", c.decided_at as "decidedAt", c.note
    from operator_change c left join operator p on p.id = c.proposed_by left join operator d on d.id = c.decided_by
    order by c.state <> 'pending', c.proposed_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countPendingChanges(db: Db, since: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from operator_change where state = 'pending' and proposed_at >= ${since} limit ${limit}) waiting`.execute(
    db,
  );
  return rows[0]!.count;
}

const REST_MS = OPERATOR_REST_HOURS * 3_600_000;

/** Whether one of the two appointed, reset or changed the other's account since then. */
export async function areEntangled(db: Db, one: string, other: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - REST_MS);
  const { rows } = await sql`
    select 1 from operator_change
    where state = 'confirmed' and decided_at > ${since}
      and ((operator_id = ${one} and ${other} in (proposed_by, decided_by))
        or (operator_id = ${other} and ${one} in (proposed_by, decided_by))) limit 1`.execute(db);
  return rows.length > 0;
}

/** The end of each account's rest after its last change; accounts that rest no more are not in it. */
export async function restingUntil(db: Db, at: Date): Promise<Map<string, Date>> {
  const since = new Date(at.getTime() - REST_MS);
  const { rows } = await sql<{ id: string; last: Date }>`
    select operator_id as id, max(decided_at) as last from operator_change
    where state = 'confirmed' and decided_at > ${since} group by operator_id`.execute(db);
  return new Map(rows.map(({ id, last }) => [id, new Date(last.getTime() + REST_MS)]));
}

export async function restOf(db: Db, operatorId: string, at: Date): Promise<Date | null> {
  const since = new Date(at.getTime() - REST_MS);
  const { rows } = await sql<{ last: Date | null }>`
    select max(decided_at) as last from operator_change
    where state = 'confirmed' and operator_id = ${operatorId} and decided_at > ${since}`.execute(db);
  const last = rows[0]?.last;
  return last ? new Date(last.getTime() + REST_MS) : null;
}
