import { CallRefused, certificationEndpoints as review, developerEndpoints as dev } from "@coralhub/contract";
import { WEBHOOK_RETRY_SECONDS } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified, until, type Desk } from "../income/income-fixture.ts";
import { readyMerchant, startPayouts } from "../payouts/payouts-fixture.ts";
import { sweepDeliveries } from "./deliveries-store.ts";
import { callOpen, program, type Program } from "./developer-fixture.ts";

type Told = { data: { eventId: string } };
type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: string };
let desk: Desk;
let merchant: TestMerchant;
let source: { id: string };
let app: Program;
let receiver: Server;
let base: string;
const received: Received[] = [];
let answerWith = 200;
/** What is kept of an answer ends within its last sign. */
const LONG_ANSWER = `${"a".repeat(999)}🪸`;

beforeAll(async () => {
  desk = await startPayouts();
  ({ merchant, source } = await readyMerchant(desk, "5000.00"));
  app = await program(desk, merchant);
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ path: request.url!, headers: request.headers, body });
      response.writeHead(request.url === "/dead" ? 500 : answerWith).end(request.url === "/long" ? LONG_ANSWER : "ok");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(receiver.address() as { port: number }).port}`;
});
afterAll(async () => {
  await desk.close();
  receiver.close();
});

const listen = (webhookTopic: string, path: string, webhookType: "thin" | "full" = "thin") =>
  desk.call(dev.applyWebhook, { id: app.appId, webhookTopic, webhookAddress: base + path, webhookType }, merchant);
const cameTo = (path: string) => received.filter((one) => one.path === path);
const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
};
const webhookOf = async (id: string) =>
  (await desk.call(dev.getApp, { appId: app.appId }, merchant)).webhooks.find((one) => one.id === id)!;

test("a payment's steps are told, signed, numbered, once each, thin and full", async () => {
  const thin = await listen("payout.completed", "/thin");
  const full = await listen("*", "/full", "full");
  const narrow = await program(desk, merchant, { scopes: ["events:read", "stores:read"] });
  const blind = { id: narrow.appId, webhookTopic: "*", webhookAddress: `${base}/blind`, webhookType: "full" } as const;
  await desk.call(dev.applyWebhook, blind, merchant);
  const open = (path: string, body: object) => callOpen(desk, app, { method: "POST", path, body });
  const wanted = { accountId: source.id, amount: { currency: "USD", amount: "150.00" } };
  const { id } = (await open("/payouts/withdrawal", wanted)).data as { id: string };
  const { quoteId } = (await open("/payouts/withdrawal/quote", wanted)).data as { quoteId: string };
  expect((await open(`/payouts/${id}/confirm`, { quoteId })).status).toBe(200);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const completed = cameTo("/blind").some((one) => one.body.includes("payout.completed"));
    return cameTo("/thin").length > 0 && cameTo("/full").length > 1 && completed ? true : undefined;
  });
  const [told] = cameTo("/thin");
  expect(isSignedBy(thin.secret!, told!)).toBe(true);
  expect(isSignedBy(full.secret!, told!)).toBe(false);
  const body = JSON.parse(told!.body) as { type: string; sequence: number; data: Record<string, unknown> };
  expect(body).toMatchObject({ type: "payout.completed", sequence: 1, data: { id, path: `/open/v1/payouts/${id}` } });
  expect(body.data).not.toHaveProperty("object");
  const whole = cameTo("/full").map((one) => JSON.parse(one.body) as typeof body);
  expect(whole.find(({ type }) => type === "payout.completed")!.data["object"]).toMatchObject({
    id,
    state: "completed",
  });
  expect(new Set(whole.map(({ sequence }) => sequence)).size).toBe(whole.length);
  // Who may not read payments hears that there is one, and no more; a list of events leaves it out.
  const seen = cameTo("/blind").map((one) => JSON.parse(one.body) as typeof body);
  expect(seen.find(({ type }) => type === "payout.completed")!.data).toMatchObject({ id, object: null });
  const listed = await callOpen(desk, narrow, { method: "GET", path: "/events?pageSize=100" });
  expect((listed.data as { records: { subject: string }[] }).records.filter((one) => one.subject === "payout")).toEqual(
    [],
  );
  const events = await callOpen(desk, app, { method: "GET", path: "/events?pageSize=10" });
  expect((events.data as { records: { topic: string }[] }).records.map(({ topic }) => topic)).toContain(
    "payout.completed",
  );
});

test("a freeze and its program: what happens to the certification is told as well", async () => {
  const owner = await certified(desk);
  const other = await program(desk, owner);
  const wanted = { id: other.appId, webhookTopic: "certification.frozen", webhookAddress: `${base}/frozen` } as const;
  await desk.call(dev.applyWebhook, { ...wanted, webhookType: "full" }, owner);
  const { userId: merchantId } = owner;
  await desk.call(review.freezeMerchant, { merchantId, reason: "付款方投诉，核实中" }, desk.reviewer);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return cameTo("/frozen").length > 0 ? true : undefined;
  });
  expect(cameTo("/frozen").map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: "certification.frozen", data: { id: merchantId, object: { status: 9 } } },
  ]);
});

test("addresses that lead inside are refused when they are saved", async () => {
  const tried = [
    "https://10.0.0.8/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:10.0.0.1]/hook",
    "ftp://example.com/hook",
    "https://user:pass@93.184.216.34/hook",
  ];
  for (const webhookAddress of tried) {
    const saved = desk.call(dev.applyWebhook, { id: app.appId, webhookTopic: "card.opened", webhookAddress }, merchant);
    await expect(saved, webhookAddress).rejects.toThrow(CallRefused);
  }
});

test("an address that leads inside by the time something is told is not called", async () => {
  const owner = await certified(desk);
  const other = await program(desk, owner);
  const topic = "card.refunded";
  const wanted = { id: other.appId, webhookTopic: topic, webhookAddress: `${base}/inside` } as const;
  const { webhook } = await desk.call(dev.applyWebhook, wanted, owner);
  // A name that was public when it was saved, and is not any more.
  await desk.database.query("update open_webhook set address = 'https://10.0.0.8/inside' where id = $1", [webhook.id]);
  await desk.call(dev.testWebhook, { topic }, owner);
  const tried = await until(async () => {
    const { records } = await desk.call(dev.deliveries, { filters: { webhookId: webhook.id } }, owner);
    return records[0]?.attempts ? desk.call(dev.delivery, { id: records[0].id }, owner) : undefined;
  });
  expect(tried.log[0]).toMatchObject({ status: null, problem: "地址不在公网上，或者要求跳转", answer: "" });
});

test("what is not taken is tried again on schedule, and replayed when asked; both secrets sign while one replaces the other", async () => {
  const { webhook, secret } = await listen("card.failed", "/again");
  answerWith = 503;
  await desk.call(dev.testWebhook, { topic: "card.failed" }, merchant);
  const waiting = await until(async () => {
    const { records } = await desk.call(dev.deliveries, { filters: { webhookId: webhook.id } }, merchant);
    return records[0]?.attempts === 1 ? desk.call(dev.delivery, { id: records[0].id }, merchant) : undefined;
  });
  expect(waiting).toMatchObject({ standing: "waiting", attempts: 1, log: [{ status: 503 }] });
  const inSeconds = (waiting.dueAt!.getTime() - desk.clock.now().getTime()) / 1000;
  expect(inSeconds).toBeGreaterThan(0);
  expect(inSeconds).toBeLessThanOrEqual(11);
  expect(WEBHOOK_RETRY_SECONDS).toEqual([
    10,
    30,
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 60, 120].map((m) => m * 60),
  ]);
  // The last of these attempts has failed as well: it is left where it is until somebody asks for it.
  await desk.database.query("update open_delivery set attempts = $2, due_at = $3 where id = $1", [
    waiting.id,
    WEBHOOK_RETRY_SECONDS.length,
    desk.clock.now(),
  ]);
  await listen("card.failed", "/again");
  await until(async () => {
    const { standing, dueAt } = await desk.call(dev.delivery, { id: waiting.id }, merchant);
    return standing === "parked" && dueAt === null ? true : undefined;
  });
  answerWith = 200;
  const { secret: second } = await desk.call(dev.rotateSecret, { id: webhook.id }, merchant);
  expect((await desk.call(dev.replayDeliveries, { webhookId: webhook.id }, merchant)).count).toBe(1);
  await until(async () => ((await webhookOf(webhook.id)).waiting === 0 ? true : undefined));
  const last = cameTo("/again").at(-1)!;
  expect([isSignedBy(secret!, last), isSignedBy(second, last)]).toEqual([true, true]);
  // Its time over, the old one signs nothing any more; of two made at once both sign, and neither is lost.
  await desk.database.query("update open_webhook set old_secret_until = $2 where id = $1", [
    webhook.id,
    desk.clock.now(),
  ]);
  const again = async () => {
    const before = cameTo("/again").length;
    await desk.call(dev.replayDeliveries, { webhookId: webhook.id, deliveryId: waiting.id }, merchant);
    return until(async () => cameTo("/again")[before]);
  };
  const later = await again();
  expect([isSignedBy(secret!, later), isSignedBy(second, later)]).toEqual([false, true]);
  const both = await Promise.all([1, 2].map(() => desk.call(dev.rotateSecret, { id: webhook.id }, merchant)));
  const latest = await again();
  expect(both.map((made) => isSignedBy(made.secret, latest))).toEqual([true, true]);
  expect(new Set(cameTo("/again").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("a suspended app is told nothing; what was ready for it goes when it is open again", async () => {
  const topic = "card.declined";
  const other = await program(desk, merchant);
  const listened = { id: other.appId, webhookTopic: topic, webhookAddress: `${base}/suspended` } as const;
  const { webhook } = await desk.call(dev.applyWebhook, listened, merchant);
  const { webhook: open } = await listen(topic, "/open");
  const [found] = await desk.database.query<{ id: string }>("select id from open_app where app_id = $1", [other.appId]);
  const key = { merchantId: merchant.userId, id: found!.id };
  const deliveriesOf = async (webhookId: string) =>
    (await desk.call(dev.deliveries, { filters: { webhookId } }, merchant)).records;
  const toldAt = (path: string) => cameTo(path).map(({ body }) => (JSON.parse(body) as Told).data.eventId);
  // Ready before, and held back until then.
  await desk.database.query("update open_webhook set paused_at = now() where id = $1", [webhook.id]);
  const before = await desk.call(dev.testWebhook, { topic }, merchant);
  await until(async () => ((await deliveriesOf(webhook.id)).length === 1 ? true : undefined));
  await desk.call(dev.suspendApp, { ...key, reason: "异常调用" }, desk.admin);
  await desk.database.query("update open_webhook set paused_at = null where id = $1", [webhook.id]);
  const during = await desk.call(dev.testWebhook, { topic }, merchant);
  await until(async () => (toldAt("/open").includes(during.id) ? true : undefined));
  expect([toldAt("/suspended"), (await deliveriesOf(webhook.id)).length]).toEqual([[], 1]);
  expect(await deliveriesOf(open.id)).toHaveLength(2);
  await desk.call(dev.resumeApp, key, desk.admin);
  await until(async () => (toldAt("/suspended").length > 0 ? true : undefined));
  expect(toldAt("/suspended")).toEqual([before.id]);
});

test("a notice written before an app's permissions were narrowed goes without what it may no longer read", async () => {
  const topic = "payout.completed";
  const owner = await certified(desk);
  const other = await program(desk, owner);
  const listened = {
    id: other.appId,
    webhookTopic: topic,
    webhookAddress: `${base}/narrowed`,
    webhookType: "full",
  } as const;
  const { webhook, secret } = await desk.call(dev.applyWebhook, listened, owner);
  await desk.database.query("update open_webhook set paused_at = now() where id = $1", [webhook.id]);
  await desk.call(dev.testWebhook, { topic }, owner);
  const [waiting] = await until(async () => {
    const { records } = await desk.call(dev.deliveries, { filters: { webhookId: webhook.id } }, owner);
    return records.length > 0 ? records : undefined;
  });
  // As a payment's own notice was written.
  await desk.database.query(
    `update open_delivery set body = jsonb_set(body::jsonb, '{data,object}', '{"amount":"150.00"}')::text where id = $1`,
    [waiting!.id],
  );
  await desk.call(dev.editApp, { appId: other.appId, scopes: ["events:read"] }, owner);
  // Saved again it is open again, and what waits for it goes.
  await desk.call(dev.applyWebhook, listened, owner);
  const [came] = await until(async () => (cameTo("/narrowed").length > 0 ? cameTo("/narrowed") : undefined));
  expect((JSON.parse(came!.body) as { data: object }).data).toHaveProperty("object", null);
  expect(isSignedBy(secret!, came!)).toBe(true);
  await sweptWhenOld(owner, waiting!.id, webhook.id);
});

/** What waits for an address that stays closed goes with everything else of its age, and not before. */
async function sweptWhenOld(owner: TestMerchant, id: string, webhookId: string): Promise<void> {
  const before = new Date(desk.clock.now().getTime() - 30 * 86_400_000);
  const sweep = async () => {
    await sweepDeliveries(desk.app.platform.database.db, before);
    return (await desk.database.query("select 1 from open_delivery where id = $1", [id])).length;
  };
  await until(async () => ((await desk.call(dev.delivery, { id }, owner)).standing === "delivered" ? true : undefined));
  await desk.database.query("update open_webhook set enabled = false where id = $1", [webhookId]);
  const waitsSince = (created: Date, due: Date) =>
    desk.database.query("update open_delivery set created_at = $2, due_at = $3, delivered_at = null where id = $1", [
      id,
      created,
      due,
    ]);
  const old = new Date(before.getTime() - 1_000);
  await waitsSince(old, desk.clock.now());
  expect(await sweep()).toBe(1);
  await waitsSince(old, old);
  expect(await sweep()).toBe(0);
}

test("an address that is dead is paused and the merchant told; the others go on", async () => {
  const { webhook } = await listen("card.closed", "/dead");
  await listen("card.frozen", "/alive");
  for (let sent = 0; sent < 35; sent++) await desk.call(dev.testWebhook, { topic: "card.closed" }, merchant);
  await desk.call(dev.testWebhook, { topic: "card.frozen" }, merchant);
  await until(async () => (cameTo("/alive").length === 1 ? true : undefined));
  const paused = await until(async () => {
    const seen = await webhookOf(webhook.id);
    return seen.pausedAt === null ? undefined : seen;
  });
  expect(paused.waiting).toBeGreaterThan(0);
  const told = await desk.database.query("select 1 from message where merchant_id = $1 and event = $2", [
    merchant.userId,
    "developer.webhook_paused",
  ]);
  expect(told.length).toBe(1);
  await expect(desk.call(dev.replayDeliveries, { webhookId: webhook.id }, merchant)).rejects.toThrow("没有启用");
});

test("an answer that is cut within a sign is written down all the same", async () => {
  const { webhook } = await listen("card.settled", "/long");
  await desk.call(dev.testWebhook, { topic: "card.settled" }, merchant);
  await until(async () =>
    cameTo("/long").length > 0 && (await webhookOf(webhook.id)).waiting === 0 ? true : undefined,
  );
  const { records } = await desk.call(dev.deliveries, { filters: { webhookId: webhook.id } }, merchant);
  const { log } = await desk.call(dev.delivery, { id: records[0]!.id }, merchant);
  expect(log).toMatchObject([{ status: 200, answer: `${"a".repeat(999)}\ufffd` }]);
  // It has arrived: asked for by its time it comes again, asked for as missing it does not.
  const begin = records[0]!.createdAt;
  const again = (range: object) => desk.call(dev.replayDeliveries, { webhookId: webhook.id, ...range }, merchant);
  expect((await again({})).count).toBe(0);
  expect((await again({ begin, end: new Date(begin.getTime() + 1000) })).count).toBe(1);
  await until(async () => (cameTo("/long").length === 2 ? true : undefined));
});

test("answers that could not be written down are asked for again, and the address goes on", async () => {
  const { webhook } = await listen("card.opened", "/unwritten");
  await desk.database.query(`create function refuse_outcome() returns trigger language plpgsql as
    'begin raise exception ''the disk is full''; end'`);
  await desk.database.query(`create trigger refuse_outcome before update on open_delivery for each row
    when (new.attempts > old.attempts and new.topic = 'card.opened') execute function refuse_outcome()`);
  const events = 20;
  for (let sent = 0; sent < events; sent++) await desk.call(dev.testWebhook, { topic: "card.opened" }, merchant);
  await until(async () => (cameTo("/unwritten").length >= events ? true : undefined));
  await desk.database.query("drop trigger refuse_outcome on open_delivery");
  // An answer that was under way when the trigger went is written, so that it may be fewer than all.
  const { count } = await desk.call(dev.replayDeliveries, { webhookId: webhook.id }, merchant);
  expect(count).toBeGreaterThan(0);
  await until(async () => ((await webhookOf(webhook.id)).waiting === 0 ? true : undefined));
  expect(new Set(cameTo("/unwritten").map(({ headers }) => headers["webhook-id"])).size).toBe(events);
});
