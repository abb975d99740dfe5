import {
  moneyOf,
  type DepositCurrency,
  type DepositTerm,
  type MaturityInstruction,
  type Money,
  type YearDays,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A price a merchant was shown. */
export type PlacementSession = {
  merchantId: string;
  id: string;
  principal: Money<DepositCurrency>;
  termMonths: DepositTerm;
  rate: string;
  yearDays: YearDays;
  valueDate: string;
  maturesOn: string;
  instruction: MaturityInstruction;
  renewMinor: bigint | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
};
type Row = Omit<PlacementSession, "principal"> & { currency: DepositCurrency; principalMinor: bigint };
const COLUMNS = sql`merchant_id as "merchantId", id, currency, principal_minor as "principalMinor",
  term_months as "termMonths", rate, year_days as "yearDays", value_date as "valueDate", matures_on as "maturesOn", instruction,
  renew_minor as "renewMinor", created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`;
const sessionOf = ({ currency, principalMinor, ...rest }: Row): PlacementSession => ({
  ...rest,
  principal: moneyOf(currency, principalMinor),
});

export async function insertSession(db: Db, s: Omit<PlacementSession, "usedAt">): Promise<void> {
  await sql`
    insert into deposit_session (merchant_id, id, currency, principal_minor, term_months, rate, year_days, value_date,
      matures_on, instruction, renew_minor, created_at, expires_at)
    values (${s.merchantId}, ${s.id}, ${s.principal.currency}, ${s.principal.minor}, ${s.termMonths}, ${s.rate},
      ${s.yearDays}, ${s.valueDate}, ${s.maturesOn}, ${s.instruction}, ${s.renewMinor}, ${s.createdAt}, ${s.expiresAt})`.execute(
    db,
  );
}

export async function findSession(db: Db, merchantId: string, id: string): Promise<PlacementSession | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from deposit_session where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && sessionOf(rows[0]);
}

/** True once: a price is good for one placement. */
export async function useSession(tx: Tx, merchantId: string, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deposit_session set used_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and used_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await sql`delete from deposit_session where expires_at < ${before}`.execute(db);
}
