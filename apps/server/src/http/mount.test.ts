import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admissionLimits } from "./admission.ts";
import { CERTIFIED, MERCHANT, OPERATOR, startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

let database: TestDatabase;
let server: SampleServer;
let merchant: string;
let operator: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSampleServer(database.config);
  [merchant, operator] = await Promise.all([server.token("merchant", MERCHANT), server.token("operator", OPERATOR)]);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(server.url + path, init);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
const as = (token: string) => ({ authorization: `Bearer ${token}` });

test("each family answers success in its own envelope", async () => {
  expect((await post("/gateway/ping", {}, as(merchant))).body).toEqual({ code: "10000", msg: "成功", data: null });
  expect((await post("/api/count", {}, as(merchant))).body).toEqual({ errorCode: 200, data: 7 });
  const { body } = await post("/api/echo/7", { price: { currency: "USD", amount: "1.5" } }, as(merchant));
  // Decoded on the way in, encoded on the way out, and nothing leaves that the output does not name.
  expect(body).toEqual({
    code: 200,
    msg: "成功",
    data: { id: "7", price: { currency: "USD", amount: "1.50" }, merchantId: MERCHANT },
  });
});

test("each family refuses in its own dialect, with the request's id", async () => {
  const portal = await post("/api/echo/7", {});
  expect(portal.status).toBe(401);
  expect(portal.body).toEqual({
    code: 600,
    msg: "登录已过期，请重新登录",
    reason: "session.expired",
    requestId: portal.headers.get("x-request-id"),
  });
  expect((await post("/gateway/ping", {})).body).toMatchObject({ code: "600", reason: "session.expired" });
  expect((await post("/api/count", {})).body).toMatchObject({ code: 600, errorCode: 600 });
  expect((await post("/gateway/nowhere", {})).body).toMatchObject({ code: "404" });
});

test("wrong fields are named in Chinese", async () => {
  const { status, body } = await post(
    "/api/echo/7",
    { price: { currency: "XXX", amount: "1" }, note: "太长太长太长" },
    as(merchant),
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 400,
    reason: "input.invalid",
    fields: { "price.currency": "不支持这个币种", note: "最多 5 个字符" },
  });
});

test("a token opens its own realm only", async () => {
  expect((await post("/ops/api/any", {}, as(operator))).body.data).toBe("reviewer@coralhub.test");
  expect((await post("/ops/api/any", {}, as(merchant))).body.code).toBe(600);
  expect((await post("/api/count", {}, as(operator))).body.code).toBe(600);
  expect((await post("/api/count", {}, { authorization: "Bearer '; drop table session; --" })).body.code).toBe(600);
});

test("an operator needs the role, a merchant the certification", async () => {
  expect(await post("/ops/api/finance", {}, as(operator))).toMatchObject({
    status: 403,
    body: { reason: "access.denied" },
  });
  expect(await post("/api/certified", {}, as(merchant))).toMatchObject({
    status: 403,
    body: { reason: "access.not_certified" },
  });
  expect((await post("/api/certified", {}, as(await server.token("merchant", CERTIFIED)))).status).toBe(200);
});

test("a call behind a flag is absent until the flag is on", async () => {
  expect(await post("/api/flagged", {}, as(merchant))).toMatchObject({ status: 404, body: { reason: "not_found" } });
  server.flagOn = true;
  expect((await post("/api/flagged", {}, as(merchant))).status).toBe(200);
});

test("the same key and body gives the same answer once, in any order of fields and however often at once", async () => {
  const headers = { ...as(merchant), "idempotency-key": "key-00000001" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post("/api/pay", { amount: 5, fail: false }, headers)),
  );
  const again = await post("/api/pay", { fail: false, amount: 5 }, headers);
  for (const answer of [...answers, again]) expect(answer.body).toEqual(answers[0]!.body);
  expect(again.body.data).toMatchObject({ run: 1, total: "10" });
  expect(server.state.paid).toBe(1);

  expect(await post("/api/pay", { amount: 6 }, headers)).toMatchObject({
    status: 409,
    body: { reason: "idempotency.reused" },
  });
  const other = { ...as(await server.token("merchant", CERTIFIED)), "idempotency-key": "key-00000001" };
  expect((await post("/api/pay", { amount: 5, fail: false }, other)).body.data).toMatchObject({ run: 2 });
});

test("a refused attempt leaves its key free, a missing key is refused", async () => {
  const headers = { ...as(merchant), "idempotency-key": "key-00000002" };
  expect((await post("/api/pay", { amount: 1, fail: true }, headers)).body.reason).toBe("state.changed");
  expect((await post("/api/pay", { amount: 1 }, headers)).status).toBe(200);
  expect((await post("/api/pay", { amount: 1 }, as(merchant))).body.reason).toBe("idempotency.missing");
});

test("a retry after a lost answer gets the answer, though the handler would refuse by now", async () => {
  const headers = { ...as(merchant), "idempotency-key": "key-00000004" };
  const first = await post("/api/pay/last", {}, headers);
  expect(first.body.data).toEqual({ run: 1 });
  expect((await post("/api/pay/last", {}, headers)).body).toEqual(first.body);
  const fresh = { ...headers, "idempotency-key": "key-00000005" };
  expect((await post("/api/pay/last", {}, fresh)).body.reason).toBe("state.changed");
});

test("a call that takes a key but leaves no record of it fails instead of running twice on a retry", async () => {
  const headers = { ...as(merchant), "idempotency-key": "key-00000003" };
  expect(await post("/api/pay/forgetful", {}, headers)).toMatchObject({
    status: 500,
    body: { reason: "server.failed" },
  });
});

test("limits refuse with 429 and say when to come back; callers do not share theirs", async () => {
  const statuses = [];
  for (let n = 0; n < 4; n++)
    statuses.push((await post("/api/limited", {}, { "x-forwarded-for": `198.51.100.${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const { headers, body } = await post("/api/limited", {});
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(50);
  expect(body.msg).toMatch(/^操作太频繁，请 \d+ 秒后再试$/);

  const other = await server.token("merchant", CERTIFIED);
  for (const [token, expected] of [
    [merchant, 200],
    [merchant, 200],
    [merchant, 429],
    [other, 200],
  ] as const) {
    expect((await post("/api/limited/caller", {}, as(token))).status).toBe(expected);
  }
});

test("a handler that refuses at once, without a promise, gives its place back", async () => {
  const reads = admissionLimits(server.platform.config.poolSize).read;
  for (let turn = 0; turn < reads + 2; turn++)
    expect((await post("/api/refusing", {}, as(merchant))).body).toMatchObject({ reason: "not_found" });
  expect((await post("/api/count", {}, as(merchant))).status).toBe(200);
});

test("a body holds no place while it arrives: senders that never finish keep nobody out", async () => {
  const { hostname, port } = new URL(server.url);
  const { write, read } = admissionLimits(server.platform.config.poolSize);
  const head = (path: string, type: string) => [
    `POST ${path} HTTP/1.1`,
    "host: x",
    `authorization: Bearer ${merchant}`,
    `content-type: ${type}`,
  ];
  const slow = [
    ...Array.from({ length: read + 2 }, () => head("/api/count", "application/json")),
    ...Array.from({ length: Math.min(write, 16) }, () => head("/api/upload", "multipart/form-data; boundary=b")),
  ].map(async (lines) => {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    await new Promise<void>((sent) =>
      socket.write(`${lines.join("\r\n")}\r\ncontent-length: 99\r\n\r\n{`, () => sent()),
    );
    return socket;
  });
  const sockets = await Promise.all(slow);
  expect((await post("/api/count", {}, as(merchant))).status).toBe(200);
  const form = new FormData();
  form.set("kind", "1");
  form.set("file", new File(["a,b\n"], "a.csv"));
  const sent = await fetch(`${server.url}/api/upload`, { method: "POST", headers: as(merchant), body: form });
  expect(sent.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("our own failure is a 500 without details", async () => {
  const { status, body } = await post("/api/broken", {});
  expect(status).toBe(500);
  expect(body).toEqual({
    code: 500,
    msg: "系统出了点问题，请稍后重试；再次出错请联系客服",
    reason: "server.failed",
    requestId: expect.any(String) as string,
  });
});

test("unknown paths, wrong methods and unread content types are refused in the envelope", async () => {
  expect((await post("/api/nowhere", {})).body.reason).toBe("not_found");
  expect((await (await fetch(`${server.url}/api/count`)).json()) as object).toMatchObject({ reason: "not_found" });
  expect((await post("/api/broken", "x=1", { "content-type": "application/x-www-form-urlencoded" })).body.reason).toBe(
    "input.unreadable",
  );
  expect((await post("/api/echo/%zz", {})).body).toMatchObject({ code: 402 });
});

test("a download has its Chinese name and never runs in our origin", async () => {
  const response = await fetch(`${server.url}/api/download`);
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="_2026.csv"; filename*=UTF-8''${encodeURIComponent("账单 2026.csv")}`,
  );
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(await response.text()).toBe("a,b\n");
});

test("every answer carries the security headers and nobody else's page may read it", async () => {
  const { headers } = await post("/api/count", {}, { ...as(merchant), origin: "https://evil.test" });
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
  expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("a forged X-Forwarded-For does not count unless the configuration names a proxy", async () => {
  const ask = async (url: string) => {
    const response = await fetch(`${url}/api/address`, {
      headers: { "x-forwarded-for": "203.0.113.66, 198.51.100.1" },
    });
    return ((await response.json()) as { data: string }).data;
  };
  expect(await ask(server.url)).toBe("127.0.0.1");
  const proxied = await startSampleServer(database.config, { trustedProxies: 1 });
  // Only the entry our own proxy wrote is believed, not what the caller put before it.
  expect(await ask(proxied.url)).toBe("198.51.100.1");
  await proxied.close();
});

test("sandbox levers are absent in production", async () => {
  expect((await post("/sandbox/lever", {})).status).toBe(200);
  const production = await startSampleServer(database.config, { sandbox: false });
  const response = await fetch(`${production.url}/sandbox/lever`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(response.headers.get("strict-transport-security")).toContain("max-age");
  await production.close();
});
