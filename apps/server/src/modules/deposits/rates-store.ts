import type { DepositRateRow } from "@coralhub/contract";
import type { DepositCurrency, DepositRate, DepositTerm } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export async function listAgreedRates(db: Db): Promise<DepositRate[]> {
  const { rows } = await sql<DepositRate>`
    select currency, term_months as "termMonths", rate, effective_from as "from" from deposit_rate
    where approved_at is not null`.execute(db);
  return rows;
}

/** Newest first, what was rejected left out. */
export async function listRateChanges(db: Db, limit: number): Promise<DepositRateRow[]> {
  const { rows } = await sql<DepositRateRow>`
    select id, currency, term_months as "termMonths", rate, effective_from as "from", proposed_by as "proposedBy",
      proposed_at as "proposedAt", approved_by as "approvedBy", approved_at as "approvedAt"
    from deposit_rate where rejected_at is null order by proposed_at desc, id limit ${limit}`.execute(db);
  return rows;
}

export type NewRate = {
  id: string;
  currency: DepositCurrency;
  termMonths: DepositTerm;
  rate: string;
  from: string;
  proposedBy: string;
  proposedAt: Date;
};
export async function insertRate(tx: Tx, r: NewRate): Promise<void> {
  await sql`
    insert into deposit_rate (id, currency, term_months, rate, effective_from, proposed_by, proposed_at)
    values (${r.id}, ${r.currency}, ${r.termMonths}, ${r.rate}, ${r.from}, ${r.proposedBy}, ${r.proposedAt})`.execute(
    tx,
  );
}

export async function lockProposal(tx: Tx, id: string): Promise<(NewRate & { decided: boolean }) | undefined> {
  const { rows } = await sql<NewRate & { decided: boolean }>`
    select id, currency, term_months as "termMonths", rate, effective_from as "from", proposed_by as "proposedBy",
      proposed_at as "proposedAt", (approved_at is not null or rejected_at is not null) as decided
    from deposit_rate where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function approveRate(
  tx: Tx,
  { id, currency, termMonths, from }: NewRate,
  by: string,
  at: Date,
): Promise<void> {
  // An earlier agreement for the same day is replaced: two rates cannot begin together.
  await sql`
    update deposit_rate set approved_by = null, approved_at = null, rejected_at = ${at}
    where currency = ${currency} and term_months = ${termMonths} and effective_from = ${from}
      and approved_at is not null`.execute(tx);
  await sql`update deposit_rate set approved_by = ${by}, approved_at = ${at} where id = ${id}`.execute(tx);
}

export async function rejectRate(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update deposit_rate set rejected_at = ${at} where id = ${id}`.execute(tx);
}
