import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admissionLimits } from "./admission.ts";
import { CERTIFIED, MERCHANT, startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

/** So many at once that the fewest places a server may have are all taken. */
const POOL = 2;
const { read, queue } = admissionLimits(POOL);
let database: TestDatabase;
let server: SampleServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSampleServer(database.config, { poolSize: POOL, trustedProxies: 1 });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

type Answer = { status: number; ms: number; response: Response };
const ask = async (path: string, from: string, init: RequestInit = {}): Promise<Answer> => {
  const began = performance.now();
  const headers = { "x-forwarded-for": from, ...(init.headers as Record<string, string>) };
  const response = await fetch(server.url + path, { ...init, headers });
  return { status: response.status, ms: performance.now() - began, response };
};
const SLOW = "/api/slow?ms=3000";
/** Callers from everywhere: all places are taken, and all places in the queue. */
const flood = () => Array.from({ length: read + queue }, (_, n) => ask(SLOW, `203.0.113.${n % 240}`));
const turnedAwayOf = async (call: string) =>
  Number(
    new RegExp(`coralhub_http_request_seconds_count\\{call="${call}",status="503"\\} (\\d+)`).exec(
      await server.platform.metrics.metrics(),
    )?.[1] ?? 0,
  );

test("for whom there is no room the answer is made in front of the framework: in the call's dialect, within a second, while money and health go on", async () => {
  const token = await server.token("merchant", MERCHANT);
  const as = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const flooding = flood();
  await expect.poll(() => ask(SLOW, "198.51.100.1").then(({ status }) => status), { interval: 0 }).toBe(503);

  const refused = await ask(SLOW, "198.51.100.2");
  expect(refused.status).toBe(503);
  expect(refused.ms).toBeLessThan(1_500);
  const { headers } = refused.response;
  expect(headers.get("retry-after")).toBe("2");
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(await refused.response.json()).toEqual({
    code: 503,
    msg: "服务繁忙，请稍后重试",
    reason: "server.busy",
    requestId: headers.get("x-request-id"),
  });
  const counted = await ask("/api/count", "198.51.100.3", { method: "POST", body: "{}" });
  expect(await counted.response.json()).toMatchObject({ code: 503, errorCode: 503 });

  const [paid, health] = await Promise.all([
    ask("/api/pay", "198.51.100.4", {
      method: "POST",
      body: JSON.stringify({ amount: 5 }),
      headers: { ...as, "idempotency-key": "while-everybody-reads-0001" },
    }),
    ask("/healthz", "198.51.100.5"),
  ]);
  expect([paid.status, health.status]).toEqual([200, 200]);
  expect(paid.ms).toBeLessThan(1_500);

  await Promise.all(flooding);
  expect((await ask("/api/slow?ms=1", "198.51.100.6")).status).toBe(200);
  expect(await turnedAwayOf("sample.slow")).toBeGreaterThan(0);
});

test("who floods us fills their own share only, whichever way they are known", async () => {
  const [one, other] = [await server.token("merchant", MERCHANT), await server.token("merchant", CERTIFIED)];
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  // A session is known once somebody has used it.
  for (const token of [one, other])
    expect((await ask("/api/count", "198.51.100.7", { method: "POST", body: "{}", ...withJson(token) })).status).toBe(
      200,
    );
  const flooding = Array.from({ length: (read + queue) * 2 }, (_, n) =>
    n % 2 ? ask(SLOW, `192.0.2.${n % 200}`, as(one)) : ask(SLOW, "198.51.100.8"),
  );
  await expect.poll(() => turnedAwayOf("sample.slow")).toBeGreaterThan(0);
  const neighbours = await Promise.all([
    ask("/api/slow?ms=1", "198.51.100.9"),
    ask("/api/slow?ms=1", "198.51.100.8", as(other)),
  ]);
  // They had to wait for a place like everybody, and were not turned away at the door.
  for (const { status, ms } of neighbours) expect(status === 200 || ms > 700).toBe(true);
  await Promise.all(flooding);
});
const withJson = (token: string) => ({
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
});

test("whoever hangs up is let go, and a server that stops keeps nobody waiting", async () => {
  const stopping = await startSampleServer(database.config, { poolSize: POOL, trustedProxies: 1 });
  const from = (n: number) => ({ headers: { "x-forwarded-for": `203.0.113.${n % 240}` } });
  const calls = Array.from({ length: read + queue + 20 }, (_, n) =>
    fetch(`${stopping.url}/api/slow?ms=500`, from(n)).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  const leaving = new AbortController();
  const left = fetch(`${stopping.url}/api/slow?ms=500`, { ...from(1), signal: leaving.signal }).catch(() => "left");
  await new Promise((resolve) => setTimeout(resolve, 100));
  leaving.abort();
  expect(await left).toBe("left");
  const seen = await Promise.all(calls);
  await stopping.close();
  expect(new Set(seen)).toEqual(new Set([200, 503]));
});
