import type { recoveryList } from "@coralhub/contract";
import { recoveryLifecycle, type RecoveryState } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type Recovery = {
  id: string;
  merchantId: string | null;
  personId: string | null;
  newMobile: Uint8Array;
  state: RecoveryState;
  proposedBy: string | null;
  proposedAccept: boolean | null;
};

export type NewRecovery = {
  id: string;
  merchantId: string | null;
  personId: string | null;
  username: string;
  newMobile: Uint8Array;
  contactName: Uint8Array;
  story: Uint8Array;
  createdAt: Date;
};
export async function insertRecovery(tx: Tx, r: NewRecovery): Promise<void> {
  await sql`insert into account_recovery (id, owner_id, person_id, username, new_mobile, contact_name, story, state, created_at)
    values (${r.id}, ${r.merchantId}, ${r.personId}, ${r.username}, ${r.newMobile}, ${r.contactName}, ${r.story}, 'requested', ${r.createdAt})`.execute(
    tx,
  );
}

/** Operators see every request: the list belongs to no merchant. */
export const recoverySource: ListSource<(typeof recoveryList)["row"]> = {
  from: sql`account_recovery r left join merchant m on m.merchant_id = r.owner_id
    left join merchant_user u on u.merchant_id = r.owner_id and u.person_id = r.person_id`,
  owner: sql`r.owner_id`,
  id: sql`r.id`,
  columns: {
    id: sql`r.id`,
    merchantId: sql`coalesce(r.owner_id::text, '')`,
    userNo: sql`coalesce(m.user_no, '')`,
    contactName: sql`r.contact_name`,
    username: sql`r.username`,
    mobile: sql`coalesce(u.mobile, '')`,
    newMobile: sql`r.new_mobile`,
    story: sql`r.story`,
    state: sql`r.state`,
    createdAt: sql`r.created_at`,
    proposerId: sql`r.proposed_by`,
    proposedBy: sql`(select o.name from operator_brief o where o.id = r.proposed_by)`,
    proposedAccept: sql`r.proposed_accept`,
    proposalNote: sql`r.proposal_note`,
    proposedAt: sql`r.proposed_at`,
    decidedBy: sql`(select o.name from operator_brief o where o.id = r.decided_by)`,
    decisionNote: sql`r.decision_note`,
    decidedAt: sql`r.decided_at`,
  },
};

/** Waiting for the first or the second of two reviewers. */
export const countRecoveries = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from account_recovery where state = any(${recoveryLifecycle.groups.open}::text[])`);

export async function findRecovery(db: Db, id: string): Promise<Recovery | undefined> {
  const { rows } = await sql<Recovery>`
    select id, owner_id as "merchantId", person_id as "personId", new_mobile as "newMobile", state, proposed_by as "proposedBy", proposed_accept as "proposedAccept"
    from account_recovery where id = ${id}`.execute(db);
  return rows[0];
}
