import { accountCode, addMoney, holdCode, moneyText } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { findAccount, listStores, lockAccount, type AccountKey } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { countOpen } from "./income-totals-store.ts";

type StoreKey = { merchantId: string; id: string };

/** Why a store cannot be removed yet, in words; empty where it can. */
export async function storeBlockers(deps: IncomeDeps, store: StoreKey): Promise<string[]> {
  const { db } = deps.database;
  const account = await accountOf(db, store);
  return account ? blockersOn(deps, db, store, account) : [];
}

/**
 * For whoever removes it: the account is locked before anybody counts, so that money on its way in has either been seen
 * or comes when the store is gone; and of the last two stores that leave at once, one knows itself to be the last.
 */
export async function lockStoreBlockers(deps: IncomeDeps, tx: Tx, store: StoreKey): Promise<string[]> {
  const account = await accountOf(tx, store);
  if (!account) return [];
  await lockAccount(tx, account, "update");
  return blockersOn(deps, tx, store, account);
}

async function accountOf(db: Db, { merchantId, id }: StoreKey): Promise<AccountKey | undefined> {
  const accountId = (await listStores(db, merchantId)).find((store) => store.id === id)?.accountId;
  return accountId === undefined ? undefined : { merchantId, id: accountId };
}

/**
 * The last store on an account answers for everything on it: what is on its way there belongs to nobody else, and money
 * would be left where no store explains it.
 */
async function blockersOn(deps: IncomeDeps, db: Db, store: StoreKey, account: AccountKey): Promise<string[]> {
  const { merchantId } = store;
  const isLast = (await listStores(db, merchantId, { accountId: account.id })).every(({ id }) => id === store.id);
  const { announced, held } = await countOpen(
    db,
    merchantId,
    deps.clock.now(),
    isLast ? { accountId: account.id } : { storeId: store.id },
  );
  const left = isLast ? await moneyLeft(deps, db, account) : undefined;
  return [
    ...(announced > 0 ? [`有 ${announced} 笔款项在途，到账后才能解绑`] : []),
    ...(held > 0 ? [`有 ${held} 笔收款还在处理，处理完才能解绑`] : []),
    ...(left ? [`收款账户里还有 ${left}，转出后才能解绑`] : []),
  ];
}

async function moneyLeft({ ledger }: IncomeDeps, db: Db, key: AccountKey): Promise<string | undefined> {
  const account = await findAccount(db, key);
  if (!account) return undefined;
  const code = accountCode("collection", account.currency, key.id);
  const [balance, held] = [
    await ledger.balance(key.merchantId, code, db),
    await ledger.balance(key.merchantId, holdCode(code), db),
  ];
  const all = addMoney(balance, held);
  return all.minor > 0n ? moneyText(all) : undefined;
}
