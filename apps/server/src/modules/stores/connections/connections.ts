import { connectionEndpoints, connectionList, Refusal } from "@coralhub/contract";
import {
  CONNECTOR_NAMES,
  CONNECTORS,
  consentConnectorOf,
  keyConnectorOf,
  type OauthConnector,
  type Platform,
} from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Actor } from "../../../platform/lifecycle-engine.ts";
import type { Capability } from "../../../platform/capability.ts";
import type { Period, TradePages } from "../../../rails/marketplaces/index.ts";
import { platformOf, type Answers } from "../answers.ts";
import { findStore, type StoreKey } from "../stores-store.ts";
import { compareTyped, holdLost, type Met } from "./account-claims.ts";
import { CHECK_JOB, checkConnections, checkOne, planKeyCheck, tryKeys } from "./check-connections.ts";
import {
  connectionSource,
  findConnection,
  healthByConnector,
  listConnected,
  listConnections,
} from "./connections-store.ts";
import type { ConnectionsDeps } from "./deps.ts";
import { describeConnection, viewOf } from "./describe-connection.ts";
import { finishAuthorisation, type Homecoming } from "./finish-authorisation.ts";
import { openGrant } from "./seal-grant.ts";
import { deliverDisconnect, disconnect, DISCONNECT_TOPIC } from "./disconnect-store.ts";
import { asking } from "./platform-trouble.ts";
import { startAuthorisation } from "./start-authorisation.ts";
import { renewAuthorisations } from "./renew-authorisations.ts";

type Handlers = Capability<typeof connectionEndpoints>["handlers"];
/** A store's receiving account as a row shows it: answered by the stores module, which knows how. */
export type DefaultAccount = Awaited<ReturnType<Handlers["amazonDefaultAccount"]>>;
/** `tellsChanges`: it can be asked for what has changed in a period. */
type OrderReader = ((period: Period) => TradePages) & { tellsChanges?: boolean };
/** Whose orders can be read. */
export type StoreOrders = {
  /** `none`: the platform has no list of orders. `unconnected`: the merchant has not let us in, or not any more. */
  orderList(key: StoreKey): Promise<OrderReader | "none" | "unconnected">;
  /** The merchant's stores whose platform lets us in now. */
  connectedStores(merchantId: string): Promise<ReadonlySet<string>>;
};
export type Connections = Capability<typeof connectionEndpoints> &
  StoreOrders & {
    /** Keys were kept in this transaction: they are tried with the platform right after it. */
    checkNewKeys(tx: Tx, key: StoreKey): Promise<void>;
    /** The store goes: its tokens are forgotten and the platform is told. */
    disconnect(tx: Tx, key: StoreKey, by?: Actor): Promise<void>;
    /** Its account was given over to another merchant. */
    holdLost(tx: Tx, key: StoreKey, lost: Met): Promise<void>;
    /** What the merchant wrote down, against the accounts other merchants have; true while nothing is settled. */
    compareTyped(tx: Tx, key: StoreKey, typedBefore?: string): Promise<boolean>;
    /** Before a transaction: refuses keys the platform does not accept. */
    tryKeys(platform: Platform, answers: Answers): Promise<void>;
  };
type Deps = ConnectionsDeps & { amazonAccount(merchantId: string): Promise<DefaultAccount> };

export function createConnections(deps: Deps): Connections {
  return {
    endpoints: connectionEndpoints,
    handlers: { ...merchantHandlers(deps), ...amazonHandlers(deps), ...operatorHandlers(deps) },
    jobs: {
      "stores.renew-authorisations": { cron: "*/5 * * * *", run: () => renewAuthorisations(deps) },
      [CHECK_JOB]: {
        cron: "*/10 * * * *",
        run: (data) => checkConnections(deps, data ?? {}),
      },
    },
    outbox: { [DISCONNECT_TOPIC]: deliverDisconnect(deps) },
    checkNewKeys: (tx, key) => planKeyCheck(deps, tx, key),
    disconnect: (tx, key, by) => disconnect(deps, tx, key, by),
    holdLost: (tx, key, lost) => holdLost(deps, tx, key, lost),
    compareTyped: (tx, key, typedBefore) => compareTyped(deps, tx, key, typedBefore),
    tryKeys: (platform, answers) => tryKeys(deps, platform, answers),
    orderList: (key) => orderList(deps, key),
    connectedStores: async (merchantId) => new Set(await listConnected(deps.database.db, merchantId)),
  };
}

async function orderList(deps: Deps, key: StoreKey): Promise<OrderReader | "none" | "unconnected"> {
  const connected = await listConnected(deps.database.db, key.merchantId);
  const connection = connected.includes(key.id) ? await findConnection(deps.database.db, key) : undefined;
  if (!connection) return "unconnected";
  const calls = deps.marketplaces.calls(connection.connector);
  const grant = openGrant(deps.secrets, connection);
  const { tellsChanges = false } = CONNECTORS[connection.connector];
  if (!calls.listOrders) return "none";
  return Object.assign((period: Period) => calls.listOrders!(grant, period), { tellsChanges });
}

const keyOf = ({ merchantId }: MerchantContext, id: string): StoreKey => ({ merchantId, id });

function merchantHandlers(deps: Deps) {
  const depart = (only?: OauthConnector) => (ctx: MerchantContext, input: { merchantsId: string }) =>
    startAuthorisation(deps, ctx, input.merchantsId, only);
  const arrive = (only?: OauthConnector) => (ctx: MerchantContext, answer: Omit<Homecoming, "only">) =>
    finishAuthorisation(deps, ctx, { ...answer, only });
  const look = (ctx: MerchantContext, { merchantsId }: { merchantsId: string }) =>
    describeConnection(deps, keyOf(ctx, merchantsId));
  return {
    startAuthorisation: depart(),
    // Amazon calls the code by a name of its own.
    finishAuthorisation: (ctx, { code, state, extra }) =>
      finishAuthorisation(deps, ctx, { code: code ?? extra["spapi_oauth_code"], state, extra }),
    checkAuthorisation: look,
    lazadaUrl: depart("lazada"),
    finishLazada: arrive("lazada"),
    ebayUrl: depart("ebay"),
    finishEbay: (ctx, { code, mc }) => finishAuthorisation(deps, ctx, { code, state: mc, extra: {}, only: "ebay" }),
    finishDhgate: arrive("dhgate"),
    shopeeUrl: depart("shopee"),
    async checkShopee(ctx, input) {
      const connection = await look(ctx, input);
      if (connection.connector !== "shopee")
        throw new Refusal("connection.other_platform", { platform: CONNECTORS.shopee.label });
      return connection;
    },
    tiktokState: depart("tiktok"),
    reauthoriseTiktok: depart("tiktok"),
    threeCartKey: () => asking(deps.log, "threeCart", async () => ({ appKey: deps.marketplaces.threeCartKey() })),
    async threeCartUrl(ctx, { id }) {
      const store = await findStore(deps.database.db, keyOf(ctx, id));
      if (!store || store.state === "removed") throw new Refusal("not_found");
      if (keyConnectorOf(platformOf(store.platform)) !== "threeCart")
        throw new Refusal("connection.other_platform", { platform: CONNECTORS.threeCart.label });
      return { secureUrl: store.url };
    },
  } satisfies Partial<Handlers>;
}

function amazonHandlers(deps: Deps) {
  const { db } = deps.database;
  const arrive = (
    ctx: MerchantContext,
    {
      spapi_oauth_code: code,
      state,
      selling_partner_id,
    }: { spapi_oauth_code: string; state: string; selling_partner_id: string },
  ) => finishAuthorisation(deps, ctx, { code, state, extra: { selling_partner_id }, only: "amazon" });
  return {
    amazonUrl: (ctx, { id }) => startAuthorisation(deps, ctx, id, "amazon"),
    finishAmazon: arrive,
    amazonSignedUrl: (ctx, { merchantsId }) => startAuthorisation(deps, ctx, merchantsId, "amazon"),
    authoriseAmazonUser: arrive,
    async amazonAuthStatus({ merchantId }) {
      const connections = await listConnections(db, merchantId, "amazon");
      const stores = await Promise.all(connections.map((connection) => findStore(db, connection)));
      return connections.flatMap((connection, at) => (stores[at] ? [viewOf(stores[at], connection)] : []));
    },
    async buildAmazonData(ctx, { merchantsId }) {
      const key = keyOf(ctx, merchantsId);
      const connection = await findConnection(db, key);
      if (connection?.connector !== "amazon") {
        const store = await findStore(db, key);
        if (!store || store.state === "removed") throw new Refusal("not_found");
        if (consentConnectorOf(platformOf(store.platform)) === "amazon") throw new Refusal("connection.none");
        throw new Refusal("connection.other_platform", { platform: CONNECTORS.amazon.label });
      }
      await checkOne(deps, key);
      return describeConnection(deps, key);
    },
    amazonDefaultAccount: ({ merchantId }) => deps.amazonAccount(merchantId),
  } satisfies Partial<Handlers>;
}

function operatorHandlers(deps: Deps) {
  return {
    async platformHealth() {
      const known = new Map((await healthByConnector(deps.database.db)).map((row) => [row.connector, row]));
      const nobody = { connected: 0, expiring: 0, lapsed: 0, failing: 0, failingSince: null, lastSuccessAt: null };
      return CONNECTOR_NAMES.map((connector) => ({
        ...nobody,
        ...known.get(connector),
        connector,
        label: CONNECTORS[connector].label,
        reached: deps.marketplaces.reach(connector),
      }));
    },
    connections: (_ctx, input) => deps.lists.page({ scope: "all" }, connectionList, connectionSource, input),
    revokeAuthorisation: (ctx, { merchantId, storeId }) => revokeAsPlatform(deps, ctx, { merchantId, id: storeId }),
  } satisfies Partial<Handlers>;
}

/** Only what the sandbox's stand-in gave can be taken back here; the check that follows finds out as it would outside. */
async function revokeAsPlatform(deps: Deps, ctx: OperatorContext, key: StoreKey): Promise<null> {
  const connection = await findConnection(deps.database.db, key);
  if (!connection || deps.marketplaces.reach(connection.connector) !== "sandbox") throw new Refusal("not_found");
  const { connector } = connection;
  await asking(deps.log, connector, async () =>
    deps.marketplaces.calls(connector).revoke?.(openGrant(deps.secrets, connection)),
  );
  return ctx.once(async (tx) => {
    const store = await findStore(tx, key);
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "sandbox.authorisation_revoked",
      subject: `store:${key.merchantId}:${key.id}`,
      address: ctx.address,
      detail: { ...key, what: `${CONNECTORS[connector].label}：${store?.name ?? key.id}` },
    });
    await deps.jobs.send(tx, CHECK_JOB, key);
    return null;
  });
}
