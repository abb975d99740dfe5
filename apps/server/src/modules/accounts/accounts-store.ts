import {
  receivingAccountLifecycle,
  type Currency,
  type PayInWay,
  type ReceivingAccountAction,
  type ReceivingAccountState,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type ReceivingAccount = {
  merchantId: string;
  id: string;
  rail: string;
  platform: string;
  currency: Currency;
  country: string;
  holderName: string;
  state: ReceivingAccountState;
  attempt: number;
  accountNumber: string | null;
  bankName: string | null;
  ways: PayInWay[];
  reason: string | null;
  appliedAt: Date;
  openedAt: Date | null;
};
export type AccountKey = { merchantId: string; id: string };
const COLUMNS = sql`merchant_id as "merchantId", id, rail, platform, currency, country, holder_name as "holderName", state,
  attempt, account_number as "accountNumber", bank_name as "bankName", ways, reason, applied_at as "appliedAt",
  opened_at as "openedAt"`;

export async function findAccount(db: Db, { merchantId, id }: AccountKey): Promise<ReceivingAccount | undefined> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Whoever credits income needs the account to stay as it is until it commits; whoever changes it waits. */
export async function lockAccount(
  tx: Tx,
  { merchantId, id }: AccountKey,
  strength: "share" | "update",
): Promise<ReceivingAccount | undefined> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account where merchant_id = ${merchantId} and id = ${id}
    for ${strength === "share" ? sql`share` : sql`update`}`.execute(tx);
  return rows[0];
}

/**
 * The same for whoever brings money in; undefined where the account, or its owner's with us, has been closed. Whose it is
 * then, people find out.
 */
export async function lockTakingAccount(tx: Tx, { merchantId, id }: AccountKey): Promise<ReceivingAccount | undefined> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account a where merchant_id = ${merchantId} and id = ${id} and state <> 'closed'
      and not exists (select from merchant_closed m where m.merchant_id = a.merchant_id)
    for share of a`.execute(tx);
  return rows[0];
}

export async function listAccounts(db: Db, merchantId: string): Promise<ReceivingAccount[]> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account where merchant_id = ${merchantId} order by applied_at, id`.execute(db);
  return rows;
}

export async function insertAccount(
  tx: Tx,
  account: Omit<ReceivingAccount, "state" | "attempt" | "accountNumber" | "bankName" | "ways" | "reason" | "openedAt">,
): Promise<void> {
  const { merchantId, id, rail, platform, currency, country, holderName, appliedAt } = account;
  await sql`
    insert into receiving_account
      (merchant_id, id, rail, platform, currency, country, holder_name, state, applied_at, changed_at)
    values (${merchantId}, ${id}, ${rail}, ${platform}, ${currency}, ${country}, ${holderName},
      ${receivingAccountLifecycle.initial}, ${appliedAt}, ${appliedAt})`.execute(tx);
}

/** Compare-and-set along the lifecycle; false where somebody was faster. */
export async function moveAccount(
  tx: Tx,
  { merchantId, id }: AccountKey,
  action: ReceivingAccountAction,
  { at, reason = null }: { at: Date; reason?: string | null },
): Promise<boolean> {
  const { from, to } = receivingAccountLifecycle.actions[action];
  const { numAffectedRows } = await sql`
    update receiving_account set state = ${to}, reason = ${reason}, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and state = any(${from}::text[])`.execute(tx);
  return numAffectedRows === 1n;
}

/** A new application under the same name or a corrected one. */
export async function startAttempt(tx: Tx, { merchantId, id }: AccountKey, holderName: string): Promise<number> {
  const { rows } = await sql<{ attempt: number }>`
    update receiving_account set attempt = attempt + 1, holder_name = ${holderName}
    where merchant_id = ${merchantId} and id = ${id} returning attempt`.execute(tx);
  return rows[0]!.attempt;
}

export type Opening = { accountNumber: string; bankName: string; ways: PayInWay[] };
/** False where it is open already, or the answer belongs to an earlier application. */
export async function recordOpened(
  tx: Tx,
  { merchantId, id }: AccountKey,
  attempt: number,
  { accountNumber, bankName, ways }: Opening,
  at: Date,
): Promise<boolean> {
  const { from, to } = receivingAccountLifecycle.actions.open;
  const { rows } = await sql<{ rail: string }>`
    update receiving_account set state = ${to}, account_number = ${accountNumber}, bank_name = ${bankName},
      ways = ${JSON.stringify(ways)}::jsonb, reason = null, opened_at = ${at}, changed_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and attempt = ${attempt} and state = any(${from}::text[])
    returning rail`.execute(tx);
  if (!rows[0]) return false;
  await sql`insert into receiving_account_number (rail, account_number, owner_id, account_id)
    values (${rows[0].rail}, ${accountNumber}, ${merchantId}, ${id})`.execute(tx);
  return true;
}

export async function findByNumber(db: Db, rail: string, accountNumber: string): Promise<AccountKey | undefined> {
  const { rows } = await sql<AccountKey>`
    select owner_id as "merchantId", account_id as id from receiving_account_number
    where rail = ${rail} and account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

export type AccountEventAction = ReceivingAccountAction | "apply" | "attach";
export type AccountEvent = { action: AccountEventAction; note: string | null; actor: string | null; at: Date };
export async function insertAccountEvent(
  tx: Tx,
  { merchantId, id: accountId }: AccountKey,
  id: string,
  { action, note, actor, at }: AccountEvent,
): Promise<void> {
  await sql`insert into receiving_account_event (merchant_id, account_id, id, action, note, actor, at)
    values (${merchantId}, ${accountId}, ${id}, ${action}, ${note}, ${actor}, ${at})`.execute(tx);
}

export async function listAccountEvents(db: Db, { merchantId, id }: AccountKey): Promise<AccountEvent[]> {
  const { rows } = await sql<AccountEvent>`
    select action, note, actor, at from receiving_account_event
    where merchant_id = ${merchantId} and account_id = ${id} order by id`.execute(db);
  return rows;
}

export type StoreOfAccount = {
  id: string;
  name: string;
  platform: string;
  state: string;
  accountId: string;
  lastIncomeAt: Date | null;
};
/**
 * Names of the stores that are paid into an account: read from the stores' table, never written. Oldest first. A store that
 * is looked at again because something changed has been bound before, and goes on taking money.
 */
export async function listStores(
  db: Db,
  merchantId: string,
  only: { accountId?: string; bound?: true } = {},
): Promise<StoreOfAccount[]> {
  const ofOne = only.accountId === undefined ? sql`` : sql`and s.receiving_account_id = ${only.accountId}`;
  const { rows } = await sql<StoreOfAccount>`
    select s.id, s.name, s.platform, s.state, s.receiving_account_id as "accountId",
      (select i.arrived_at from income_arrival i where i.merchant_id = s.merchant_id and i.store_id = s.id and not i.hidden
        order by i.announced_at desc, i.id desc limit 1) as "lastIncomeAt"
    from store_brief s
    where s.merchant_id = ${merchantId} and s.receiving_account_id is not null
      and s.state <> 'removed' ${only.bound ? sql`and s.bound_at is not null` : sql``} ${ofOne}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

export async function hasStoreOn(db: Db, merchantId: string, platform: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_brief where merchant_id = ${merchantId} and platform = ${platform} and state <> 'removed' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
