import { Refusal } from "@coralhub/contract";
import { startOfShanghaiDay, toShanghaiDay, type AuditAction } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { byOperator } from "../operations/index.ts";
import { tellAppsChanged } from "./apply-app.ts";
import { findAppById, setSuspension, updateApp, type AppKey, type OpenApp } from "./apps-store.ts";
import { allCallsSince, callsSince } from "./calls-store.ts";
import type { DeveloperDeps } from "./deps.ts";
import { describeKey } from "./issue-key.ts";
import { listKeys } from "./keys-store.ts";
import { frequentErrors } from "./requests-store.ts";
import { EVENTS_TOPIC } from "./events-topic.ts";
import { deliveryHealth, describeWebhooks } from "./webhooks-store.ts";

const WEEK_MS = 7 * 86_400_000;
export const startOfToday = (now: Date): Date => startOfShanghaiDay(toShanghaiDay(now));

export async function describeAppCase(deps: DeveloperDeps, ctx: OperatorContext, key: AppKey) {
  const { db } = deps.database;
  const app = await findAppById(db, key);
  if (!app) throw new Refusal("not_found");
  const now = deps.wallClock.now();
  const [brief, keys, webhooks, callsToday, errors] = await Promise.all([
    deps.certification.briefOf(app.merchantId),
    listKeys(db, app),
    describeWebhooks(db, app),
    callsSince(db, app, startOfToday(now)),
    frequentErrors(db, app, new Date(now.getTime() - WEEK_MS)),
  ]);
  await deps.database.transaction((tx) => record(deps, tx, ctx, { app, action: "developer.app_viewed" }));
  return {
    merchantId: app.merchantId,
    id: app.id,
    appId: app.appId,
    product: app.product,
    standing: standingOf(app),
    callsPerMinute: app.callsPerMinute,
    createdAt: app.createdAt,
    merchantName: brief.name,
    suspendedReason: app.suspendedReason,
    ipWhitelist: app.ipWhitelist,
    scopes: app.scopes,
    certificates: keys.map(describeKey),
    webhooks,
    callsToday,
    errors,
  };
}
const standingOf = ({ enabled, suspendedReason }: OpenApp): "suspended" | "enabled" | "disabled" =>
  suspendedReason !== null ? "suspended" : enabled ? "enabled" : "disabled";

export async function describeHealth(deps: DeveloperDeps) {
  const { db } = deps.database;
  const now = deps.wallClock.now();
  const week = new Date(now.getTime() - WEEK_MS);
  const [{ calls, apps }, { waiting, parked, paused }, errors] = await Promise.all([
    allCallsSince(db, startOfToday(now)),
    deliveryHealth(db, now, week),
    frequentErrors(db, null, week),
  ]);
  return {
    callsToday: calls,
    appsToday: apps,
    deliveriesWaiting: waiting,
    deliveriesParked: parked,
    webhooksPaused: paused,
    errors,
  };
}

type DeskAction = Extract<AuditAction, `developer.${string}`>;
type Deed = { app: OpenApp; action: DeskAction; detail?: Record<string, unknown> };
const record = (deps: DeveloperDeps, tx: Tx, ctx: OperatorContext, { app, action, detail = {} }: Deed) =>
  deps.audit.record(tx, byOperator(ctx, { action, subject: `open_app:${app.appId}`, detail }));

/** What an operator changes holds from the next call on, in every process. */
const changing = async (
  deps: DeveloperDeps,
  ctx: OperatorContext,
  key: AppKey,
  change: (tx: Tx, app: OpenApp) => Promise<void>,
): Promise<null> =>
  ctx.once(async (tx) => {
    const app = await findAppById(tx, key);
    if (!app) throw new Refusal("not_found");
    await change(tx, app);
    await tellAppsChanged(deps, tx, app);
    return null;
  });

export const suspendApp = (
  deps: DeveloperDeps,
  ctx: OperatorContext,
  { reason, ...key }: AppKey & { reason: string },
) =>
  changing(deps, ctx, key, async (tx, app) => {
    await setSuspension(tx, key, reason, deps.clock.now());
    await record(deps, tx, ctx, { app, action: "developer.app_suspended", detail: { reason } });
  });

export const resumeApp = (deps: DeveloperDeps, ctx: OperatorContext, key: AppKey) =>
  changing(deps, ctx, key, async (tx, app) => {
    if (app.suspendedReason === null) throw new Refusal("state.changed");
    await setSuspension(tx, key, null, deps.clock.now());
    // What waited for it goes now.
    deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    await record(deps, tx, ctx, { app, action: "developer.app_resumed" });
  });

export const setAppLimit = (
  deps: DeveloperDeps,
  ctx: OperatorContext,
  { callsPerMinute, ...key }: AppKey & { callsPerMinute: number },
) =>
  changing(deps, ctx, key, async (tx, app) => {
    await updateApp(tx, key, { callsPerMinute }, deps.clock.now());
    await record(deps, tx, ctx, {
      app,
      action: "developer.limit_set",
      detail: { from: app.callsPerMinute, to: callsPerMinute },
    });
  });
