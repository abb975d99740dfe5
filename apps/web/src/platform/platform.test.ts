import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent, RefusalName } from "@coralhub/contract";
import { CallRefused, createAttemptKeys, isDecided } from "@coralhub/contract";
import { environmentOf, originOf } from "./environment.ts";
import { followLive } from "./live.ts";
import { randomDigits } from "./random-digits.ts";
import { session, topTab } from "./session.ts";
import { onlyRefusals } from "./use-sent-code.ts";

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the page's address tells the stage", () => {
  expect(["localhost", "127.0.0.1", "portal.coralhub.test", "192.168.1.7"].map(environmentOf)).toEqual(
    Array(4).fill("dev"),
  );
  expect(["uat.coralhub.cn", "portal-uat.coralhub.cn"].map(environmentOf)).toEqual(["uat", "uat"]);
  expect(["www.coralhub.cn", "graduate.coralhub.cn"].map(environmentOf)).toEqual(["prod", "prod"]);
  expect(originOf("gateway", "www.coralhub.cn")).toBe("");
});

test("an attempt keeps its key until it was answered; other content is another attempt", () => {
  let made = 0;
  const keys = createAttemptKeys(() => `key-${++made}`);
  const first = keys.keyFor("/pay", { minor: 100n });
  expect(keys.keyFor("/pay", { minor: 100n })).toBe(first);
  expect(keys.keyFor("/pay", { minor: 101n })).not.toBe(first);
  expect(keys.isWaiting("100n")).toBe(true);
  keys.answered("/pay", { minor: 100n });
  expect(keys.isWaiting("100n")).toBe(false);
  expect(keys.keyFor("/pay", { minor: 100n })).not.toBe(first);
});

test("an attempt is over when it was refused, not when nobody knows what became of it", () => {
  const refused = (status: number, reason?: RefusalName) =>
    new CallRefused({ message: "", status, code: status, ...(reason && { reason }) });
  expect(isDecided(refused(409, "state.changed"))).toBe(true);
  expect(isDecided(refused(400))).toBe(true);
  expect(isDecided(refused(409, "idempotency.running"))).toBe(false);
  expect([500, 502, 503, 504].some((status) => isDecided(refused(status)))).toBe(false);
  expect(isDecided(new Error("the line broke"))).toBe(false);
});

test("the login route forgets the session, its record, the counter and the amazon address, but not the way back", () => {
  session.start("t", { userId: "u", mobile: "1", userSource: 1 });
  session.keepAuthRecord({ status: 3, userId: "OU1" });
  session.keepUserSource(2);
  session.keepReturn("/message");
  localStorage.setItem("amazonUrl", "https://sellercentral.test");
  topTab.keep(0);
  session.clear();
  expect([session.token(), session.user(), session.authRecord(), session.openApiUserId()]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(session.userSourceCount()).toBe(0);
  expect(localStorage.getItem("amazonUrl")).toBeNull();
  expect(topTab.read()).toBe(0);
  expect(session.takeReturn()).toBe("/message");
  expect(session.takeReturn()).toBeNull();
});

test("the top tab is remembered as its index, and put out on the personal centre's pages", () => {
  topTab.keep(3);
  expect([localStorage.getItem("topTab"), topTab.read()]).toEqual(["3", 3]);
  topTab.reset();
  expect(topTab.read()).toBeNull();
  localStorage.setItem("topTab", "收款账户");
  expect(topTab.read()).toBeNull();
});

test("random digits are as many as asked for, four by themselves, and can carry the moment", () => {
  vi.setSystemTime(new Date("2026-11-16T00:00:00Z"));
  expect(randomDigits()).toMatch(/^\d{4}$/);
  expect(randomDigits(9)).toMatch(/^\d{9}$/);
  expect(randomDigits(4, { withTime: true })).toMatch(new RegExp(`^${Date.now()}\\d{4}$`));
});

test("Amazon's page is kept while its question is good, and forgotten once used", () => {
  session.keepAmazonUrl("https://sellercentral.test/consent");
  expect(session.amazonUrl()).toBe("https://sellercentral.test/consent");
  vi.advanceTimersByTime(600_001);
  expect(session.amazonUrl()).toBeNull();
  session.keepAmazonUrl("https://sellercentral.test/consent");
  session.forgetAmazonUrl();
  expect(session.amazonUrl()).toBeNull();
});

test("a live stream that breaks is opened again with growing pauses, and the page is told to look again", async () => {
  const heard: LiveEvent[] = [];
  let opened = 0;
  let reconnected = 0;
  const stop = followLive(
    async () => {
      opened++;
      if (opened === 2 || opened === 3) throw new Error("offline");
      return (async function* () {
        yield { event: "unread", data: { count: opened } };
      })();
    },
    { onEvent: (event) => heard.push(event), onReconnect: () => reconnected++ },
    () => 1,
  );
  await vi.advanceTimersByTimeAsync(0);
  expect([opened, heard.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(opened).toBe(2);
  await vi.advanceTimersByTimeAsync(1999);
  expect(opened).toBe(2);
  await vi.advanceTimersByTimeAsync(1 + 4000);
  expect([opened, heard.length, reconnected]).toEqual([4, 2, 1]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toBe(4);
});

test("a code whose line breaks is not told as something that was not saved", () => {
  const refuse = vi.fn<(error: CallRefused | null) => void>();
  onlyRefusals(refuse)(new TypeError("Failed to fetch"));
  expect(refuse).not.toHaveBeenCalled();
  const tooSoon = new CallRefused({ message: "", status: 429, code: 12012, reason: "identity.code_too_soon" });
  onlyRefusals(refuse)(tooSoon);
  expect(refuse).toHaveBeenCalledWith(tooSoon);
});
