import { Refusal, type ConversionDetail } from "@coralhub/contract";
import { addressOf, conversionLifecycle, type ConversionAction } from "@coralhub/domain";
import type { MoneyMatter } from "../../platform/capability.ts";
import { conversionIdOf, findConversion, findConversions, type ConversionKey } from "./conversions-store.ts";
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

/** Money matters of the feed that are exchanges of ours: they lead to the record. */
export async function recogniseConversions(
  { database: { db } }: Pick<ExchangeDeps, "database">,
  merchantId: string,
  matters: readonly MoneyMatter[],
): Promise<MoneyMatter[]> {
  const idOf = ({ reference }: MoneyMatter) => (reference === null ? undefined : conversionIdOf(reference));
  const ids = matters.flatMap((matter) => idOf(matter) ?? []);
  if (ids.length === 0) return [...matters];
  const known = new Map((await findConversions(db, merchantId, ids)).map((row) => [row.id, row]));
  return matters.map((matter) => {
    const found = known.get(idOf(matter) ?? "");
    if (!found) return matter;
    return {
      ...matter,
      title: `换汇 ${found.sell} → ${found.buy}`,
      body: found.agreed ? `成交汇率 ${found.agreed.price.rate}` : matter.body,
      path: addressOf("conversions", { open: found.id }),
    };
  });
}
