import { Refusal, type AuthorisationDeparture } from "@coralhub/contract";
import { CONNECTORS, consentConnectorOf, type OauthConnector } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { MerchantContext } from "../../../platform/context.ts";
import { platformOf } from "../answers.ts";
import { findStore } from "../stores-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { insertState } from "./oauth-states-store.ts";
import { asking } from "./platform-trouble.ts";

const STATE_BYTES = 32;
const STATE_MINUTES = 10;
export const hashOfState = (state: string): Buffer => createHash("sha256").update(state).digest();
export const verifierContext = (stateHash: Buffer): string => `oauth verifier:${stateHash.toString("hex")}`;
/** Where every platform sends the browser back to. */
export const returnAddress = (publicUrl: string): string => `${publicUrl}/login`;

/** `only`: the call is one platform's own. */
export async function startAuthorisation(
  deps: ConnectionsDeps,
  ctx: MerchantContext,
  storeId: string,
  only?: OauthConnector,
): Promise<AuthorisationDeparture> {
  const store = await findStore(deps.database.db, { merchantId: ctx.merchantId, id: storeId });
  if (!store || store.state === "removed") throw new Refusal("not_found");
  const connector = consentConnectorOf(platformOf(store.platform));
  if (only && connector !== only) throw new Refusal("connection.other_platform", { platform: CONNECTORS[only].label });
  if (!connector) throw new Refusal("connection.not_by_consent");

  const state = deps.random.bytes(STATE_BYTES).toString("base64url");
  const verifier = deps.random.bytes(STATE_BYTES).toString("base64url");
  const request = {
    state,
    verifier,
    redirectUri: returnAddress(deps.publicUrl),
    shopUrl: store.url || null,
    country: store.country,
    storeId,
    seller: store.fields["sellerId"] ?? null,
  };
  const url = await asking(deps.log, connector, async () => deps.marketplaces.consent(connector).authoriseUrl(request));
  const stateHash = hashOfState(state);
  const expiresAt = new Date(ctx.now.getTime() + STATE_MINUTES * 60_000);
  await insertState(deps.database.db, {
    stateHash,
    merchantId: ctx.merchantId,
    sessionId: ctx.session.id,
    storeId,
    connector,
    verifier: deps.secrets.seal(verifier, verifierContext(stateHash)),
    expiresAt,
  });
  return { url, state, expiresAt };
}
