import { authorisationLifecycle, type Connector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { someoneOf, type Actor } from "../../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../../platform/outbox.ts";
import { keyOf, type StoreKey } from "../stores-store.ts";
import { closeClaim } from "./account-claims.ts";
import { findConnection, removeConnection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { releaseAccounts } from "./platform-accounts-store.ts";
import { openGrant } from "./seal-grant.ts";
import { isTrouble } from "./platform-trouble.ts";

export const DISCONNECT_TOPIC = "stores.disconnect";
type Parting = { connector: Connector; sealed: string; merchantId: string; id: string };

/** With the store, or when it becomes another shop: its tokens are forgotten, and the platform hears that we need them no more. */
export async function disconnect(deps: ConnectionsDeps, tx: Tx, key: StoreKey, by?: Actor): Promise<void> {
  const released = { by: by ?? someoneOf(key), at: deps.clock.now(), set: { authorisedUntil: null } };
  await deps.lifecycles.tryAdvance(tx, authorisationLifecycle, keyOf(key), "release", released);
  await closeClaim(deps, tx, key, released.at);
  // An account that was given over may wait for a tie that never came.
  await releaseAccounts(tx, key);
  const connection = await findConnection(tx, key);
  if (!connection) return;
  await removeConnection(tx, key);
  const { connector, sealed, merchantId, id, authorisedAt } = connection;
  const payload: Parting = { connector, sealed: Buffer.from(sealed).toString("base64"), merchantId, id };
  await deps.outbox.enqueue(tx, {
    topic: DISCONNECT_TOPIC,
    reference: `${id}.${authorisedAt.getTime()}`,
    merchantId,
    payload,
  });
}

export const deliverDisconnect =
  (deps: ConnectionsDeps): OutboxHandler =>
  async ({ payload }) => {
    const { connector, sealed, merchantId, id } = payload as Parting;
    try {
      const grant = openGrant(deps.secrets, { merchantId, id, sealed: Buffer.from(sealed, "base64") });
      await deps.marketplaces.calls(connector).revoke?.(grant);
      return { result: "delivered" };
    } catch (error) {
      if (!isTrouble(error)) throw error;
      // It is over already, which is what we wanted.
      if (error.trouble === "refused") return { result: "delivered" };
      return { result: "retry", reason: error.message, afterSeconds: error.retryAfterSeconds };
    }
  };
