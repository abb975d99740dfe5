import { ALL_ENDPOINTS } from "@coralhub/contract";
import { checkStore, platformByCode } from "@coralhub/domain";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "../merchants.ts";
import { DEMO_STORES } from "./stores.ts";

const { identity, stores } = ALL_ENDPOINTS;
let server: TestServer;
let seller: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.app.loadDemoWorld();
  seller = await server.call(identity.login, { username: "13800000001", password: DEMO_PASSWORD });
});
afterAll(() => server.close());

test("the seller's stores stand where the story says, each on the account its money comes into", async () => {
  const { total, hidden, needsAction } = await server.call(stores.storeOverview, {}, seller);
  const own = DEMO_STORES.filter(({ merchantId }) => merchantId === DEMO_MERCHANTS[0].merchantId);
  expect({ total, hidden, needsAction }).toEqual({ total: own.length - 1, hidden: 1, needsAction: 3 });
  const { records } = await server.call(stores.stores, { pageSize: 50 }, seller);
  for (const { merchantsId, account } of records) {
    const demo = own.find(({ id }) => id === merchantsId)!;
    expect(account?.foreignBankAccountId ?? null, demo.name).toBe(demo.accountId);
    if (account) expect(account.state).toBe("open");
  }
  expect(records.filter(({ income }) => income.length > 0).length).toBeGreaterThan(0);
});

test("every demo store has answered what its platform asks, but for the pictures", async () => {
  for (const { token } of await Promise.all(
    ["13800000001", "13800000002", "13800000004"].map((username) =>
      server.call(identity.login, { username, password: DEMO_PASSWORD }),
    ),
  )) {
    const { records } = await server.call(stores.stores, { pageSize: 50 }, { token });
    expect(records.length).toBeGreaterThan(0);
    for (const { merchantsId } of records) {
      const { answers, secrets, platformCode, name } = await server.call(stores.store, { id: merchantsId }, { token });
      const kept = Object.fromEntries(secrets.map(({ field }) => [field, "kept-and-sealed"]));
      const { attach: _attach, ...faults } = checkStore(platformByCode(platformCode)!, { ...answers, ...kept });
      expect(faults, name).toEqual({});
    }
  }
});
