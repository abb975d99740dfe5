import { accountChargeLifecycle, moneyOf, type AccountChargeState, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type AccountCharge = {
  id: string;
  accountId: string;
  accountNumber: string | null;
  amount: Money;
  state: AccountChargeState;
  createdAt: Date;
  paidAt: Date | null;
};
type Row = Omit<AccountCharge, "amount"> & { currency: Currency; minor: bigint };

export async function insertCharge(
  tx: Tx,
  charge: { merchantId: string; id: string; accountId: string; amount: Money; at: Date },
): Promise<void> {
  const { merchantId, id, accountId, amount, at } = charge;
  await sql`
    insert into account_charge (merchant_id, id, account_id, currency, amount_minor, state, created_at)
    values (${merchantId}, ${id}, ${accountId}, ${amount.currency}, ${amount.minor}, ${accountChargeLifecycle.initial}, ${at})
    on conflict (merchant_id, account_id) do nothing`.execute(tx);
}

export async function listCharges(db: Db, merchantId: string): Promise<AccountCharge[]> {
  const { rows } = await sql<Row>`
    select c.id, c.account_id as "accountId", a.account_number as "accountNumber", c.currency, c.amount_minor as minor,
      c.state, c.created_at as "createdAt", c.paid_at as "paidAt"
    from account_charge c
    join receiving_account a on a.merchant_id = c.merchant_id and a.id = c.account_id
    where c.merchant_id = ${merchantId} order by c.id desc`.execute(db);
  return rows.map(({ currency, minor, ...rest }) => ({ ...rest, amount: moneyOf(currency, minor) }));
}

/** What is charged, and to which account: neither changes. */
export async function findCharge(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<{ accountId: string; amount: Money } | undefined> {
  const { rows } = await sql<{ accountId: string; currency: Currency; minor: bigint }>`
    select account_id as "accountId", currency, amount_minor as minor from account_charge
    where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && { accountId: rows[0].accountId, amount: moneyOf(rows[0].currency, rows[0].minor) };
}
