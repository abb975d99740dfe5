import { connectionEndpoints as calls, storeEndpoints } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bind, certifiedMerchant, detail, startDesk, uncommitted, waiting, type Desk } from "../stores-fixture.ts";
import { agreeFor, authorisedStore, jobsDone, until } from "./consent-fixture.ts";

const TEND = "stores.renew-authorisations";
const CHECK = "stores.check-connections";
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
const query = <R = object>(text: string, values: unknown[] = []) =>
  desk.server.database.query<R & Record<string, unknown>>(text, values);
const look = (merchantsId: string) => call(calls.checkAuthorisation, { merchantsId }, merchant);
const connectionOf = async (id: string) =>
  (await query<{ sealed: Buffer }>("select sealed from store_connection where store_id = $1", [id]))[0];

async function send(name: string, data: object = {}, times = 1): Promise<void> {
  const { platform } = desk.server.app;
  await platform.database.transaction(async (tx) => {
    for (let n = 0; n < times; n++) await platform.jobs.send(tx, name, data);
  });
}
const jobs = async (name: string, ...states: string[]) =>
  (await query("select from pgboss.job where name = $1 and state::text = any($2)", [name, states])).length;
async function run(name: string, data: object = {}): Promise<void> {
  await send(name, data);
  await jobsDone(desk, name);
}

const REMOVE = "update store set state = 'removed', removed_at = now() where id = $1";

test("a store that goes while its code is exchanged keeps no tokens", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "EBAY");
  const answer = await agreeFor(desk, merchant, id);
  const commit = await uncommitted(desk, REMOVE, [id]);
  const finished = call(calls.finishAuthorisation, answer, merchant).catch((error: unknown) => error);
  await waiting(desk, 1);
  await commit();
  expect(await finished).toMatchObject({ reason: "state.changed" });
  expect(await connectionOf(id)).toBeUndefined();
});

test("a store that goes while its keys are tried keeps no tie", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "COUPANG");
  await until(
    () => look(id),
    ({ authorisation }) => authorisation === "authorised",
  );
  await query("delete from store_connection where store_id = $1", [id]);
  const commit = await uncommitted(desk, REMOVE, [id]);
  await send(CHECK, { merchantId: merchant.userId, id, keys: true });
  await waiting(desk, 1);
  await commit();
  await jobsDone(desk, CHECK);
  expect(await connectionOf(id)).toBeUndefined();
});

test("one server at a time renews a token, however long the platform takes", async () => {
  const id = await authorisedStore(desk, merchant, "LAZADA");
  const { account } = await look(id);
  await query("update store_connection set refresh_after = now() - interval '1 minute' where store_id = $1", [id]);
  const done = await jobs(TEND, "completed");
  const commit = await uncommitted(desk, "select from sandbox_authorisation where account = $1 for update", [account]);
  await send(TEND, {}, 2);
  await waiting(desk, 1);
  // The other server had its turn and found nothing to do.
  await until(
    () => jobs(TEND, "completed"),
    (count) => count > done,
  );
  await commit();
  await jobsDone(desk, TEND);
  const [row] = await query<{ refreshes: number }>("select refreshes from sandbox_authorisation where account = $1", [
    account,
  ]);
  expect(row).toEqual({ refreshes: 1 });
});

test("whoever agreed anew while a token was renewed keeps the new one", async () => {
  const id = await authorisedStore(desk, merchant, "LAZADA");
  const { account } = await look(id);
  await query("update store_connection set refresh_after = now() - interval '1 minute' where store_id = $1", [id]);
  const commit = await uncommitted(desk, "select from sandbox_authorisation where account = $1 for update", [account]);
  await send(TEND);
  await waiting(desk, 1);
  await query("update store_connection set authorised_at = now() + interval '1 second' where store_id = $1", [id]);
  const before = await connectionOf(id);
  await commit();
  await jobsDone(desk, TEND);
  expect((await connectionOf(id))!.sealed).toEqual(before!.sealed);
});

test("a token that was copied to another store opens nowhere, and the others are looked at all the same", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await authorisedStore(desk, merchant, "EBAY"));
  const [from, to, third] = ids as [string, string, string];
  await query(
    `update store_connection c set sealed = f.sealed from store_connection f where c.store_id = $2 and f.store_id = $1`,
    [from, to],
  );
  await query("update store_connection set checked_at = now() - interval '2 hours', last_success_at = null");
  await send(CHECK);
  for (const id of [from, third])
    await until(
      () => look(id),
      ({ lastSuccessAt }) => lastSuccessAt !== null,
    );
  expect(await look(to)).toMatchObject({ lastSuccessAt: null });
});

test("another address is another shop: who agreed for the old one agrees anew", async () => {
  const id = await authorisedStore(desk, merchant, "SHOPIFY");
  const url = `https://moved-shop-${process.pid}.myshopify.com`;
  await call(storeEndpoints.editStoreUrl, { merchantsId: id, url }, merchant);
  expect(await detail(desk, merchant, id)).toMatchObject({ authorisation: "none", authorisedUntil: null });
  expect(await connectionOf(id)).toBeUndefined();
});

test("states of journeys nobody finished are forgotten after a day", async () => {
  const { merchantsId: id } = await bind(desk, merchant, "EBAY");
  await call(calls.startAuthorisation, { merchantsId: id }, merchant);
  const mine = () => query("select from oauth_state where store_id = $1", [id]);
  await run(TEND);
  expect(await mine()).toHaveLength(1);
  await query("update oauth_state set expires_at = now() - interval '25 hours' where store_id = $1", [id]);
  await run(TEND);
  expect(await mine()).toEqual([]);
});
