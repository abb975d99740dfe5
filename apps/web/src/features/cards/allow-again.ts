import type { CardControlsView } from "@coralhub/contract";
import type { Currency, Money } from "@coralhub/domain";

type AnyList = { mode: "only" | "except"; items: string[] };
type Currencies = CardControlsView["currencies"];

/** An empty list refuses nobody: one that was emptied since the decline stays so, or the item would be the only one let in. */
export function allowItem<T extends AnyList>(list: T, item: string): T {
  if (list.mode === "except") return { ...list, items: list.items.filter((one) => one !== item) };
  return list.items.length === 0 || list.items.includes(item) ? list : { ...list, items: [...list.items, item] };
}

type CurrencyRemedy = { item: Currency; amount?: Money | undefined; raises: boolean };
/**
 * A currency that is not among them comes in, for any amount; one that is has its limit raised as far as the purchase needs. Where
 * none is named any more all are allowed already, and what its owner has raised or lifted since stays.
 */
export function allowCurrency(currencies: Currencies, { item, amount, raises }: CurrencyRemedy): Currencies {
  if (currencies.length === 0) return currencies;
  const now = currencies.find(({ currency }) => currency === item);
  const isEnough = now && (now.perTransaction === null || (amount && now.perTransaction.minor >= amount.minor));
  if (isEnough) return currencies;
  const perTransaction = now || raises ? (amount ?? null) : null;
  return [...currencies.filter(({ currency }) => currency !== item), { currency: item, perTransaction }];
}
