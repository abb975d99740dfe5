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
const COLUMNS = sql`a.merchant_id as "merchantId", a.id, a.rail, a.platform, a.currency, a.country,
  a.holder_name as "holderName", a.state, a.attempt, a.account_number as "accountNumber", a.bank_name as "bankName", a.ways,
  a.reason, a.applied_at as "appliedAt", a.opened_at as "openedAt"`;

export async function findAccount(db: Db, { merchantId, id }: AccountKey): Promise<ReceivingAccount | undefined> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account a where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Whoever credits income needs the account to stay as it is until it commits; whoever changes it waits. */
/** Many at once, locked in one order: nobody changes them before the transaction ends. */
export async function keepAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<ReceivingAccount[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account a where (a.merchant_id, a.id) in (select * from ${keysOf(keys)})
    order by a.merchant_id, a.id for share of a`.execute(tx);
  return rows;
}

export async function lockAccount(
  tx: Tx,
  { merchantId, id }: AccountKey,
  strength: "share" | "update",
): Promise<ReceivingAccount | undefined> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account a where merchant_id = ${merchantId} and id = ${id}
    for ${strength === "share" ? sql`share` : sql`update`}`.execute(tx);
  return rows[0];
}

const TAKING = sql`a.state not in ('closed', 'closedFrozen', 'payingOut', 'payingOutFrozen')`;
/**
 * The same for whoever brings money in; undefined where the account, or its owner's with us, has been closed. Whose it is
 * then, people find out.
 */
export async function lockTakingAccount(tx: Tx, key: AccountKey): Promise<ReceivingAccount | undefined> {
  return (await lockTakingAccounts(tx, [key]))[0];
}

/**
 * The same for many at once, locked in one order, the owners before their accounts; those that take no money are missing.
 * Whoever closes an owner's account with us waits for the end of this and then sees the money; who comes after the closing
 * finds the owner gone.
 */
export async function lockTakingAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<ReceivingAccount[]> {
  const { rows } = await sql<ReceivingAccount>`
    with owner as materialized (
      select merchant_id from merchant_open where merchant_id = any(${keys.map(({ merchantId }) => merchantId)}::uuid[])
      order by merchant_id for key share)
    select ${COLUMNS} from receiving_account a
    where (a.merchant_id, a.id) in (select * from ${keysOf(keys)}) and ${TAKING}
      and a.merchant_id in (select merchant_id from owner)
    order by a.merchant_id, a.id for share of a`.execute(tx);
  return rows;
}

const keysOf = (keys: readonly AccountKey[]) =>
  sql`unnest(${keys.map(({ merchantId }) => merchantId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`;

export async function listAccounts(db: Db, merchantId: string): Promise<ReceivingAccount[]> {
  const { rows } = await sql<ReceivingAccount>`
    select ${COLUMNS} from receiving_account a where merchant_id = ${merchantId} order by applied_at, id`.execute(db);
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

/** Whose these numbers are, as their accounts stand; strange ones are missing. */
export async function listByNumber(
  db: Db,
  rail: string,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, ReceivingAccount>> {
  const { rows } = await sql<ReceivingAccount & { number: string }>`
    select n.account_number as number, ${COLUMNS} from receiving_account_number n
    join receiving_account a on a.merchant_id = n.owner_id and a.id = n.account_id
    where n.rail = ${rail} and n.account_number = any(${accountNumbers}::text[])`.execute(db);
  return new Map(rows.map(({ number, ...account }) => [number, account]));
}

/** The stores that are paid into these accounts and may take money, oldest first. */
export async function listBoundStores(
  db: Db,
  accounts: readonly AccountKey[],
): Promise<{ id: string; platform: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; platform: string; accountId: string }>`
    select s.id, s.platform, s.receiving_account_id as "accountId" from store_brief s
    where (s.merchant_id, s.receiving_account_id) in (select * from ${keysOf(accounts)})
      and s.state <> 'removed' and s.bound_at is not null
    order by s.created_at, s.id`.execute(db);
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

/** Does a store on it wait for word whose its platform account is? */
export async function hasDisputedStore(db: Db, { merchantId, id }: AccountKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_brief where merchant_id = ${merchantId} and receiving_account_id = ${id} and disputed limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function hasStoreOn(db: Db, merchantId: string, platform: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_brief where merchant_id = ${merchantId} and platform = ${platform} and state <> 'removed' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
