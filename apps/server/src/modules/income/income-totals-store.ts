import { ANNOUNCEMENT_DAYS, moneyOf, type Currency, type IncomeHold, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { IncomeKey } from "./incomes-store.ts";

const OPEN = sql`state not in ('credited', 'returned')`;
const DAY_MS = 86_400_000;
const waitedForSince = (now: Date) => new Date(now.getTime() - ANNOUNCEMENT_DAYS * DAY_MS);
/** Announced, not there yet, and still waited for; to the moment, for the watch may be late. */
const onItsWay = (now: Date) => sql`state = 'announced' and announced_at > ${waitedForSince(now)}`;
/** What stays of it: less the fee, and less what finance took back (红冲), which may be the fee as well. */
const STANDS = sql`greatest(amount_minor - fee_minor - taken_back_minor, 0)`;
/** Not wholly taken back. */
const SOME_STANDS = sql`(taken_back_minor = 0 or taken_back_minor < amount_minor - fee_minor)`;
type Sum = { accountId: string; currency: Currency; minor: string };

/** On its way, for each account. */
export async function sumInTransit(
  db: Db,
  merchantId: string,
  now: Date,
): Promise<{ accountId: string; amount: Money }[]> {
  const { rows } = await sql<Sum>`
    select receiving_account_id as "accountId", currency, sum(amount_minor)::text as minor from income
    where merchant_id = ${merchantId} and ${OPEN} and ${onItsWay(now)} group by 1, 2 order by 2, 1`.execute(db);
  return rows.map(({ accountId, currency, minor }) => ({ accountId, amount: moneyOf(currency, BigInt(minor)) }));
}

export type Arrival = { id: string; from: string; amount: Money; expectedAt: Date };
/** What is on its way and expected by then, the first to come first. */
export async function listComing(
  db: Db,
  merchantId: string,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Arrival[]> {
  const { rows } = await sql<Omit<Arrival, "amount"> & { currency: Currency; minor: string }>`
    select id, payer_name as "from", currency, amount_minor::text as minor, expected_at as "expectedAt" from income
    where merchant_id = ${merchantId} and ${OPEN} and ${onItsWay(now)} and expected_at < ${until}
    order by expected_at, id limit ${limit}`.execute(db);
  return rows.map(({ currency, minor, ...row }) => ({ ...row, amount: moneyOf(currency, BigInt(minor)) }));
}

/** What became the merchant's on this account since then. */
export async function sumCredited(
  db: Db,
  merchantId: string,
  accountId: string,
  currency: Currency,
  since: Date,
): Promise<Money> {
  const { rows } = await sql<{ minor: string | null }>`
    select sum(${STANDS})::text as minor from income
    where merchant_id = ${merchantId} and receiving_account_id = ${accountId} and credited_at >= ${since}`.execute(db);
  return moneyOf(currency, BigInt(rows[0]?.minor ?? 0));
}

export type CreditedIncome = {
  id: string;
  accountId: string;
  storeId: string | null;
  platform: string | null;
  payerName: string;
  reference: string;
  amount: Money;
  creditedAt: Date;
};
type CreditedScope = {
  after: Date;
  until: Date;
  limit: number;
  currency?: Currency;
  /** Every currency but this one. */
  except?: Currency;
  ids?: readonly string[];
  newestFirst?: true;
};
/** What became usable in a period and was not taken back, less its fee, one by one; half-open at its beginning. */
export async function listCredited(
  db: Db,
  merchantId: string,
  { after, until, limit, currency, except, ids, newestFirst }: CreditedScope,
): Promise<CreditedIncome[]> {
  const { rows } = await sql<Omit<CreditedIncome, "amount"> & { currency: Currency; minor: bigint }>`
    select id, receiving_account_id as "accountId", store_id as "storeId", platform, payer_name as "payerName",
      rail_reference as reference, currency, ${STANDS} as minor, credited_at as "creditedAt"
    from income
    where merchant_id = ${merchantId} and state = 'credited' and credited_at > ${after} and credited_at <= ${until}
      and ${SOME_STANDS}
      ${currency ? sql`and currency = ${currency}` : sql``} ${except ? sql`and currency <> ${except}` : sql``}
      ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``}
    order by credited_at ${newestFirst ? sql`desc` : sql`asc`}, id limit ${limit}`.execute(db);
  return rows.map(({ currency: of, minor, ...rest }) => ({ ...rest, amount: moneyOf(of, minor) }));
}

export type StoreIncome = { storeId: string; amount: Money; latestAt: Date };
/** What became the merchant's since then, by store and currency. */
export async function sumByStore(
  db: Db,
  merchantId: string,
  storeIds: readonly string[],
  since: Date,
): Promise<StoreIncome[]> {
  const { rows } = await sql<{ storeId: string; currency: Currency; minor: string; latestAt: Date }>`
    select store_id as "storeId", currency, sum(${STANDS})::text as minor, max(credited_at) as "latestAt"
    from income
    where merchant_id = ${merchantId} and store_id = any(${storeIds}) and credited_at >= ${since}
      and ${SOME_STANDS}
    group by store_id, currency order by currency`.execute(db);
  return rows.map(({ storeId, currency, minor, latestAt }) => ({
    storeId,
    amount: moneyOf(currency, BigInt(minor)),
    latestAt,
  }));
}

/** By the newest payment that is there and shown; those still on their way are few. */
export async function lastIncomes(db: Db, merchantId: string): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ accountId: string; at: Date }>`
    select a.id as "accountId", i.at from receiving_account_brief a
    cross join lateral (select arrived_at as at from income
      where merchant_id = a.merchant_id and receiving_account_id = a.id and not hidden and arrived_at is not null
      order by announced_at desc, id desc limit 1) i
    where a.merchant_id = ${merchantId}`.execute(db);
  return new Map(rows.map(({ accountId, at }) => [accountId, at]));
}

export type OpenCount = { announced: number; held: number };
/** Payments on their way or held, of a store or of an account, or all of them. */
export async function countOpen(
  db: Db,
  merchantId: string,
  now: Date,
  only: { storeId?: string; accountId?: string } = {},
): Promise<OpenCount> {
  const ofStore = only.storeId === undefined ? sql`` : sql`and store_id = ${only.storeId}`;
  const ofAccount = only.accountId === undefined ? sql`` : sql`and receiving_account_id = ${only.accountId}`;
  const { rows } = await sql<OpenCount>`
    select count(*) filter (where ${onItsWay(now)})::int as announced,
      count(*) filter (where arrived_at is not null)::int as held
    from income where merchant_id = ${merchantId} and ${OPEN} ${ofStore} ${ofAccount}`.execute(db);
  return rows[0]!;
}

/** The bank's references of what was given back to its payers. */
export async function listReturned(db: Db, merchantId: string, only: { accountId?: string } = {}): Promise<string[]> {
  const ofAccount = only.accountId === undefined ? sql`` : sql`and receiving_account_id = ${only.accountId}`;
  const { rows } = await sql<{ reference: string }>`
    select rail_reference as reference from income
    where merchant_id = ${merchantId} and state = 'returned' ${ofAccount}`.execute(db);
  return rows.map(({ reference }) => reference);
}

export type WaitingIncome = {
  id: string;
  hold: IncomeHold;
  payerName: string;
  amount: Money;
  dueAt: Date | null;
};
/** What has not come to its end: on its way, by currency, and held for one of these reasons, soonest due first. */
export type Unsettled = { coming: Money[]; held: WaitingIncome[] };
type UnsettledRow = { currency: Currency; minor: bigint } & (
  | { isHeld: false }
  | { isHeld: true; id: string; hold: IncomeHold; payerName: string; dueAt: Date | null }
);
/** One statement for both, because home asks for both. */
export async function readUnsettled(
  db: Db,
  merchantId: string,
  { now, holds, limit }: { now: Date; holds: readonly IncomeHold[]; limit: number },
): Promise<Unsettled> {
  const { rows } = await sql<UnsettledRow>`
    select false as "isHeld", null::uuid as id, null as hold, null as "payerName", currency,
      sum(amount_minor)::bigint as minor, null::timestamptz as "dueAt"
    from income where merchant_id = ${merchantId} and ${OPEN} and ${onItsWay(now)} group by currency
    union all
    (select true, id, hold, payer_name, currency, amount_minor, evidence_due_at
    from income where merchant_id = ${merchantId} and ${OPEN} and state in ('needsEvidence', 'abnormal')
      and hold = any(${holds}::text[])
    order by evidence_due_at nulls last, id limit ${limit})
    order by "isHeld", "dueAt" nulls last, id, currency`.execute(db);
  const found: Unsettled = { coming: [], held: [] };
  for (const row of rows) {
    const amount = moneyOf(row.currency, row.minor);
    if (row.isHeld) found.held.push({ id: row.id, hold: row.hold, payerName: row.payerName, amount, dueAt: row.dueAt });
    else found.coming.push(amount);
  }
  return found;
}

/** Arrived, and the rules have not looked yet: the look was interrupted, or a list did not answer. */
export async function listUnjudged(db: Db, limit: number): Promise<IncomeKey[]> {
  const { rows } = await sql<IncomeKey>`
    select merchant_id as "merchantId", id from income
    where state = 'reviewing' and hold is null order by announced_at limit ${limit}`.execute(db);
  return rows;
}

type Recheckable = { holds: readonly IncomeHold[]; merchantId?: string | undefined; limit: number };
/**
 * Held by something that may have passed by itself: the account, the certification, the stores. Page by page, because
 * most of them go on being held: those that come later must not wait for them.
 */
export async function listRecheckable(
  db: Db,
  { holds, merchantId, limit }: Recheckable,
  after?: IncomeKey,
): Promise<IncomeKey[]> {
  const ofOne = merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`;
  const further = after === undefined ? sql`` : sql`and (merchant_id, id) > (${after.merchantId}, ${after.id})`;
  const { rows } = await sql<IncomeKey>`
    select merchant_id as "merchantId", id from income
    where state in ('needsEvidence', 'abnormal') and hold = any(${holds}::text[]) ${ofOne} ${further}
    order by merchant_id, id limit ${limit}`.execute(db);
  return rows;
}

/** Announced, and nothing came of it for too long. */
export async function listLapsed(db: Db, now: Date, limit: number): Promise<IncomeKey[]> {
  const { rows } = await sql<IncomeKey>`
    select merchant_id as "merchantId", id from income
    where state = 'announced' and announced_at <= ${waitedForSince(now)} order by announced_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function listOverdue(db: Db, now: Date, limit: number): Promise<IncomeKey[]> {
  const { rows } = await sql<IncomeKey>`
    select merchant_id as "merchantId", id from income
    where state = 'needsEvidence' and evidence_due_at < ${now} order by announced_at limit ${limit}`.execute(db);
  return rows;
}

/** For the copy of everything we hold about somebody. */
export async function countIncomes(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from income where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.n;
}
