import { moneyOf } from "@coralhub/domain";
import type { PaymentMessage } from "../../rails/card-issuer/index.ts";
import type { Card } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";

/** What a purchase in another currency costs on top; nothing in the card's own. */
export async function foreignFee(
  deps: Pick<CardsDeps, "ledger">,
  { currency }: Pick<Card, "currency">,
  { original, amount }: Pick<PaymentMessage, "original" | "amount">,
): Promise<bigint> {
  if (original.currency === currency || amount.minor === 0n) return 0n;
  const { total } = await deps.ledger.prices.fee({
    business: "card_foreign",
    amount: moneyOf(currency, amount.minor),
    corridor: "*",
  });
  return total.minor;
}
