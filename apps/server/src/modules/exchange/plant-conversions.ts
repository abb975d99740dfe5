import { conversionLifecycle, moneyOf, type ExchangePrice } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import { insertConversion } from "./conversions-store.ts";

export type ConversionPlant = { merchantId: string; id: string; at: Date; price: ExchangePrice; postingId: string };

/** Conversions of the past, without a fee. Their postings are planted with them, by whoever plants the books. */
export async function plantConversions(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  plants: readonly ConversionPlant[],
): Promise<void> {
  for (const { merchantId, id, at, price, postingId } of plants) {
    const { sell, buy } = price;
    const nothing = moneyOf(sell.currency, 0n);
    const fee = {
      lines: [],
      total: nothing,
      merchantPays: nothing,
      recipientPays: nothing,
      bearer: "merchant" as const,
    };
    await insertConversion(tx, {
      merchantId,
      id,
      sell: sell.currency,
      buy: buy.currency,
      origin: "merchant",
      orderId: null,
      amount: sell,
      agreed: { price, fee, rateAt: at, rateSource: "sandbox", quoteId: id },
      createdAt: at,
    });
    await lifecycles.advance(tx, conversionLifecycle, { merchantId, id }, "settle", {
      by: SYSTEM,
      at,
      set: { postingId },
    });
  }
}
