import {
  FROZEN_ACCOUNT_STATES,
  incomeLifecycle,
  moneyOf,
  type Currency,
  type IncomeHold,
  type IncomeProposal,
  type IncomeState,
  type Money,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Income = {
  merchantId: string;
  id: string;
  accountId: string;
  storeId: string | null;
  platform: string | null;
  payerName: string;
  payerCountry: string | null;
  /** Sealed. */
  payerAccount: Uint8Array | null;
  remittance: string;
  amount: Money;
  fee: Money;
  takenBack: Money;
  rail: string;
  reference: string;
  state: IncomeState;
  hold: IncomeHold | null;
  holdNote: string | null;
  dueAt: Date | null;
  hidden: boolean;
  pinned: boolean;
  announcedAt: Date;
  expectedAt: Date | null;
  arrivedAt: Date | null;
  creditedAt: Date | null;
  returnedAt: Date | null;
  holdPostingId: string | null;
  returnWish: string | null;
  proposed: IncomeProposal | null;
  proposalReason: string | null;
  proposedBy: string | null;
  proposedName: string | null;
  proposedAt: Date | null;
};
type Row = Omit<Income, "amount" | "fee" | "takenBack"> & {
  currency: Currency;
  minor: bigint;
  feeMinor: bigint;
  takenBackMinor: bigint;
};
export type IncomeKey = { merchantId: string; id: string };
export const keyOf = ({ merchantId, id }: IncomeKey): IncomeKey => ({ merchantId, id });

const COLUMNS = sql`i.merchant_id as "merchantId", i.id, i.receiving_account_id as "accountId", i.store_id as "storeId",
  i.platform, i.payer_name as "payerName", i.payer_country as "payerCountry", i.payer_account as "payerAccount",
  i.remittance, i.currency, i.amount_minor as minor, i.fee_minor as "feeMinor", i.taken_back_minor as "takenBackMinor", i.rail, i.rail_reference as reference,
  i.state, i.hold, i.hold_note as "holdNote", i.evidence_due_at as "dueAt", i.hidden, i.pinned_at is not null as pinned,
  i.announced_at as "announcedAt", i.expected_at as "expectedAt", i.arrived_at as "arrivedAt",
  i.credited_at as "creditedAt", i.returned_at as "returnedAt", i.hold_posting_id as "holdPostingId",
  i.return_wish as "returnWish", i.proposed, i.proposal_reason as "proposalReason", i.proposed_by as "proposedBy",
  i.proposed_name as "proposedName", i.proposed_at as "proposedAt"`;
const incomeOf = ({ currency, minor, feeMinor, takenBackMinor, ...rest }: Row): Income => ({
  ...rest,
  amount: moneyOf(currency, minor),
  fee: moneyOf(currency, feeMinor),
  takenBack: moneyOf(currency, takenBackMinor),
});

export async function findIncome(db: Db, { merchantId, id }: IncomeKey): Promise<Income | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from income i where i.merchant_id = ${merchantId} and i.id = ${id}`.execute(db);
  return rows[0] && incomeOf(rows[0]);
}

/** Whether the account a payment came to is frozen, by the bank's number of the payment. */
export async function isOnFrozenAccount(db: Db, merchantId: string, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select i.id from income i
    join receiving_account_brief a on a.merchant_id = i.merchant_id and a.id = i.receiving_account_id
    where i.merchant_id = ${merchantId} and i.rail_reference = ${reference}
      and a.state = any(${FROZEN_ACCOUNT_STATES}::text[])`.execute(db);
  return rows.length > 0;
}

/** Whatever is decided about one payment is decided one after the other. */
export async function lockIncome(tx: Tx, { merchantId, id }: IncomeKey): Promise<Income | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from income i where i.merchant_id = ${merchantId} and i.id = ${id} for update`.execute(tx);
  return rows[0] && incomeOf(rows[0]);
}

/** True for the first announcement of a reference; a second one waits for the first to commit. */
export async function claimReference(
  tx: Tx,
  { rail, reference }: { rail: string; reference: string },
  whose: { ownerId: string | null; incomeId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into income_reference (rail, reference, owner_id, income_id)
    values (${rail}, ${reference}, ${whose.ownerId}, ${whose.incomeId}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Which of many are announced for the first time, by their ids; taken in one order, so that two batches never wait in a circle. */
export async function claimReferences(
  tx: Tx,
  incomes: readonly Pick<Income, "rail" | "reference" | "merchantId" | "id">[],
): Promise<ReadonlySet<string>> {
  const sorted = incomes.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  const { rows } = await sql<{ id: string }>`
    insert into income_reference (rail, reference, owner_id, income_id)
    select * from unnest(${sorted.map(({ rail }) => rail)}::text[], ${sorted.map(({ reference }) => reference)}::text[],
      ${sorted.map(({ merchantId }) => merchantId)}::uuid[], ${sorted.map(({ id }) => id)}::uuid[])
    on conflict do nothing returning income_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Which of these have been told of before. */
export async function listKnown(db: Db, rail: string, references: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from income_reference where rail = ${rail} and reference = any(${references}::text[])`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

export async function findReference(
  db: Db,
  rail: string,
  reference: string,
): Promise<{ ownerId: string | null; incomeId: string } | undefined> {
  const { rows } = await sql<{ ownerId: string | null; incomeId: string }>`
    select owner_id as "ownerId", income_id as "incomeId" from income_reference
    where rail = ${rail} and reference = ${reference}`.execute(db);
  return rows[0];
}

export async function giveReference(tx: Tx, rail: string, reference: string, to: IncomeKey): Promise<void> {
  await sql`update income_reference set owner_id = ${to.merchantId}, income_id = ${to.id}
    where rail = ${rail} and reference = ${reference}`.execute(tx);
}

/** A payment that was announced to somebody becomes nobody's; false where it is another's already. */
export async function takeReference(
  tx: Tx,
  { rail, reference, id }: Pick<Income, "rail" | "reference" | "id">,
  unclaimedId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update income_reference set owner_id = null, income_id = ${unclaimedId}
    where rail = ${rail} and reference = ${reference} and income_id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export type NewIncome = Pick<
  Income,
  | "merchantId"
  | "id"
  | "accountId"
  | "payerName"
  | "payerCountry"
  | "payerAccount"
  | "remittance"
  | "amount"
  | "rail"
  | "reference"
  | "announcedAt"
  | "expectedAt"
>;
export async function insertIncome(tx: Tx, i: NewIncome): Promise<void> {
  await sql`
    insert into income (merchant_id, id, receiving_account_id, payer_name, payer_country, payer_account, remittance,
      currency, amount_minor, rail, rail_reference, state, announced_at, expected_at, changed_at)
    values (${i.merchantId}, ${i.id}, ${i.accountId}, ${i.payerName}, ${i.payerCountry}, ${i.payerAccount},
      ${i.remittance}, ${i.amount.currency}, ${i.amount.minor}, ${i.rail}, ${i.reference}, ${incomeLifecycle.initial},
      ${i.announcedAt}, ${i.expectedAt}, ${i.announcedAt})`.execute(tx);
}

/** Two of finance have taken so much of it back, once it was credited. */
export async function addTakenBack(tx: Tx, { merchantId, id }: IncomeKey, minor: bigint, at: Date): Promise<void> {
  await sql`
    update income set taken_back_minor = taken_back_minor + ${minor}, taken_back_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export async function saveReturnWish(tx: Tx, { merchantId, id }: IncomeKey, request: string): Promise<void> {
  await sql`update income set return_wish = ${request} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type Proposal = { what: IncomeProposal; reason: string; by: string; name: string; at: Date };
export async function saveProposal(tx: Tx, { merchantId, id }: IncomeKey, proposal: Proposal | null): Promise<void> {
  await sql`
    update income set proposed = ${proposal?.what ?? null}, proposal_reason = ${proposal?.reason ?? null},
      proposed_by = ${proposal?.by ?? null}, proposed_name = ${proposal?.name ?? null},
      proposed_at = ${proposal?.at ?? null}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Answers how many of them are the merchant's own. */
export async function setHidden(db: Db, merchantId: string, ids: readonly string[], hidden: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    update income set hidden = ${hidden} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(db);
  return Number(numAffectedRows);
}

export async function setPinned(db: Db, { merchantId, id }: IncomeKey, at: Date | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update income set pinned_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}
