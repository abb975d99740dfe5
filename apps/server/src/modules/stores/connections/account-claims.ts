import { Refusal } from "@coralhub/contract";
import { CONNECTORS, type Connector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import type { Store } from "../stores-store.ts";
import { insertClaim } from "./account-claims-store.ts";
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
  if (!(await insertClaim(tx, store, about, { id: deps.ids.next(), at: deps.clock.now() }))) return;
  const platform = CONNECTORS[about.connector].label;
  await deps.sendMessage(tx, {
    event: "connection.accountElsewhere",
    merchantId: store.merchantId,
    data: { store: store.name, platform, lastFour: about.account.slice(-4), storeId: store.id },
  });
}
