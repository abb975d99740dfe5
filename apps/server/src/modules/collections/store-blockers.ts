import { moneyOf, moneyText } from "@coralhub/domain";
import { findAccount, listStores } from "./accounts-store.ts";
import { balancesOf } from "./balances.ts";
import type { CollectionsDeps } from "./deps.ts";
import { countOpen } from "./standing-store.ts";

/**
 * Why a store cannot be removed yet, in words. The last one on an account answers for everything on it: what is on its way
 * there belongs to nobody else, and money would be left where no store explains it.
 */
export async function storeBlockers(deps: CollectionsDeps, merchantId: string, storeId: string): Promise<string[]> {
  const { db } = deps.database;
  const stores = await listStores(db, merchantId);
  const accountId = stores.find(({ id }) => id === storeId)?.accountId;
  if (accountId === undefined) return [];
  const isLast = !stores.some((other) => other.id !== storeId && other.accountId === accountId);
  const { announced, held } = await countOpen(db, merchantId, isLast ? { accountId } : { storeId });
  const left = isLast ? await moneyLeft(deps, merchantId, accountId) : undefined;
  return [
    ...(announced > 0 ? [`有 ${announced} 笔款项在途，到账后才能解绑`] : []),
    ...(held > 0 ? [`有 ${held} 笔收款还在处理，处理完才能解绑`] : []),
    ...(left ? [`收款账户里还有 ${left}，转出后才能解绑`] : []),
  ];
}

async function moneyLeft(deps: CollectionsDeps, merchantId: string, accountId: string): Promise<string | undefined> {
  const [account, balances] = await Promise.all([
    findAccount(deps.database.db, { merchantId, id: accountId }),
    balancesOf(deps, merchantId),
  ]);
  const minor = balances.get(accountId)?.available ?? 0n;
  return account && minor > 0n ? moneyText(moneyOf(account.currency, minor)) : undefined;
}
