import type { AccountCode, Instalment, RepaymentSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { LoanKey } from "./loans-store.ts";

const COLUMNS = sql`no, months, period_from as "periodFrom", starts_on as "startsOn", due_on as "dueOn",
  principal_minor as principal, interest_minor as interest, billed, paid_principal_minor as "paidPrincipal",
  paid_interest_minor as "paidInterest", penalty_minor as penalty, paid_penalty_minor as "paidPenalty",
  penalty_through as "penaltyThrough"`;

export async function readPlan(db: Db, { merchantId, id }: LoanKey): Promise<Instalment[]> {
  const { rows } = await sql<Instalment>`
    select ${COLUMNS} from loan_instalment where merchant_id = ${merchantId} and loan_id = ${id} order by no`.execute(
    db,
  );
  return rows;
}

/** Lines of a merchant's loans that are still to be paid, by the day they fall due. */
export async function listOwing(db: Db, merchantId: string): Promise<{ dueOn: string; minor: bigint }[]> {
  const { rows } = await sql<{ dueOn: string; minor: bigint }>`
    select i.due_on as "dueOn", sum(i.principal_minor - i.paid_principal_minor + i.interest_minor - i.paid_interest_minor
        + i.penalty_minor - i.paid_penalty_minor)::int8 as minor
      from loan_instalment i join loan l on l.merchant_id = i.merchant_id and l.id = i.loan_id
     where i.merchant_id = ${merchantId} and l.outstanding_minor > 0
     group by 1 having sum(i.principal_minor - i.paid_principal_minor + i.interest_minor - i.paid_interest_minor) > 0
     order by 1`.execute(db);
  return rows;
}

/** The plan as it stands now, with what it adds up to beside the loan. Its owner holds the loan's row. */
export async function writePlan(
  tx: Tx,
  { merchantId, id }: LoanKey,
  plan: readonly Instalment[],
  { outstanding, due, day }: { outstanding: bigint; due: bigint; day: string },
): Promise<void> {
  const lines = JSON.stringify(plan, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  await sql`delete from loan_instalment where merchant_id = ${merchantId} and loan_id = ${id}`.execute(tx);
  await sql`
    insert into loan_instalment (merchant_id, loan_id, no, months, period_from, starts_on, due_on, principal_minor,
      interest_minor, billed, paid_principal_minor, paid_interest_minor, penalty_minor, paid_penalty_minor, penalty_through)
    select ${merchantId}, ${id}, l.no, l.months, l."periodFrom", l."startsOn", l."dueOn", l.principal, l.interest, l.billed,
      l."paidPrincipal", l."paidInterest", l.penalty, l."paidPenalty", l."penaltyThrough"
    from jsonb_to_recordset(${lines}::jsonb) as l (no int, months int, "periodFrom" date, "startsOn" date, "dueOn" date,
      principal int8, interest int8, billed boolean, "paidPrincipal" int8, "paidInterest" int8, penalty int8,
      "paidPenalty" int8, "penaltyThrough" date)`.execute(tx);
  await sql`update loan set outstanding_minor = ${outstanding}, due_minor = ${due}, checked_on = ${day}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

export type Repayment = LoanKey & {
  loanId: string;
  source: RepaymentSource;
  sourceId: string | null;
  sourceCode: AccountCode;
  reference: string;
  principal: bigint;
  interest: bigint;
  penalty: bigint;
  postingId: string;
  at: Date;
};
export async function insertRepayment(tx: Tx, r: Repayment): Promise<void> {
  await sql`
    insert into loan_repayment (merchant_id, id, loan_id, source, source_id, source_code, reference, principal_minor,
      interest_minor, penalty_minor, posting_id, at)
    values (${r.merchantId}, ${r.id}, ${r.loanId}, ${r.source}, ${r.sourceId}, ${r.sourceCode}, ${r.reference}, ${r.principal},
      ${r.interest}, ${r.penalty}, ${r.postingId}, ${r.at})`.execute(tx);
}
const REPAYMENT = sql`merchant_id as "merchantId", id, loan_id as "loanId", source, source_id as "sourceId",
  source_code as "sourceCode", reference, principal_minor as principal, interest_minor as interest,
  penalty_minor as penalty, posting_id as "postingId", at`;
export async function findRepayment(db: Db, { merchantId, id }: LoanKey): Promise<Repayment | undefined> {
  const { rows } = await sql<Repayment>`
    select ${REPAYMENT} from loan_repayment where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}
export async function listRepayments(db: Db, { merchantId, id }: LoanKey): Promise<Repayment[]> {
  const { rows } = await sql<Repayment>`
    select ${REPAYMENT} from loan_repayment where merchant_id = ${merchantId} and loan_id = ${id}
    order by at desc, id desc limit 500`.execute(db);
  return rows;
}
export async function isShared(db: Db, { merchantId, id }: LoanKey, incomeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from loan_repayment where merchant_id = ${merchantId} and loan_id = ${id} and source_id = ${incomeId}`.execute(
    db,
  );
  return rows.length > 0;
}
/** True the first time. */
export async function markRemitted(tx: Tx, { merchantId, id }: LoanKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update loan_repayment set remitted_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and remitted_at is null`.execute(tx);
  return numAffectedRows === 1n;
}
