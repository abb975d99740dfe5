import { ALL_ENDPOINTS } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutgoingMessage } from "./index.ts";
import { afterQuietHours, createSendMessage, deliverNotification } from "./send-message.ts";
import type { MessagesDeps } from "./deps.ts";
import { recipientOf, recipientsOf, setQuietNights } from "../identity/index.ts";

const { messages } = ALL_ENDPOINTS;
let server: TestServer;
let merchant: TestMerchant;
/** As any other module sends: one line, in its own transaction. */
let send: (message: OutgoingMessage) => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.registerMerchant();
  const { platform } = server.app;
  const notifications = { send: async () => {} };
  const deps: MessagesDeps = {
    ...platform,
    notifications,
    recipientOf,
    recipientsOf,
    setQuietNights,
    spendNotice: async () => ({ allowed: true, giveBack: async () => {} }),
    publicUrl: "https://coralhub.test",
  };
  const sendInTx = createSendMessage(deps);
  send = (message) => platform.database.transaction((tx) => sendInTx(tx, message));
});
afterAll(() => server.close());

const PAYMENT = "0193a000-0000-7000-8000-000000000001";
const credited = (from: string): OutgoingMessage => ({
  event: "income.credited",
  merchantId: merchant.userId,
  data: { from, amount: "USD 100.00", balance: "USD 300.00", incomeId: PAYMENT },
});

describe("the message centre", () => {
  test("shows unread first, newest first, in the catalogue's words", async () => {
    const { token } = merchant;
    for (const shop of ["A 店", "B 店", "C 店"]) await send(credited(shop));
    const all = await server.call(messages.messages, {}, { token });
    expect(all.records.slice(0, 3).map((message) => message.title)).toEqual([
      "C 店 USD 100.00 已入账",
      "B 店 USD 100.00 已入账",
      "A 店 USD 100.00 已入账",
    ]);
    await server.call(messages.changeMessageStatus, { ids: [all.records[0]!.id], status: 1 }, { token });
    const sorted = await server.call(messages.messages, {}, { token });
    expect(sorted.records.at(-1)).toMatchObject({ title: "C 店 USD 100.00 已入账", status: "read" });
    const byTime = await server.call(messages.messages, { sort: "createdAt" }, { token });
    expect(byTime.records[0]).toMatchObject({ title: "C 店 USD 100.00 已入账" });
  });

  test("filters by the specification's fields and by its own, and pages", async () => {
    const { token } = merchant;
    for (let i = 0; i < 12; i++) await send(credited(`店铺 ${i}`));
    const money = await server.call(messages.messages, { category: 1, pageSize: 10 }, { token });
    expect(money).toMatchObject({ total: 15, pageNo: 1, pageSize: 10 });
    const rest = await server.call(
      messages.messages,
      { category: 1, pageSize: 10, cursor: money.nextCursor },
      { token },
    );
    expect(rest.records).toHaveLength(5);
    expect(new Set([...money.records, ...rest.records].map((message) => message.id)).size).toBe(15);
    expect((await server.call(messages.messages, { status: 1 }, { token })).records).toHaveLength(1);
    expect((await server.call(messages.messages, { filters: { title: "店铺 7" } }, { token })).records).toHaveLength(1);
    expect((await server.call(messages.messages, { mark: "waiting" }, { token })).records).toEqual([]);
    const counts = await server.call(messages.messageCounts, {}, { token });
    expect(counts.byCategory.find((row) => row.category === "money")?.unread).toBe(14);
  });

  test("marks a whole category read, deletes, and never touches another merchant's", async () => {
    const stranger = await server.registerMerchant();
    const { token } = merchant;
    const [theirs] = (await server.call(messages.messages, {}, { token: stranger.token })).records;
    const attack = await server.call(messages.changeMessageStatus, { ids: [theirs!.id], status: 2 }, { token });
    expect(attack.changed).toBe(0);
    const done = await server.call(messages.changeMessageStatus, { mark: "all", category: 1, status: 1 }, { token });
    expect(done).toMatchObject({ changed: 14, unread: 1 });
    const [mine] = (await server.call(messages.messages, { category: 1 }, { token })).records;
    await server.call(messages.changeMessageStatus, { ids: [mine!.id], status: 2 }, { token });
    expect((await server.call(messages.messages, { category: 1 }, { token })).total).toBe(14);
    // A deleted message does not come back.
    expect(await server.call(messages.changeMessageStatus, { ids: [mine!.id], status: 0 }, { token })).toMatchObject({
      changed: 0,
    });
    await expect(server.call(messages.changeMessageStatus, { status: 1 }, { token })).rejects.toMatchObject({
      code: 13001,
    });
    expect(await server.call(messages.unreadCount, {}, { token: stranger.token })).toBe(1);
  });
});

describe("preferences", () => {
  const preference = async (topic: string) =>
    (await server.call(messages.messagePreferences, {}, { token: merchant.token })).topics.find(
      (row) => row.topic === topic,
    )!;

  test("what is locked is shown as such and cannot be switched off", async () => {
    expect((await preference("security")).channels.sms).toEqual({ on: true, locked: true });
    const off = { topic: "security", channel: "sms", on: false } as const;
    await expect(server.call(messages.setMessagePreference, off, { token: merchant.token })).rejects.toMatchObject({
      code: 13002,
    });
    const unknown = { event: "no.such", channel: "sms", on: false } as const;
    await expect(server.call(messages.setMessagePreference, unknown, { token: merchant.token })).rejects.toMatchObject({
      code: 13003,
    });
  });

  test("a topic or a single event goes by the channels the merchant wants", async () => {
    const { token } = merchant;
    const queued = async () => {
      const rows = await server.database.query<{ count: number }>(
        "select count(*)::int as count from outbox where reference like '%.sms'",
      );
      return rows[0]!.count;
    };
    const before = await queued();
    await send(credited("默认"));
    expect(await queued()).toBe(before);
    await server.call(messages.setMessagePreference, { topic: "income", channel: "sms", on: true }, { token });
    expect((await preference("income")).channels.sms).toEqual({ on: true, locked: false });
    await send(credited("要短信"));
    expect(await queued()).toBe(before + 1);
    await server.call(
      messages.setMessagePreference,
      { event: "income.credited", channel: "sms", on: false },
      { token },
    );
    await send(credited("不要短信"));
    expect(await queued()).toBe(before + 1);
    const { events } = await preference("income");
    expect(events.filter(({ channels }) => !channels.sms.on).map(({ event }) => event)).toEqual(["income.credited"]);
    expect(events.length).toBeGreaterThan(1);
  });

  test("quiet nights are the merchant's choice", async () => {
    const { token } = merchant;
    expect((await server.call(messages.messagePreferences, {}, { token })).quietNights).toBe(true);
    await server.call(messages.setQuietNights, { on: false }, { token });
    expect((await server.call(messages.messagePreferences, {}, { token })).quietNights).toBe(false);
  });
});

test.each([
  ["2026-11-16T12:00:00+08:00", "2026-11-16T12:00:00+08:00"],
  ["2026-11-16T07:59:59+08:00", "2026-11-16T08:00:00+08:00"],
  ["2026-11-16T22:00:00+08:00", "2026-11-17T08:00:00+08:00"],
  ["2026-11-16T00:30:00+08:00", "2026-11-16T08:00:00+08:00"],
])("an SMS of %s goes out at %s", (at, expected) => {
  expect(afterQuietHours(new Date(at))).toEqual(new Date(expected));
});

test("a message of a failed transaction is never seen", async () => {
  const { platform } = server.app;
  const deps: MessagesDeps = {
    ...platform,
    notifications: { send: async () => {} },
    recipientOf,
    recipientsOf,
    setQuietNights,
    spendNotice: async () => ({ allowed: true, giveBack: async () => {} }),
    publicUrl: "",
  };
  const before = await server.call(messages.unreadCount, {}, { token: merchant.token });
  const failing = platform.database.transaction(async (tx) => {
    await createSendMessage(deps)(tx, credited("未发生"));
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await server.call(messages.unreadCount, {}, { token: merchant.token })).toBe(before);
});

describe("fault 12: an SMS notice", () => {
  const notice = (now: string, given: { refuses?: boolean; byDay?: true }) => {
    const told = { sent: 0, spent: 0 };
    const deliver = deliverNotification({
      clock: { now: () => new Date(now) },
      database: server.app.platform.database,
      async spendNotice() {
        told.spent += 1;
        return { allowed: true, giveBack: async () => void (told.spent -= 1) };
      },
      notifications: {
        async send() {
          if (given.refuses) throw new Error("the carrier refuses");
          told.sent += 1;
        },
      },
    });
    const payload = { channel: "sms", to: "+8613800138000", subject: "", text: "到账", notBefore: 0, ...given };
    const entry = { topic: "messages.notification", reference: "r.sms", merchantId: merchant.userId, payload };
    return { told, deliver: () => deliver({ ...entry, id: "entry", attempt: 1, released: false }) };
  };

  test("that something else has delayed does not go by night", async () => {
    const night = notice("2026-11-16T23:30:00+08:00", { byDay: true });
    expect(await night.deliver()).toEqual({ result: "retry", reason: "quiet hours", afterSeconds: 8.5 * 3600 });
    const urgent = notice("2026-11-16T23:30:00+08:00", {});
    expect(await urgent.deliver()).toEqual({ result: "delivered" });
    const day = notice("2026-11-17T08:00:00+08:00", { byDay: true });
    expect(await day.deliver()).toEqual({ result: "delivered" });
    expect([night.told, urgent.told, day.told].map(({ sent }) => sent)).toEqual([0, 1, 1]);
  });

  test("that the carrier refuses is not counted", async () => {
    const { told, deliver } = notice("2026-11-16T12:00:00+08:00", { refuses: true });
    await expect(deliver()).rejects.toThrow("the carrier refuses");
    expect(told).toEqual({ sent: 0, spent: 0 });
  });
});

test("what happens by night is told by SMS at eight of the business clock, also when that was moved", async () => {
  const sleeper = await server.registerMerchant();
  const { userId, token } = sleeper;
  await server.call(messages.setMessagePreference, { topic: "income", channel: "sms", on: true }, { token });
  const state = async () => {
    await server.app.platform.outbox.deliverDue();
    const rows = await server.database.query<{ state: string }>(
      "select state from outbox where reference in (select id || '.sms' from message where merchant_id = $1)",
      [userId],
    );
    return rows.map((row) => row.state);
  };
  server.clock.set("2026-12-01T23:30:00+08:00");
  await send({ ...credited("夜里"), merchantId: userId });
  expect(await state()).toEqual(["waiting"]);
  server.clock.set("2026-12-02T07:59:00+08:00");
  expect(await state()).toEqual(["waiting"]);
  server.clock.set("2026-12-02T08:00:01+08:00");
  await expect.poll(state).toEqual(["delivered"]);
});
