import type { Resolution } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../../platform/count-up-to.ts";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayoutKey } from "../payouts-store.ts";

export type Proposal = {
  id: string;
  resolution: Resolution;
  note: string;
  evidenceFileId: string;
  /** Whoever proposed it says that this bank gives no statement. */
  noStatement: boolean;
  proposedBy: string;
  proposedAt: Date;
};

/** False where one is open already. */
export async function insertProposal(
  tx: Tx,
  { merchantId, id: payoutId }: PayoutKey,
  p: Proposal & { statement: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payout_resolution (merchant_id, id, payout_id, state, resolution, note, evidence_file_id, statement,
      proposed_by, proposed_at)
    values (${merchantId}, ${p.id}, ${payoutId}, 'proposed', ${p.resolution}, ${p.note}, ${p.evidenceFileId},
      ${JSON.stringify(p.statement)}::jsonb, ${p.proposedBy}, ${p.proposedAt})
    on conflict (merchant_id, payout_id) where state = 'proposed' do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findProposal(db: Db, { merchantId, id }: PayoutKey): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    select id, resolution, note, evidence_file_id as "evidenceFileId",
      statement = '"none"'::jsonb as "noStatement", proposed_by as "proposedBy",
      proposed_at as "proposedAt"
    from payout_resolution
    where merchant_id = ${merchantId} and payout_id = ${id} and state = 'proposed'`.execute(db);
  return rows[0];
}

/** Those that wait for a second person of finance. */
export const countProposedResolutions = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from payout_resolution where state = 'proposed'`);
