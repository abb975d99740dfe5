import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { digestArray, int4Array, int8Array, textArray, uuidArray } from "./binary-arrays.ts";
import type { KeptNode } from "./merkle.ts";
import type { SealedEntry, SealedTransfer } from "./sealed-entries.ts";

export type SealedDay = { day: string; entries: bigint; root: string; previous: string; chain: string; sealedAt: Date };
export type MerchantSeal = { merchantId: string; place: number; entries: bigint; root: string };

/** The first day that is not sealed yet; undefined in empty books. */
export async function nextDayToSeal(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce((select max(day) + 1 from ledger_day),
                    (select (min(posted_at) at time zone 'Asia/Shanghai')::date from ledger_posting)) as day`.execute(
    db,
  );
  return rows[0]?.day ?? undefined;
}

/** A stretch of time: from its first moment until before its last. */
export type Span = { from: Date; until: Date };

/** Statements of a day may take longer than those of a call, and not for ever. */
const LONGEST_STATEMENT = "5min";
/**
 * Reads of a day lead through the indexes, in their order, however badly a table may be counted. Each is a transaction of its
 * own: whatever stops the sealing, little is open.
 */
const readingDay = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`
      select set_config('statement_timeout', ${LONGEST_STATEMENT}, true), set_config('enable_seqscan', 'off', true),
             set_config('enable_hashagg', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
    return work(tx);
  });
const writingDay = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${LONGEST_STATEMENT}, true)`.execute(tx);
    return work(tx);
  });

export type MerchantDay = { merchantId: string; transfers: number };

/** The next merchants in order whose books were written then or later, with how much of it falls into the span. */
export const readMerchantDays = (db: Db, after: string, limit: number, { from, until }: Span): Promise<MerchantDay[]> =>
  readingDay(db, async (tx) => {
    const { rows } = await sql<MerchantDay>`
      with m as materialized (
        select distinct merchant_id from ledger_account
         where merchant_id > ${after} and latest_at >= ${from} order by merchant_id limit ${limit})
      select m.merchant_id as "merchantId", sum(t.transfers)::int as transfers
        from m
        join ledger_account a on a.merchant_id = m.merchant_id and a.latest_at >= ${from}
       cross join lateral (
         select count(*) as transfers from ledger_transfer t
          where t.merchant_id = a.merchant_id and t.from_code = a.code
            and t.posted_at >= ${from} and t.posted_at < ${until}) t
       group by 1 order by 1`.execute(tx);
    return rows;
  });

/**
 * Every transfer of these merchants' day, found through each account's outgoing side. First the day's, then what they
 * were for, where that stands in another row: in books nobody has counted yet the planner would begin with all postings.
 */
export const readDayTransfers = (
  db: Db,
  merchantIds: readonly string[],
  { from, until }: Span,
): Promise<SealedTransfer[]> =>
  readingDay(db, async (tx) => {
    const { rows } = await sql<SealedTransfer>`
      with t as materialized (
        select t.*
          from unnest(${merchantIds}::uuid[]) as m (merchant_id)
          join ledger_account a on a.merchant_id = m.merchant_id and a.latest_at >= ${from}
         cross join lateral (
           select * from ledger_transfer t
            where t.merchant_id = a.merchant_id and t.from_code = a.code
              and t.posted_at >= ${from} and t.posted_at < ${until}) t)
      select t.merchant_id as "merchantId", t.posting_id as "postingId", t.line, ${MICROS} as micros,
             t.from_code as "from", t.to_code as "to",
             t.currency, t.amount, t.from_balance as "fromBalance", t.to_balance as "toBalance",
             t.also_code as "also", t.also_amount as "alsoAmount", t.also_balance as "alsoBalance",
             ${OF_POSTING}
        from t left join ledger_posting p on t.line > 1 and p.merchant_id = t.merchant_id and p.id = t.posting_id`.execute(
      tx,
    );
    return rows;
  });

const MICROS = sql`(extract(epoch from t.posted_at) * 1000000)::int8`;
/** What belongs to a posting stands in the row it begins with. */
const OF_POSTING = sql`coalesce(t.key, p.key) as key, coalesce(t.reason, p.reason) as reason,
  case t.line when 1 then t.reference else p.reference end as reference`;

/** Where an entry stands in the tree of its merchant's day. */
export type EntryPlace = { account: string; micros: bigint };

/** A merchant's entries of a day in the order of the tree, from this one on. */
export const readEntriesFrom = (
  db: Db,
  merchantId: string,
  { from, until }: Span,
  first: EntryPlace,
  limit: number,
): Promise<SealedEntry[]> =>
  readingDay(db, async (tx) => {
    const { rows } = await sql<SealedEntry>`
      select e.merchant_id as "merchantId", e.code as account,
             (extract(epoch from e.posted_at) * 1000000)::int8::text as "postedAtMicros", e.posting_id as "postingId",
             e.line, e.currency, e.amount::text as "amountMinor", e.balance::text as "balanceMinor",
             p.key, p.reason, p.reference
        from (select e.*
                from ledger_account a
               cross join lateral (
                 select * from ledger_entry e
                  where e.merchant_id = a.merchant_id and e.code = a.code and e.posted_at < ${until}
                    and e.posted_at >= case when a.code = ${first.account} then ${momentOf(first.micros)} else ${from} end
                  order by e.posted_at limit ${limit}) e
               where a.merchant_id = ${merchantId} and a.code >= ${first.account} and a.latest_at >= ${from}
               order by a.code, e.posted_at limit ${limit}) e
        join ledger_posting p on p.merchant_id = e.merchant_id and p.id = e.posting_id
       order by e.code, e.posted_at`.execute(tx);
    return rows;
  });
const momentOf = (micros: bigint) => sql`(timestamptz 'epoch' + ${micros}::int8 * interval '1 microsecond')`;

/** Closes the day for everybody; whether all who began to write before are done. */
export async function closeDay(db: Db, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ quiet: boolean }>`
    select ledger_close_day(${day}::date, ${now}::timestamptz) as quiet`.execute(db);
  return rows[0]!.quiet;
}

/** The last merchant of a day whose seal is written; undefined before the first. */
export async function readReached(db: Db, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ reached: string }>`
    select reached from ledger_sealing where day = ${day}::date`.execute(db);
  return rows[0]?.reached;
}

export type DayTotals = { kind: string; currency: string; debits: bigint; credits: bigint };
/** The lowest that are kept say where their first entry stands. */
export type EntryNode = KeptNode & { first?: EntryPlace };
export type NewSeal = { merchantId: string; root: Buffer; entries: bigint; nodes: readonly EntryNode[] };
/** Merchants that follow each other, with their seals and what moved on their accounts. */
export type SealRange = { seals: readonly NewSeal[]; totals: readonly DayTotals[] };

/** `after` is the last merchant sealed before: it fails with CL001 where somebody else has gone on. */
export const sealRange = (db: Db, day: string, after: string, { seals, totals }: SealRange): Promise<void> =>
  writingDay(db, async (tx) => {
    const nodes = seals.flatMap(({ merchantId, nodes: own }) => own.map((node) => ({ merchantId, ...node })));
    await sql`
      select ledger_seal_range(${day}::date, ${after}::uuid,
        ${uuidArray(seals.map((seal) => seal.merchantId))}::uuid[], ${digestArray(seals.map((seal) => seal.root.toString("hex")))}::bytea[],
        ${int8Array(seals.map((seal) => seal.entries))}::int8[],
        ${textArray(totals.map((total) => total.kind))}::text[], ${textArray(totals.map((total) => total.currency))}::text[],
        ${totals.map((total) => total.debits.toString())}::numeric[],
        ${totals.map((total) => total.credits.toString())}::numeric[],
        ${uuidArray(nodes.map((node) => node.merchantId))}::uuid[], ${int4Array(nodes.map((node) => node.level))}::int4[],
        ${int4Array(nodes.map((node) => node.place))}::int4[], ${digestArray(nodes.map((node) => node.digest.toString("hex")))}::bytea[],
        ${textArray(nodes.map((node) => node.first?.account))}::text[],
        ${int8Array(nodes.map((node) => node.first?.micros))}::int8[])`.execute(tx);
  });

/** Once every merchant of the day is sealed. */
export const sealDay = (db: Db, day: string, now: Date): Promise<void> =>
  writingDay(db, async (tx) => {
    await sql`select ledger_seal_day(${day}::date, ${now}::timestamptz)`.execute(tx);
  });

const DAY_COLUMNS = sql`day, entries, encode(root, 'hex') as root, encode(previous, 'hex') as previous,
  encode(chain, 'hex') as chain, sealed_at as "sealedAt"`;

export async function readSealedDay(db: Db, day: string): Promise<SealedDay | undefined> {
  const { rows } = await sql<SealedDay>`select ${DAY_COLUMNS} from ledger_day where day = ${day}::date`.execute(db);
  return rows[0];
}

/** The newest days first. */
export async function readSealedDays(db: Db, limit: number): Promise<SealedDay[]> {
  const { rows } = await sql<SealedDay>`
    select ${DAY_COLUMNS} from ledger_day order by day desc limit ${limit}`.execute(db);
  return rows;
}

const SEAL_COLUMNS = sql`merchant_id as "merchantId", place, entries, encode(root, 'hex') as root`;

/** All of a day's, in the order of its leaves. */
export async function readMerchantSeals(db: Db, day: string): Promise<MerchantSeal[]> {
  const { rows } = await sql<MerchantSeal>`
    select ${SEAL_COLUMNS} from ledger_seal where day = ${day}::date order by place`.execute(db);
  return rows;
}

export async function findMerchantSeal(db: Db, day: string, merchantId: string): Promise<MerchantSeal | undefined> {
  const { rows } = await sql<MerchantSeal>`
    select ${SEAL_COLUMNS} from ledger_seal where merchant_id = ${merchantId} and day = ${day}::date`.execute(db);
  return rows[0];
}

/**
 * What stands beside the way from a merchant's seal to the day's root: the seal next to it, then one node for each level. A
 * place without a neighbour is missing; its node moves up as it is.
 */
export async function readBeside(
  db: Db,
  day: string,
  place: number,
): Promise<{ seal: MerchantSeal | undefined; nodes: readonly { level: number; place: number; digest: string }[] }> {
  const levels = Array.from({ length: DEEPEST_TREE }, (_, above) => above + 1);
  const places = levels.map((level) => (place >> level) ^ 1);
  const [{ rows: seals }, { rows: nodes }] = await Promise.all([
    sql<MerchantSeal>`
      select ${SEAL_COLUMNS} from ledger_seal where day = ${day}::date and place = ${place ^ 1}`.execute(db),
    sql<{ level: number; place: number; digest: string }>`
      select n.level, n.place, encode(n.digest, 'hex') as digest
        from unnest(${levels}::int[], ${places}::int[]) as u (level, place)
        join ledger_seal_node n on n.day = ${day}::date and n.level = u.level and n.place = u.place
       order by n.level`.execute(db),
  ]);
  return { seal: seals[0], nodes };
}
/** Places are integers: a billion merchants in one day. */
const DEEPEST_TREE = 30;

/** When the transfer was posted, to know which day's seal covers it. It may lie in the row of the one before it. */
export async function readPostedAt(
  db: Db,
  merchantId: string,
  postingId: string,
  line: number,
): Promise<{ at: Date; micros: bigint } | undefined> {
  const { rows } = await sql<{ at: Date; micros: bigint }>`
    select t.posted_at as at, ${MICROS} as micros from ledger_transfer t
    where t.merchant_id = ${merchantId} and t.posting_id = ${postingId} and t.line <= ${line}
    order by t.line desc limit 1`.execute(db);
  return rows[0];
}

/** The lowest kept node of a merchant's day under which this entry stands; undefined where the day is small. */
export async function findEntryNode(
  db: Db,
  day: string,
  merchantId: string,
  { account, micros }: EntryPlace,
): Promise<{ level: number; place: number; first: EntryPlace } | undefined> {
  const { rows } = await sql<{ level: number; place: number; account: string; micros: bigint }>`
    select level, place, first_code as account, (extract(epoch from first_at) * 1000000)::int8 as micros
      from ledger_entry_node
     where merchant_id = ${merchantId} and day = ${day}::date and first_code is not null
       and (first_code, first_at) <= (${account}, ${momentOf(micros)})
     order by first_code desc, first_at desc limit 1`.execute(db);
  const found = rows[0];
  return found && { level: found.level, place: found.place, first: { account: found.account, micros: found.micros } };
}

/** What stands beside the way from a kept node of a merchant's own tree to its root, level by level. */
export async function readBesideEntry(
  db: Db,
  day: string,
  merchantId: string,
  { level, place }: { level: number; place: number },
): Promise<{ level: number; digest: string }[]> {
  const above = Array.from({ length: DEEPEST_TREE - level }, (_, n) => n);
  const { rows } = await sql<{ level: number; digest: string }>`
    select n.level, encode(n.digest, 'hex') as digest
      from unnest(${above.map((n) => level + n)}::int[], ${above.map((n) => (place >> n) ^ 1)}::int[]) as u (level, place)
      join ledger_entry_node n
        on n.merchant_id = ${merchantId} and n.day = ${day}::date and n.level = u.level and n.place = u.place
     order by n.level`.execute(db);
  return rows;
}
