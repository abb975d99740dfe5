import type { CardControlsView } from "@coralhub/contract";
import type { Currency } from "@coralhub/domain";

type AnyList = { mode: "only" | "except"; items: string[] };
type Currencies = CardControlsView["currencies"];

/** An empty list refuses nobody: one that was emptied since the decline stays so, or the item would be the only one let in. */
export function allowItem<T extends AnyList>(list: T, item: string): T {
  if (list.mode === "except") return { ...list, items: list.items.filter((one) => one !== item) };
  return list.items.length === 0 || list.items.includes(item) ? list : { ...list, items: [...list.items, item] };
}

/** Any amount in this currency; where none is named any more, all are allowed already. */
export function allowCurrency(currencies: Currencies, wanted: Currency): Currencies {
  if (currencies.length === 0) return currencies;
  return [...currencies.filter(({ currency }) => currency !== wanted), { currency: wanted, perTransaction: null }];
}
