import {
  KEY_CONNECTORS,
  OAUTH_CONNECTORS,
  type Connector,
  type KeyConnector,
  type OauthConnector,
} from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Mode } from "../../platform/config.ts";
import type { GuardedFetch } from "../../platform/guarded-fetch.ts";
import { hostsOf, settingsOf, variables, type ConnectorPlan } from "./connector-plan.ts";
import { amazon } from "./connectors/amazon.ts";
import { bigcommerce } from "./connectors/bigcommerce.ts";
import { coupang } from "./connectors/coupang.ts";
import { dhgate } from "./connectors/dhgate.ts";
import { ebay } from "./connectors/ebay.ts";
import { etsy } from "./connectors/etsy.ts";
import { google } from "./connectors/google.ts";
import { lazada } from "./connectors/lazada.ts";
import { mercado } from "./connectors/mercado.ts";
import { paypal } from "./connectors/paypal.ts";
import { qoo10 } from "./connectors/qoo10.ts";
import { shopee } from "./connectors/shopee.ts";
import { shopify, shopifyPrivate } from "./connectors/shopify.ts";
import { square } from "./connectors/square.ts";
import { stripe } from "./connectors/stripe.ts";
import { threeCart } from "./connectors/three-cart.ts";
import { tiktok } from "./connectors/tiktok.ts";
import { MarketplaceError, type ConsentMarketplace, type KeyMarketplace, type StoreCalls } from "./marketplace.ts";
import { createSandboxMarketplaces, type SandboxDeps } from "./sandbox/marketplaces.ts";
import { createTransport } from "./transport.ts";

export { createMarketOrders } from "./orders-control.ts";
export { createConsentPage } from "./sandbox/consent-page.ts";
export { CONSENT_PATH, plantSandboxGrant } from "./sandbox/marketplaces.ts";
export {
  MarketplaceError,
  type ConsentMarketplace,
  type Grant,
  type KeyMarketplace,
  type StoreCalls,
  type Trade,
  type Period,
  type TradePages,
  type Trouble,
} from "./marketplace.ts";

/** How a connector is reached: the real platform, the sandbox's stand-in, or not at all for want of settings. */
export type Reach = "platform" | "sandbox" | "none";
/** Every platform we can be connected to. Asking for one that is not configured is a MarketplaceError (`absent`). */
export type Marketplaces = {
  consent(connector: OauthConnector): ConsentMarketplace;
  keys(connector: KeyConnector): KeyMarketplace;
  calls(connector: Connector): StoreCalls;
  reach(connector: Connector): Reach;
  /** What a 3dcart merchant types into the shop's back office to let our app in. */
  threeCartKey(): string;
};

type AnyPlan<M> = ConnectorPlan<never, never, M>;
/** A plan forgets the names of its settings here: each is made from its own. */
const plan = <N extends string, H extends string, M, O extends string>(own: ConnectorPlan<N, H, M, O>) =>
  own as unknown as AnyPlan<M>;
const CONSENT_PLANS: Record<OauthConnector, AnyPlan<ConsentMarketplace>> = {
  ebay: plan(ebay),
  amazon: plan(amazon),
  lazada: plan(lazada),
  shopee: plan(shopee),
  tiktok: plan(tiktok),
  shopify: plan(shopify),
  etsy: plan(etsy),
  mercado: plan(mercado),
  square: plan(square),
  stripe: plan(stripe),
  paypal: plan(paypal),
  google: plan(google),
  dhgate: plan(dhgate),
};
const KEY_PLANS: Record<KeyConnector, AnyPlan<KeyMarketplace>> = {
  coupang: plan(coupang),
  qoo10: plan(qoo10),
  bigcommerce: plan(bigcommerce),
  threeCart: plan(threeCart),
  shopifyPrivate: plan(shopifyPrivate),
};
const SANDBOX_THREE_CART_KEY = "sandbox-3dcart-app";

type Settings = {
  mode: Mode;
  /** Every `CONNECT_…` variable. */
  connect: Readonly<Record<string, string>>;
};
type Deps = SandboxDeps & {
  /** Signatures carry the world's time, whatever the sandbox pretends. */
  wallClock: Clock;
  guardedFetch?: GuardedFetch;
  /** Instead of really waiting, where a platform asks for it. */
  sleep?: (ms: number) => Promise<unknown>;
};

/** Configured connectors speak to the real platforms in both modes; the sandbox plays the others, production lacks them. */
export function createMarketplaces({ mode, connect }: Settings, deps: Deps): Marketplaces {
  const transport = createTransport({ clock: deps.wallClock, guardedFetch: deps.guardedFetch, sleep: deps.sleep });
  const standIns = mode === "sandbox" ? createSandboxMarketplaces(deps) : undefined;
  const real = <M>(connector: Connector, { settings, optional, hosts, create }: AnyPlan<M>): M | undefined => {
    const own = settingsOf(connector, settings, connect);
    // Keys a merchant hands over need no settings of ours: in the sandbox they still go to the stand-in.
    if (!own || (settings.length === 0 && standIns)) return undefined;
    const more = optional && settingsOf(connector, optional, connect);
    return create(transport, own, hostsOf(connector, hosts, connect), more);
  };
  const made = <C extends Connector, M>(names: readonly C[], plans: Record<C, AnyPlan<M>>) =>
    new Map(names.map((connector) => [connector, real(connector, plans[connector])]));
  const consents = made(OAUTH_CONNECTORS, CONSENT_PLANS);
  const keys = made(KEY_CONNECTORS, KEY_PLANS);
  const isReal = (connector: Connector) =>
    (consents as Map<string, unknown>).get(connector) !== undefined ||
    (keys as Map<string, unknown>).get(connector) !== undefined;
  const absent = (connector: Connector): never => {
    const { settings } = isConsent(connector) ? CONSENT_PLANS[connector] : KEY_PLANS[connector];
    throw new MarketplaceError(
      "absent",
      `${connector} is not configured: set ${variables(connector, settings).join(", ")}`,
    );
  };
  const consent = (connector: OauthConnector) =>
    consents.get(connector) ?? standIns?.consent(connector) ?? absent(connector);
  const byKeys = (connector: KeyConnector) => keys.get(connector) ?? standIns?.keys(connector) ?? absent(connector);
  return {
    consent,
    keys: byKeys,
    calls: (connector) => (isConsent(connector) ? consent(connector) : byKeys(connector)),
    reach: (connector) => (isReal(connector) ? "platform" : standIns ? "sandbox" : "none"),
    threeCartKey: () =>
      settingsOf("threeCart", threeCart.settings, connect)?.PUBLIC_KEY ??
      (standIns ? SANDBOX_THREE_CART_KEY : absent("threeCart")),
  };
}

const isConsent = (connector: Connector): connector is OauthConnector =>
  (OAUTH_CONNECTORS as readonly string[]).includes(connector);
