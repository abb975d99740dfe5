import { Refusal, type ConversionDetail } from "@coralhub/contract";
import { conversionLifecycle, type ConversionAction } from "@coralhub/domain";
import { conversionReference, findConversion, type ConversionKey } from "./conversions-store.ts";
import type { ExchangeDeps } from "./deps.ts";
import { priceView } from "./quote-exchange.ts";

export async function describeConversion(deps: ExchangeDeps, key: ConversionKey): Promise<ConversionDetail> {
  const { db } = deps.database;
  const found = await findConversion(db, key);
  if (!found) throw new Refusal("not_found");
  const events = await deps.lifecycles.timeline(db, conversionLifecycle, key);
  const { id, state, sell, buy, amount, fee, bought, agreed, origin, orderId, reason, postingId, createdAt } = found;
  return {
    id,
    reference: conversionReference(id),
    state,
    pair: `${sell} → ${buy}`,
    sellCurrency: sell,
    buyCurrency: buy,
    amount,
    fee,
    bought,
    rate: agreed?.price.rate ?? null,
    mid: agreed?.price.mid ?? null,
    origin,
    reason,
    createdAt,
    price: agreed && priceView(agreed),
    rateAt: agreed?.rateAt ?? null,
    rateSource: agreed?.rateSource ?? null,
    postingId,
    orderId,
    timeline: events.map(({ action, note, at }) => ({
      label: conversionLifecycle.actions[action as ConversionAction].label,
      note,
      at,
    })),
  };
}
