import {
  moneyOf,
  unclaimedIncomeLifecycle,
  type Currency,
  type Money,
  type UnclaimedIncomeState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type UnclaimedIncome = {
  id: string;
  rail: string;
  reference: string;
  accountNumber: string;
  payerName: string;
  payerCountry: string | null;
  /** Sealed. */
  payerAccount: Uint8Array | null;
  remittance: string;
  amount: Money;
  state: UnclaimedIncomeState;
  arrivedAt: Date;
  proposal: "assign" | "return" | null;
  ownerId: string | null;
  accountId: string | null;
  proposedBy: string | null;
  reason: string | null;
};

export type NewUnclaimed = Omit<
  UnclaimedIncome,
  "state" | "proposal" | "ownerId" | "accountId" | "proposedBy" | "reason"
> & { postingId: string };
export async function insertUnclaimed(tx: Tx, u: NewUnclaimed): Promise<void> {
  await sql`
    insert into unclaimed_income (id, rail, rail_reference, account_number, payer_name, payer_country, payer_account,
      remittance, currency, amount_minor, state, arrived_at, changed_at, posting_id)
    values (${u.id}, ${u.rail}, ${u.reference}, ${u.accountNumber}, ${u.payerName}, ${u.payerCountry}, ${u.payerAccount},
      ${u.remittance}, ${u.amount.currency}, ${u.amount.minor}, ${unclaimedIncomeLifecycle.initial}, ${u.arrivedAt},
      ${u.arrivedAt}, ${u.postingId})`.execute(tx);
}

/** Whether two people have given this payment to its merchant. */
export async function wasAssigned(db: Db, { rail, reference }: { rail: string; reference: string }): Promise<boolean> {
  const { rows } = await sql<{ assigned: boolean }>`
    select exists (select 1 from unclaimed_income
      where rail = ${rail} and rail_reference = ${reference} and state = 'assigned') as assigned`.execute(db);
  return rows[0]!.assigned;
}

export async function lockUnclaimed(tx: Tx, id: string): Promise<UnclaimedIncome | undefined> {
  const { rows } = await sql<Omit<UnclaimedIncome, "amount"> & { currency: Currency; minor: bigint }>`
    select id, rail, rail_reference as reference, account_number as "accountNumber", payer_name as "payerName",
      payer_country as "payerCountry", payer_account as "payerAccount", remittance, currency, amount_minor as minor, state,
      arrived_at as "arrivedAt", proposal, proposed_owner_id as "ownerId", proposed_account_id as "accountId",
      proposed_by as "proposedBy", reason
    from unclaimed_income where id = ${id} for update`.execute(tx);
  if (!rows[0]) return undefined;
  const { currency, minor, ...rest } = rows[0];
  return { ...rest, amount: moneyOf(currency, minor) };
}
