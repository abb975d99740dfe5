import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLoad } from "./load.ts";
import { startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

let database: TestDatabase;
let server: SampleServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSampleServer(database.config, {
    loadLimits: { maxInFlight: 3, maxLoopDelayMs: 10_000 },
    readiness: async () => ({ database: true, migrations: false }),
  });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test("beyond its limit the process refuses with 503 and Retry-After, and health and pages still answer", async () => {
  const running = Array.from({ length: 3 }, () => fetch(`${server.url}/api/slow?ms=2500`));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const refused = await fetch(`${server.url}/api/slow?ms=1`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({ code: 503, reason: "server.busy" });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const page = await fetch(`${server.url}/bindMail`, { headers: { accept: "text/html" } });
  expect(page.headers.get("content-type")).toMatch(/^text\/(html|plain)/);
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
  expect((await fetch(`${server.url}/api/slow?ms=1`)).status).toBe(200);
});

test("a blocked event loop is too much, until it has recovered", async () => {
  const load = createLoad({ maxInFlight: 100, maxLoopDelayMs: 300 });
  const until = performance.now() + 900;
  while (performance.now() < until);
  await expect.poll(load.isTooMuch, { interval: 20 }).toBe(true);
  await expect.poll(load.isTooMuch, { interval: 50 }).toBe(false);
  load.stop();
});

test("a call that takes too long is given up once", async () => {
  const load = createLoad();
  let givenUp = 0;
  const call = { deadline: performance.now(), onOverdue: () => void givenUp++ };
  load.begin(call);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(givenUp).toBe(1);
  load.end(call);
  expect(load.inFlight()).toBe(0);
  load.stop();
});

test("not ready says what is missing", async () => {
  const response = await fetch(`${server.url}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "not ready", checks: { database: true, migrations: false } });
});

test("metrics are for this machine or with the token, also behind a proxy on this machine", async () => {
  const metrics = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });
  expect(await (await metrics({})).text()).toContain("coralhub_http_request_seconds_bucket");
  expect((await metrics({ "x-forwarded-for": "203.0.113.9" })).status).toBe(404);
  expect(
    (await metrics({ "x-forwarded-for": "203.0.113.9", authorization: "Bearer a-token-for-the-guess" })).status,
  ).toBe(404);
  expect(
    (await metrics({ "x-forwarded-for": "203.0.113.9", authorization: "Bearer a-token-for-the-scraper" })).status,
  ).toBe(200);
});

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });

test("what is not even HTTP is refused in Chinese and the connection ended", async () => {
  expect(await raw("NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*请求内容无法识别/);
  expect(await raw(`GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 413 [\s\S]*内容太大/,
  );
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
});
