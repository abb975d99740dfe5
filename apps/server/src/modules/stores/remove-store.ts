import { Refusal } from "@coralhub/contract";
import { storeLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { platformOf } from "./answers.ts";
import { ownStore, type StoreRef } from "./change-store.ts";
import type { StoresDeps } from "./deps.ts";
import { forgetSecrets } from "./secrets-store.ts";
import { keyOf } from "./stores-store.ts";
import { releaseUrl } from "./urls-store.ts";

/** Gone from the lists, its keys forgotten, its address free again. Its income stays where it was. */
export async function removeStore(deps: StoresDeps, tx: Tx, ref: StoreRef): Promise<null> {
  const store = await ownStore(tx, ref);
  const blockers = await deps.lockStoreBlockers(tx, store);
  if (blockers.length > 0) throw new Refusal("store.in_use", { reasons: blockers.join("；") });
  await releaseUrl(tx, store);
  await forgetSecrets(tx, store);
  await deps.connections.disconnect(tx, store);
  const data = { name: store.name, platform: platformOf(store.platform).name };
  await deps.lifecycles.advance(tx, storeLifecycle, keyOf(store), "remove", {
    by: ref.by,
    at: ref.now,
    set: { authorisation: "none", authorisedUntil: null },
    message: { event: "store.removed", data },
  });
  // What rested because of this store alone goes on.
  const { merchantId, receivingAccountId } = store;
  if (receivingAccountId) await deps.receivingAccounts.settleDispute(tx, { merchantId, id: receivingAccountId });
  return null;
}
