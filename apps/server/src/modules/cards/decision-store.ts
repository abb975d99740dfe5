import {
  PROGRAMME_DEFAULTS,
  periodBucket,
  LIMIT_PERIOD_NAMES,
  type CardFacts,
  type LimitPeriod,
} from "@coralhub/domain";
import { CompiledQuery, sql } from "kysely";
import type { BulkRow } from "../../platform/bulk-row.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { CARD_COLUMNS, cardOf, type Card, type CardKey } from "./cards-store.ts";

export type Programme = { perTransaction: bigint; day: bigint; cardsPerMerchant: number; attemptsPerHour: number };
export type DecisionFacts = {
  card: Card;
  spent: CardFacts["spent"];
  book: CardFacts["book"];
  programme: Programme;
  refusedShop: string | null;
  attemptsLastHour: number;
  /** How often the card was ever asked to pay, at the moment those of the last hour were counted. */
  askedEver: bigint;
  owed: bigint;
  /** Messages about this purchase have come before. */
  known: boolean;
};
const HOUR_MS = 3_600_000;

type FactsRow = Parameters<typeof cardOf>[0] & {
  spentDay: bigint | null;
  spentMonth: bigint | null;
  spentLife: bigint | null;
  bookName: string | null;
  bookDay: bigint | null;
  bookMonth: bigint | null;
  bookLife: bigint | null;
  bookSpentDay: bigint | null;
  bookSpentMonth: bigint | null;
  bookSpentLife: bigint | null;
  perTransaction: bigint | null;
  programmeDay: bigint | null;
  cardsPerMerchant: number | null;
  attemptsPerHour: number | null;
  refusedShop: string | null;
  attempts: number;
  asked: bigint | null;
  owed: bigint | null;
  known: boolean;
};

const used = (
  subject: ReturnType<typeof sql>,
  period: LimitPeriod,
  day: string,
) => sql`(select s.used_minor from card_spend s
  where s.merchant_id = c.merchant_id and s.subject_id = ${subject} and s.period = ${sql.lit(period)}
    and s.bucket = ${periodBucket(period, day)})`;

/** What a shop asked a card for: purchases, and more of them. What it gives back is no attempt. */
const attemptsSince = (since: Date) => sql`select 1 from card_payment p
    where p.merchant_id = c.merchant_id and p.card_id = c.id and p.kind = 'purchase' and p.created_at > ${since}
  union all
  select 1 from card_message m join card_payment p on p.merchant_id = m.owner_id and p.id = m.payment_id
    where m.owner_id = c.merchant_id and m.decision is not null and m.at > ${since} and p.card_id = c.id`;

/** One look: at whose card, for which purchase at which shop. */
export type Look = CardKey & { shop: string; networkId: string };

/** Where a purchase is counted: from its first day on, whatever group its card is in by now. */
export type CountedIn = Pick<Counting, "day" | "bookId">;
type Moment = { issuer: string; day: string; now: Date; counted?: CountedIn | undefined };

/** Everything decisions look at but the balance, in one round trip for all that are asked together; each in its place. */
export async function readFacts(
  db: Db,
  looks: readonly Look[],
  { issuer, now, counted, day: today }: Moment,
): Promise<(DecisionFacts | undefined)[]> {
  const day = counted?.day ?? today;
  const book = counted ? sql`${counted.bookId}::uuid` : sql`c.book_id`;
  const { rows } = await sql<FactsRow & { place: number }>`
    select k.place::int as place, ${CARD_COLUMNS},
      ${used(sql`c.id`, "day", day)} as "spentDay", ${used(sql`c.id`, "month", day)} as "spentMonth",
      ${used(sql`c.id`, "life", day)} as "spentLife",
      b.name as "bookName", b.day_minor as "bookDay", b.month_minor as "bookMonth", b.life_minor as "bookLife",
      ${used(book, "day", day)} as "bookSpentDay", ${used(book, "month", day)} as "bookSpentMonth",
      ${used(book, "life", day)} as "bookSpentLife",
      g.per_transaction_minor as "perTransaction", g.day_minor as "programmeDay",
      g.cards_per_merchant as "cardsPerMerchant", g.attempts_per_hour as "attemptsPerHour",
      (select x.reason from card_blocked_shop x where x.shop_key = k.shop) as "refusedShop",
      (select count(*)::int from (${attemptsSince(new Date(now.getTime() - HOUR_MS))}
         limit coalesce(g.attempts_per_hour, ${sql.lit(PROGRAMME_DEFAULTS.attemptsPerHour)})) a) as attempts,
      (select s.asked from card_spend s where s.merchant_id = c.merchant_id and s.subject_id = c.id
        and s.period = 'life' and s.bucket = ${periodBucket("life", day)}) as asked,
      (select a.owed_minor from card_account a where a.merchant_id = c.merchant_id and a.currency = c.currency) as owed,
      exists (select 1 from card_payment p where p.merchant_id = c.merchant_id and p.issuer = ${issuer}
        and p.network_id = k.network_id) as known
      from unnest(${looks.map((one) => one.merchantId)}::uuid[], ${looks.map((one) => one.id)}::uuid[],
        ${looks.map((one) => one.shop)}::text[], ${looks.map((one) => one.networkId)}::text[])
        with ordinality as k (merchant_id, id, shop, network_id, place)
      join card c on c.merchant_id = k.merchant_id and c.id = k.id
      left join card_programme g on g.only_row
      left join card_book b on b.merchant_id = c.merchant_id and b.id = ${book}`.execute(db);
  const found = new Map(rows.map(({ place, ...row }) => [place, factsOf(row)]));
  return looks.map((_, index) => found.get(index + 1));
}

function factsOf(row: FactsRow): DecisionFacts {
  const zero = (minor: bigint | null) => minor ?? 0n;
  return {
    card: cardOf(row),
    spent: { day: zero(row.spentDay), month: zero(row.spentMonth), life: zero(row.spentLife) },
    book:
      row.bookName === null
        ? null
        : {
            name: row.bookName,
            limits: { day: row.bookDay, month: row.bookMonth, life: row.bookLife },
            spent: { day: zero(row.bookSpentDay), month: zero(row.bookSpentMonth), life: zero(row.bookSpentLife) },
          },
    programme: {
      perTransaction: row.perTransaction ?? PROGRAMME_DEFAULTS.perTransactionMinor,
      day: row.programmeDay ?? PROGRAMME_DEFAULTS.dayMinor,
      cardsPerMerchant: row.cardsPerMerchant ?? PROGRAMME_DEFAULTS.cardsPerMerchant,
      attemptsPerHour: row.attemptsPerHour ?? PROGRAMME_DEFAULTS.attemptsPerHour,
    },
    refusedShop: row.refusedShop,
    attemptsLastHour: row.attempts,
    askedEver: zero(row.asked),
    owed: zero(row.owed),
    known: row.known,
  };
}

/** What is counted where: by card and, where there is one, by the group that shares limits. */
export type Counting = { merchantId: string; cardId: string; bookId: string | null; day: string };
export type Caps = {
  card: Record<LimitPeriod, bigint | null>;
  book: Record<LimitPeriod, bigint | null> | null;
  /** What the card may have been asked for, ever: one more than that, and the hour's number is passed. */
  asked: bigint;
};

const SPEND = `with given as (
    select m, s, p, b, sum(a) as a, min(c) as c, sum(n) as n, min(r) as r
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
        as t (m, s, p, b, a, c, n, r)
     group by m, s, p, b),
  counted as (
    insert into card_spend as x (merchant_id, subject_id, period, bucket, used_minor, asked)
    select m, s, p, b, a, n from given
      left join card_spend y on y.merchant_id = m and y.subject_id = s and y.period = p and y.bucket = b
     where (c is null or a <= c - coalesce(y.used_minor, 0)) and (r is null or n <= r - coalesce(y.asked, 0))
     order by m, s, p, b
    on conflict (merchant_id, subject_id, period, bucket) do update
      set used_minor = x.used_minor + excluded.used_minor, asked = x.asked + excluded.asked
      where exists (select 1 from given g
        where g.m = x.merchant_id and g.s = x.subject_id and g.p = x.period and g.b = x.bucket
          and (g.c is null or x.used_minor + excluded.used_minor <= g.c)
          and (g.r is null or x.asked + excluded.asked <= g.r))
    returning 1)
  select card_must((select count(*) from counted) = (select count(*) from given))`;

/** Adds a purchase to the counters; where caps are given, only as long as they hold, whoever else is adding. */
export const spendRows = (counting: Counting, minor: bigint, caps?: Caps): BulkRow[] =>
  rowsOf(counting, { minor, asked: 1 }, caps).map((values) => ({ statement: SPEND, values }));

/** Being asked counts with the card's life, whose row is written with every purchase anyway. */
function rowsOf(
  { merchantId, cardId, bookId, day }: Counting,
  { minor, asked }: { minor: bigint; asked: 0 | 1 },
  caps?: Caps,
): (string | null)[][] {
  const row = (subject: string, period: LimitPeriod, cap: bigint | null, more: (string | null)[]) => {
    const bucket = periodBucket(period, day);
    return [merchantId, subject, period, bucket, minor.toString(), cap?.toString() ?? null, ...more];
  };
  const counts = [String(asked), asked === 1 && caps ? caps.asked.toString() : null];
  return LIMIT_PERIOD_NAMES.flatMap((period) => {
    const ofCard = row(cardId, period, caps?.card[period] ?? null, period === "life" ? counts : ["0", null]);
    if (minor === 0n) return period === "life" ? [ofCard] : [];
    return bookId === null ? [ofCard] : [ofCard, row(bookId, period, caps?.book?.[period] ?? null, ["0", null])];
  });
}

async function write(tx: Tx, rows: (string | null)[][]): Promise<void> {
  const columns = rows[0]!.map((_, at) => rows.map((values) => values[at] ?? null));
  await tx.executeQuery(CompiledQuery.raw(SPEND, columns));
}

/** What a purchase has come to changes, in a transaction of one's own. */
export async function addSpend(tx: Tx, counting: Counting, minor: bigint): Promise<void> {
  if (minor !== 0n) await write(tx, rowsOf(counting, { minor, asked: 0 }));
}
/** A shop has asked for so much, or for nothing that was granted; where caps are given, only as long as they hold. */
export const addAsked = (tx: Tx, counting: Counting, minor: bigint, caps?: Caps): Promise<void> =>
  write(tx, rowsOf(counting, { minor, asked: 1 }, caps));

const UNCHANGED = `select card_must(not exists (
  select 1 from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (m, c, v)
    left join card x on x.merchant_id = t.m and x.id = t.c where x.version is distinct from t.v))`;
/** The card is still what it was when it was looked at: not frozen, no other limits. */
export const unchangedRow = ({ merchantId, id, version }: Card): BulkRow => ({
  statement: UNCHANGED,
  values: [merchantId, id, String(version)],
});

export async function readSpent(
  db: Db,
  merchantId: string,
  subjectIds: readonly string[],
  day: string,
): Promise<Map<string, Record<LimitPeriod, bigint>>> {
  const { rows } = await sql<{ subjectId: string; period: LimitPeriod; used: bigint }>`
    select subject_id as "subjectId", period, used_minor as used from card_spend
     where merchant_id = ${merchantId} and subject_id = any(${subjectIds}::uuid[])
       and (period, bucket) in (('day', ${periodBucket("day", day)}), ('month', ${periodBucket("month", day)}),
         ('life', ${periodBucket("life", day)}))`.execute(db);
  const spent = new Map(subjectIds.map((id) => [id, { day: 0n, month: 0n, life: 0n }]));
  for (const { subjectId, period, used: minor } of rows) spent.get(subjectId)![period] = minor;
  return spent;
}
