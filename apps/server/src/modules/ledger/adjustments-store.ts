import { moneyOf, type AccountCode, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db, Tx } from "../../platform/db.ts";

export type Adjustment = {
  merchantId: string;
  id: string;
  from: AccountCode;
  to: AccountCode;
  amount: Money;
  /** The posting it takes back. */
  corrects: string | null;
  /** The bank's, where an account with one is adjusted. */
  bankReference: string | null;
  memo: string;
  madeBy: string;
  madeAt: Date;
};

/** False where another one that takes the same posting back waits already. */
export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<boolean> {
  const { merchantId, id, from, to, amount, corrects, bankReference, memo, madeBy, madeAt } = adjustment;
  const { numAffectedRows } = await sql`
    insert into ledger_adjustment (merchant_id, id, from_code, to_code, currency, amount, corrects, bank_reference, memo, state, made_by, made_at)
    values (${merchantId}, ${id}, ${from}, ${to}, ${amount.currency}, ${amount.minor}, ${corrects}, ${bankReference}, ${memo}, 'pending', ${madeBy}, ${madeAt})
    on conflict (merchant_id, corrects) where state = 'pending' and corrects is not null do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

type Kept = Adjustment & { state: string };
/** Locked, so that two who decide at once decide one after the other. */
export const lockAdjustment = (tx: Tx, merchantId: string, id: string): Promise<Kept | undefined> =>
  readAdjustment(tx, merchantId, id, sql`for update`);

export async function readAdjustment(db: Db, merchantId: string, id: string, lock = sql``): Promise<Kept | undefined> {
  const { rows } = await sql<Omit<Adjustment, "amount"> & { state: string; currency: Currency; minor: bigint }>`
    select merchant_id as "merchantId", id, from_code as "from", to_code as "to", currency, amount as minor, corrects,
           bank_reference as "bankReference", memo, state, made_by as "madeBy", made_at as "madeAt"
      from ledger_adjustment where merchant_id = ${merchantId} and id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  return row && { ...row, amount: moneyOf(row.currency, row.minor) };
}

export type Correction = { id: string; from: AccountCode; amount: Money; memo: string; at: Date };
/** What was taken back by hand of whatever is booked under this reference. */
export async function listCorrections(db: Db, merchantId: string, reference: string): Promise<Correction[]> {
  const { rows } = await sql<Omit<Correction, "amount"> & { currency: Currency; minor: bigint }>`
    select d.id, d.from_code as "from", d.currency, d.amount as minor, d.memo, d.decided_at as at
      from ledger_adjustment d join ledger_posting o on o.merchant_id = d.merchant_id and o.id = d.corrects
     where d.merchant_id = ${merchantId} and d.state = 'posted' and o.reference = ${reference} and o.reason <> 'adjustment'
     order by d.decided_at, d.id`.execute(db);
  return rows.map(({ currency, minor, ...row }) => ({ ...row, amount: moneyOf(currency, minor) }));
}

/** Those that wait for a second person of finance. */
export const countPendingAdjustments = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from ledger_adjustment where state = 'pending'`);

/** Those that would put something on an account, or take something away from it. */
export async function countPendingOn(db: Db, merchantId: string, code?: AccountCode): Promise<number> {
  const onOne = code === undefined ? sql`` : sql`and ${code} in (from_code, to_code)`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_adjustment where merchant_id = ${merchantId} and state = 'pending' ${onOne}`.execute(
    db,
  );
  return rows[0]!.count;
}
