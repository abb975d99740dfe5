import { filter, incomeList, type FilterOption, type ReceivingAccountRow, type SavedView } from "@coralhub/contract";
import { CURRENCIES, placeName, platformName } from "@coralhub/domain";
import { useList, type FilterValue, type ListController, type ListState, type UrlState } from "@coralhub/ui";
import { useMemo } from "react";
import type { Selection } from "./income-calls.ts";
import { lastFour } from "../../platform/account-numbers.ts";

type Filters = ListState["filters"];
/** What the merchant put on top or away; by default what was put away is left out. */
const KEPT: readonly FilterOption[] = [
  { value: "pinned", label: "已置顶" },
  { value: "hidden", label: "已隐藏" },
];
/** The call takes one of each: choosing another lets the first go. */
const SINGLE: readonly string[] = ["receivingAccountId", "storeId", "hidden"];

const distinct = (options: readonly FilterOption[]): FilterOption[] => [
  ...new Map(options.map((option) => [option.value, option])).values(),
];

/** The list with this merchant's own currencies, platforms, accounts and stores to choose from. */
export function incomeSpec(accounts: readonly ReceivingAccountRow[], search: string): typeof incomeList {
  const wanted = new URLSearchParams(search);
  // A link may name an account before the accounts are here.
  const named = (key: string): FilterOption[] => {
    const value = wanted.get(key);
    return value ? [{ value, label: "…" }] : [];
  };
  const stores = accounts.flatMap((account) => account.stores);
  const platforms = [...accounts, ...stores].map(({ platform }) => ({
    value: platform,
    label: platformName(platform),
  }));
  const currencies = accounts.map(({ currency }) => ({ value: currency, label: CURRENCIES[currency].name }));
  const { payerName, createdAt, state, currency, platform, bizType } = incomeList.filters;
  return {
    ...incomeList,
    filters: {
      payerName,
      createdAt,
      state,
      platform: platforms.length > 0 ? filter.choice("平台", distinct(platforms)) : platform,
      currency: currencies.length > 0 ? filter.choice("币种", distinct(currencies)) : currency,
      receivingAccountId: filter.choice(
        "收款账户",
        distinct([
          ...named("receivingAccountId"),
          ...accounts
            .filter(({ accountNumber }) => accountNumber !== null)
            .map((account) => ({
              value: account.id,
              label: `${placeName(account)} 尾号 ${lastFour(account.accountNumber!)}`,
            })),
        ]),
      ),
      storeId: filter.choice(
        "店铺",
        distinct([...named("storeId"), ...stores.map(({ id, name }) => ({ value: id, label: name }))]),
      ),
      bizType,
      hidden: filter.choice("显示范围", KEPT),
    },
  };
}

const onlyOf = (value: FilterValue | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : undefined;

/** What the call is asked for; the words of the address that the list's own filters do not know go by their own names. */
export function selectionOf({ receivingAccountId, storeId, hidden, ...filters }: Filters): Selection {
  const kept = onlyOf(hidden);
  const account = onlyOf(receivingAccountId);
  const store = onlyOf(storeId);
  return {
    filters,
    ...(account && { receivingAccountId: account }),
    ...(store && { storeId: store }),
    ...(kept === "hidden" && { hidden: true }),
    ...(kept === "pinned" && { pinned: true }),
  };
}

/** The way back: a saved view as the page's filters. */
export function filtersOf({ filters, receivingAccountId, storeId, hidden, pinned }: SavedView["selection"]): Filters {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, FilterValue][];
  return {
    ...Object.fromEntries(given),
    ...(receivingAccountId && { receivingAccountId: [receivingAccountId] }),
    ...(storeId && { storeId: [storeId] }),
    ...(hidden && { hidden: ["hidden"] }),
    ...(pinned && { hidden: ["pinned"] }),
  };
}

/** The list's state in the address, for this merchant. */
export function useIncomeList(accounts: readonly ReceivingAccountRow[] | undefined, url: UrlState) {
  const { search } = url;
  const spec = useMemo(() => incomeSpec(accounts ?? [], search), [accounts, search]);
  const base = useList(spec, url);
  const list = useMemo(
    (): ListController => ({
      ...base,
      setFilter: (key, value) => {
        const last = SINGLE.includes(key) ? onlyOf(value) : undefined;
        base.setFilter(key, last ? [last] : value);
      },
    }),
    [base],
  );
  const selection = useMemo(() => selectionOf(list.input.filters as Filters), [list.input]);
  return { spec, list, selection };
}
