import { addressOf, moneyOf, platformName, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Names and the ends of numbers are looked for among so many of the latest; whole numbers and amounts among all. */
const LATEST = 2_000;

type Row = { number: string; platform: string; currency: Currency | null; minor: bigint | null };

/** A merchant's own orders, by the platform's number, its parcel's or its settlement's, by goods or buyer, by amount. */
export async function findOrders(db: Db, merchantId: string, { text, amounts, limit }: Wanted): Promise<Find[]> {
  const columns = sql`id, order_number, platform, currency, amount_minor, created_at, state`;
  const own = sql`merchant_id = ${merchantId} and order_number is not null and state <> 'replaced'`;
  const minors = amounts.map(({ minor }) => minor);
  const { rows } = await sql<Row>`
    select distinct id, order_number as number, platform, currency, amount_minor as minor, created_at from (
      (select ${columns} from trade_order where ${own} and order_number in (${text}, upper(${text}))
        order by created_at desc, id desc limit ${limit})
      union all
      (select ${columns} from trade_order where ${own} and amount_minor = any(${minors}::int8[])
          and (currency, amount_minor) in (select * from unnest(${amounts.map(({ currency }) => currency)}::text[], ${minors}::int8[]))
        order by created_at desc, id desc limit ${limit})
      union all
      (select ${columns} from (select * from trade_order where merchant_id = ${merchantId}
          order by created_at desc, id desc limit ${LATEST}) latest
        where ${own} and (right(lower(order_number), length(${text})) = lower(${text}) or ${text} in (tracking, serial)
          or position(lower(${text}) in lower(concat_ws(' ', goods, buyer))) > 0)
        order by created_at desc, id desc limit ${limit})) found
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ number, platform, currency, minor }) => ({
    kind: "order",
    title: number,
    detail: platformName(platform),
    amount: currency === null || minor === null ? null : moneyOf(currency, minor),
    path: addressOf("orderList", { orderNumber: number }),
  }));
}
