import { connectionEndpoints as calls, messageEndpoints } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { bind, certifiedMerchant, type Desk } from "../stores-fixture.ts";
import { jobsDone, until } from "./consent-fixture.ts";
import { openRotatingPlatform } from "./rotating-platform-fixture.ts";

const TEND = "stores.renew-authorisations";
const CHECK = "stores.check-connections";
/** A real client, two servers, and a platform that takes every refresh token once. */
let platform: Awaited<ReturnType<typeof openRotatingPlatform>>;
let server: TestServer;
let second: TestServer;
let desk: Desk;
let merchant: TestMerchant;
const lines: string[] = [];
beforeAll(async () => {
  platform = await openRotatingPlatform();
  const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } });
  const config = { connect: platform.connect };
  server = await startTestServer({ config, log });
  second = await startTestServer({ config, log, database: server.database, clock: server.clock });
  desk = { server, admin: { token: await server.operatorToken("admin") }, reviewer: { token: "" } };
});
afterAll(async () => {
  await second.close();
  await server.close();
  platform.close();
});
beforeEach(async () => {
  Object.assign(platform.behaviour, { forgives: false, losesAnswers: false, closesDoors: false, refusesUs: false });
  merchant = await certifiedMerchant(desk);
});

let users = 100;
async function connectedStore() {
  const { merchantsId: id } = await bind(desk, merchant, "MERCADO");
  const { state } = await server.call(calls.startAuthorisation, { merchantsId: id }, merchant);
  const user = String(++users);
  await server.call(calls.finishAuthorisation, { code: `code-${user}`, state, extra: {} }, merchant);
  return { id, user, seller: () => platform.sellers.get(user)! };
}
const look = (merchantsId: string) => server.call(calls.checkAuthorisation, { merchantsId }, merchant);
const query = (text: string, values: unknown[] = []) => server.database.query<Record<string, unknown>>(text, values);
/** The job that renews, on whichever server takes it, several times at once. */
const tend = (times = 1) =>
  server.app.platform.database.transaction(async (tx) => {
    for (let n = 0; n < times; n++) await server.app.platform.jobs.send(tx, TEND, {});
  });
const check = (id: string) =>
  server.app.platform.database.transaction((tx) =>
    server.app.platform.jobs.send(tx, CHECK, { merchantId: merchant.userId, id }),
  );
const makeDue = (id: string) =>
  query(
    "update store_connection set refresh_after = now() - interval '1 minute', leased_until = null where store_id = $1",
    [id],
  );
const settle = () => jobsDone(desk, TEND, CHECK);

test("two servers, one refresh: whoever came second would have spent a spent token", { timeout: 60_000 }, async () => {
  const stores = await Promise.all(Array.from({ length: 5 }, connectedStore));
  const before = await look(stores[0]!.id);
  for (const { id } of stores) await makeDue(id);
  await tend(8);
  for (const { seller } of stores)
    await until(
      async () => seller().refreshes,
      (count) => count > 0,
    );
  await settle();
  expect(stores.map(({ seller }) => seller().refreshes)).toEqual([1, 1, 1, 1, 1]);
  for (const { id } of stores) await check(id);
  await settle();
  const after = await look(stores[0]!.id);
  expect(after).toMatchObject({ authorisation: "authorised", failingSince: null });
  expect(after.lastFour).toBe(stores[0]!.seller().access.slice(-4));
  expect(after.lastFour).not.toBe(before.lastFour);
});

test(
  "a server that dies while it renews holds the others up no longer than its lease",
  { timeout: 60_000 },
  async () => {
    const { id, seller } = await connectedStore();
    await makeDue(id);
    await query("update store_connection set leased_until = now() + interval '5 minutes' where store_id = $1", [id]);
    await tend(4);
    await settle();
    expect(seller().refreshes).toBe(0);
    await query("update store_connection set leased_until = now() - interval '1 second' where store_id = $1", [id]);
    await tend();
    await until(
      async () => seller().refreshes,
      (count) => count === 1,
    );
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
  },
);

test("fresh tokens outlive a database that is away when they come", { timeout: 60_000 }, async () => {
  const { id, seller } = await connectedStore();
  await makeDue(id);
  // A sequence counts on when the transaction that used it is undone.
  await query("create sequence refusals");
  await query(`create function refuse_twice() returns trigger language plpgsql as $$ begin
    if new.sealed is distinct from old.sealed and nextval('refusals') <= 2 then raise 'the database is away'; end if;
    return new; end $$`);
  await query("grant usage on sequence refusals to coralhub_app");
  await query("create trigger away before update on store_connection for each row execute function refuse_twice()");
  try {
    await tend();
    await until(
      () => query("select refresh_after > now() as later from store_connection where store_id = $1", [id]),
      ([row]) => row!["later"] === true,
    );
  } finally {
    await query("drop trigger away on store_connection");
  }
  expect(seller().refreshes).toBe(1);
  await check(id);
  await settle();
  expect(await look(id)).toMatchObject({ authorisation: "authorised", failingSince: null });
  expect(seller().refreshes).toBe(1);
  expect(lines.join("")).toContain("fresh tokens not kept");
});

test(
  "tokens that never arrived: asked for again where the platform forgives, agreed to anew where it does not",
  { timeout: 60_000 },
  async () => {
    const [lucky, unlucky] = [await connectedStore(), await connectedStore()];
    platform.behaviour.losesAnswers = true;
    for (const { id, seller } of [lucky, unlucky]) {
      await makeDue(id);
      await tend();
      await until(
        async () => seller().refreshes,
        (count) => count === 1,
      );
      // Silence ends nothing: it is noted, and tried again later.
      await until(
        () => look(id),
        ({ failingSince }) => failingSince !== null,
      );
      expect(await look(id)).toMatchObject({ authorisation: "authorised" });
    }
    platform.behaviour.losesAnswers = false;
    platform.behaviour.forgives = true;
    await makeDue(lucky.id);
    await tend();
    await until(
      () => look(lucky.id),
      ({ failingSince }) => failingSince === null,
    );
    expect(await look(lucky.id)).toMatchObject({ authorisation: "authorised" });

    platform.behaviour.forgives = false;
    await makeDue(unlucky.id);
    await tend();
    await until(
      () => look(unlucky.id),
      ({ authorisation }) => authorisation === "lapsed",
    );
    const { records } = await server.call(messageEndpoints.messages, {}, merchant);
    expect(records.filter(({ title }) => title.includes("的授权已失效"))).toHaveLength(1);
  },
);

test(
  "doors that stay closed to fresh tokens are trouble, not an end, and cost one refresh a look",
  { timeout: 60_000 },
  async () => {
    const { id, seller } = await connectedStore();
    platform.behaviour.closesDoors = true;
    await check(id);
    await until(
      () => look(id),
      ({ failingSince }) => failingSince !== null,
    );
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
    expect(seller().refreshes).toBe(1);
    platform.behaviour.closesDoors = false;
    await check(id);
    await until(
      () => look(id),
      ({ failingSince }) => failingSince === null,
    );
    expect(seller().refreshes).toBe(1);
  },
);

test(
  "while the platform refuses our application nobody's authorisation ends, and nobody new is bound",
  { timeout: 60_000 },
  async () => {
    const { id, seller } = await connectedStore();
    platform.behaviour.refusesUs = true;
    await makeDue(id);
    await tend();
    await until(
      () => look(id),
      ({ failingSince }) => failingSince !== null,
    );
    expect(await look(id)).toMatchObject({ authorisation: "authorised" });
    const { merchantsId } = await bind(desk, merchant, "MERCADO");
    const { state } = await server.call(calls.startAuthorisation, { merchantsId }, merchant);
    const home = { code: "code-7", state, extra: {} };
    await expect(server.call(calls.finishAuthorisation, home, merchant)).rejects.toMatchObject({
      reason: "connection.unreachable",
    });
    expect(await look(merchantsId)).toMatchObject({ authorisation: "none" });
    platform.behaviour.refusesUs = false;
    await makeDue(id);
    await tend();
    await until(
      () => look(id),
      ({ failingSince }) => failingSince === null,
    );
    expect(seller().refreshes).toBe(1);
  },
);

test("no log line and no answer of all this names a token, a code or our secret", async () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.join("")).not.toMatch(/APP_USR-|TG-refresh|code-1\d\d|ml-secret/);
  const { records } = await server.call(calls.connections, {}, desk.admin);
  expect(records.length).toBeGreaterThan(0);
  expect(JSON.stringify(records)).not.toMatch(/APP_USR-|TG-refresh/);
});

test("what a real platform gave is not the sandbox panel's to take back", async () => {
  const { id } = await connectedStore();
  const store = { merchantId: merchant.userId, storeId: id };
  await expect(server.call(calls.revokeAuthorisation, store, desk.admin)).rejects.toMatchObject({
    reason: "not_found",
  });
  expect(await look(id)).toMatchObject({ authorisation: "authorised" });
});
