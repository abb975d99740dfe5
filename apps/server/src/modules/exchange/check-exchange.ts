import { Refusal } from "@coralhub/contract";
import { marketStanding, moneyText, toShanghaiTime, type Money } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { readMarkets, readTerms, type Pair, type Terms } from "./terms-store.ts";

export const pairText = ({ sell, buy }: Pair): string => `${sell} 换 ${buy}`;

/** Whether the pair is exchanged at all, and its market open now. */
export async function requireOpen(db: Db, pair: Pair, now: Date): Promise<Terms> {
  if (pair.sell === pair.buy) throw new Refusal("fx.same_currency");
  const [terms, markets] = await Promise.all([readTerms(db, pair), readMarkets(db)]);
  if (!terms.isOpen) throw new Refusal("fx.pair_closed", { pair: pairText(pair) });
  const market = markets[terms.market];
  const standing = marketStanding(market, now);
  if (!standing.isOpen) {
    const opens = standing.opensAt ? `${toShanghaiTime(standing.opensAt).slice(5, 16)} 开市` : "开市时间待定";
    throw new Refusal("fx.market_closed", { market: market.label, opens });
  }
  return terms;
}

/** `field` is where the page shows it. */
export function checkAmount({ minimum, maximum }: Terms, amount: Money, field = "sellAmount"): void {
  if (amount.minor < minimum.minor) throw refused("fx.below_minimum", { minimum: moneyText(minimum) }, field);
  if (amount.minor > maximum.minor) throw refused("fx.above_maximum", { maximum: moneyText(maximum) }, field);
}

function refused(name: "fx.below_minimum" | "fx.above_maximum", values: Record<string, string>, field: string) {
  return new Refusal(name, values, { [field]: new Refusal(name, values).message });
}
