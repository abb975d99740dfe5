import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleEndpoints } from "./sample-calls-fixture.ts";
import { startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

let database: TestDatabase;
let server: SampleServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSampleServer(database.config);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

type Operation = {
  "x-access": string;
  "x-family": string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  >;
};
const openapi = async () =>
  (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };

test("every call is described with its access and family", async () => {
  const { openapi: version, paths } = await openapi();
  expect(version).toBe("3.1.0");
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(Object.keys(sampleEndpoints).length);
  for (const operation of operations)
    expect([typeof operation["x-access"], typeof operation["x-family"]]).toEqual(["string", "string"]);
  expect(paths["/ops/api/finance"]!.post).toMatchObject({ "x-access": "operator:finance", "x-family": "ops" });
});

test("an operation shows what travels: path, body, envelope, refusals", async () => {
  const { paths } = await openapi();
  const echo = paths["/api/echo/{id}"]!.post!;
  expect(echo.parameters).toEqual([
    { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 20 } },
  ]);
  const body = echo.requestBody!.content["application/json"]!.schema;
  expect(body.required).toEqual(["price"]);
  // Money is documented as it travels, not as it lives.
  expect(body.properties).toMatchObject({ price: { properties: { amount: { type: "string" } } } });
  expect(echo.responses["200"]!.content["application/json"]!.schema.properties).toMatchObject({ code: { const: 200 } });
  expect(echo.responses["401"]!.description).toContain("登录已过期");
  expect(paths["/api/slow"]!.get!.parameters).toMatchObject([{ name: "ms", in: "query", required: true }]);
  expect(paths["/api/pay"]!.post!.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header" }]);
  expect(paths["/api/upload"]!.post!.requestBody!.content).toHaveProperty(["multipart/form-data"]);
});

test("the page is readable without any foreign code and finds every call", async () => {
  const response = await fetch(`${server.url}/docs`);
  const html = await response.text();
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(html).not.toMatch(/<script(?![^>]* src=)|style="|https?:\/\//);
  for (const [name, endpoint] of Object.entries(sampleEndpoints)) {
    expect(html).toContain(`id="sample.${name}"`);
    expect(html).toContain(endpoint.title);
  }
  expect((await fetch(`${server.url}/docs/docs.css`)).headers.get("content-type")).toContain("text/css");
  expect((await fetch(`${server.url}/docs/docs.js`)).headers.get("content-type")).toContain("text/javascript");
  expect(await (await fetch(`${server.url}/docs/verify-proof.mjs`)).text()).toContain("coralhub.proof.1");
  expect(await (await fetch(`${server.url}/docs/verify-draw.mjs`)).text()).toContain("export function checkDraw");
});

test("search finds calls, guides and codes, and leaves alone what folds like one but cannot be searched", async () => {
  const script = await (await fetch(`${server.url}/docs/docs.js`)).text();
  const call = (search?: string) => ({ hidden: false, dataset: { search } });
  const [pay, read, sample] = [call("post /pay 付款"), call("get /stores 店铺"), call()];
  const [signing, quota] = ["付款请求怎么签名", "额度"].map((textContent) => ({ ...call(), textContent }));
  const input = { value: "付款", addEventListener: () => {} };
  const none = { hidden: false };
  const page = {
    querySelector: (selector: string) => (selector === "#search" ? input : none),
    querySelectorAll: (selector: string) =>
      selector === ".module" ? [] : selector.endsWith("[data-search]") ? [signing, quota, pay, read] : [sample],
    getElementById: () => null,
  };
  runInNewContext(script, { document: page, location: { hash: "" }, addEventListener: () => {} });
  expect([pay, read, sample, none].map(({ hidden }) => hidden)).toEqual([false, true, false, true]);
  expect([signing!.hidden, quota!.hidden]).toEqual([false, true]);
});
