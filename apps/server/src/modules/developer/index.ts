import {
  deliveryList,
  developerEndpoints,
  eventList,
  OPEN_OPERATIONS,
  OPEN_READERS,
  openAppDeskList,
  Refusal,
  requestList,
} from "@coralhub/contract";
import { API_SCOPES, objectOf, OPEN_API } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { createAddressCheck, createGuardedFetch } from "../../platform/guarded-fetch.ts";
import type { OpenGate } from "../../platform/open-gate.ts";
import { applyForApp, describeBrief, editApp, openUserId, requireApp } from "./apply-app.ts";
import { findToken, listApps, openAppDeskSource } from "./apps-store.ts";
import { callsSince, sweepCalls } from "./calls-store.ts";
import { createCallCounter } from "./count-calls.ts";
import { createDeliverer } from "./deliver.ts";
import { sweepDeliveries } from "./deliveries-store.ts";
import type { DeveloperDeps, DeveloperHouse } from "./deps.ts";
import { describeAppCase, describeHealth, resumeApp, setAppLimit, startOfToday, suspendApp } from "./desk.ts";
import { applyForKey, applyForToken, describeKey, endPrograms, revokeCertificate, warnOfEndings } from "./issue-key.ts";
import { createRequestLog } from "./keep-log.ts";
import { listKeys } from "./keys-store.ts";
import { createKnownApps } from "./known-apps.ts";
import { keepMetadata } from "./metadata.ts";
import { mayUse, subjectsFor } from "./scopes.ts";
import { describeWith, runnerOf } from "./open-api.ts";
import { mayReplay, replayRequest, type RunOperation } from "./replay-request.ts";
import { payTestIncome, proveTestOrders } from "./play-world.ts";
import { findRequest, requestSource, sweepRequests, usageSince } from "./requests-store.ts";
import { applyForWebhook, removeWebhook, replayDeliveries, rotateSecret, sendTestEvent } from "./save-webhook.ts";
import { EVENTS_TOPIC } from "./events-topic.ts";
import { createEventTeller } from "./tell-events.ts";
import { createCallVerifier } from "./verify-call.ts";
import { deliverySource, describeWebhooks, eventsOf, eventSource, findDelivery } from "./webhooks-store.ts";

export { createOpenApi } from "./open-api.ts";
export { plantApp } from "./plant-app.ts";

export type Developer = Capability<typeof developerEndpoints> & {
  /** Who may call the open API. */
  gate: OpenGate;
  /** Everything that is due, now. */
  deliverDue(): Promise<void>;
};

const DAY_MS = 86_400_000;
/** A sandbox on somebody's own machine may tell that machine; any other place only what the whole world can reach. */
const isOwnMachine = (sandbox: boolean, publicUrl: string): boolean =>
  sandbox && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(publicUrl).hostname);

export function createDeveloper(house: DeveloperHouse): Developer {
  const permitLoopback = isOwnMachine(house.sandbox, house.config.publicUrl);
  const deps: DeveloperDeps = {
    ...house,
    workers: house.config.workers,
    sendMessage: house.messages.send,
    fetchOutside: createGuardedFetch({ permitLoopback }),
    checkAddress: createAddressCheck({ permitLoopback }),
    forgetApp: (appId) => apps.forget(appId),
  };
  const apps = createKnownApps(deps);
  const log = createRequestLog(deps);
  const gate = createCallVerifier(deps, OPEN_OPERATIONS, { apps, counter: createCallCounter(deps), log });
  // The doors are complete by the time the first event is told.
  const deliverer = createDeliverer(
    deps,
    describeWith(() => house, deps),
  );
  house.lifecycles.toldBy(createEventTeller(deps));
  if (deps.workers) {
    deps.live.subscribe(EVENTS_TOPIC, () => deliverer.wake());
    // What was told while nobody listened, the last process's own death included.
    deps.live.onConnect(() => deliverer.wake());
  }
  return {
    endpoints: developerEndpoints,
    handlers: {
      ...appHandlers(deps, (ctx, operation, input) => runnerOf(house, deps, operation)(ctx, input)),
      ...webhookHandlers(deps),
      setMetadata: async (ctx, { object, id, metadata }) => {
        // Whoever may not read it may not write on it either.
        const reader = OPEN_OPERATIONS[OPEN_READERS[object]]!;
        const { scope } = reader.endpoint;
        if (ctx.app && !mayUse(ctx.app, scope!)) throw new Refusal("open.scope_missing", { scope: API_SCOPES[scope!] });
        await runnerOf(house, deps, reader)(ctx, { id });
        const key = { merchantId: ctx.merchantId, object, id };
        return ctx.once(async (tx) => ({ object, id, metadata: { ...(await keepMetadata(deps, tx, key, metadata)) } }));
      },
      ...deskHandlers(deps),
    },
    jobs: {
      "developer.deliver": { cron: "* * * * *", run: async () => deliverer.wake() },
      "developer.watch-keys": { cron: "30 9 * * *", run: () => warnOfEndings(deps) },
      "developer.sweep": { cron: "*/10 * * * *", run: () => sweep(deps) },
    },
    gate,
    deliverDue: deliverer.deliverDue,
    endsAccess: (tx, merchantId, why) => endPrograms(deps, tx, merchantId, why),
    async personalData(merchantId) {
      const apps = await listApps(deps.database.db, merchantId);
      return {
        应用: apps.map(({ appId, product, ipWhitelist }) => ({ 编号: appId, 名称: product, 白名单: ipWhitelist })),
      };
    },
    async close() {
      await deliverer.close();
      await log.close();
    },
  };
}

async function sweep({ database: { db }, wallClock }: DeveloperDeps): Promise<void> {
  const now = wallClock.now().getTime();
  const before = new Date(now - OPEN_API.logDays * DAY_MS);
  // A program's clock may be ahead as far as behind: a signature can live twice as long, and its nonce a little longer.
  await sweepCalls(db, { nonces: new Date(now - 3 * OPEN_API.signatureSeconds * 1000), usage: before });
  await sweepRequests(db, before);
  await sweepDeliveries(db, before);
}

function appHandlers(deps: DeveloperDeps, run: RunOperation) {
  const { db } = deps.database;
  return {
    async getAppList({ merchantId }) {
      const userId = await openUserId(deps, merchantId);
      return (await listApps(db, merchantId)).map((app) => describeBrief(app, userId));
    },
    async getApp({ merchantId }, { appId }) {
      const [app, userId] = await Promise.all([requireApp(deps, merchantId, appId), openUserId(deps, merchantId)]);
      const today = startOfToday(deps.wallClock.now());
      const [keys, webhooks, token, calls, usage] = await Promise.all([
        listKeys(db, app),
        describeWebhooks(db, app),
        findToken(db, app),
        callsSince(db, app, today),
        usageSince(db, app, today),
      ]);
      return {
        ...describeBrief(app, userId),
        certificates: keys.map(describeKey),
        webhooks,
        hasToken: token !== undefined,
        sandbox: deps.sandbox,
        today: { calls, ...usage },
      };
    },
    applyApp: (ctx, input) => applyForApp(deps, ctx, input),
    editApp: (ctx, input) => editApp(deps, ctx, input),
    applyCert: (ctx, input) => applyForKey(deps, ctx, input),
    revokeCert: (ctx, input) => revokeCertificate(deps, ctx, input),
    applyToken: (ctx, { appId }) => applyForToken(deps, ctx, appId),
    requests: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, requestList, requestSource, input),
    async request({ merchantId }, { id }) {
      const found = await findRequest(db, merchantId, id);
      if (!found) throw new Refusal("not_found");
      const { operation: _name, ...shown } = found;
      const app = await requireApp(deps, merchantId, found.appId);
      return { ...shown, object: objectOf(found.path, found.answer), mayReplay: mayReplay(deps, app, found) };
    },
    replayRequest: (ctx, { id }) => replayRequest(deps, ctx, id, run),
    testIncome: (ctx, input) => payTestIncome(deps, ctx, input),
    testOrders: (ctx, input) => proveTestOrders(deps, ctx, input),
    appEvents: ({ merchantId, app }, input) =>
      deps.lists.page({ ownerId: merchantId }, eventList, app ? eventsOf(subjectsFor(app)) : eventSource, input),
  } satisfies Partial<Developer["handlers"]>;
}

function webhookHandlers(deps: DeveloperDeps) {
  const { db } = deps.database;
  return {
    applyWebhook: (ctx, input) => applyForWebhook(deps, ctx, input),
    removeWebhook: (ctx, { id }) => removeWebhook(deps, ctx, id),
    rotateSecret: (ctx, { id }) => rotateSecret(deps, ctx, id),
    testWebhook: (ctx, { topic }) => sendTestEvent(deps, ctx, topic),
    deliveries: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, deliveryList, deliverySource, input),
    async delivery({ merchantId }, { id }) {
      const found = await findDelivery(db, { merchantId, id });
      if (!found) throw new Refusal("not_found");
      return { ...found, log: found.log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })) };
    },
    replayDeliveries: (ctx, input) => replayDeliveries(deps, ctx, input),
  } satisfies Partial<Developer["handlers"]>;
}

function deskHandlers(deps: DeveloperDeps) {
  return {
    openApps: (_ctx, input) => deps.lists.page({ scope: "all" }, openAppDeskList, openAppDeskSource, input),
    openAppCase: (ctx, key) => describeAppCase(deps, ctx, key),
    openHealth: () => describeHealth(deps),
    suspendApp: (ctx, input) => suspendApp(deps, ctx, input),
    resumeApp: (ctx, key) => resumeApp(deps, ctx, key),
    setAppLimit: (ctx, input) => setAppLimit(deps, ctx, input),
  } satisfies Partial<Developer["handlers"]>;
}
