import {
  defaultTerms,
  FX_MARKETS,
  isExchanged,
  marketOf,
  moneyOf,
  parseMoney,
  toShanghaiDay,
  type BankCalendarCode,
  type Currency,
  type FxMarket,
  type MarketWindow,
  type Money,
  type PairTerms,
} from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Pair = { sell: Currency; buy: Currency };
export type Terms = Pair & {
  market: FxMarket;
  isOpen: boolean;
  minimum: Money;
  maximum: Money;
  dayLimit: Money;
  changedAt: Date | null;
};

const termsOf = ({ sell, buy }: Pair, set: PairTerms | undefined, changedAt: Date | null): Terms => {
  const { isOpen, minimum, maximum, dayLimit } = set ?? defaultTerms(sell, buy);
  const amount = (text: string) => parseMoney(text, sell);
  return {
    sell,
    buy,
    market: marketOf(sell, buy),
    isOpen: isOpen && isExchanged(sell, buy),
    minimum: amount(minimum),
    maximum: amount(maximum),
    dayLimit: amount(dayLimit),
    changedAt,
  };
};

type Row = Pair & { terms: PairTerms; madeAt: Date };

/** What operators have set, by 「USD CNY」. */
export async function readSetTerms(db: Db): Promise<(pair: Pair) => Terms> {
  const { rows } = await sql<Row>`
    select distinct on (sell, buy) sell, buy, terms, made_at as "madeAt" from fx_pair_terms
    order by sell, buy, made_at desc, id desc`.execute(db);
  const set = new Map(rows.map((row) => [`${row.sell} ${row.buy}`, row]));
  return (pair) => {
    const row = set.get(`${pair.sell} ${pair.buy}`);
    return termsOf(pair, row?.terms, row?.madeAt ?? null);
  };
}

export async function readTerms(db: Db, pair: Pair): Promise<Terms> {
  const { rows } = await sql<Row>`
    select terms, made_at as "madeAt" from fx_pair_terms where sell = ${pair.sell} and buy = ${pair.buy}
    order by made_at desc, id desc limit 1`.execute(db);
  return termsOf(pair, rows[0]?.terms, rows[0]?.madeAt ?? null);
}

/** Whoever sets a pair or a market waits for whoever is setting it. */
export async function lockSetting(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
}
/** Which setting is in force: null where nobody has set anything. */
export async function lastTermsOf(tx: Tx, { sell, buy }: Pair): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from fx_pair_terms where sell = ${sell} and buy = ${buy} order by made_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}
export async function lastHoursOf(tx: Tx, market: FxMarket): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from fx_market_hours where market = ${market} order by made_at desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

type Made = { id: string; reason: string; madeBy: string; madeAt: Date };

export async function insertTerms(tx: Tx, { sell, buy }: Pair, terms: PairTerms, made: Made): Promise<void> {
  await sql`insert into fx_pair_terms (id, sell, buy, terms, reason, made_by, made_at)
    values (${made.id}, ${sell}, ${buy}, ${JSON.stringify(terms)}::jsonb, ${made.reason}, ${made.madeBy}, ${made.madeAt})`.execute(
    tx,
  );
}

export type Market = {
  market: FxMarket;
  label: string;
  holidays: BankCalendarCode | null;
  hours: readonly MarketWindow[];
};

export async function readMarkets(db: Db): Promise<Record<FxMarket, Market>> {
  const { rows } = await sql<{ market: FxMarket; hours: MarketWindow[]; keepsHolidays: boolean }>`
    select distinct on (market) market, hours, keeps_holidays as "keepsHolidays" from fx_market_hours
    order by market, made_at desc, id desc`.execute(db);
  const marketBy = (market: FxMarket): Market => {
    const { label, holidays, hours } = FX_MARKETS[market];
    const set = rows.find((row) => row.market === market);
    return { market, label, holidays: set && !set.keepsHolidays ? null : holidays, hours: set?.hours ?? hours };
  };
  return { onshore: marketBy("onshore"), global: marketBy("global") };
}

export async function insertHours(
  tx: Tx,
  market: FxMarket,
  { hours, keepsHolidays }: { hours: readonly MarketWindow[]; keepsHolidays: boolean },
  made: Made,
): Promise<void> {
  await sql`insert into fx_market_hours (id, market, hours, keeps_holidays, reason, made_by, made_at)
    values (${made.id}, ${market}, ${JSON.stringify(hours)}::jsonb, ${keepsHolidays}, ${made.reason}, ${made.madeBy},
            ${made.madeAt})`.execute(tx);
}

/** Counts what the house sells of a pair today; false where it would be more than the cap. */
export async function countSold(tx: Tx, { sell, buy, dayLimit }: Terms, sold: Money, now: Date): Promise<boolean> {
  if (sold.minor > dayLimit.minor) return false;
  const { numAffectedRows } = await sql`
    insert into fx_pair_day as d (sell, buy, day, sold_minor)
    values (${sell}, ${buy}, ${toShanghaiDay(now)}::date, ${sold.minor})
    on conflict (day, sell, buy) do update set sold_minor = d.sold_minor + excluded.sold_minor
     where d.sold_minor + excluded.sold_minor <= ${dayLimit.minor}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function readSoldOn(db: Db, day: string): Promise<(Pair & { sold: Money })[]> {
  const { rows } = await sql<Pair & { minor: bigint }>`
    select sell, buy, sold_minor as minor from fx_pair_day where day = ${day}::date order by sell, buy`.execute(db);
  return rows.map(({ sell, buy, minor }) => ({ sell, buy, sold: moneyOf(sell, minor) }));
}
