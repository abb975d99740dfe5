import { addressOf, moneyOf, platformName, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** A merchant's own orders, by the platform's number. */
export async function findOrders(db: Db, merchantId: string, { text, limit }: Wanted): Promise<Find[]> {
  const { rows } = await sql<{ number: string; platform: string; currency: Currency | null; minor: bigint | null }>`
    select order_number as number, platform, currency, amount_minor as minor from trade_order
    where merchant_id = ${merchantId} and order_number = ${text} and state <> 'replaced'
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ number, platform, currency, minor }) => ({
    kind: "order",
    title: number,
    detail: platformName(platform),
    amount: currency === null || minor === null ? null : moneyOf(currency, minor),
    path: addressOf("orderList", { orderNumber: number }),
  }));
}
