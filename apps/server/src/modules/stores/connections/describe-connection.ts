import { Refusal, type StoreConnection } from "@coralhub/contract";
import { consentConnectorOf, keyConnectorOf } from "@coralhub/domain";
import { platformOf } from "../answers.ts";
import { findStore, type Store, type StoreKey } from "../stores-store.ts";
import { findConnection, type Connection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";

/** Amazon's sellers copy the very number that Amazon names with their consent; elsewhere the two are of different kinds. */
export function toldOtherwise({ fields }: Store, { connector, account }: Connection): string | null {
  const told = fields["sellerId"];
  return connector === "amazon" && account && told && told.toUpperCase() !== account.toUpperCase() ? told : null;
}

export const viewOf = (store: Store, connection: Connection | undefined): StoreConnection => {
  const platform = platformOf(store.platform);
  return {
    merchantsId: store.id,
    name: store.name,
    platformCode: store.platform,
    connector: connection?.connector ?? consentConnectorOf(platform) ?? keyConnectorOf(platform) ?? null,
    authorisation: store.authorisation,
    account: connection?.account ?? null,
    toldAccount: connection ? toldOtherwise(store, connection) : null,
    lastFour: connection?.lastFour ?? null,
    authorisedAt: connection?.authorisedAt ?? null,
    endsAt: connection?.endsAt ?? null,
    lastSuccessAt: connection?.lastSuccessAt ?? null,
    failingSince: connection?.failingSince ?? null,
  };
};

export async function describeConnection(
  { database: { db } }: ConnectionsDeps,
  key: StoreKey,
): Promise<StoreConnection> {
  const [store, connection] = await Promise.all([findStore(db, key), findConnection(db, key)]);
  if (!store || store.state === "removed") throw new Refusal("not_found");
  return viewOf(store, connection);
}
