import { Refusal, type StoreConnection } from "@coralhub/contract";
import { CONNECTORS, consentConnectorOf, type OauthConnector } from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Grant } from "../../../rails/marketplaces/index.ts";
import { platformOf } from "../answers.ts";
import { findStore, listAmazonSiblings, lockStores, type Store } from "../stores-store.ts";
import { authorise } from "./authorisations.ts";
import { findConnection } from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { tiedOrFound } from "./account-claims.ts";
import { describeConnection } from "./describe-connection.ts";
import { takeState } from "./oauth-states-store.ts";
import { asking } from "./platform-trouble.ts";
import { hashOfState, returnAddress, verifierContext } from "./start-authorisation.ts";

export type Homecoming = {
  state: string;
  /** Absent where the merchant said no. */
  code?: string;
  extra: Record<string, string>;
  /** The call is one platform's own. */
  only?: OauthConnector;
};

/** The state decides whose store this is and which platform spoke; nothing the browser brings can say otherwise. */
export async function finishAuthorisation(
  deps: ConnectionsDeps,
  ctx: MerchantContext,
  { state, code, extra, only }: Homecoming,
): Promise<StoreConnection> {
  const { merchantId, now } = ctx;
  const { db } = deps.database;
  const stateHash = hashOfState(state);
  const journey = await takeState(db, { stateHash, merchantId, sessionId: ctx.session.id, now });
  if (!journey || (only && journey.connector !== only)) throw new Refusal("connection.state_refused");
  const { connector } = journey;
  const platform = CONNECTORS[connector].label;
  if (code === undefined) throw new Refusal("connection.declined", { platform });

  const key = { merchantId, id: journey.storeId };
  const store = await findStore(db, key);
  if (!store || store.state === "removed") throw new Refusal("not_found");
  const answer = {
    code,
    state,
    extra,
    verifier: deps.secrets.openText(journey.verifier, verifierContext(stateHash)),
    redirectUri: returnAddress(deps.publicUrl),
    shopUrl: store.url || null,
    country: store.country,
    storeId: store.id,
    seller: store.fields["sellerId"] ?? null,
  };
  const grant = await asking(deps.log, connector, () => deps.marketplaces.consent(connector).exchange(answer));
  const shops = await shopsCovered(deps, store, connector, grant);
  const siblings = [...shops.keys()].filter((id) => id !== key.id).map((id) => ({ merchantId, id }));
  await tiedOrFound(deps, [key, ...siblings], { connector, account: grant.account }, async (tx) => {
    // All of them in one order: two of the region's shops that agree at once do not wait for each other in a circle.
    const locked = await lockStores(tx, merchantId, [key.id, ...shops.keys()]);
    const current = locked.find(({ id }) => id === key.id);
    const moved =
      !current || current.state === "removed" || consentConnectorOf(platformOf(current.platform)) !== connector;
    if (moved) throw new Refusal("state.changed");
    const before = await findConnection(tx, key);
    // Another account's money is another store's: agreeing with it must not change whose this is.
    if (before?.connector === connector && before.account && grant.account && before.account !== grant.account)
      throw new Refusal("connection.other_account", { lastFour: before.account.slice(-4) });
    await authorise(deps, tx, current, { connector, grant: shops.get(key.id) ?? grant, now });
    for (const shop of locked)
      if (shop.id !== key.id) await authoriseBeside(deps, tx, shop, { connector, grant: shops.get(shop.id)!, now });
  });
  return describeConnection(deps, key);
}

/** One consent for every site of the seller's region: each shop with its own share, the one that agreed among them. */
async function shopsCovered(
  deps: ConnectionsDeps,
  store: Store,
  connector: OauthConnector,
  grant: Grant,
): Promise<ReadonlyMap<string, Grant>> {
  const { shareWith } = deps.marketplaces.consent(connector);
  const siblings = shareWith ? await listAmazonSiblings(deps.database.db, store) : [];
  const shares = new Map<string, Grant>();
  if (!shareWith || siblings.length === 0) return shares;
  for (const shop of [store, ...siblings])
    shares.set(shop.id, await asking(deps.log, connector, () => shareWith(grant, shop)));
  return shares;
}

/** A shop that was removed, moved or tied to another account meanwhile is left as it is. */
async function authoriseBeside(
  deps: ConnectionsDeps,
  tx: Tx,
  shop: Store,
  { connector, grant, now }: { connector: OauthConnector; grant: Grant; now: Date },
): Promise<void> {
  if (shop.state === "removed" || consentConnectorOf(platformOf(shop.platform)) !== connector) return;
  const before = await findConnection(tx, shop);
  if (before?.account && before.account !== grant.account) return;
  await authorise(deps, tx, shop, { connector, grant, now });
}
