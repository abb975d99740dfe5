import { Refusal, type StoreConnection } from "@coralhub/contract";
import { CONNECTORS, consentConnectorOf, type OauthConnector } from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import { platformOf } from "../answers.ts";
import { lockStore, findStore } from "../stores-store.ts";
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
  };
  const grant = await asking(deps.log, connector, () => deps.marketplaces.consent(connector).exchange(answer));
  await tiedOrFound(deps, store, { connector, account: grant.account }, async (tx) => {
    const current = await lockStore(tx, key);
    const moved =
      !current || current.state === "removed" || consentConnectorOf(platformOf(current.platform)) !== connector;
    if (moved) throw new Refusal("state.changed");
    const before = await findConnection(tx, key);
    // Another account's money is another store's: agreeing with it must not change whose this is.
    if (before?.connector === connector && before.account && grant.account && before.account !== grant.account)
      throw new Refusal("connection.other_account", { lastFour: before.account.slice(-4) });
    await authorise(deps, tx, current, { connector, grant, now });
  });
  return describeConnection(deps, key);
}
