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
  memo: string;
  madeBy: string;
  madeAt: Date;
};

/** False where another one that takes the same posting back waits already. */
export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<boolean> {
  const { merchantId, id, from, to, amount, corrects, memo, madeBy, madeAt } = adjustment;
  const { numAffectedRows } = await sql`
    insert into ledger_adjustment (merchant_id, id, from_code, to_code, currency, amount, corrects, memo, state, made_by, made_at)
    values (${merchantId}, ${id}, ${from}, ${to}, ${amount.currency}, ${amount.minor}, ${corrects}, ${memo}, 'pending', ${madeBy}, ${madeAt})
    on conflict (merchant_id, corrects) where state = 'pending' and corrects is not null do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Locked, so that two who decide at once decide one after the other. */
export async function lockAdjustment(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<(Adjustment & { state: string }) | undefined> {
  const { rows } = await sql<Omit<Adjustment, "amount"> & { state: string; currency: Currency; minor: bigint }>`
    select merchant_id as "merchantId", id, from_code as "from", to_code as "to", currency, amount as minor, corrects, memo,
           state, made_by as "madeBy", made_at as "madeAt"
      from ledger_adjustment where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  const row = rows[0];
  return row && { ...row, amount: moneyOf(row.currency, row.minor) };
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
