import { ALL_ENDPOINTS } from "@coralhub/contract";
import { CAPTCHA_WORK_BITS, SMS_BUDGETS } from "@coralhub/domain";
import { drag, nonceFor, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MISSES, SOLVED_PER_HOUR } from "./entry-handlers.ts";
import { createNoticeBudget, spendSmsBudget } from "./sms-budget.ts";

const { identity, notifications, operations } = ALL_ENDPOINTS;
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

describe("fault 12: SMS cost guards", () => {
  test("one address sends few abroad, and more at home", { timeout: 60_000 }, async () => {
    const abroad: string[] = [];
    // Who has one IPv6 network has all its addresses.
    for (let i = 0; i < 8; i++) abroad.push(await ask(foreign(i * 10_000 + i), `2001:db8:0:1::${i + 1}`));
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
    await rateLimits.take("sms:country:DE", SMS_BUDGETS.foreignCountry, 3600, SMS_BUDGETS.foreignCountry - 4);
    expect(await ask("+4915112345678")).toBe("identity.sms_budget");
    expect(await ask("+33612399999")).toBe("done");
    // Told to the admins once, however often it happens; a scraper sees every one.
    expect(await ask("+4915112345679")).toBe("identity.sms_budget");
    const token = await server.operatorToken("admin");
    const shown = async () =>
      (await server.call(identity.doorAlarms, {}, { token })).filter(({ subject }) => subject === "country:DE");
    expect(await shown()).toMatchObject([{ kind: "sms", seenAt: null }]);
    expect((await server.call(operations.waiting, {}, { token })).doorAlarms).toBe(1);
    const finance = await server.operatorToken("finance");
    expect((await server.call(operations.waiting, {}, { token: finance })).doorAlarms).toBe(0);
    expect(await reasonOf(server.call(identity.doorAlarms, {}, { token: finance }))).toBe("access.denied");
    expect(await server.app.platform.metrics.metrics()).toMatch(/coralhub_door_alarms_total\{kind="sms"\} \d/);
    await server.call(identity.seeDoorAlarm, { id: (await shown())[0]!.id }, { token });
    expect(await shown()).toMatchObject([{ seenAt: expect.any(Date) as Date }]);
    expect((await server.call(operations.waiting, {}, { token })).doorAlarms).toBe(0);
  });

  test("countries are told apart by their numbers, not by two digits", { timeout: 60_000 }, async () => {
    await server.database.query("delete from rate_limit");
    const { rateLimits } = server.app.platform;
    const spent = SMS_BUDGETS.foreignCountry;
    // Hong Kong, Macau and Taiwan, Bermuda and New York begin alike.
    await rateLimits.take("sms:country:HK", spent, 3600, spent);
    await rateLimits.take("sms:country:US", spent, 3600, spent);
    const tried = {
      HK: "+85261234567",
      MO: "+85366123456",
      KH: "+85591234567",
      US: "+12025550143",
      CA: "+14165550143",
    };
    const outcomes: Record<string, string> = {};
    for (const [country, mobile] of Object.entries(tried)) outcomes[country] = await ask(mobile);
    const refused = "identity.sms_budget";
    expect(outcomes).toEqual({ HK: refused, MO: "done", KH: "done", US: refused, CA: "done" });
  });

  test("what is refused takes nothing from anybody", { timeout: 60_000 }, async () => {
    await server.database.query("delete from rate_limit");
    const { rateLimits } = server.app.platform;
    // Three units are left for everyone: none abroad, three at home, however many ask for abroad meanwhile.
    await rateLimits.take("sms:everyone", SMS_BUDGETS.everyone, 3600, SMS_BUDGETS.everyone - 3);
    for (let i = 0; i < 3; i++) expect(await ask(`+3361239${String(1000 + i)}`)).toBe("identity.sms_budget");
    const home: string[] = [];
    for (let i = 0; i < 4; i++) home.push(await ask(`1380020${String(1000 + i)}`));
    expect(home).toEqual(["done", "done", "done", "identity.sms_budget"]);
    // Nor did it use up the address, the block or the country it was asked of.
    const units = SMS_BUDGETS.foreignCountry;
    expect(await rateLimits.take("sms:country:FR", units, 3600, units)).toEqual({ allowed: true });
    await rateLimits.giveBack("sms:country:FR", units, 3600, units);
    await rateLimits.giveBack("sms:everyone", SMS_BUDGETS.everyone, 3600, SMS_BUDGETS.everyone);
  });
});

describe("fault 12: answers to the slider from one address", () => {
  /** A picture without the drawing, which takes longer than everything else here. */
  const picture = async () => {
    const captchaId = crypto.randomUUID();
    await server.database.query(
      "insert into captcha (id, kind, answer, expires_at) values ($1, 'slider', '100', now() + interval '1 day')",
      [captchaId],
    );
    return captchaId;
  };
  const answer = async (captchaId: string, x: number, address: string) => {
    const nonce = await nonceFor(captchaId, CAPTCHA_WORK_BITS.slider);
    return reasonOf(server.call(identity.solveSlider, { captchaId, x, trace: drag(x), nonce }, { address }));
  };
  const many = async (count: number, one: (i: number) => Promise<string>) => {
    const outcomes: string[] = [];
    for (let i = 0; i < count; i++) outcomes.push(await one(i));
    return outcomes;
  };

  test("what costs nothing closes it for nobody: no work, or no picture", { timeout: 60_000 }, async () => {
    const address = "10.96.0.1";
    const free = await many(MISSES.limit + 1, () => {
      const solution = { captchaId: crypto.randomUUID(), x: 100, trace: [], nonce: "0" };
      return reasonOf(server.call(identity.solveSlider, solution, { address }));
    });
    expect(free).not.toContain("limit.too_many");
    const unknown = await many(MISSES.limit + 1, () => answer(crypto.randomUUID(), 100, address));
    expect(unknown).toEqual(Array(MISSES.limit + 1).fill("identity.captcha_expired"));
    expect(await answer(await picture(), 100, address)).toBe("done");
  });

  test("whoever keeps missing the place rests, and nobody else does", { timeout: 60_000 }, async () => {
    const missed = await many(MISSES.limit, async (i) => answer(await picture(), 200, `2001:db8:0:77::${i + 1}`));
    expect(missed).toEqual(Array(MISSES.limit).fill("identity.captcha_failed"));
    expect(await answer(await picture(), 100, "2001:db8:0:77::ff")).toBe("limit.too_many");
    expect(await answer(await picture(), 100, "2001:db8:0:78::1")).toBe("done");
  });

  test("whoever solves them all gets no more than an hour's number", { timeout: 60_000 }, async () => {
    const solved = await many(SOLVED_PER_HOUR + 1, async (i) =>
      answer(await picture(), 100, `2001:db8:0:79::${i + 1}`),
    );
    expect(solved).toEqual([...Array<string>(SOLVED_PER_HOUR).fill("done"), "limit.too_many"]);
  });
});

test("fault 12: a code the budget refused was never asked for: no wait, no count, and an earlier code stays good", async () => {
  await server.database.query("delete from rate_limit");
  const { rateLimits } = server.app.platform;
  const key = "sms:block:+861390055";
  const mobile = "13900552001";
  await rateLimits.take(key, SMS_BUDGETS.mainlandBlock, 3600, SMS_BUDGETS.mainlandBlock);
  expect([await ask(mobile), await ask(mobile)]).toEqual(["identity.sms_budget", "identity.sms_budget"]);
  await rateLimits.giveBack(key, SMS_BUDGETS.mainlandBlock, 3600, SMS_BUDGETS.mainlandBlock);
  expect(await ask(mobile)).toBe("done");
  const [row] = await server.database.query<{ codes: number }>(
    "select count(*)::int as codes from verification_code where recipient = $1",
    [server.app.platform.secrets.blindIndex("+8613900552001", "code recipient")],
  );
  expect(row).toEqual({ codes: 1 });
});

test("fault 12: at home too a block of numbers has a budget", { timeout: 60_000 }, async () => {
  await server.database.query("delete from rate_limit");
  const { rateLimits } = server.app.platform;
  await rateLimits.take("sms:block:+861390011", SMS_BUDGETS.mainlandBlock, 3600, SMS_BUDGETS.mainlandBlock - 2);
  const outcomes: string[] = [];
  for (let i = 0; i < 4; i++) outcomes.push(await ask(`1390011${String(2000 + i)}`));
  expect(outcomes).toEqual(["done", "done", "identity.sms_budget", "identity.sms_budget"]);
  // The neighbouring block goes on.
  expect(await ask("13900122000")).toBe("done");
});

test("fault 12: when strangers try too many accounts nobody unknown goes without a captcha, and it raises an alarm", async () => {
  const merchant = await server.registerMerchant();
  const wrong = (username: string, address: string) =>
    reasonOf(server.call(identity.login, { username, password: "Spring#2026" }, { address }));
  expect(await wrong("13600136001", "10.94.0.1")).toBe("identity.wrong_password");
  await server.app.platform.rateLimits.take("sign-in: strangers", 2000, 3600, 1999);
  // The first try of a fresh name from a fresh address.
  expect(await wrong("13600136002", "10.94.0.2")).toBe("identity.captcha_required");
  expect(await wrong(merchant.mobile, "10.94.0.3")).toBe("identity.captcha_required");
  const param = await server.captchaTicket();
  const input = { username: merchant.mobile, password: merchant.password, param };
  expect(await reasonOf(server.call(identity.login, input, { address: "10.94.0.3" }))).toBe("done");
  const token = await server.operatorToken("admin");
  const alarms = await server.call(identity.doorAlarms, {}, { token });
  expect(alarms.filter(({ kind }) => kind === "spraying")).toMatchObject([{ subject: "sign-in", seenAt: null }]);
  await server.database.query("delete from rate_limit");
});

describe("fault 12: questions and spraying", () => {
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
    const outcomes: string[] = [];
    for (let i = 0; i < 44; i++) {
      // Who has one IPv6 network has all its addresses.
      const address = `2001:db8:93:1::${i + 1}`;
      const param = i < 3 ? undefined : await server.captchaTicket();
      const input = { username: `1390099${String(1000 + i)}`, password: "Spring#2026", ...(param && { param }) };
      outcomes.push(await reasonOf(server.call(identity.login, input, { address })));
    }
    expect(outcomes.filter((reason) => reason === "identity.wrong_password").length).toBe(40);
    expect(outcomes.at(-1)).toBe("identity.too_many_attempts");
  });
});

test("fault 12: notices have the same ceilings and wait for the next hour, what tells of a danger has a reserve", async () => {
  await server.database.query("delete from rate_limit");
  const { rateLimits, database, outbox } = server.app.platform;
  const { userId } = await server.registerMerchant();
  await rateLimits.take("sms:notices", SMS_BUDGETS.notices, 3600, SMS_BUDGETS.notices);
  await rateLimits.take("sms:country:SE", SMS_BUDGETS.foreignCountry, 3600, SMS_BUDGETS.foreignCountry);
  const notify = async (to: string, event?: string) => {
    const reference = `${crypto.randomUUID()}.sms`;
    const payload = { channel: "sms", to, subject: "", text: reference, notBefore: 0, ...(event && { event }) };
    const entry = { topic: "messages.notification", reference, merchantId: userId, payload };
    await database.transaction((tx) => outbox.enqueue(tx, entry));
    return reference;
  };
  const [ordinary, security] = [await notify("+8613700137009", "payout.completed"), await notify("+46701234567")];
  const outcome = async (reference: string) => {
    await outbox.deliverDue();
    const [row] = await server.database.query<{ state: string; problem: string | null }>(
      "select state, last_problem as problem from outbox where reference = $1",
      [reference],
    );
    return row!.problem ?? row!.state;
  };
  await expect.poll(() => outcome(ordinary)).toBe("sms budget");
  await expect.poll(() => outcome(security)).toBe("delivered");
  const token = await server.operatorToken("admin");
  const subjects = (await server.call(identity.doorAlarms, {}, { token })).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(["notices", "country:SE"]));
});

test("fault 12: what the carrier did not take is given back to every budget, of codes as of notices", async () => {
  await server.database.query("delete from rate_limit");
  const { rateLimits } = server.app.platform;
  const used = async () =>
    (await server.database.query<{ taken: number }>("select coalesce(sum(taken), 0)::int as taken from rate_limit"))[0]!
      .taken;
  const deps = { rateLimits, raiseAlarm: async () => {} };
  const notice = await createNoticeBudget(deps)("+4740612345", "ordinary");
  const code = await spendSmsBudget(deps, "+4740612345", "10.92.0.1");
  expect(await used()).toBeGreaterThan(0);
  if (notice.allowed) await notice.giveBack();
  await code();
  expect(await used()).toBe(0);
});

// Last: for an hour nobody gets another.
test("fault 12: all SMS of an hour together have a ceiling, at home and abroad in one, and it raises an alarm", async () => {
  await server.database.query("delete from rate_limit");
  const { rateLimits } = server.app.platform;
  // Seven units are left: one abroad, two at home.
  await rateLimits.take("sms:everyone", SMS_BUDGETS.everyone, 3600, SMS_BUDGETS.everyone - 7);
  expect(await ask("+34612345678")).toBe("done");
  expect(await ask("13700137001")).toBe("done");
  expect(await ask("13700147002")).toBe("done");
  expect(await ask("13700157003")).toBe("identity.sms_budget");
  expect(await ask("+33612345678")).toBe("identity.sms_budget");
  const token = await server.operatorToken("admin");
  const alarms = await server.call(identity.doorAlarms, {}, { token });
  expect(alarms.filter(({ subject }) => subject === "everyone")).toMatchObject([{ kind: "sms", seenAt: null }]);
});
