import { Refusal, type OpenAppBrief } from "@coralhub/contract";
import { OPEN_API, type ApiScope } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { afterCommit, type Tx } from "../../platform/db.ts";
import { requireFresh } from "../identity/index.ts";
import { findApp, insertApp, listApps, lockApps, updateApp, type OpenApp } from "./apps-store.ts";
import type { DeveloperDeps } from "./deps.ts";
import { recordDeed } from "./record-deed.ts";
import { EVENTS_TOPIC } from "./events-topic.ts";

/** Every process looks at an app again once one of them has changed it. */
export const APPS_TOPIC = "open-apps";
export function tellAppsChanged(
  deps: Pick<DeveloperDeps, "live" | "forgetApp">,
  tx: Tx,
  { appId, merchantId }: Pick<OpenApp, "appId" | "merchantId">,
): Promise<void> {
  afterCommit(tx, () => deps.forgetApp(appId));
  return deps.live.publish(tx, APPS_TOPIC, { event: "changed", data: { appId, merchantId } });
}

/** With a transaction: nobody else changes the merchant's apps until it ends. */
export async function requireApp(deps: DeveloperDeps, merchantId: string, appId: string, tx?: Tx): Promise<OpenApp> {
  if (tx) await lockApps(tx, merchantId);
  const app = await findApp(tx ?? deps.database.db, merchantId, appId);
  if (!app) throw new Refusal("not_found");
  return app;
}

export const describeBrief = (app: OpenApp, userId: string): OpenAppBrief => ({
  appId: app.appId,
  appProduct: app.product,
  userId,
  isEnabled: app.enabled,
  suspendedReason: app.suspendedReason,
  ipWhitelist: app.ipWhitelist,
  scopes: app.scopes,
  callsPerMinute: app.callsPerMinute,
  createdAt: app.createdAt,
});

/** Letters and digits nobody mistakes for another. */
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const ID_LENGTH = 12;
const newAppId = ({ random }: Pick<DeveloperDeps, "random">): string =>
  `APP-${Array.from({ length: ID_LENGTH }, () => SIGNS[random.below(SIGNS.length)]).join("")}`;

/** What makes a program able to take money out, or reachable from elsewhere, needs the person again. */
const isSensitive = (change: AppRequest): boolean =>
  change.ipWhitelist !== undefined || (change.scopes?.some((scope) => scope.endsWith(":write")) ?? false);

type AppRequest = {
  appProduct?: string | undefined;
  ipWhitelist?: string[] | undefined;
  scopes?: ApiScope[] | undefined;
  isEnabled?: boolean | undefined;
};

export async function applyForApp(
  deps: DeveloperDeps,
  ctx: MerchantContext,
  request: { appProduct: string; ipWhitelist: string[]; scopes: ApiScope[] },
): Promise<OpenAppBrief> {
  const userId = await openUserId(deps, ctx.merchantId);
  return ctx.once(async (tx) => {
    await lockApps(tx, ctx.merchantId);
    if ((await listApps(tx, ctx.merchantId)).length >= OPEN_API.mostApps)
      throw new Refusal("developer.too_many_apps", { most: OPEN_API.mostApps });
    const app = {
      merchantId: ctx.merchantId,
      id: deps.ids.next(),
      appId: newAppId(deps),
      product: request.appProduct,
      ipWhitelist: request.ipWhitelist,
      scopes: request.scopes,
      callsPerMinute: OPEN_API.callsPerMinute,
      personId: ctx.personId,
      createdAt: deps.clock.now(),
    };
    await insertApp(tx, app);
    const detail = { product: app.product, scopes: app.scopes };
    await recordDeed(deps, tx, ctx, { action: "developer.app_applied", appId: app.appId, detail });
    await tellAppsChanged(deps, tx, app);
    return describeBrief({ ...app, enabled: true, suspendedReason: null }, userId);
  });
}

export async function editApp(
  deps: DeveloperDeps,
  ctx: MerchantContext,
  { appId, ...request }: AppRequest & { appId: string },
): Promise<OpenAppBrief> {
  if (isSensitive(request)) requireFresh(deps, ctx);
  const userId = await openUserId(deps, ctx.merchantId);
  return ctx.once(async (tx) => {
    const app = await requireApp(deps, ctx.merchantId, appId, tx);
    if (app.suspendedReason !== null) throw new Refusal("developer.suspended", { reason: app.suspendedReason });
    const { appProduct: product, isEnabled: enabled, ipWhitelist, scopes } = request;
    const change = {
      ...(product !== undefined && { product }),
      ...(enabled !== undefined && { enabled }),
      ...(ipWhitelist !== undefined && { ipWhitelist }),
      ...(scopes !== undefined && { scopes }),
    };
    await updateApp(tx, app, change, deps.clock.now());
    await recordDeed(deps, tx, ctx, { action: "developer.app_changed", appId, detail: change });
    await tellAppsChanged(deps, tx, app);
    if (enabled) deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    return describeBrief({ ...app, ...change }, userId);
  });
}

/** Exists once certification has passed; without it there is nothing to do here. */
export async function openUserId(deps: DeveloperDeps, merchantId: string): Promise<string> {
  const userId = await deps.certification.openUserIdOf(merchantId);
  if (userId === null) throw new Refusal("access.not_certified");
  return userId;
}
