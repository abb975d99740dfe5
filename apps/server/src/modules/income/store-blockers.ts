import { accountCode, FROZEN_ACCOUNT_STATES } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { findAccount, listStores, lockAccount, type AccountKey } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { returnReference } from "./income-postings.ts";
import { countOpen, listReturned } from "./income-totals-store.ts";
import { RETURN_TOPIC } from "./settle-income.ts";

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
  const left = isLast ? await moneyLeft(deps, db, account) : [];
  return [
    ...(announced > 0 ? [`有 ${announced} 笔款项在途，到账后才能解绑`] : []),
    ...(held > 0 ? [`有 ${held} 笔收款还在处理，处理完才能解绑`] : []),
    ...left,
  ];
}

async function moneyLeft({ together }: IncomeDeps, db: Db, key: AccountKey): Promise<string[]> {
  const account = await findAccount(db, key);
  if (!account) return [];
  const code = accountCode("collection", account.currency, key.id);
  const left = await together.moneyOn(db, { merchantId: key.merchantId, code });
  // Nobody is asked to take out what cannot leave.
  return left.length > 0 && FROZEN_ACCOUNT_STATES.includes(account.state)
    ? ["收款账户已冻结，里面的钱现在不能转出，请联系客服"]
    : left;
}

/** The books have let go of it, and the bank has not taken it yet: until then somebody may have to decide about it again. */
export async function countReturning(
  { outbox }: Pick<IncomeDeps, "outbox">,
  within: Db,
  merchantId: string,
  only: { accountId?: string } = {},
): Promise<number> {
  const returned = await listReturned(within, merchantId, only);
  const references = returned.map((reference) => returnReference({ reference }));
  return outbox.countUndelivered(within, RETURN_TOPIC, references);
}
