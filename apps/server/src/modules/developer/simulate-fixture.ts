import { developerEndpoints as calls, identityEndpoints, ledgerEndpoints, type OpenAppView } from "@coralhub/contract";
import { parseMoney, type ApiScope } from "@coralhub/domain";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import { sendOpen, signedRequest, type Program } from "./developer-fixture.ts";

const SCOPES: ApiScope[] = ["wallets:read", "events:read"];
/** How an Ed25519 key begins in its file; what follows is the key itself. */
const ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
/** The same merchant has the same key in every life. */
const keyOf = ({ number }: Merchant): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([ED25519, createHash("sha256").update(`program ${number}`).digest()]),
    format: "der",
    type: "pkcs8",
  });

/** Where programs listen: one path takes everything, one nothing. */
let listening: Promise<Server> | undefined;
async function listenerUrl(): Promise<string> {
  listening ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(request.url === "/dead" ? 500 : 200).end("ok"));
    });
    server.unref();
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
  return `http://127.0.0.1:${((await listening).address() as { port: number }).port}`;
}

/** An app with a key, and an address to be told at; later the program reads what the page shows. */
async function build({ me, chance }: MerchantStep): Promise<void> {
  const [app] = await me.call(calls.getAppList, {});
  if (app) return tend(me, app.appId, chance);
  if (me.credentials.totp) return;
  const verifyCode = await me.code(() => me.call(identityEndpoints.sendStepUpCode, {}));
  await me.stepUp(verifyCode);
  const { appId } = await me.call(calls.applyApp, { appProduct: "ERP 自动对账", scopes: SCOPES });
  const publicKey = createPublicKey(keyOf(me)).export({ type: "spki", format: "pem" }).toString();
  await me.call(calls.applyCert, { appId, certName: "主密钥", publicKey });
  me.memory.set("program", appId);
  await me.call(calls.applyWebhook, {
    id: appId,
    webhookTopic: chance.pick(["*", "payout.completed"]),
    webhookAddress: `${await listenerUrl()}/${chance.may(0.7) ? "ok" : "dead"}`,
    webhookType: "thin",
  });
}
async function tend(me: Merchant, appId: string, chance: Step["chance"]): Promise<void> {
  const { webhooks } = await me.call(calls.getApp, { appId });
  await me.call(calls.requests, {});
  await me.call(calls.appEvents, {});
  const webhook = webhooks[0];
  if (chance.may(0.2)) await me.call(calls.editApp, { appId, isEnabled: chance.may(0.7) });
  else if (webhook && chance.may(0.3)) await me.call(calls.removeWebhook, { id: webhook.id });
  else if (webhook) await me.attempt(calls.testWebhook, { topic: "payout.completed" });
}
async function watch({ world, chance }: Step): Promise<void> {
  const admin = world.operator("admin", 1);
  await admin.call(calls.openHealth, {});
  const { records } = await admin.call(calls.openApps, {});
  if (records.length === 0) return;
  const { merchantId, id } = chance.pick(records);
  const ref = { merchantId, id };
  await admin.attempt(calls.openAppCase, ref);
  if (chance.may(0.3)) await admin.attempt(calls.suspendApp, { ...ref, reason: "异常调用，暂停核查" });
  else await admin.attempt(calls.resumeApp, ref);
}

/** By its own page: an account that came back to its owner has no program any more, a suspended one waits. */
const mayCall = ({ isEnabled, suspendedReason, certificates }: OpenAppView, now: Date): boolean =>
  isEnabled &&
  suspendedReason === null &&
  certificates.some(({ beginsAt, endsAt, revokedAt }) => revokedAt === null && beginsAt <= now && now < endsAt);
/** A program reads the same balances as the page, or is told why it may not. */
async function programReadsPage(world: World, me: Merchant): Promise<string[]> {
  const appId = me.memory.get("program") as string | undefined;
  if (!appId) return [];
  const program: Pick<Program, "appId" | "key"> = { appId, key: keyOf(me) };
  const request = signedRequest(program, { method: "GET", path: "/balances" }, world.clock.now().getTime());
  const { status, data, msg } = await sendOpen({ url: world.url }, request);
  const app = await me.attempt(calls.getApp, { appId });
  if (!app || !mayCall(app, world.clock.now()))
    return app && status === 200 ? ["a program that was stopped is answered"] : [];
  if (status !== 200) return [`the program is answered ${status}: ${msg}`];
  const page = await me.call(ledgerEndpoints.walletBalances, {});
  const told = data as unknown as { currency: string; available: { amount: string } }[];
  return page.flatMap(({ currency, available }) => {
    const one = told.find((balance) => balance.currency === currency);
    const minor = one && parseMoney(one.available.amount, available.currency).minor;
    return minor === available.minor || (!one && available.minor === 0n)
      ? []
      : [`${currency}: program ${String(minor)}, page ${available.minor}`];
  });
}
/** An address is told of an event once, unless somebody asks for it again. */
const TOLD_ONCE = `
  select 'webhook ' || webhook || ' has ' || count(*) || ' deliveries of event ' || event as problem
    from open_delivery where event is not null group by webhook, event having count(*) > 1`;

export const developerSimulation: Simulation = {
  actors: [
    { name: "商户的程序", by: "merchant", weight: 0.8, act: build },
    { name: "管理员看开放接口", by: "operator", perDay: 0.15, act: watch },
  ],
  laws: [
    lawByQuery("一件事只通知一次", "always", TOLD_ONCE),
    { name: "开放接口和页面说的一样", when: "daily", violations: programReadsPage },
  ],
};
