import type { depositOpeningList } from "@coralhub/contract";
import type { DepositCurrency, OpeningState, OperatorDuty } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type DepositAccount = {
  merchantId: string;
  state: OpeningState;
  currencies: DepositCurrency[];
  sealedAnswers: Uint8Array;
  reason: string | null;
  reference: string | null;
  authorisedUntil: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", state, currencies, sealed_answers as "sealedAnswers", reason, reference,
  authorised_until as "authorisedUntil"`;

export async function findAccount(db: Db, merchantId: string): Promise<DepositAccount | undefined> {
  const { rows } = await sql<DepositAccount>`
    select ${COLUMNS} from deposit_account where merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

export async function lockAccount(tx: Tx, merchantId: string): Promise<DepositAccount | undefined> {
  const { rows } = await sql<DepositAccount>`
    select ${COLUMNS} from deposit_account where merchant_id = ${merchantId} for update`.execute(tx);
  return rows[0];
}

/** The row is there from the first request on, so that a move always has a state to leave. */
export async function ensureAccount(tx: Tx, merchantId: string, sealedAnswers: Uint8Array, at: Date): Promise<void> {
  await sql`
    insert into deposit_account (merchant_id, state, currencies, sealed_answers, applied_at, changed_at)
    values (${merchantId}, 'none', '{}', ${sealedAnswers}, ${at}, ${at})
    on conflict (merchant_id) do nothing`.execute(tx);
}

export async function saveAnswers(tx: Tx, merchantId: string, sealedAnswers: Uint8Array): Promise<void> {
  await sql`update deposit_account set sealed_answers = ${sealedAnswers} where merchant_id = ${merchantId}`.execute(tx);
}

export async function insertOpeningReference(tx: Tx, reference: string, merchantId: string): Promise<void> {
  await sql`insert into deposit_reference (reference, owner_id) values (${reference}, ${merchantId})
    on conflict (reference) do nothing`.execute(tx);
}

/** Consents that end by then, and whether their owner knows. */
export async function listEnding(db: Db, by: Date, unreminded: boolean, limit: number): Promise<string[]> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from deposit_account
    where state = 'open' and authorised_until <= ${by} and (not ${unreminded}::boolean or reminded_at is null)
    order by authorised_until limit ${limit}`.execute(db);
  return rows.map(({ merchantId }) => merchantId);
}

/** True the first time. */
export async function markReminded(tx: Tx, merchantId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update deposit_account set reminded_at = ${at}
    where merchant_id = ${merchantId} and state = 'open' and reminded_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Openings the partner has not answered for a while, by reference. */
export async function listUnanswered(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from deposit_account where state = 'reviewing' and changed_at <= ${before}
    order by changed_at limit ${limit}`.execute(db);
  return rows.map(({ reference }) => reference);
}

export const countReviewing = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from deposit_account where state = 'reviewing'`);

export const openingSource: ListSource<(typeof depositOpeningList)["row"]> = {
  from: sql`deposit_account a`,
  owner: sql`a.merchant_id`,
  id: sql`a.merchant_id`,
  where: sql`a.state <> 'none'`,
  columns: {
    merchantId: sql`a.merchant_id`,
    state: sql`a.state`,
    currencies: sql`a.currencies`,
    appliedAt: sql`a.applied_at`,
    changedAt: sql`a.changed_at`,
    authorisedUntil: sql`a.authorised_until`,
    reason: sql`a.reason`,
  },
};

export type AccountOperator = {
  merchantId: string;
  id: string;
  name: string;
  duty: OperatorDuty;
  sealedEmail: Uint8Array;
  emailHint: string;
  codeHash: string | null;
  codeExpiresAt: Date | null;
  codeTries: number;
  verifiedAt: Date | null;
};
const OPERATOR = sql`merchant_id as "merchantId", id, name, duty, sealed_email as "sealedEmail", email_hint as "emailHint",
  code_hash as "codeHash", code_expires_at as "codeExpiresAt", code_tries as "codeTries", verified_at as "verifiedAt"`;

export async function listOperators(db: Db, merchantId: string): Promise<AccountOperator[]> {
  const { rows } = await sql<AccountOperator>`
    select ${OPERATOR} from deposit_operator where merchant_id = ${merchantId} order by id`.execute(db);
  return rows;
}

export async function saveOperator(
  tx: Tx,
  o: Pick<AccountOperator, "merchantId" | "id" | "name" | "duty" | "sealedEmail" | "emailHint">,
): Promise<void> {
  await sql`
    insert into deposit_operator (merchant_id, id, name, duty, sealed_email, email_hint)
    values (${o.merchantId}, ${o.id}, ${o.name}, ${o.duty}, ${o.sealedEmail}, ${o.emailHint})
    on conflict (merchant_id, id) do update set name = excluded.name, duty = excluded.duty,
      sealed_email = excluded.sealed_email, email_hint = excluded.email_hint, code_hash = null, verified_at = null`.execute(
    tx,
  );
}

export async function deleteOperator(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from deposit_operator where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function setOperatorCode(
  tx: Tx,
  { merchantId, id }: Pick<AccountOperator, "merchantId" | "id">,
  codeHash: string,
  expiresAt: Date,
): Promise<void> {
  await sql`update deposit_operator set code_hash = ${codeHash}, code_expires_at = ${expiresAt}, code_tries = 0
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** A guess counts whatever becomes of the call: it commits by itself. Answers the operator as they stand now. */
export async function countGuess(db: Db, merchantId: string, id: string): Promise<AccountOperator | undefined> {
  const { rows } = await sql<AccountOperator>`
    update deposit_operator set code_tries = code_tries + 1
    where merchant_id = ${merchantId} and id = ${id} returning ${OPERATOR}`.execute(db);
  return rows[0];
}

/** Only with the code that was compared: an address put right meanwhile has one of its own. */
export async function markVerified(
  tx: Tx,
  { merchantId, id, codeHash }: { merchantId: string; id: string; codeHash: string | null },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deposit_operator set verified_at = ${at}, code_hash = null
    where merchant_id = ${merchantId} and id = ${id} and verified_at is null and code_hash = ${codeHash}`.execute(tx);
  return numAffectedRows === 1n;
}
