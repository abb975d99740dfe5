import { CURRENCIES, POSTING_REASON_NAMES, STATEMENT_KINDS, statementReason } from "@coralhub/domain";
import type { AccountCode, Currency, PostingReason, StatementLanguage, StatementPeriod } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type OwnCode = { code: AccountCode; currency: Currency };

/** Every account that is the merchant's own money. */
export async function listCodes(db: Db, merchantId: string, currency: Currency | undefined): Promise<OwnCode[]> {
  const { rows } = await sql<OwnCode>`
    select code, currency from ledger_balance
     where merchant_id = ${merchantId} and kind = any(${STATEMENT_KINDS}::text[])
       ${currency ? sql`and currency = ${currency}` : sql``} order by code`.execute(db);
  return rows;
}

type Sum = { currency: Currency; minor: bigint };
/** What these accounts held together; `at` itself counts where it is `inclusive`. One look-up an account. */
export async function sumAt(
  db: Db,
  merchantId: string,
  codes: readonly OwnCode[],
  at: Date,
  inclusive: boolean,
): Promise<Map<Currency, bigint>> {
  const { rows } = await sql<Sum>`
    select o.currency, sum(e.balance)::int8 as minor
      from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ currency }) => currency)}::text[]) o (code, currency)
     cross join lateral (
       select balance from ledger_entry
        where merchant_id = ${merchantId} and code = o.code and posted_at ${inclusive ? sql`<=` : sql`<`} ${at}
        order by posted_at desc limit 1) e
     group by o.currency`.execute(db);
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

/** What was taken back after a moment of what had been booked by then; there are few, and they have an index. */
export async function sumTakenBack(
  db: Db,
  merchantId: string,
  codes: readonly OwnCode[],
  at: Date,
): Promise<Map<Currency, bigint>> {
  const { rows } = await sql<Sum>`
    select e.currency, sum(e.amount)::int8 as minor
      from ledger_posting p
      join ledger_posting o on o.merchant_id = p.merchant_id and o.id = p.reverses and o.posted_at <= ${at}
      join ledger_entry e on e.merchant_id = p.merchant_id and e.posting_id = p.id
     where p.merchant_id = ${merchantId} and p.reverses is not null and p.reason = 'reversal' and p.posted_at > ${at}
       and e.code = any(${codes.map(({ code }) => code)}::text[])
     group by e.currency`.execute(db);
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

export type StatementScope = StatementPeriod & {
  merchantId: string;
  codes: readonly OwnCode[];
  opening: ReadonlyMap<Currency, bigint>;
};
export type StatementLine = {
  currency: Currency;
  at: Date;
  postingId: string;
  amount: bigint;
  fee: bigint;
  balance: bigint;
  reason: PostingReason;
  reference: string | null;
  party: string | null;
  /** The posting it takes back, and when that was booked. */
  reverses: string | null;
  reversedAt: Date | null;
};

/** The lines of one posting stand a few microseconds apart, the first one first: its head may be just before the period. */
const LINES_APART_MS = 60_000;
/** As one value: a joined list would make the planner expect next to no lines, and look each up by itself. */
const openings = (opening: StatementScope["opening"]): string =>
  JSON.stringify(Object.fromEntries([...opening].map(([currency, minor]) => [currency, minor.toString()])));

/**
 * One line for one posting and currency: what the merchant's own money became more or less by. What moves between own
 * accounts, into a hold and out of one again, changes nothing and is no line. The books compare their references byte by
 * byte and the events do not: without the word about it no index of theirs would be used.
 */
const linesOf = ({ merchantId, codes, opening, from, until }: StatementScope) => sql`
  select m.currency, m.at, m.posting_id, m.amount, m.fee, p.reason, p.reference,
         case when p.reason = 'reversal' then p.reverses end as reverses,
         case when p.reason = 'reversal' then (select posted_at from ledger_posting
           where merchant_id = ${merchantId} and id = p.reverses) end as reversed_at,
         ((${openings(opening)}::jsonb ->> m.currency)::int8
           + sum(m.amount) over (partition by m.currency order by m.at, m.posting_id))::int8 as balance,
         (select counterparty from money_event_party
           where merchant_id = ${merchantId} and reference = p.reference collate "default" limit 1) as party
    from (select e.posting_id, e.currency, min(e.posted_at) as at, sum(e.amount)::int8 as amount,
                 sum(case when e.other_code like 'house.fees:%' and e.amount < 0 then -e.amount - coalesce(e.also_amount, 0)
                          else 0 end + coalesce(e.fee, 0))::int8 as fee
            from ledger_entry e
           where e.merchant_id = ${merchantId} and e.code = any(${codes.map(({ code }) => code)}::text[])
             and e.posted_at >= ${from} and e.posted_at < ${until}
           group by e.posting_id, e.currency having sum(e.amount) <> 0) m
    join ledger_posting p on p.merchant_id = ${merchantId} and p.id = m.posting_id
     and p.posted_at >= ${new Date(from.getTime() - LINES_APART_MS)} and p.posted_at < ${until}`;

export async function readLines(db: Db, scope: StatementScope, limit: number): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select currency, at, posting_id as "postingId", amount, fee, balance, reason, reference, party, reverses,
           reversed_at as "reversedAt"
      from (${linesOf(scope)}) l order by currency, at, posting_id limit ${limit}`.execute(db);
  return rows;
}

export type SectionSums = { currency: Currency; credits: bigint; debits: bigint; entries: number; corrections: number };
export async function sumLines(db: Db, scope: StatementScope): Promise<SectionSums[]> {
  const { rows } = await sql<SectionSums>`
    select currency, coalesce(sum(amount) filter (where amount > 0), 0)::int8 as credits,
           coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as debits, count(*)::int as entries,
           count(reverses)::int as corrections
      from (${linesOf(scope)}) l group by currency`.execute(db);
  return rows;
}

/** A fingerprint of the lines, a day at a time: nothing of a long period is ever in one place. */
export async function digestLines(db: Db, scope: StatementScope): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(string_agg(concat_ws('|', currency, extract(epoch from at)::text, posting_id, amount, fee,
             balance, reason, coalesce(reference, ''), coalesce(reverses::text, '')), e'\\n' order by at, posting_id), 'UTF8')), 'hex') as digest
      from (${linesOf(scope)}) l
     group by currency, (at at time zone 'Asia/Shanghai')::date
     order by currency, (at at time zone 'Asia/Shanghai')::date`.execute(db);
  return rows.map(({ digest }) => digest);
}

const words = (language: StatementLanguage): string =>
  JSON.stringify(Object.fromEntries(POSTING_REASON_NAMES.map((reason) => [reason, statementReason(reason, language)])));
const WHOLE = Object.entries<{ digits: number }>(CURRENCIES).flatMap(([code, { digits }]) =>
  digits === 0 ? [code] : [],
);
const decimal = (column: ReturnType<typeof sql>) =>
  sql`(case when currency = any(${WHOLE}::text[]) then ${column} else ${column} * 0.01 end)::text`;
/** What a spreadsheet would take for a formula is written behind an apostrophe. */
const harmless = (column: ReturnType<typeof sql>) =>
  sql`case when ${column} ~ '^[-=+@＝＋－＠[:cntrl:]]' then '''' || ${column} else ${column} end`;

/** The same lines as the database writes them: for a file of any length. */
export const lineRows = (scope: StatementScope, language: StatementLanguage) => sql`
  select currency, date_trunc('second', at at time zone 'Asia/Shanghai')::text, ${words(language)}::jsonb ->> reason,
         ${harmless(sql`party`)}, ${harmless(sql`reference`)}, ${decimal(sql`amount`)}, ${decimal(sql`fee`)},
         ${decimal(sql`balance`)}, case when reverses is not null
           then date_trunc('second', reversed_at at time zone 'Asia/Shanghai')::text end, posting_id
    from (${linesOf(scope)}) l order by currency, at, posting_id`;
