import { ALL_ENDPOINTS, CallRefused, fullPath } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const { identity, messages, sandboxControl } = ALL_ENDPOINTS;
let one: TestServer;
let two: TestServer;
let merchant: TestMerchant;

beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ database: one.database, clock: one.clock });
  merchant = await one.registerMerchant();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Less than the five seconds after which a server looks by itself: it has been told. */
const TOLD = { timeout: 4_000 };

const codeOf = (refused: Promise<unknown>): Promise<number | undefined> =>
  refused.then(
    () => undefined,
    (error: unknown) => (error instanceof CallRefused ? error.code : -1),
  );

test("a session opened on one server is known to the other, and ended there as soon as it ends here", async () => {
  const { token } = await one.registerMerchant();
  await two.call(messages.unreadCount, {}, { token });
  await one.call(identity.logout, {}, { token });
  await expect.poll(() => codeOf(two.call(messages.unreadCount, {}, { token })), TOLD).toBe(600);
});

test("what happens on one server reaches the pages open on the other, and their end too", async () => {
  const { token } = merchant;
  const leaving = new AbortController();
  const events = (await two.call(identity.live, {}, { token, signal: leaving.signal }))[Symbol.asyncIterator]();
  const unread = await one.call(messages.unreadCount, {}, { token });
  expect(unread).toBeGreaterThan(0);
  expect((await events.next()).value).toEqual({ event: "unread", data: { count: unread } });
  await one.call(messages.changeMessageStatus, { mark: "all", status: 1 }, { token });
  expect((await events.next()).value).toEqual({ event: "unread", data: { count: 0 } });
  leaving.abort();
});

test("a limit is one limit, whichever server is asked", async () => {
  const { rateLimit } = identity.solveSlider;
  let passed = 0;
  for (let n = 0; n < rateLimit!.limit + 6; n++) {
    const { url } = n % 2 ? one : two;
    const headers = { "x-forwarded-for": "10.77.0.1", "content-type": "application/json" };
    const response = await fetch(url + fullPath(identity.solveSlider), { method: "POST", headers, body: "{}" });
    if (response.status !== 429) passed++;
    await response.arrayBuffer();
  }
  expect(passed).toBe(rateLimit!.limit);
});

test("the sandbox's clock is the same on both", async () => {
  const token = await one.operatorToken("admin");
  const { aheadSeconds } = await one.call(sandboxControl.advanceClock, { hours: 24 }, { token });
  expect(aheadSeconds).toBe(86_400);
  const seen = async () => (await two.call(sandboxControl.clock, {}, { token })).aheadSeconds;
  await expect.poll(seen, TOLD).toBe(86_400);
});

test("a server that stops leaves the other one working", async () => {
  const third = await startTestServer({ database: one.database, clock: one.clock });
  const { token } = await third.registerMerchant();
  await third.close();
  expect(await two.call(messages.unreadCount, {}, { token })).toBeGreaterThan(0);
});
