import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type BankAccount = {
  merchantId: string;
  id: string;
  country: string;
  currency: string;
  holderName: string;
  bankName: string;
  bankCode: string;
  sealedNumber: Uint8Array;
  lastFour: string;
  boundAt: Date;
};
const COLUMNS = sql`merchant_id as "merchantId", id, country, currency, holder_name as "holderName", bank_name as "bankName",
  bank_code as "bankCode", sealed_number as "sealedNumber", last_four as "lastFour", bound_at as "boundAt"`;

export async function findBankAccount(db: Db, merchantId: string, id: string): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    select ${COLUMNS} from own_bank_account where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

/** The one money goes to, of this country and currency. */
export async function findInUse(
  db: Db,
  merchantId: string,
  { country, currency }: Pick<BankAccount, "country" | "currency">,
): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    select ${COLUMNS} from own_bank_account
    where merchant_id = ${merchantId} and country = ${country} and currency = ${currency} and in_use`.execute(db);
  return rows[0];
}

export async function listBankAccounts(db: Db, merchantId: string): Promise<BankAccount[]> {
  const { rows } = await sql<BankAccount>`
    select ${COLUMNS} from own_bank_account where merchant_id = ${merchantId} order by bound_at, id`.execute(db);
  return rows;
}

/** The new one is used from now on; what was on its way to an earlier one still goes there. */
export async function insertInUse(tx: Tx, account: BankAccount): Promise<void> {
  const { merchantId, id, country, currency } = account;
  await sql`
    update own_bank_account set in_use = false
    where merchant_id = ${merchantId} and country = ${country} and currency = ${currency} and in_use`.execute(tx);
  await sql`
    insert into own_bank_account (merchant_id, id, country, currency, holder_name, bank_name, bank_code, sealed_number,
      last_four, bound_at)
    values (${merchantId}, ${id}, ${country}, ${currency}, ${account.holderName}, ${account.bankName},
      ${account.bankCode}, ${account.sealedNumber}, ${account.lastFour}, ${account.boundAt})`.execute(tx);
}
