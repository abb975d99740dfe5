import { Refusal } from "@coralhub/contract";
import { accountClaimLifecycle, CONNECTORS, type Connector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { SYSTEM, type Lifecycles } from "../../../platform/lifecycle-engine.ts";
import { keyOf, lockStore, type Store, type StoreKey } from "../stores-store.ts";
import { findOpenClaim, insertClaim } from "./account-claims-store.ts";
import type { ConnectionsDeps } from "./deps.ts";

/** Ties a store in a transaction. Where its account is another merchant's nothing is tied: that is kept, and told once. */
export async function tiedOrFound(
  deps: ConnectionsDeps,
  store: Store,
  { connector, account }: { connector: Connector; account: string | null },
  tie: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await deps.database.transaction(tie);
  } catch (error) {
    if (account !== null && error instanceof Refusal && error.reason === "connection.account_elsewhere")
      await deps.database.transaction((tx) => noteFound(deps, tx, store, { connector, account }));
    throw error;
  }
}

async function noteFound(
  deps: ConnectionsDeps,
  tx: Tx,
  store: Store,
  about: { connector: Connector; account: string },
): Promise<void> {
  // Whoever decides on the store holds its row: they see this, or this comes after them.
  const current = await lockStore(tx, keyOf(store));
  if (!current || current.state === "removed") return;
  if (!(await insertClaim(tx, store, about, { id: deps.ids.next(), at: deps.clock.now() }))) return;
  const platform = CONNECTORS[about.connector].label;
  await deps.sendMessage(tx, {
    event: "connection.accountElsewhere",
    merchantId: store.merchantId,
    data: { store: store.name, platform, lastFour: about.account.slice(-4), storeId: store.id },
  });
}

/** Nobody has to prove anything for this store any more; false where nobody had to. */
export async function closeClaim(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  store: StoreKey,
  at: Date,
): Promise<boolean> {
  const claim = await findOpenClaim(tx, store);
  if (!claim) return false;
  const { merchantId, id } = claim;
  return lifecycles.tryAdvance(tx, accountClaimLifecycle, { merchantId, id }, "close", { by: SYSTEM, at });
}
