import { moneyOf, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Something that must never be: the rule, what exactly breaks it, and the figures. */
export type Breach = { rule: string; subject: string; detail: Record<string, unknown> };

/** A breach shows itself; a flood of them helps nobody. */
export const BREACHES_AT_MOST = 20;
const MOST_BREACHES = sql.lit(BREACHES_AT_MOST);

type Found = { subject: string } & Record<string, unknown>;
const breachesOf = (rule: string, rows: Found[]): Breach[] =>
  rows.map(({ subject, ...detail }) => ({
    rule,
    subject,
    detail: Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, String(value)])),
  }));

/** Whose books are looked at; everybody's where nobody is named. */
type Merchants = readonly string[] | undefined;
const booksOf = (merchants: Merchants) => (merchants ? sql`merchant_id = any(${[...merchants]}::uuid[])` : sql`true`);

/** Some of the postings, in the order of their ids: whose they are, how many rows each has since then, and where the next begin. */
export type Written = { last: string; merchants: { merchantId: string; rows: number }[] };
/**
 * Ids carry the time, so only what is new is read; an id may be older than its posting, hence the time as well. Undefined
 * where there are no more.
 */
export async function readWritten(
  db: Db,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<Written | undefined> {
  const { rows } = await sql<{ last: string; merchantId: string | null; rows: number }>`
    with next as materialized (
      select posting_id, merchant_id, posted_at from ledger_transfer
       where posting_id > ${after}::uuid order by posting_id limit ${limit}),
    written as (select merchant_id, count(*)::int as rows from next where posted_at >= ${since} group by merchant_id)
    select l.posting_id as last, w.merchant_id as "merchantId", w.rows
      from (select posting_id from next order by posting_id desc limit 1) l left join written w on true`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const merchants = rows.flatMap(({ merchantId, rows: count }) => (merchantId ? [{ merchantId, rows: count }] : []));
  return { last: first.last, merchants };
}

/** Every merchant's books sum to zero in every currency, hence so do all of them together. */
export async function findUnbalancedBooks(db: Db, merchants?: Merchants): Promise<Breach[]> {
  const { rows } = await sql<Found>`
    select merchant_id || ' ' || currency as subject, sum(balance) as sum
      from ledger_account where ${booksOf(merchants)}
     group by merchant_id, currency having sum(balance) <> 0 limit ${MOST_BREACHES}`.execute(db);
  return breachesOf("sum", rows);
}

export async function findOverdrawnAccounts(db: Db, merchants?: Merchants): Promise<Breach[]> {
  const { rows } = await sql<Found>`
    select merchant_id || ' ' || code as subject, balance from ledger_account
     where balance < 0 and code not like 'house.%' and ${booksOf(merchants)} limit ${MOST_BREACHES}`.execute(db);
  return breachesOf("overdrawn", rows);
}

/** The money on every hold account is the sum of its open holds, and the other way round. */
export async function findWrongHolds(db: Db, merchants?: Merchants): Promise<Breach[]> {
  const { rows } = await sql<Found>`
    select merchant_id || ' ' || code as subject, coalesce(a.balance, 0) as balance, coalesce(h.open, 0) as open
      from (select merchant_id, code, balance from ledger_account where kind = 'hold' and balance <> 0
              and ${booksOf(merchants)}) a
      full join (select merchant_id, code, sum(amount) as open from ledger_hold
                  where resolved_by is null and ${booksOf(merchants)} group by merchant_id, code) h using (merchant_id, code)
     where coalesce(a.balance, 0) <> coalesce(h.open, 0) limit ${MOST_BREACHES}`.execute(db);
  return breachesOf("holds", rows);
}

/**
 * Accounts touched since then: each entry continues the balance of the one before it, and the last one is what the
 * account says. Reads only what is new, plus one entry before it. Up to a moment: what an account says is compared where its
 * last entry lies.
 */
export async function findBrokenChains(
  db: Db,
  since: Date,
  { merchants, until }: { merchants?: Merchants; until?: Date | undefined } = {},
): Promise<Breach[]> {
  const within = until ? sql`and e.posted_at < ${until}` : sql``;
  const endsHere = until ? sql`latest_at < ${until}` : sql`true`;
  const { rows } = await sql<Found>`
    with touched as (
      select merchant_id, code, balance, ${endsHere} as ends_here
        from ledger_account where latest_at >= ${since} and ${booksOf(merchants)}),
    entries as (
      select t.merchant_id, t.code, t.balance as final, t.ends_here, e.posted_at, e.amount, e.balance,
             lag(e.balance) over (partition by t.merchant_id, t.code order by e.posted_at) as before,
             row_number() over (partition by t.merchant_id, t.code order by e.posted_at desc) as from_end,
             row_number() over (partition by t.merchant_id, t.code order by e.posted_at) as from_start
        from touched t
        join ledger_entry e on e.merchant_id = t.merchant_id and e.code = t.code and e.posted_at >= ${since} ${within})
    select merchant_id || ' ' || code as subject, posted_at as at, amount, balance, before, final
      from entries e
     where (ends_here and from_end = 1 and balance <> final)
        or balance - amount <> case when from_start > 1 then before else coalesce((
             select x.balance from ledger_entry x
              where x.merchant_id = e.merchant_id and x.code = e.code and x.posted_at < ${since}
              order by x.posted_at desc limit 1), 0) end
     limit ${MOST_BREACHES}`.execute(db);
  return breachesOf("chain", rows);
}

/**
 * What our books say moved on a rail, by reference; positive: money came in. A reversal is our own word, which no bank knows: it
 * counts as a part of what it takes back, under its reference and at its time.
 */
export async function readNostroMovements(db: Db, rail: string, from: Date, until: Date): Promise<Map<string, Money>> {
  const { rows } = await sql<{ reference: string; currency: Currency; amount: string }>`
    select reference, currency, sum(-amount)::text as amount
      from (select coalesce(p.reference, p.key) as reference, e.currency, e.amount
              from ledger_account a
              join ledger_entry e on e.merchant_id = a.merchant_id and e.code = a.code
               and e.posted_at >= ${from} and e.posted_at < ${until}
              join ledger_posting p on p.merchant_id = a.merchant_id and p.id = e.posting_id
             where a.kind = 'house.nostro' and a.owner = ${rail} and p.reason <> 'reversal'
            union all
            select coalesce(o.reference, o.key), d.currency, case when d.to_code = a.code then d.amount else -d.amount end
              from ledger_adjustment d
              join ledger_posting o on o.merchant_id = d.merchant_id and o.id = d.corrects
               and o.posted_at >= ${from} and o.posted_at < ${until}
              join ledger_account a on a.merchant_id = d.merchant_id and a.code in (d.from_code, d.to_code)
             where d.corrects is not null and d.state = 'posted' and d.decided_at >= ${from}
               and a.kind = 'house.nostro' and a.owner = ${rail}) moved
     group by 1, 2 having sum(amount) <> 0`.execute(db);
  return new Map(rows.map((row) => [row.reference, moneyOf(row.currency, BigInt(row.amount))]));
}

/** Until the transaction ends nobody else puts right what the bank says under this reference. */
export async function lockBankLine(tx: Tx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank line:${reference}`}, 0))`.execute(tx);
}

/** `byHand`: two of finance put it right under this reference. */
type NostroMovement = Money & { byHand: boolean };
/** The same for references that are known, however long ago they were booked; also where it comes to nothing altogether. */
export async function findNostroMovements(
  db: Db,
  rail: string,
  references: readonly string[],
): Promise<Map<string, NostroMovement>> {
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; currency: Currency; amount: string; byHand: boolean }>`
    with named as (
      select reference, merchant_id, posting_id, reason from ledger_transfer
       where reference = any(${references}::text[]) and line = 1 and reason <> 'reversal'),
    counted as (
      select reference, merchant_id, posting_id, reason from named
      union all
      select n.reference, r.merchant_id, r.posting_id, r.reason from named n
        join ledger_transfer r on r.merchant_id = n.merchant_id and r.reverses = n.posting_id and r.reason = 'reversal')
    select p.reference, a.currency, sum(case when t.from_code = a.code then t.amount + coalesce(t.also_amount, 0)
             when t.to_code = a.code then -t.amount else -t.also_amount end)::text as amount,
           bool_or(p.reason = 'adjustment') as "byHand"
      from counted p
      join ledger_transfer t on t.merchant_id = p.merchant_id and t.posting_id = p.posting_id
      join ledger_account a on a.merchant_id = t.merchant_id and a.code in (t.from_code, t.to_code, t.also_code)
     where a.kind = 'house.nostro' and a.owner = ${rail}
     group by 1, 2`.execute(db);
  // What came to nothing in one currency hides nothing of another under the same name.
  const telling = rows.toSorted((one, other) => Number(one.amount !== "0") - Number(other.amount !== "0"));
  return new Map(
    telling.map(({ reference, currency, amount, byHand }) => [
      reference,
      { ...moneyOf(currency, BigInt(amount)), byHand },
    ]),
  );
}
