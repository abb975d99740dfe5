import { CONNECTORS, toShanghaiDay, type Connector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import type { Grant } from "../../../rails/marketplaces/index.ts";
import { MERCHANT, noteEvent, type StoreActor } from "../events-store.ts";
import type { Store } from "../stores-store.ts";
import { moveAuthorisation, noteFailure, saveConnection, type Connection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { sealGrant } from "./seal-grant.ts";

const SYSTEM: StoreActor = { kind: "system", name: "系统" };
const labelOf = (connector: Connector) => CONNECTORS[connector].label;

/** A store is tied to its platform, for the first time or anew; the row of the store is locked by the caller. */
export async function authorise(
  deps: ConnectionsDeps,
  tx: Tx,
  store: Store,
  { connector, grant, now }: { connector: Connector; grant: Grant; now: Date },
): Promise<void> {
  const kept = sealGrant(deps.secrets, store, grant, now);
  await saveConnection(tx, store, { connector, account: grant.account, ...kept }, now);
  await moveAuthorisation(tx, store, "authorise", grant.endsAt);
  await noteEvent(deps, tx, store, { at: now, by: MERCHANT, what: `完成 ${labelOf(connector)} 授权` });
  const until = grant.endsAt ? `有效期至 ${toShanghaiDay(grant.endsAt)}` : "长期有效";
  await deps.sendMessage(tx, {
    event: "connection.authorised",
    merchantId: store.merchantId,
    data: { store: store.name, platform: labelOf(connector), until, storeId: store.id },
  });
}

type Named = Pick<Store, "name">;
export async function warn(deps: ConnectionsDeps, tx: Tx, connection: Connection, { name }: Named): Promise<void> {
  if (!(await moveAuthorisation(tx, connection, "warn", connection.endsAt))) return;
  await deps.sendMessage(tx, {
    event: "connection.expiring",
    merchantId: connection.merchantId,
    data: {
      store: name,
      platform: labelOf(connection.connector),
      day: toShanghaiDay(connection.endsAt!),
      storeId: connection.id,
    },
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
  if (!(await moveAuthorisation(tx, connection, "lapse", connection.endsAt))) return;
  await noteEvent(deps, tx, connection, { at, by: SYSTEM, what: "授权失效", detail: "请重新授权" });
  await deps.sendMessage(tx, {
    event: "connection.lapsed",
    merchantId: connection.merchantId,
    data: { store: name, platform: labelOf(connection.connector), storeId: connection.id },
  });
}
