import { ALL_ENDPOINTS } from "@coralhub/contract";
import { codeBinding, parseMoney } from "@coralhub/domain";
import {
  createTestClock,
  createTestDatabase,
  createTestRandom,
  testConfig,
  type TestDatabase,
} from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPlatform, type Platform } from "../../platform/index.ts";
import type { Notification } from "../../rails/notifications/index.ts";
import { createCodes, type Codes } from "./codes.ts";

let database: TestDatabase;
let platform: Platform;
let codes: Codes;
let sent: Notification[];
let failing = false;
const clock = createTestClock();
beforeAll(async () => {
  database = await createTestDatabase();
  platform = createPlatform(testConfig({ databaseUrl: database.url }), { clock, random: createTestRandom() });
});
afterAll(async () => {
  await platform.database.close();
  await database.drop();
});
let numbers = 0;
let recipient: string;
beforeEach(() => {
  sent = [];
  failing = false;
  recipient = `+86139${String(++numbers).padStart(8, "0")}`;
  const notifications = {
    send: async (notification: Notification) => {
      if (failing) throw new Error("carrier down");
      sent.push(notification);
    },
  };
  codes = createCodes({ ...platform, notifications, raiseAlarm: async () => undefined });
});
const refused = (code: number) => ({ row: { code } });
const spend = (proof: Awaited<ReturnType<Codes["prove"]>>) =>
  platform.database.transaction((tx) => codes.spend(tx, proof));
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

test("a code works once, for its purpose only, and nothing but its hash is kept", async () => {
  const request = { purpose: "card", recipient, binding: "m1" } as const;
  await codes.send(request);
  const code = sent[0]!.code!;
  expect(sent[0]).toMatchObject({ channel: "sms", to: recipient });
  expect(sent[0]!.text).toContain(`验证码 ${code}`);
  await expect(codes.prove({ ...request, purpose: "bankAccount" }, code)).rejects.toMatchObject(refused(12011));
  const proof = await codes.prove(request, code);
  await spend(proof);
  await expect(spend(proof)).rejects.toMatchObject(refused(12011));
  await expect(codes.prove(request, code)).rejects.toMatchObject(refused(12011));
  const rows = await database.query<{ text: string }>("select verification_code::text as text from verification_code");
  expect(rows.some(({ text }) => text.includes(code) || text.includes(recipient))).toBe(false);
});

test("a money code is worthless for another payee, amount or merchant", async () => {
  const amount = parseMoney("1000.00", "USD");
  const binding = (payee: string, money = amount, merchant = "m1") => `${merchant}|${codeBinding(payee, money)}`;
  const request = { purpose: "payout", recipient, binding: binding("招商银行 0831") } as const;
  await codes.send(request, { about: "确认付款：招商银行 0831，USD 1000.00" });
  const code = sent[0]!.code!;
  expect(sent[0]!.text).toContain("招商银行 0831，USD 1000.00");
  for (const other of [
    binding("招商银行 0832"),
    binding("招商银行 0831", parseMoney("1000.01", "USD")),
    binding("招商银行 0831", amount, "m2"),
  ]) {
    await expect(codes.prove({ ...request, binding: other }, code)).rejects.toMatchObject(refused(12010));
  }
  await expect(codes.prove(request, code)).resolves.toMatchObject({ purpose: "payout" });
});

test("five guesses, then even the right code is refused, also when they come at once", async () => {
  const request = { purpose: "card", recipient, binding: "" } as const;
  await codes.send(request);
  const code = sent[0]!.code!;
  const guesses = await Promise.allSettled(Array.from({ length: 8 }, () => codes.prove(request, wrong(code))));
  expect(guesses.every((guess) => guess.status === "rejected")).toBe(true);
  const tries = await database.query<{ tries: number }>(
    "select max(tries) as tries from verification_code where purpose = $1",
    ["card"],
  );
  expect(tries).toEqual([{ tries: 5 }]);
  await expect(codes.prove(request, code)).rejects.toMatchObject(refused(12011));
});

test("looking does not use a code up, and does not cost a try", async () => {
  const request = { purpose: "resetPassword", recipient, binding: "" } as const;
  await codes.send(request);
  for (let i = 0; i < 7; i++) await codes.peek(request, sent[0]!.code!);
  await expect(codes.prove(request, sent[0]!.code!).then(spend)).resolves.toBeUndefined();
});

test("it dies after five minutes, and when a newer one is sent", async () => {
  const request = { purpose: "card", recipient, binding: "" } as const;
  await codes.send(request);
  clock.advance({ minutes: 1 });
  await codes.send(request);
  const [first, second] = sent.map((notification) => notification.code!) as [string, string];
  await expect(codes.prove(request, first)).rejects.toMatchObject(refused(12010));
  clock.advance({ minutes: 4, seconds: 59 });
  await codes.peek(request, second);
  clock.advance({ seconds: 1 });
  await expect(codes.prove(request, second)).rejects.toMatchObject(refused(12011));
});

test("one a minute and ten a day, counted per recipient and purpose; a failed sending does not count", async () => {
  const request = { purpose: "card", recipient, binding: "" } as const;
  failing = true;
  await expect(codes.send(request)).rejects.toMatchObject(refused(12015));
  failing = false;
  const both = await Promise.allSettled([codes.send(request), codes.send(request)]);
  expect(both.map((result) => result.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(codes.send(request)).rejects.toMatchObject(refused(12012));
  await expect(codes.send({ ...request, purpose: "stepUp" })).resolves.toMatchObject({ resendInSeconds: 60 });
  for (let i = 0; i < 9; i++) {
    clock.advance({ seconds: 60 });
    await codes.send(request);
  }
  clock.advance({ seconds: 60 });
  await expect(codes.send(request)).rejects.toMatchObject(refused(12013));
  clock.advance({ days: 1 });
  await expect(codes.send(request)).resolves.toMatchObject({ sentTo: expect.stringContaining("••••") as string });
});

test("a decoy looks the same and never proves anything", async () => {
  const request = { purpose: "resetPassword", recipient, binding: "" } as const;
  const real = await codes.send({ ...request, recipient: "+8613911112222" });
  const decoy = await codes.send(request, { decoy: true });
  expect({ ...decoy, sentTo: "" }).toEqual({ ...real, sentTo: "" });
  expect(sent).toHaveLength(1);
  await expect(codes.prove(request, "123456")).rejects.toMatchObject(refused(12010));
});

test("the default code types are the specification's", () => {
  const { sendCardCode, sendBankCode, sendGatewayCode } = ALL_ENDPOINTS.identity;
  expect([sendCardCode, sendBankCode, sendGatewayCode].map((endpoint) => endpoint.input.parse({}).type)).toEqual([
    3, 1, 2,
  ]);
});
