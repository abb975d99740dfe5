import { walletEntryList, type ListInput } from "@coralhub/contract";
import { accountParts, moneyOf, type Currency, type Money } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import type { ListFilters } from "../../platform/list-query.ts";
import { readAccountNames } from "./account-names-store.ts";
import type { LedgerDeps } from "./deps.ts";
import { readBalances } from "./entries-store.ts";
import { readOpenHolds } from "./holds-store.ts";
import { walletSource } from "./lists-store.ts";
import { ownAccount } from "./merchant-books.ts";
import { USABLE } from "./overview.ts";

type UsableAccount = {
  code: string;
  kind: (typeof USABLE)[number];
  name: string | null;
  available: Money;
  processing: Money;
  held: Money;
};
type CurrencyBooks = Pick<UsableAccount, "available" | "processing" | "held"> & {
  currency: Money["currency"];
  accounts: UsableAccount[];
};

/** Every account a merchant can use, with what is held for it by currency. */
async function readCurrencies(db: Db, merchantId: string): Promise<CurrencyBooks[]> {
  const [usable, holds, names] = await Promise.all([
    readBalances(db, merchantId, USABLE),
    readOpenHolds(db, merchantId),
    readAccountNames(db, merchantId),
  ]);
  const sumOf = (currency: Currency, amounts: readonly Money[]) =>
    moneyOf(
      currency,
      amounts.reduce((sum, { minor }) => sum + minor, 0n),
    );
  const setAside = (currency: Currency, isOwn: boolean, code?: string) =>
    sumOf(
      currency,
      holds
        .filter((hold) => hold.amount.currency === currency && hold.isOwn === isOwn && (!code || hold.home === code))
        .map(({ amount }) => amount),
    );
  const accounts = usable.map(({ code, owner, balance }) => ({
    code,
    kind: accountParts(code).kind as UsableAccount["kind"],
    name: owner === null ? null : (names.get(owner) ?? owner),
    available: balance,
    processing: setAside(balance.currency, true, code),
    held: setAside(balance.currency, false, code),
  }));
  return [...Map.groupBy(accounts, ({ available }) => available.currency)].map(([currency, own]) => ({
    currency,
    available: sumOf(
      currency,
      own.map(({ available }) => available),
    ),
    // What is set aside on a card is under way as well, as the overview says.
    processing: setAside(currency, true),
    held: setAside(currency, false),
    accounts: own,
  }));
}

/** The multi-currency wallet: what a merchant has, and each account entry by entry. */
export function createWallet({ database: { db }, lists }: Pick<LedgerDeps, "database" | "lists">) {
  return {
    walletBalances: (ctx: MerchantContext) => readCurrencies(db, ctx.merchantId),
    walletEntries: async ({ merchantId }: MerchantContext, { account, ...input }: ListInput & { account: string }) =>
      lists.page({ ownerId: merchantId }, walletEntryList, walletSource(ownAccount(account)), input),
    exportWalletEntries: async (
      { merchantId }: MerchantContext,
      { account, filters }: { account: string; filters: ListFilters },
    ) => lists.export({ ownerId: merchantId }, walletEntryList, walletSource(ownAccount(account)), filters),
  };
}
