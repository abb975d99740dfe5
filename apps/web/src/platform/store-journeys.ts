import type { AuthorisationDeparture, StoreConnection } from "@coralhub/contract";
import { consentConnectorOf, platformByCode, type OauthConnector } from "@coralhub/domain";
import { session } from "./session.ts";
import { quietStoreCalls } from "./store-calls.ts";

export type Departing = { merchantsId: string; platformCode: string; authorisation?: string };

/** Platforms with a call of their own for the way out; the others share one. */
const DEPARTURES: Partial<Record<OauthConnector, (store: Departing) => Promise<AuthorisationDeparture>>> = {
  lazada: ({ merchantsId }) => quietStoreCalls.lazadaUrl({ merchantsId }),
  ebay: ({ merchantsId }) => quietStoreCalls.ebayUrl({ merchantsId }),
  amazon: ({ merchantsId: id }) => quietStoreCalls.amazonUrl({ id }),
  shopee: ({ merchantsId }) => quietStoreCalls.shopeeUrl({ merchantsId }),
  tiktok: ({ merchantsId, authorisation = "none" }) =>
    authorisation === "none"
      ? quietStoreCalls.tiktokState({ merchantsId })
      : quietStoreCalls.reauthoriseTiktok({ merchantsId }),
};

/** Remembered under the state, which comes back with the browser: the way back is by the same platform's call. */
const keyOf = (state: string): string => `authorising:${state}`;

type Departed = Departing & { connector?: OauthConnector };
/** Which store somebody left for under this state, as long as the tab lives. */
export function departedFor(state: string): Departed | undefined {
  const kept = sessionStorage.getItem(keyOf(state));
  return kept === null ? undefined : (JSON.parse(kept) as Departed);
}

/** The platform's own page where consent is given. */
export async function depart(store: Departing): Promise<AuthorisationDeparture> {
  const platform = platformByCode(store.platformCode);
  const connector = platform && consentConnectorOf(platform);
  const own = connector && DEPARTURES[connector];
  const departure = await (own ? own(store) : quietStoreCalls.startAuthorisation({ merchantsId: store.merchantsId }));
  const { merchantsId, platformCode } = store;
  const left: Departed = { merchantsId, platformCode, ...(connector && { connector }) };
  sessionStorage.setItem(keyOf(departure.state), JSON.stringify(left));
  if (connector === "amazon") session.keepAmazonUrl(departure.url);
  return departure;
}

type Answer = { code: string; state: string; extra: Record<string, string> };
const ARRIVALS: Partial<Record<OauthConnector, (answer: Answer) => Promise<StoreConnection>>> = {
  lazada: (answer) => quietStoreCalls.finishLazada(answer),
  ebay: ({ code, state }) => quietStoreCalls.finishEbay({ code, mc: state }),
  dhgate: (answer) => quietStoreCalls.finishDhgate(answer),
};

/** Back from the platform; without a code the merchant said no there. */
export function arrive({
  code,
  state,
  extra,
}: Omit<Answer, "code"> & { code: string | null }): Promise<StoreConnection> {
  const connector = departedFor(state)?.connector;
  if (connector === "amazon") session.forgetAmazonUrl();
  const own = connector && ARRIVALS[connector];
  if (own && code) return own({ code, state, extra });
  return quietStoreCalls.finishAuthorisation({ ...(code && { code }), state, extra });
}
