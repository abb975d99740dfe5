import { ALL_ENDPOINTS } from "@coralhub/contract";
import { SMS_BUDGETS } from "@coralhub/domain";
import { nonceFor, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const { identity, notifications } = ALL_ENDPOINTS;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error as { reason?: string }).reason ?? String(error),
  );
let visitors = 0;
async function ask(mobile: string, address = `10.90.${++visitors >> 8}.${visitors & 255}`): Promise<string> {
  const param = await server.captchaTicket();
  return reasonOf(server.call(identity.sendRegisterCode, { mobile, param }, { address }));
}
const foreign = (n: number) => `+4479110${String(n).padStart(5, "0")}`;

describe("12.12 SMS cost guards", () => {
  test("one address sends few abroad, and more at home", { timeout: 60_000 }, async () => {
    const abroad: string[] = [];
    for (let i = 0; i < 8; i++) abroad.push(await ask(foreign(i * 10_000 + i), "10.91.0.1"));
    expect(abroad.filter((reason) => reason === "done").length).toBe(SMS_BUDGETS.address / 5);
    expect(abroad.at(-1)).toBe("identity.sms_budget");
    const home: string[] = [];
    for (let i = 0; i < 8; i++) home.push(await ask(`1380010${String(1000 + i)}`, "10.91.0.2"));
    expect(home).toEqual(Array(8).fill("done"));
  });

  test("a block of foreign numbers has a budget whoever asks from wherever", { timeout: 60_000 }, async () => {
    const outcomes: string[] = [];
    for (let i = 0; i < 14; i++) outcomes.push(await ask(`+3361234${String(1000 + i)}`));
    expect(outcomes.filter((reason) => reason === "done").length).toBe(SMS_BUDGETS.foreignBlock / 5);
  });

  test("a country's budget ends with an alarm", { timeout: 60_000 }, async () => {
    await server.database.query("delete from rate_limit");
    const { rateLimits } = server.app.platform;
    for (let i = 0; i < SMS_BUDGETS.foreignCountry / 5; i++)
      await rateLimits.take("sms:country:+49", SMS_BUDGETS.foreignCountry / 5, 3600);
    expect(await ask("+4915112345678")).toBe("identity.sms_budget");
    expect(await ask("+33612399999")).toBe("done");
  });
});

describe("12.12 questions and spraying", () => {
  test("questions in words are answered twice an hour and address, by whoever", { timeout: 60_000 }, async () => {
    const token = await server.operatorToken("admin");
    let solved = 0;
    for (let i = 0; i < 6; i++) {
      const { captchaId, workBits } = await server.call(identity.makeQuestion, {}, { address: "10.92.0.1" });
      const { answer } = await server.call(notifications.captchaAnswer, { id: captchaId }, { token });
      const input = { captchaId, answer: answer!, nonce: await nonceFor(captchaId, workBits) };
      if ((await reasonOf(server.call(identity.solveQuestion, input, { address: "10.92.0.1" }))) === "done") solved++;
    }
    expect(solved).toBe(2);
  });

  test("one guess at each of many accounts ends at the address", { timeout: 120_000 }, async () => {
    const address = "10.93.0.1";
    const outcomes: string[] = [];
    for (let i = 0; i < 44; i++) {
      const param = i < 3 ? undefined : await server.captchaTicket();
      const input = { username: `1390099${String(1000 + i)}`, password: "Spring#2026", ...(param && { param }) };
      outcomes.push(await reasonOf(server.call(identity.login, input, { address })));
    }
    expect(outcomes.filter((reason) => reason === "identity.wrong_password").length).toBe(40);
    expect(outcomes.at(-1)).toBe("identity.too_many_attempts");
  });
});
