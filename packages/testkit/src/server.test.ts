import { ALL_ENDPOINTS } from "@coralhub/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the server answers, and an operator signs in", async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const token = await server.operatorToken("admin");
  expect(await server.call(ALL_ENDPOINTS.operations.me, {}, { token })).toMatchObject({ roles: ["admin"], setup: [] });
});

test("merchants register one after the other, whatever the limits per address", async () => {
  const one = await server.registerMerchant();
  const two = await server.registerMerchant();
  expect(one.userId).not.toBe(two.userId);
});
