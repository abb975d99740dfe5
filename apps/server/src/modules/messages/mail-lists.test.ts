import { messageEndpoints as calls } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { NOTIFICATION_TOPIC } from "./send-message.ts";
import { mailToken } from "./unsubscribe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: TestServer;
let merchant: TestMerchant;
const EMAIL = "owner@nanyu.example";
const MONDAY_NINE = "2026-11-16T09:10:00+08:00";
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(MONDAY_NINE);
  merchant = await server.registerMerchant();
  await server.database.query("update merchant_user set email = $2 where merchant_id = $1", [merchant.userId, EMAIL]);
  // Something that waits: the review sent the papers back.
  await server.database.query("update certification set state = 'rejected' where merchant_id = $1", [merchant.userId]);
});
afterAll(() => server.close());

const mails = async () => {
  await server.app.platform.outbox.deliverDue();
  return server.database.query<{ subject: string; text: string }>(
    "select subject, text from sandbox_mail where recipient = $1 order by sent_at, id",
    [EMAIL],
  );
};
const digest = () => server.app.platform.jobs.run("messages.digest", {});
const tokenIn = (text: string) => /unsubscribe\?token=(\S+)/.exec(text)![1]!;

test("a topic's mails end without a login; what keeps money safe goes on; a changed link ends nothing", async () => {
  const reader = await server.registerMerchant();
  const topic = async (name: string) =>
    (await server.call(calls.messagePreferences, {}, reader)).topics.find((one) => one.topic === name)!;
  const { secrets } = server.app.platform;
  const end = (token: string) => server.call(calls.unsubscribe, { token });
  const genuine = mailToken(secrets, reader.userId, "income");
  for (const wrong of [genuine.replace(".income.", ".payout."), `${genuine.slice(0, -2)}AA`, "x", "a.b.c"])
    await expect(end(wrong)).rejects.toMatchObject({ reason: "messages.link_unknown" });
  expect((await topic("income")).channels.email.on).toBe(true);
  expect(await end(genuine)).toEqual({ list: "到账和入账", on: false });
  expect((await topic("income")).channels.email.on).toBe(false);
  expect((await topic("payout")).channels.email.on).toBe(true);
  await end(mailToken(secrets, reader.userId, "security"));
  expect((await topic("security")).channels.email).toEqual({ on: true, locked: true });
});

test("what waits for the morning is not sent to whoever says no in the night; what keeps money safe is", async () => {
  const reader = await server.registerMerchant();
  const { database, outbox, secrets, clock } = server.app.platform;
  const later = clock.now().getTime() + 3_600_000;
  const waiting = { channel: "sms", to: reader.mobile, subject: "", notBefore: later };
  const consent = { topic: "offers", channel: "sms", on: true } as const;
  await server.call(calls.setMessagePreference, consent, reader);
  await database.transaction((tx) =>
    outbox.enqueueMany(tx, NOTIFICATION_TOPIC, [
      {
        reference: "night-offer.sms",
        merchantId: reader.userId,
        payload: { ...waiting, text: "转盘", event: "campaign.push" },
      },
      { reference: "night-warning.sms", merchantId: reader.userId, payload: { ...waiting, text: "安全" } },
    ]),
  );
  await outbox.deliverDue();
  await server.call(calls.unsubscribe, { token: mailToken(secrets, reader.userId, "offers") });
  server.clock.advance({ hours: 2 });
  await outbox.deliverDue();
  const texts = await server.database.query(
    "select text from sandbox_mail where recipient like '%' || $1 and text in ('转盘', '安全')",
    [reader.mobile],
  );
  expect(texts).toEqual([{ text: "安全" }]);
  server.clock.set(MONDAY_NINE);
});

test("the digest comes once a day or once a week, with what waits, and ends from the mail", async () => {
  await digest();
  expect(await mails()).toEqual([]);
  await server.call(calls.setDigest, { rhythm: "daily" }, merchant);
  await Promise.all([digest(), digest()]);
  const [first, ...more] = await mails();
  expect(more).toEqual([]);
  expect(first!.subject).toMatch(/^今天有 \d+ 件事等您$/);
  expect(first!.text).toContain("认证");
  server.clock.advance({ days: 1, hours: -9 });
  await digest();
  expect(await mails()).toHaveLength(1);
  server.clock.advance({ hours: 9 });
  await digest();
  expect(await mails()).toHaveLength(2);

  await server.database.query("update message_digest set rhythm = 'weekly'");
  await digest();
  expect(await mails()).toHaveLength(2);
  // A server that stood still over Monday makes up for it.
  server.clock.advance({ days: 7 });
  await digest();
  expect((await mails())[2]!.subject).toMatch(/^本周有/);
  await digest();
  expect(await mails()).toHaveLength(3);

  const token = tokenIn(first!.text);
  const answer = await fetch(`${server.url}/api/message/unsubscribe/${token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  expect(await server.database.query("select rhythm from message_digest")).toEqual([]);
  server.clock.advance({ days: 7 });
  await digest();
  expect(await mails()).toHaveLength(3);
  expect(await server.call(calls.unsubscribe, { token, again: true })).toEqual({ list: "待办摘要", on: true });
  expect(await server.database.query("select rhythm from message_digest")).toEqual([{ rhythm: "weekly" }]);
});
