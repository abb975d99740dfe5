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
  reversedReference: string | null;
};

/** Told as cases, which the planner knows to be cheap; there are as many as the merchant has currencies. */
const openingOf = (opening: StatementScope["opening"]) => {
  const each = [...opening].map(([currency, minor]) => sql`when m.currency = ${currency} then ${minor}::int8`);
  return each.length > 0 ? sql`case ${sql.join(each, sql` `)} else 0 end` : sql`0`;
};

/** Transfers that move own money, each once, and by how much; `whole` tells those that are all of their posting. */
const movesOf = ({ merchantId, codes, from, until }: StatementScope, whole: boolean) => {
  const own = sql`any(${codes.map(({ code }) => code)}::text[])`;
  const touches = (code: string) =>
    sql`merchant_id = ${merchantId} and ${sql.ref(code)} = ${own} and posted_at >= ${from} and posted_at < ${until}`;
  return sql`
    select posting_id, currency, posted_at, reason, reference, reverses,
           case when from_code = ${own} then -(amount + coalesce(also_amount, 0)) else 0 end
             + case when to_code = ${own} then amount else 0 end
             + case when also_code = ${own} then also_amount else 0 end as amount,
           case when from_code = ${own} then case when to_code like 'house.fees:%' then amount else 0 end
             + case when also_code like 'house.fees:%' then also_amount else 0 end else 0 end as fee
      from ledger_move
     where (${touches("from_code")} or ${touches("to_code")} or ${touches("also_code")}) and is_whole = ${whole}`;
};

/** Most postings are one transfer and tell their reason themselves. */
const wholeOf = (scope: StatementScope) => sql`
  select posting_id, currency, posted_at as at, amount, fee, reason, reference, reverses
    from (${movesOf(scope, true)}) w where amount <> 0`;
/** Only the parts of the others are put together, and their head looked up: one by one, so that nobody starts workers for a day's few. */
const partsOf = (scope: StatementScope) => sql`
  select g.posting_id, g.currency, g.at, g.amount, g.fee, p.reason, p.reference, p.reverses
    from (select posting_id, currency, min(posted_at) as at, sum(amount)::int8 as amount, sum(fee)::int8 as fee
            from (${movesOf(scope, false)}) w group by posting_id, currency having sum(amount) <> 0) g
   cross join lateral (select reason, reference, reverses from ledger_posting
                        where merchant_id = ${scope.merchantId} and id = g.posting_id limit 1) p`;

/** Their event has no number, or another one than the books: it is known by the posting. */
const KNOWN_BY_POSTING: readonly PostingReason[] = [
  "adjustment",
  "reversal",
  "promotion.paid",
  "payout.returned",
  "income.returned",
];
const isKnownByPosting = sql`(p.reference is null or p.reason = any(${KNOWN_BY_POSTING}::text[]))`;

/**
 * The same with whom each is with and the number the list has for it, in the order of the lines: the events of its reference say it. All at once, for looking up
 * a million of them one by one takes longer than all the rest. The books compare their references byte by byte and the events
 * do not: without the word about it no index of theirs would be used.
 */
const withParty = ({ merchantId }: StatementScope, postings: ReturnType<typeof wholeOf>) => {
  // The few that are known by their posting are looked up one by one: joined by "the one or the other", nobody could tell how
  // many there would be, and every worker sorted all events.
  const ofPosting = (column: "counterparty" | "told") => sql`(
    select k.${sql.ref(column)} from money_event_party k
     where k.merchant_id = ${merchantId} and k.reference = p.posting_id::text order by k.counterparty limit 1)`;
  const either = (column: "counterparty" | "told") =>
    sql`case when ${isKnownByPosting} then ${ofPosting(column)} else e.${sql.ref(column)} end`;
  return sql`
  select distinct on (p.currency, p.at, p.posting_id) p.*, nullif(${either("counterparty")}, '') as party,
         coalesce(${either("told")}, p.reference collate "default") as told
    from (${postings}) p
    left join money_event_party e on e.merchant_id = ${merchantId} and e.reference = p.reference collate "default"
   order by p.currency, p.at, p.posting_id, e.counterparty`;
};
/** Both kinds each in its order: so the many are joined and sorted by several workers, and then only merged. */
const partiesOf = (scope: StatementScope) =>
  sql`(${withParty(scope, wholeOf(scope))}) union all (${withParty(scope, partsOf(scope))})`;

/**
 * One line for one posting and currency: what the merchant's own money became more or less by. What moves between own
 * accounts, into a hold and out of one again, changes nothing and is no line.
 */
const linesOf = (scope: StatementScope, postings = sql`${wholeOf(scope)} union all ${partsOf(scope)}`) => sql`
  select m.*, case when m.reason = 'reversal' then m.reverses end as corrects,
         case when m.reason = 'reversal' then (select posted_at from ledger_posting
           where merchant_id = ${scope.merchantId} and id = m.reverses) end as reversed_at,
         case when m.reason = 'reversal' then (select coalesce(reference, id::text) from ledger_posting
           where merchant_id = ${scope.merchantId} and id = m.reverses) end as reversed_reference,
         ${openingOf(scope.opening)} + running_total(m.amount) over (partition by m.currency order by m.at, m.posting_id
           rows unbounded preceding) as balance
    from (${postings}) m`;

export async function readLines(db: Db, scope: StatementScope, limit: number): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select currency, at, posting_id as "postingId", amount, fee, balance::int8 as balance, reason, told as reference, party, corrects as reverses,
           reversed_at as "reversedAt", reversed_reference as "reversedReference"
      from (${linesOf(scope, partiesOf(scope))}) l order by currency, at, posting_id limit ${limit}`.execute(db);
  return rows;
}

export type SectionSums = { currency: Currency; credits: bigint; debits: bigint; entries: number; corrections: number };
export async function sumLines(db: Db, scope: StatementScope): Promise<SectionSums[]> {
  const { rows } = await sql<SectionSums>`
    select currency, coalesce(sum(amount) filter (where amount > 0), 0)::int8 as credits,
           coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as debits, count(*)::int as entries,
           count(corrects)::int as corrections
      from (${linesOf(scope)}) l group by currency`.execute(db);
  return rows;
}

/** A fingerprint of the lines, a day at a time: nothing of a long period is ever in one place. */
export async function digestLines(db: Db, scope: StatementScope): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(string_agg(concat_ws('|', currency, extract(epoch from at)::text, posting_id, amount, fee,
             balance, reason, coalesce(reference, ''), coalesce(corrects::text, '')), e'\\n' order by at, posting_id), 'UTF8')), 'hex') as digest
      from (${linesOf(scope)}) l
     group by currency, (at at time zone 'Asia/Shanghai')::date
     order by currency, (at at time zone 'Asia/Shanghai')::date`.execute(db);
  return rows.map(({ digest }) => digest);
}

const words = (language: StatementLanguage): string =>
  JSON.stringify(Object.fromEntries(POSTING_REASON_NAMES.map((reason) => [reason, statementReason(reason, language)])));
/** Only a scope with both kinds of currencies has to ask each line for its own. */
const decimalOf = ({ opening }: StatementScope) => {
  const whole = [...opening.keys()].filter((currency) => CURRENCIES[currency].digits === 0);
  return (column: string) => {
    const name = sql.ref(column);
    if (whole.length === 0) return sql`${name} * 0.01`;
    if (whole.length === opening.size) return name;
    return sql`case when currency = any(${whole}::text[]) then ${name} else ${name} * 0.01 end::text`;
  };
};
/** Signs with which a spreadsheet begins a formula. */
const FORMULA_SIGNS = ["-", "=", "+", "@", "＝", "＋", "－", "＠"].map((sign) => sign.codePointAt(0)!);
/** What begins with one of them, or with a sign of control, is written behind an apostrophe; plain digits, letters and Chinese are seen at once. */
const harmless = (column: string) => {
  const name = sql.ref(column);
  const first = sql`ascii(${name})`;
  return sql`case when ${first} between 48 and 57 or ${first} between 65 and 122 or ${first} between 19968 and 40959 then ${name}
                  when ${first} = any(${FORMULA_SIGNS}::int[]) or ${first} between 1 and 31 or ${first} between 127 and 159
                  then '''' || ${name} else ${name} end`;
};

/** In Shanghai, which keeps one time all year: so said, no table of zones is asked for each line. */
const second = (column: string) => sql`date_trunc('second', ${sql.ref(column)} at time zone interval '8 hours')`;

/** The same lines as the database writes them: for a file of any length. */
export const lineRows = (scope: StatementScope, language: StatementLanguage) => {
  const decimal = decimalOf(scope);
  return sql`
  select currency, ${second("at")}, ${words(language)}::jsonb ->> reason,
         ${harmless("party")}, ${harmless("told")}, ${decimal("amount")}, ${decimal("fee")}, ${decimal("balance")},
         ${second("reversed_at")}, ${harmless("reversed_reference")}, posting_id
    from (${linesOf(scope, partiesOf(scope))}) l order by currency, at, posting_id`;
};
