import { Refusal } from "@coralhub/contract";
import { authorisationLifecycle, CONNECTORS, toShanghaiDay, type Connector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { someoneOf, SYSTEM } from "../../../platform/lifecycle-engine.ts";
import type { Grant } from "../../../rails/marketplaces/index.ts";
import { keyOf, lockStore, type Store, type StoreKey } from "../stores-store.ts";
import { closeClaim } from "./account-claims.ts";
import { noteFailure, saveConnection, type Connection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { claimAccount } from "./platform-accounts-store.ts";
import { sealGrant } from "./seal-grant.ts";

const labelOf = (connector: Connector) => CONNECTORS[connector].label;

/** A store is tied to its platform, for the first time or anew; the row of the store is locked by the caller. */
export async function authorise(
  deps: ConnectionsDeps,
  tx: Tx,
  store: Store,
  { connector, grant, now }: { connector: Connector; grant: Grant; now: Date },
): Promise<void> {
  if (grant.account !== null && !(await claimAccount(tx, store, { connector, account: grant.account })))
    throw new Refusal("connection.account_elsewhere", { lastFour: grant.account.slice(-4) });
  const kept = sealGrant(deps.secrets, store, grant, now);
  await saveConnection(tx, store, { connector, account: grant.account, ...kept }, now);
  if (await closeClaim(deps, tx, store, now)) await deps.reviewAgain(tx, keyOf(store));
  const until = grant.endsAt ? `有效期至 ${toShanghaiDay(grant.endsAt)}` : "长期有效";
  const data = { store: store.name, platform: labelOf(connector), until, storeId: store.id };
  await deps.lifecycles.advance(tx, authorisationLifecycle, keyOf(store), "authorise", {
    by: someoneOf(store),
    at: now,
    set: { authorisedUntil: grant.endsAt },
    note: `完成 ${labelOf(connector)} 授权`,
    message: { event: "connection.authorised", data },
  });
}

/** A store that is gone is nobody's to warn about. */
const isThere = async (tx: Tx, key: StoreKey): Promise<boolean> => {
  const store = await lockStore(tx, keyOf(key));
  return store !== undefined && store.state !== "removed";
};

type Named = Pick<Store, "name">;
export async function warn(deps: ConnectionsDeps, tx: Tx, connection: Connection, { name }: Named): Promise<void> {
  if (!(await isThere(tx, connection))) return;
  const day = toShanghaiDay(connection.endsAt!);
  const data = { store: name, platform: labelOf(connection.connector), day, storeId: connection.id };
  await deps.lifecycles.tryAdvance(tx, authorisationLifecycle, keyOf(connection), "warn", {
    by: SYSTEM,
    at: deps.clock.now(),
    set: { authorisedUntil: connection.endsAt },
    message: { event: "connection.expiring", data },
  });
}

/** The platform said no, or the time is over: nothing more is tried until the merchant agrees anew. */
export async function lapse(
  deps: ConnectionsDeps,
  tx: Tx,
  connection: Connection,
  { name, problem }: Named & { problem: string },
): Promise<void> {
  const at = deps.clock.now();
  await noteFailure(tx, connection, { at, problem, refreshAfter: null });
  if (!(await isThere(tx, connection))) return;
  const data = { store: name, platform: labelOf(connection.connector), storeId: connection.id };
  await deps.lifecycles.tryAdvance(tx, authorisationLifecycle, keyOf(connection), "lapse", {
    by: SYSTEM,
    at,
    set: { authorisedUntil: connection.endsAt },
    note: "请重新授权",
    message: { event: "connection.lapsed", data },
  });
}
