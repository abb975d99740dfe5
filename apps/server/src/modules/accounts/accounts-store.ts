import { receivingAccountLifecycle, type Currency, type PayInWay, type ReceivingAccountState } from "@coralhub/domain";
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
    select ${COLUMNS} from receiving_account a where merchant_id = ${merchantId} and id = ${id} 
      and state not in ('closed', 'payingOut')
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

export type Opening = { accountNumber: string; bankName: string; ways: PayInWay[] };
/** Whose a number is: asked with every payment. */
export async function insertNumber(tx: Tx, rail: string, accountNumber: string, key: AccountKey): Promise<void> {
  await sql`insert into receiving_account_number (rail, account_number, owner_id, account_id)
    values (${rail}, ${accountNumber}, ${key.merchantId}, ${key.id})`.execute(tx);
}

export async function findByNumber(db: Db, rail: string, accountNumber: string): Promise<AccountKey | undefined> {
  const { rows } = await sql<AccountKey>`
    select owner_id as "merchantId", account_id as id from receiving_account_number
    where rail = ${rail} and account_number = ${accountNumber}`.execute(db);
  return rows[0];
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
