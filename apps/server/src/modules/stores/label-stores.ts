import { Refusal } from "@coralhub/contract";
import { storeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor } from "../../platform/lifecycle-engine.ts";
import { platformOf, sharedAccount } from "./answers.ts";
import { ownStore, type StoreRef } from "./change-store.ts";
import { findOpenClaim } from "./connections/account-claims-store.ts";
import type { StoresDeps } from "./deps.ts";
import type { StoreStep } from "./store-history.ts";
import { keyOf, labelStores, lockStores, payInto, type StoreLabels } from "./stores-store.ts";

/** The name is the merchant's own word for the store: no review. */
export async function renameStore(deps: StoresDeps, tx: Tx, ref: StoreRef, name: string): Promise<null> {
  const store = await ownStore(tx, ref);
  if (store.name === name) return null;
  await labelStores(tx, store.merchantId, [store.id], { name });
  await deps.lifecycles.record(tx, storeLifecycle, keyOf(store), {
    action: "rename" satisfies StoreStep,
    by: ref.by,
    at: ref.now,
    note: `原名 ${store.name}`,
  });
  return null;
}

type Many = { merchantId: string; ids: readonly string[]; by: Actor; now: Date };
type BatchChange = StoreLabels & { accountId?: string };

/** All of them or none: one that is not there, or that cannot be paid into that account, stops the rest. */
export async function updateStores(
  deps: StoresDeps,
  tx: Tx,
  { merchantId, ids, by, now }: Many,
  { accountId, ...labels }: BatchChange,
): Promise<null> {
  const wanted = new Set(ids);
  const stores = await lockStores(tx, merchantId, [...wanted]);
  if (stores.length !== wanted.size) throw new Refusal("not_found");
  await labelStores(tx, merchantId, [...wanted], labels);
  if (accountId === undefined) return null;
  for (const store of stores) {
    if (store.receivingAccountId === null) throw new Refusal("store.not_bound");
    if (store.receivingAccountId === accountId) continue;
    // Its money stays where it rests until that is settled.
    if (await findOpenClaim(tx, store)) throw new Refusal("store.in_dispute");
    await sharedAccount(deps.receivingAccounts, tx, merchantId, platformOf(store.platform), accountId);
    await deps.receivingAccounts.attach(tx, { merchantId, accountId, storeId: store.id, platform: store.platform });
    await payInto(tx, store, accountId);
    await deps.lifecycles.record(tx, storeLifecycle, keyOf(store), {
      action: "changeAccount" satisfies StoreStep,
      by,
      at: now,
    });
  }
  return null;
}
