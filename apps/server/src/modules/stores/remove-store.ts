import { Refusal } from "@coralhub/contract";
import type { Tx } from "../../platform/db.ts";
import { platformOf } from "./answers.ts";
import { ownStore, type StoreRef } from "./change-store.ts";
import type { StoresDeps } from "./deps.ts";
import { MERCHANT, noteEvent } from "./events-store.ts";
import { forgetSecrets } from "./secrets-store.ts";
import { markRemoved } from "./stores-store.ts";
import { releaseUrl } from "./urls-store.ts";

/** Gone from the lists, its keys forgotten, its address free again. Its income stays where it was. */
export async function removeStore(deps: StoresDeps, tx: Tx, ref: StoreRef): Promise<null> {
  const store = await ownStore(tx, ref);
  const blockers = await deps.lockStoreBlockers(tx, store);
  if (blockers.length > 0) throw new Refusal("store.in_use", { reasons: blockers.join("；") });
  if (!(await markRemoved(tx, store, ref.now))) throw new Refusal("state.changed");
  await releaseUrl(tx, store);
  await forgetSecrets(tx, store);
  await deps.connections.disconnect(tx, store);
  await noteEvent(deps, tx, store, { at: ref.now, by: MERCHANT, what: "解绑" });
  await deps.sendMessage(tx, {
    event: "store.removed",
    merchantId: store.merchantId,
    data: { name: store.name, platform: platformOf(store.platform).name },
  });
  return null;
}
