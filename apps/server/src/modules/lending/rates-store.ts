import type { LoanProduct } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type NewLoanRate = {
  id: string;
  product: LoanProduct;
  rate: string;
  from: string;
  madeBy: string;
  decidedBy: string;
  at: Date;
};
export async function insertLoanRate(tx: Tx, r: NewLoanRate): Promise<void> {
  await sql`
    insert into loan_rate (id, product, rate, effective_from, made_by, decided_by, decided_at)
    values (${r.id}, ${r.product}, ${r.rate}, ${r.from}, ${r.madeBy}, ${r.decidedBy}, ${r.at})`.execute(tx);
}

/** What counts on a day, for those products that were ever changed; agreed on last counts for the same day. */
export async function listLoanRates(db: Db, day: string): Promise<ReadonlyMap<LoanProduct, string>> {
  const { rows } = await sql<{ product: LoanProduct; rate: string }>`
    select distinct on (product) product, rate from loan_rate where effective_from <= ${day}
    order by product, effective_from desc, decided_at desc, id desc`.execute(db);
  return new Map(rows.map(({ product, rate }) => [product, rate]));
}

export type LoanRateChange = {
  id: string;
  product: LoanProduct;
  rate: string;
  from: string;
  madeByName: string;
  decidedByName: string;
  decidedAt: Date;
};
export async function listRateChanges(db: Db, limit: number): Promise<LoanRateChange[]> {
  const { rows } = await sql<LoanRateChange>`
    select r.id, r.product, r.rate, r.effective_from as "from", m.name as "madeByName", d.name as "decidedByName",
      r.decided_at as "decidedAt"
    from loan_rate r join operator_brief m on m.id = r.made_by join operator_brief d on d.id = r.decided_by
    order by r.decided_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}
