import {
  connectionEndpoints as calls,
  messageEndpoints,
  operationsEndpoints,
  sandboxControlEndpoints as sandbox,
  storeEndpoints,
} from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bind, certifiedMerchant, startDesk, type Desk } from "../stores-fixture.ts";
import { agreeFor, authorisedStore, jobsDone, until } from "./consent-fixture.ts";

const TEND = "stores.renew-authorisations";

let desk: Desk;
let second: TestServer;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startDesk();
  second = await startTestServer({ database: desk.server.database, clock: desk.server.clock });
});
afterAll(async () => {
  await second.close();
  await desk.server.close();
});
beforeEach(async () => {
  merchant = await certifiedMerchant(desk);
});
const call: Desk["server"]["call"] = (...given) => desk.server.call(...given);
const query = <R>(text: string, values: unknown[]) =>
  desk.server.database.query<R & Record<string, unknown>>(text, values);
const look = (merchantsId: string) => call(calls.checkAuthorisation, { merchantsId }, merchant);
/** The sandbox's clock moves, and with it everything that runs by the clock. */
const advance = (hours: number) => call(sandbox.advanceClock, { hours }, desk.admin);
const titles = async () => (await call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title);
const refreshesOf = async (storeId: string) => {
  const { account } = await look(storeId);
  const rows = await query<{ refreshes: number }>("select refreshes from sandbox_authorisation where account = $1", [
    account,
  ]);
  return rows.map(({ refreshes }) => refreshes);
};

test(
  "tokens are renewed before they end, by whoever of two servers comes first, and once",
  { timeout: 60_000 },
  async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => authorisedStore(desk, merchant, "LAZADA")));
    const before = await look(stores[0]!);
    await advance(6 * 24 - 12);
    await jobsDone(desk, TEND);
    expect(await refreshesOf(stores[0]!)).toEqual([0]);
    await advance(24);
    // Both servers, several times over, at once.
    const { platform } = desk.server.app;
    await platform.database.transaction(async (tx) => {
      for (let n = 0; n < 8; n++) await platform.jobs.send(tx, TEND, {});
    });
    for (const id of stores)
      await until(
        () => refreshesOf(id),
        ([count]) => count! > 0,
      );
    await jobsDone(desk, TEND);
    for (const id of stores) expect(await refreshesOf(id)).toEqual([1]);
    const after = await look(stores[0]!);
    expect(after).toMatchObject({ authorisation: "authorised", failingSince: null, endsAt: before.endsAt });
    expect(after.lastFour).not.toBe(before.lastFour);
  },
);

test(
  "what the platform takes back lapses when we next ask, the merchant is told, and agreeing anew heals it",
  { timeout: 60_000 },
  async () => {
    const id = await authorisedStore(desk, merchant, "EBAY");
    await call(calls.revokeAuthorisation, { merchantId: merchant.userId, storeId: id }, desk.admin);
    await until(
      () => look(id),
      ({ authorisation }) => authorisation === "lapsed",
    );
    expect(await titles()).toContainEqual(expect.stringContaining("的授权已失效"));
    const [row] = await query("select refresh_after from store_connection where store_id = $1", [id]);
    expect(row).toEqual({ refresh_after: null });
    const { records } = await call(operationsEndpoints.auditRows, {}, desk.admin);
    expect(records[0]).toMatchObject({ action: "sandbox.authorisation_revoked" });

    await call(calls.finishAuthorisation, await agreeFor(desk, merchant, id), merchant);
    expect(await look(id)).toMatchObject({ authorisation: "authorised", failingSince: null });
  },
);

test("keys taken back lapse too", { timeout: 60_000 }, async () => {
  const { merchantsId: id } = await bind(desk, merchant, "BIGCOMMERCE");
  await until(
    () => look(id),
    ({ authorisation }) => authorisation === "authorised",
  );
  await call(calls.revokeAuthorisation, { merchantId: merchant.userId, storeId: id }, desk.admin);
  await until(
    () => look(id),
    ({ authorisation }) => authorisation === "lapsed",
  );
  expect(await look(id)).toMatchObject({ failingSince: expect.anything() as unknown });
});

test(
  "thirty days before its end the merchant is asked to renew, at its end it lapses; each is said once",
  { timeout: 60_000 },
  async () => {
    const id = await authorisedStore(desk, merchant, "AMAZON");
    await advance(334 * 24);
    await jobsDone(desk, TEND);
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
    await advance(2 * 24);
    await until(
      () => look(id),
      ({ authorisation }) => authorisation === "expiring",
    );
    await advance(24);
    await advance(30 * 24);
    await until(
      () => look(id),
      ({ authorisation }) => authorisation === "lapsed",
    );
    const said = (await titles()).filter((title) => title.includes("的授权"));
    expect(said).toHaveLength(2);
    await call(calls.finishAuthorisation, await agreeFor(desk, merchant, id), merchant);
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
  },
);

test(
  "a platform that does not answer ends nothing: it counts as failing until it answers again",
  { timeout: 60_000 },
  async () => {
    const id = await authorisedStore(desk, merchant, "ETSY");
    await call(sandbox.switchRail, { rail: "marketplaces", mode: "down" }, desk.admin);
    await advance(2);
    await until(
      () => look(id),
      ({ failingSince }) => failingSince !== null,
    );
    const health = async () =>
      (await call(calls.platformHealth, {}, desk.reviewer)).find(({ connector }) => connector === "etsy")!;
    expect(await health()).toMatchObject({ reached: "sandbox", failing: 1 });
    expect((await health()).failingSince).not.toBeNull();
    const failing = { filters: { health: ["failing"], merchantId: merchant.userId } };
    const { records } = await call(calls.connections, failing, desk.reviewer);
    const problem = "the simulated platform is down";
    expect(records).toMatchObject([{ storeId: id, authorisation: "authorised", problem }]);
    await call(sandbox.switchRail, { rail: "marketplaces", mode: "normal" }, desk.admin);
    await advance(1);
    await until(
      () => look(id),
      ({ failingSince }) => failingSince === null,
    );
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
  },
);

test("a store that goes takes its tokens with it, and the platform is told", { timeout: 60_000 }, async () => {
  const id = await authorisedStore(desk, merchant, "PAYPAL");
  const { account } = await look(id);
  await call(storeEndpoints.removeStore, { id }, merchant);
  expect(await query("select 1 from store_connection where store_id = $1", [id])).toEqual([]);
  const revoked = () =>
    query<{ revoked: boolean }>(
      "select revoked_at is not null as revoked from sandbox_authorisation where account = $1",
      [account],
    );
  await until(revoked, ([row]) => row!.revoked);
  await expect(look(id)).rejects.toMatchObject({ reason: "not_found" });
});
