import type { AccountCode, Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { int8Array, textArray, uuidArray } from "./binary-arrays.ts";

/** All sides of a transfer with everything a seal covers. */
export type SealedTransfer = {
  merchantId: string;
  postingId: string;
  line: number;
  micros: bigint;
  from: AccountCode;
  to: AccountCode;
  currency: Currency;
  amount: bigint;
  fromBalance: bigint;
  toBalance: bigint;
  also: AccountCode | null;
  alsoAmount: bigint | null;
  alsoBalance: bigint | null;
  key: string;
  reason: string;
  reference: string | null;
};
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

/** Merchants in order, a page at a time, without reading more than the index. */
export async function readMerchants(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ merchantId: string }>`
    with recursive m (merchant_id, n) as (
      (select merchant_id, 1 from ledger_account where merchant_id > ${after} order by 1 limit 1)
      union all
      select (select a.merchant_id from ledger_account a where a.merchant_id > m.merchant_id order by 1 limit 1), n + 1
        from m where merchant_id is not null and n < ${limit})
    select merchant_id as "merchantId" from m where merchant_id is not null order by n`.execute(db);
  return rows.map((row) => row.merchantId);
}

/**
 * Every transfer of these merchants' day, found through each account's outgoing side. First the day's, then what they
 * were for: in books nobody has counted yet the planner would begin with all postings, and read them for each day.
 */
export async function readDayTransfers(
  db: Db,
  merchantIds: readonly string[],
  from: Date,
  until: Date,
): Promise<SealedTransfer[]> {
  const { rows } = await sql<SealedTransfer>`
    with t as materialized (
      select t.*
        from ledger_account a
        cross join lateral (
          select * from ledger_transfer t
           where t.merchant_id = a.merchant_id and t.from_code = a.code
             and t.posted_at >= ${from} and t.posted_at < ${until}) t
       where a.merchant_id = any(${merchantIds}::uuid[]))
    select t.merchant_id as "merchantId", t.posting_id as "postingId", t.line,
           (extract(epoch from t.posted_at) * 1000000)::int8 as micros, t.from_code as "from", t.to_code as "to",
           t.currency, t.amount, t.from_balance as "fromBalance", t.to_balance as "toBalance",
           t.also_code as "also", t.also_amount as "alsoAmount", t.also_balance as "alsoBalance", p.key, p.reason, p.reference
      from t join ledger_posting p on p.merchant_id = t.merchant_id and p.id = t.posting_id`.execute(db);
  return rows;
}

/** Closes the day for some merchants; answers after which one to go on. */
export async function closeDay(
  db: Db,
  day: string,
  now: Date,
  after: string,
  merchants: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select ledger_close_day(${day}::date, ${now}::timestamptz, ${after}::uuid, ${merchants}::int) as last`.execute(db);
  return rows[0]?.last ?? undefined;
}

export type DayTotals = { kind: string; currency: string; debits: bigint; credits: bigint };

export type DaySeal = {
  day: string;
  now: Date;
  root: Buffer;
  seals: readonly { merchantId: string; root: Buffer; entries: bigint }[];
  totals: readonly DayTotals[];
};

export async function sealDay(db: Db, { day, now, root, seals, totals }: DaySeal): Promise<void> {
  await sql`
    select ledger_seal_day(${day}::date, ${now}::timestamptz, ${root}::bytea,
      ${uuidArray(seals.map((seal) => seal.merchantId))}::uuid[], ${seals.map((seal) => seal.root)}::bytea[],
      ${int8Array(seals.map((seal) => seal.entries))}::int8[],
      ${textArray(totals.map((total) => total.kind))}::text[], ${textArray(totals.map((total) => total.currency))}::text[],
      ${totals.map((total) => total.debits.toString())}::numeric[],
      ${totals.map((total) => total.credits.toString())}::numeric[])`.execute(db);
}

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
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select posted_at as at from ledger_transfer
    where merchant_id = ${merchantId} and posting_id = ${postingId} and line <= ${line} order by line desc limit 1`.execute(
    db,
  );
  return rows[0]?.at;
}
