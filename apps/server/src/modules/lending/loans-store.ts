import type { loanDeskList, loanList } from "@coralhub/contract";
import {
  LOAN_CURRENCY,
  LOAN_IN_USE,
  moneyOf,
  OWING,
  type LoanCurrency,
  type LoanPaper,
  type LoanProduct,
  type LoanPurpose,
  type LoanState,
  type Money,
  type RepaymentWay,
  type ScoreReason,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type LoanKey = { merchantId: string; id: string };
export type Loan = LoanKey & {
  state: LoanState;
  product: LoanProduct;
  asked: Money<LoanCurrency>;
  /** What the lender granted; until then what was asked for. */
  amount: Money<LoanCurrency>;
  granted: boolean;
  rate: string;
  termMonths: number;
  way: RepaymentWay;
  purpose: LoanPurpose;
  incomeShare: number;
  score: { score: number; reasons: ScoreReason[] };
  rail: string;
  reference: string;
  attempt: number;
  reason: string | null;
  outstanding: bigint;
  due: bigint;
  createdAt: Date;
  approvedAt: Date | null;
  signedAt: Date | null;
  drawnOn: string | null;
  sweptUntil: Date | null;
  /** When the lender was asked or told last. */
  askedAt: Date | null;
};
type Row = Omit<Loan, "asked" | "amount" | "granted"> & { askedMinor: bigint; grantedMinor: bigint | null };
const COLUMNS = sql`merchant_id as "merchantId", id, state, product, asked_minor as "askedMinor",
  granted_minor as "grantedMinor", rate, term_months as "termMonths", way, purpose, income_share as "incomeShare", score,
  rail, reference, attempt, reason, outstanding_minor as outstanding, due_minor as due, created_at as "createdAt",
  approved_at as "approvedAt", signed_at as "signedAt", drawn_on as "drawnOn", swept_until as "sweptUntil",
  asked_at as "askedAt"`;
const loanOf = ({ askedMinor, grantedMinor, ...rest }: Row): Loan => ({
  ...rest,
  asked: moneyOf(LOAN_CURRENCY, askedMinor),
  amount: moneyOf(LOAN_CURRENCY, grantedMinor ?? askedMinor),
  granted: grantedMinor !== null,
});

export async function findLoan(db: Db, { merchantId, id }: LoanKey): Promise<Loan | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from loan where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && loanOf(rows[0]);
}

export async function lockLoan(tx: Tx, { merchantId, id }: LoanKey): Promise<Loan | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from loan where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  return rows[0] && loanOf(rows[0]);
}

/** Everything of a merchant that is not over, newest first. */
export async function listOpenLoans(db: Db, merchantId: string): Promise<Loan[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from loan where merchant_id = ${merchantId} and state = any(${LOAN_IN_USE}::text[])
    order by created_at desc, id desc limit 100`.execute(db);
  return rows.map(loanOf);
}

export async function listOfProduct(db: Db, merchantId: string, product: LoanProduct): Promise<Loan[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from loan where merchant_id = ${merchantId} and product = ${product}
    order by created_at desc, id desc limit 100`.execute(db);
  return rows.map(loanOf);
}

/** Two applications at once cannot both be the only one. */
export async function holdApplications(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`loan:${merchantId}`}, 0))`.execute(tx);
}

export type NewLoan = Omit<
  Loan,
  | "amount"
  | "granted"
  | "attempt"
  | "reason"
  | "outstanding"
  | "due"
  | "approvedAt"
  | "signedAt"
  | "drawnOn"
  | "sweptUntil"
  | "askedAt"
>;
/** The reference stands beside it from the first moment, so that whatever the lender says finds its way. */
export async function insertLoan(tx: Tx, loan: NewLoan): Promise<void> {
  await sql`
    insert into loan (merchant_id, id, state, product, asked_minor, rate, term_months, way, purpose, income_share, score, rail,
      reference, created_at, changed_at)
    values (${loan.merchantId}, ${loan.id}, ${loan.state}, ${loan.product}, ${loan.asked.minor}, ${loan.rate},
      ${loan.termMonths}, ${loan.way}, ${loan.purpose}, ${loan.incomeShare}, ${JSON.stringify(loan.score)}::jsonb, ${loan.rail},
      ${loan.reference}, ${loan.createdAt}, ${loan.createdAt})`.execute(tx);
  await insertReference(tx, loan, loan.reference, "application");
}

type ReferenceKind = "application" | "payOut" | "upload";
export async function insertReference(tx: Tx, key: LoanKey, reference: string, kind: ReferenceKind): Promise<void> {
  await sql`insert into loan_reference (reference, owner_id, subject_id, kind)
    values (${reference}, ${key.merchantId}, ${key.id}, ${kind})`.execute(tx);
}

export type Subject = LoanKey & { kind: ReferenceKind };
export async function findByReference(db: Db, reference: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select owner_id as "merchantId", subject_id as id, kind from loan_reference where reference = ${reference}`.execute(
    db,
  );
  return rows[0];
}

/** The number of this signature. */
export async function nextAttempt(tx: Tx, { merchantId, id }: LoanKey): Promise<number> {
  const { rows } = await sql<{ attempt: number }>`
    update loan set attempt = attempt + 1 where merchant_id = ${merchantId} and id = ${id} returning attempt`.execute(
    tx,
  );
  return rows[0]!.attempt;
}

export async function setIncomeShare(tx: Tx, { merchantId, id }: LoanKey, share: number, from: Date): Promise<void> {
  await sql`update loan set income_share = ${share}, swept_until = ${from}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
export async function setSweptUntil(tx: Tx, { merchantId, id }: LoanKey, until: Date): Promise<void> {
  await sql`update loan set swept_until = ${until} where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
/** True for one of those who want to ask at the same time, and for nobody shortly after. */
export async function claimAsk(db: Db, { merchantId, id }: LoanKey, before: Date, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update loan set asked_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and (asked_at is null or asked_at <= ${before})`.execute(db);
  return numAffectedRows === 1n;
}
export async function markAsked(db: Db, { merchantId, id }: LoanKey, at: Date): Promise<void> {
  await sql`update loan set asked_at = ${at} where merchant_id = ${merchantId} and id = ${id}`.execute(db);
}

/** The next page after a key: one in trouble, or with nothing to take, keeps no other from its turn. */
type Page = { after: LoanKey; limit: number };
const pageOf = ({ after, limit }: Page) => sql`and (merchant_id, id) > (${after.merchantId}::uuid, ${after.id}::uuid)
    order by merchant_id, id limit ${limit}`;
/** Behind with a day, or with something due that the wallet could not pay yet. */
export async function listToCollect(db: Db, today: string, page: Page): Promise<LoanKey[]> {
  const { rows } = await sql<LoanKey>`
    select merchant_id as "merchantId", id from loan
    where state = any(${OWING}::text[]) and (checked_on < ${today} or due_minor > 0) ${pageOf(page)}`.execute(db);
  return rows;
}
export async function listSharing(db: Db, page: Page): Promise<LoanKey[]> {
  const { rows } = await sql<LoanKey>`
    select merchant_id as "merchantId", id from loan
    where state = any(${OWING}::text[]) and income_share > 0 ${pageOf(page)}`.execute(db);
  return rows;
}
/** The lender owes an answer and has not been asked for a while. */
export async function listToAsk(db: Db, before: Date, limit: number): Promise<LoanKey[]> {
  const { rows } = await sql<LoanKey>`
    select merchant_id as "merchantId", id from loan
    where state in ('deciding', 'drawing') and coalesce(asked_at, changed_at) <= ${before}
    order by created_at limit ${limit}`.execute(db);
  return rows;
}
export async function listStaleOffers(db: Db, before: Date, limit: number): Promise<LoanKey[]> {
  const { rows } = await sql<LoanKey>`
    select merchant_id as "merchantId", id from loan where state = 'approved' and approved_at < ${before} limit ${limit}`.execute(
    db,
  );
  return rows;
}
/** Loans with a line that falls due in these days and of which their owner has not heard. */
export async function listDueBetween(db: Db, from: string, to: string): Promise<LoanKey[]> {
  const { rows } = await sql<LoanKey>`
    select distinct l.merchant_id as "merchantId", l.id from loan l
    join loan_instalment i on i.merchant_id = l.merchant_id and i.loan_id = l.id
    where l.state = any(${OWING}::text[]) and i.due_on between ${from} and ${to}
      and (l.reminded_for is null or l.reminded_for < i.due_on) order by 1, 2`.execute(db);
  return rows;
}
/** True the first time for a line that falls due on this day. */
export async function markDueTold(tx: Tx, { merchantId, id }: LoanKey, dueOn: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update loan set reminded_for = ${dueOn}
    where merchant_id = ${merchantId} and id = ${id} and (reminded_for is null or reminded_for < ${dueOn})`.execute(tx);
  return numAffectedRows === 1n;
}
export async function countReviewing(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from loan where state = 'reviewing'`.execute(db);
  return rows[0]!.count;
}
export async function countLoans(db: Db, merchantId: string): Promise<{ open: number; all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    select count(*) filter (where state = any(${LOAN_IN_USE}::text[]))::int as open, count(*)::int as all
    from loan where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

export type KeptPaper = { fileId: string; paper: LoanPaper; fileName: string };
export async function insertPapers(tx: Tx, { merchantId, id }: LoanKey, papers: readonly KeptPaper[], at: Date) {
  for (const { fileId, paper, fileName } of papers) {
    await sql`insert into loan_paper (merchant_id, loan_id, file_id, paper, file_name, added_at)
      values (${merchantId}, ${id}, ${fileId}, ${paper}, ${fileName}, ${at}) on conflict do nothing`.execute(tx);
  }
}
export type LoanPaperRow = KeptPaper & { receivedAt: Date | null };
export async function listPapers(db: Db, { merchantId, id }: LoanKey): Promise<LoanPaperRow[]> {
  const { rows } = await sql<LoanPaperRow>`
    select file_id as "fileId", paper, file_name as "fileName", received_at as "receivedAt" from loan_paper
    where merchant_id = ${merchantId} and loan_id = ${id} order by added_at, file_id`.execute(db);
  return rows;
}

/** The lender has read it. */
export async function markReceived(db: Db, { merchantId, id }: LoanKey, fileId: string, at: Date): Promise<void> {
  await sql`update loan_paper set received_at = ${at} where merchant_id = ${merchantId} and loan_id = ${id}
    and file_id = ${fileId} and received_at is null`.execute(db);
}

const money = (minor: ReturnType<typeof sql>) => ({ currency: sql`'USD'`, minor });
const listColumns = {
  id: sql`l.id`,
  state: sql`l.state`,
  product: sql`l.product`,
  amount: money(sql`coalesce(l.granted_minor, l.asked_minor)`),
  rate: sql`l.rate`,
  termMonths: sql`l.term_months`,
  way: sql`l.way`,
  outstanding: money(sql`l.outstanding_minor`),
  createdAt: sql`l.created_at`,
};
export const loanSource: ListSource<(typeof loanList)["row"]> = {
  from: sql`loan l`,
  owner: sql`l.merchant_id`,
  id: sql`l.id`,
  columns: listColumns,
};
export const loanDeskSource: ListSource<(typeof loanDeskList)["row"]> = {
  ...loanSource,
  columns: { ...listColumns, merchantId: sql`l.merchant_id` },
};
