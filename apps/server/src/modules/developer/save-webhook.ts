import { Refusal } from "@coralhub/contract";
import { OPEN_API, type WebhookType } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { AddressRefused } from "../../platform/guarded-fetch.ts";
import { requireApp } from "./apply-app.ts";
import type { DeveloperDeps } from "./deps.ts";
import { insertEvents } from "./deliveries-store.ts";
import { recordDeed } from "./record-deed.ts";
import { newSecret } from "./sign-webhook.ts";
import { EVENTS_TOPIC } from "./events-topic.ts";
import {
  deleteWebhook,
  describeWebhooks,
  findByTopic,
  findWebhook,
  insertWebhook,
  replay,
  setSecret,
  updateWebhook,
  type WebhookKey,
} from "./webhooks-store.ts";

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
export const secretContext = ({ merchantId, id }: WebhookKey): string => `webhook secret:${merchantId}:${id}`;

type WebhookRequest = {
  id: string;
  webhookType: WebhookType;
  webhookTopic: string;
  webhookAddress: string;
  isEnabled: boolean;
};

/** One address per topic of an app; given again, it replaces the one before. */
export async function applyForWebhook(deps: DeveloperDeps, ctx: MerchantContext, request: WebhookRequest) {
  const { merchantId } = ctx;
  const app = await requireApp(deps, merchantId, request.id);
  await checkAddress(deps, request.webhookAddress);
  const at = deps.wallClock.now();
  const { webhookType: type, webhookTopic: topic, webhookAddress: address, isEnabled: enabled } = request;
  const { id, secret } = await ctx.once(async (tx) => {
    await requireApp(deps, merchantId, request.id, tx);
    const known = await findByTopic(tx, app, topic);
    const key = { merchantId, id: known?.id ?? deps.ids.next() };
    const fresh = known ? null : newSecret(deps.random.bytes(SECRET_BYTES));
    if (known) await updateWebhook(tx, key, { type, address, enabled }, at);
    if (fresh !== null) {
      const sealedSecret = deps.secrets.seal(fresh, secretContext(key));
      await insertWebhook(tx, { ...key, app: app.id, topic, type, address, enabled, sealedSecret }, at);
    }
    await recordDeed(deps, tx, ctx, {
      action: "developer.webhook_saved",
      appId: app.appId,
      detail: { topic, address, enabled },
    });
    // What waited for a paused address goes now.
    deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    return { id: key.id, secret: fresh };
  });
  const webhook = (await describeWebhooks(deps.database.db, app)).find((one) => one.id === id)!;
  return { webhook, secret };
}

async function checkAddress(deps: DeveloperDeps, address: string): Promise<void> {
  try {
    await deps.checkAddress(address);
  } catch (error) {
    if (!(error instanceof AddressRefused)) deps.log.info({ err: error }, "a webhook's address was not found");
    throw new Refusal("developer.address_refused", {}, { webhookAddress: "地址要用 https，并且能从公网访问" });
  }
}

export async function rotateSecret(deps: DeveloperDeps, ctx: MerchantContext, id: string) {
  const key = { merchantId: ctx.merchantId, id };
  const oldUntil = new Date(deps.wallClock.now().getTime() + OPEN_API.secretOverlapHours * HOUR_MS);
  const secret = newSecret(deps.random.bytes(SECRET_BYTES));
  await ctx.once(async (tx) => {
    const sealed = deps.secrets.seal(secret, secretContext(key));
    if (!(await setSecret(tx, key, { secret: sealed, oldUntil }))) throw new Refusal("not_found");
    await recordDeed(deps, tx, ctx, { action: "developer.secret_rotated", detail: { webhook: id } });
  });
  return { secret, oldUntil };
}

export async function removeWebhook(deps: DeveloperDeps, ctx: MerchantContext, id: string): Promise<null> {
  return ctx.once(async (tx) => {
    if (!(await deleteWebhook(tx, { merchantId: ctx.merchantId, id }))) throw new Refusal("not_found");
    await recordDeed(deps, tx, ctx, { action: "developer.webhook_removed", detail: { webhook: id } });
    return null;
  });
}

/** An event like any other, about nothing that exists. */
export function sendTestEvent(deps: DeveloperDeps, ctx: MerchantContext, topic: string): Promise<{ id: string }> {
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    await insertEvents(tx, [
      { merchantId: ctx.merchantId, id, topic, subject: "test", subjectId: deps.ids.next(), at: deps.wallClock.now() },
    ]);
    deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    return { id };
  });
}

type Which = { webhookId: string; deliveryId?: string | undefined; begin?: Date | undefined; end?: Date | undefined };
export async function replayDeliveries(deps: DeveloperDeps, ctx: MerchantContext, { webhookId, ...which }: Which) {
  const key = { merchantId: ctx.merchantId, id: webhookId };
  const webhook = await findWebhook(deps.database.db, key);
  if (!webhook) throw new Refusal("not_found");
  if (!webhook.enabled || webhook.pausedAt !== null) throw new Refusal("developer.webhook_off");
  const count = await ctx.once(async (tx) => {
    deps.live.tell(tx, EVENTS_TOPIC, { event: "ready", data: null });
    return replay(tx, key, which, deps.wallClock.now());
  });
  return { count };
}
