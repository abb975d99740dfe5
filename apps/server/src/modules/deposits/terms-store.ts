import type { DepositTermsRow } from "@coralhub/contract";
import { moneyOf, type DepositCurrency, type DepositTerms, type YearDays } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

type Row = {
  id: string;
  currency: DepositCurrency;
  from: string;
  yearDays: YearDays;
  minimumMinor: bigint;
  maximumMinor: bigint;
  reason: string;
  proposedBy: string;
  approvedBy: string;
  approvedAt: Date;
};
const COLUMNS = sql`id, currency, effective_from as "from", year_days as "yearDays", minimum_minor as "minimumMinor",
  maximum_minor as "maximumMinor", reason, proposed_by as "proposedBy", approved_by as "approvedBy",
  approved_at as "approvedAt"`;
const termsOf = ({ currency, minimumMinor, maximumMinor, ...rest }: Row) => ({
  ...rest,
  currency,
  minimum: moneyOf(currency, minimumMinor),
  maximum: moneyOf(currency, maximumMinor),
});

/** Of several agreed on for one day, the newest. */
export async function listAgreedTerms(db: Db): Promise<DepositTerms[]> {
  const { rows } = await sql<Row>`
    select distinct on (currency, effective_from) ${COLUMNS} from deposit_terms
    order by currency, effective_from, approved_at desc, id desc`.execute(db);
  return rows.map((row) => {
    const { currency, from, yearDays, minimum, maximum } = termsOf(row);
    return { currency, from, yearDays, minimum, maximum };
  });
}

/** Newest first. */
export async function listTermsChanges(db: Db, limit: number): Promise<DepositTermsRow[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_terms order by approved_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(termsOf);
}

export type NewTerms = DepositTerms & {
  id: string;
  reason: string;
  proposedBy: string;
  approvedBy: string;
  approvedAt: Date;
};
export async function insertTerms(tx: Tx, t: NewTerms): Promise<void> {
  await sql`
    insert into deposit_terms (id, currency, effective_from, year_days, minimum_minor, maximum_minor, reason, proposed_by,
      approved_by, approved_at)
    values (${t.id}, ${t.currency}, ${t.from}, ${t.yearDays}, ${t.minimum.minor}, ${t.maximum.minor}, ${t.reason},
      ${t.proposedBy}, ${t.approvedBy}, ${t.approvedAt})`.execute(tx);
}
