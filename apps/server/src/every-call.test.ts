import { ALL_ENDPOINTS, fullPath, type Access, type Endpoint, type Endpoints } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Walks the whole table: what is added to it is tested from its first day. */
const CALLS = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([module, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
const needing = (...accesses: Access[]) => CALLS.filter(({ endpoint }) => accesses.includes(endpoint.access));
const OPERATOR_ACCESS = [
  "operator:self",
  "operator",
  "operator:reviewer",
  "operator:finance",
  "operator:admin",
] as const;

let server: TestServer;
let merchant: string;
const operators = { reviewer: "", finance: "" };

beforeAll(async () => {
  server = await startTestServer();
  merchant = (await server.registerMerchant()).token;
  operators.reviewer = await server.operatorToken("reviewer");
  operators.finance = await server.operatorToken("finance");
});
afterAll(() => server.close());

let calls = 0;
async function ask(endpoint: Endpoint, token?: string): Promise<{ status: number; code: string }> {
  calls++;
  const url = server.url + fullPath(endpoint).replaceAll(/\{\w+\}/g, "0193a000-0000-7000-8000-000000000001");
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      "x-forwarded-for": `10.9.${calls >> 8}.${calls & 255}`,
      "idempotency-key": `every-call-${calls}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.method !== "GET" && { "content-type": "application/json" }),
    },
    ...(endpoint.method !== "GET" && endpoint.method !== "DELETE" && { body: "{}" }),
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await response.json()) as { code: number | string };
  return { status: response.status, code: String(body.code) };
}
const LOGIN_EXPIRED = { status: 401, code: "600" };

test("the server serves the whole table and nothing else", async () => {
  const response = await fetch(`${server.url}/docs/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // With or without a slash at the end it is the same address.
  const named = CALLS.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint).replace(/\/$/, "")}`);
  expect(new Set(named).size).toBe(named.length);
  expect(served.toSorted()).toEqual(named.toSorted());
});

describe("who is not signed in, or signed in elsewhere, is refused", () => {
  const merchantCalls = needing("merchant", "certified");
  const operatorCalls = needing(...OPERATOR_ACCESS);

  test.each([...merchantCalls, ...operatorCalls])("$name without or with a made-up token", async ({ endpoint }) => {
    expect(await ask(endpoint)).toEqual(LOGIN_EXPIRED);
    expect(await ask(endpoint, "A".repeat(64))).toEqual(LOGIN_EXPIRED);
  });
  test.each(merchantCalls)("$name with an operator's token", async ({ endpoint }) => {
    expect(await ask(endpoint, operators.finance)).toEqual(LOGIN_EXPIRED);
  });
  test.each(operatorCalls)("$name with a merchant's token", async ({ endpoint }) => {
    expect(await ask(endpoint, merchant)).toEqual(LOGIN_EXPIRED);
  });
});

test.each(needing("open"))("$name is for programs that prove themselves", async ({ endpoint }) => {
  expect(await ask(endpoint)).toEqual({ status: 401, code: "26001" });
  expect(await ask(endpoint, merchant)).toEqual({ status: 401, code: "26001" });
});
test.each(needing("certified"))("$name needs a certified merchant", async ({ endpoint }) => {
  expect(await ask(endpoint, merchant)).toEqual({ status: 403, code: "10403" });
});
test.each(needing("operator:reviewer"))("$name needs a reviewer", async ({ endpoint }) => {
  expect(await ask(endpoint, operators.finance)).toEqual({ status: 403, code: "403" });
});
test.each(needing("operator:finance", "operator:admin"))("$name needs more than a reviewer", async ({ endpoint }) => {
  expect(await ask(endpoint, operators.reviewer)).toEqual({ status: 403, code: "403" });
});

test("sandbox levers are for operators or say nothing: none of them opens to a merchant", () => {
  const open = CALLS.filter(({ endpoint }) => endpoint.family === "sandbox" && !endpoint.access.startsWith("operator"));
  expect(open.map(({ name }) => name)).toEqual([]);
});
