import type { conversionDeskList, conversionList } from "@coralhub/contract";
import { moneyOf, type ConversionState, type Currency, type Money } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";
import { quoteFromJson, quoteToJson, type ExchangeQuote } from "../prices/index.ts";
import type { Pair } from "./terms-store.ts";

export type ConversionKey = { merchantId: string; id: string };
export type ConversionOrigin = "merchant" | "target" | "arrivals";
/** What was agreed on, as it stands in the row. */
export type Agreed = Pick<ExchangeQuote, "price" | "fee" | "rateAt" | "rateSource"> & { quoteId: string };
export type Conversion = ConversionKey &
  Pair & {
    state: ConversionState;
    origin: ConversionOrigin;
    orderId: string | null;
    amount: Money;
    fee: Money;
    bought: Money | null;
    agreed: Omit<Agreed, "quoteId"> | null;
    postingId: string | null;
    reason: string | null;
    createdAt: Date;
  };

/** What an operator searches for, and how the books name it. */
export const conversionReference = (id: string): string => `FX${id.replaceAll("-", "").toUpperCase()}`;

type NewConversion = ConversionKey &
  Pair & { origin: ConversionOrigin; orderId: string | null; amount: Money; agreed: Agreed | null; createdAt: Date };

export async function insertConversion(tx: Tx, c: NewConversion): Promise<void> {
  const { price, fee, quoteId, rateAt, rateSource } = c.agreed ?? {};
  await sql`
    insert into conversion (merchant_id, id, state, origin, order_id, quote_id, sell, buy, amount_minor, fee_minor,
      bought_minor, margin_minor, mid, rate, price, rate_at, rate_source, created_at)
    values (${c.merchantId}, ${c.id}, 'pending', ${c.origin}, ${c.orderId}, ${quoteId ?? null}, ${c.sell}, ${c.buy},
      ${c.amount.minor}, ${fee?.total.minor ?? 0n}, ${price?.buy.minor ?? null}, ${price?.margin.minor ?? null},
      ${price?.mid ?? null}, ${price?.rate ?? null},
      ${price ? JSON.stringify(quoteToJson({ price, fee })) : null}::jsonb, ${rateAt ?? null}, ${rateSource ?? null},
      ${c.createdAt})`.execute(tx);
}

type Row = Omit<Conversion, "amount" | "fee" | "bought" | "agreed"> & {
  amountMinor: bigint;
  feeMinor: bigint;
  boughtMinor: bigint | null;
  price: unknown;
  rateAt: Date | null;
  rateSource: string | null;
};
const conversionOf = ({ amountMinor, feeMinor, boughtMinor, price, rateAt, rateSource, ...row }: Row): Conversion => ({
  ...row,
  amount: moneyOf(row.sell, amountMinor),
  fee: moneyOf(row.sell, feeMinor),
  bought: boughtMinor === null ? null : moneyOf(row.buy, boughtMinor),
  agreed:
    price === null
      ? null
      : {
          ...(quoteFromJson(price) as Pick<ExchangeQuote, "price" | "fee">),
          rateAt: rateAt!,
          rateSource: rateSource!,
        },
});
const COLUMNS = sql`merchant_id as "merchantId", id, state, origin, order_id as "orderId", sell, buy,
  amount_minor as "amountMinor", fee_minor as "feeMinor", bought_minor as "boughtMinor", price, rate_at as "rateAt",
  rate_source as "rateSource", posting_id as "postingId", reason, created_at as "createdAt"`;

export async function findConversion(db: Db, { merchantId, id }: ConversionKey): Promise<Conversion | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from conversion where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0] && conversionOf(rows[0]);
}

/** What was exchanged of a pair since then, and how often. */
export async function sumPair(
  db: Db,
  merchantId: string,
  { sell, buy }: Pair,
  since: Date,
): Promise<{ sold: Money; bought: Money; count: number }> {
  const { rows } = await sql<{ sold: bigint; bought: bigint; count: number }>`
    select coalesce(sum(amount_minor - fee_minor), 0)::int8 as sold, coalesce(sum(bought_minor), 0)::int8 as bought,
           count(*)::int as count
      from conversion where merchant_id = ${merchantId} and sell = ${sell} and buy = ${buy} and state = 'settled'
       and created_at >= ${since}`.execute(db);
  const { sold, bought, count } = rows[0]!;
  return { sold: moneyOf(sell, sold), bought: moneyOf(buy, bought), count };
}

/** The volume a price depends on. */
export async function sumSold(db: Db, merchantId: string, sell: Currency, since: Date): Promise<Money> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::int8 as minor from conversion
     where merchant_id = ${merchantId} and sell = ${sell} and state = 'settled' and created_at >= ${since}`.execute(db);
  return moneyOf(sell, rows[0]!.minor);
}

export async function countConversions(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversion where merchant_id = ${merchantId}`.execute(db);
  return rows[0]!.count;
}

const LIST = {
  id: sql`c.id`,
  state: sql`c.state`,
  pair: sql`c.sell || ' → ' || c.buy`,
  sellCurrency: sql`c.sell`,
  buyCurrency: sql`c.buy`,
  amount: { minor: sql`c.amount_minor`, currency: sql`c.sell` },
  fee: { minor: sql`c.fee_minor`, currency: sql`c.sell` },
  bought: { minor: sql`c.bought_minor`, currency: sql`c.buy` },
  rate: sql`c.rate`,
  mid: sql`c.mid`,
  origin: sql`c.origin`,
  reason: sql`c.reason`,
  createdAt: sql`c.created_at`,
};

export const conversionSource: ListSource<(typeof conversionList)["row"]> = {
  from: sql`conversion c`,
  owner: sql`c.merchant_id`,
  id: sql`c.id`,
  columns: LIST,
};
export const conversionDeskSource: ListSource<(typeof conversionDeskList)["row"]> = {
  ...conversionSource,
  columns: { ...LIST, merchantId: sql`c.merchant_id` },
};
