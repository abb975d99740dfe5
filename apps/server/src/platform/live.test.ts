import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import type { LiveEvent } from "@coralhub/contract";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUrls } from "./config.ts";
import { createDatabase, type Database } from "./db.ts";
import { createLive, type LiveBus } from "./live.ts";
import { createLog } from "./log.ts";

const log = createLog({ level: "silent" });
let server: TestDatabase;
let database: Database;
let one: LiveBus;
let two: LiveBus;

beforeAll(async () => {
  server = await createTestDatabase();
  const urls = databaseUrls(server.config);
  database = createDatabase({ urls, log });
  const { db } = database;
  [one, two] = [createLive({ url: urls.direct, db, log }), createLive({ url: urls.direct, db, log })];
  await Promise.all([one.start(), two.start()]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.close();
  await server.drop();
});

function listen(bus: LiveBus, topic: string) {
  const events: LiveEvent[] = [];
  const stop = bus.subscribe(topic, (event) => events.push(event));
  return { events, stop };
}
const soon = { interval: 5 };

test("every process hears it, on commit and not before, on its topic only", async () => {
  const [near, far, other] = [listen(one, "merchant:1"), listen(two, "merchant:1"), listen(two, "merchant:2")];
  await database.transaction(async (tx) => {
    await one.publish(tx, "merchant:1", { event: "unread", data: { count: 3, text: "珊瑚" } });
    await sleep(50);
    expect(far.events).toEqual([]);
  });
  for (const { events } of [near, far])
    await expect.poll(() => events, soon).toEqual([{ event: "unread", data: { count: 3, text: "珊瑚" } }]);
  expect(other.events).toEqual([]);
});

test("what many tell at the same moment is told once, after the commit, and never if there is none", async () => {
  const far = listen(two, "merchant:3");
  await database
    .transaction(async (tx) => {
      one.tell(tx, "merchant:3", { event: "ghost", data: null });
      throw new Error("no");
    })
    .catch(() => undefined);
  await database.transaction(async (tx) => {
    for (let n = 0; n < 20; n++) one.tell(tx, "merchant:3", { event: "changed", data: { what: "income" } });
    await sleep(50);
    expect(far.events).toEqual([]);
  });
  await expect.poll(() => far.events, soon).toEqual([{ event: "changed", data: { what: "income" } }]);
  one.tell(database.db, "merchant:3", { event: "changed", data: { what: "payout" } });
  await expect.poll(() => far.events, soon).toHaveLength(2);
});

test("what is told of one merchant at the same moment is one notice, and more only where one could not carry it", async () => {
  const far = listen(two, "merchant:4");
  const client = new pg.Client(server.url);
  await client.connect();
  const notices: string[] = [];
  client.on("notification", ({ payload }) => void notices.push(payload!));
  await client.query("listen coralhub_live");
  const events = ["income", "balance", "unread"].map((what) => ({ event: "changed", data: { what } }));
  await database.transaction(async (tx) => {
    for (const event of [...events, ...events]) one.tell(tx, "merchant:4", event);
  });
  await expect.poll(() => far.events, soon).toEqual(events);
  const about = () => notices.filter((notice) => notice.includes("merchant:4"));
  await expect.poll(about, soon).toHaveLength(1);

  const long = Array.from({ length: 30 }, (_, n) => ({ event: "changed", data: { n, text: "x".repeat(900) } }));
  await database.transaction(async (tx) => {
    for (const event of long) one.tell(tx, "merchant:4", event);
  });
  await expect.poll(() => far.events, soon).toHaveLength(33);
  expect(far.events.slice(3)).toEqual(long);
  await expect.poll(() => about().length, soon).toBeGreaterThan(3);
  expect(about().length).toBeLessThan(12);
  await client.end();
});

test("what is rolled back is never heard, and whoever left hears nothing", async () => {
  const [stays, left] = [listen(one, "t"), listen(one, "t")];
  left.stop();
  await database
    .transaction(async (tx) => {
      await one.publish(tx, "t", { event: "ghost", data: null });
      throw new Error("no");
    })
    .catch(() => undefined);
  await one.publish(database.db, "t", { event: "real", data: null });
  await expect.poll(() => stays.events, soon).toEqual([{ event: "real", data: null }]);
  expect(left.events).toEqual([]);
});

test("an event too large for PostgreSQL is a mistake that says so", async () => {
  await expect(one.publish(database.db, "t", { event: "big", data: "珊".repeat(3_000) })).rejects.toThrow(
    /publish an id/,
  );
});

test("one listener's failure does not silence the others", async () => {
  one.subscribe("fragile", () => {
    throw new Error("oops");
  });
  const { events } = listen(one, "fragile");
  await two.publish(database.db, "fragile", { event: "x", data: 1 });
  await expect.poll(() => events.length, soon).toBe(1);
});

test("a killed connection is noticed, made again, and reported", async () => {
  const { events } = listen(two, "back");
  let connects = 0;
  two.onConnect(() => connects++);
  await server.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coralhub live' and datname = current_database()",
  );
  await expect.poll(() => connects, soon).toBe(1);
  expect(two.connected()).toBe(true);
  await one.publish(database.db, "back", { event: "again", data: null });
  await expect.poll(() => events.length, soon).toBe(1);
});

test("a connection that has fallen silent is not believed for long, though nobody has closed it", async () => {
  const url = new URL(databaseUrls(server.config).direct);
  const { hostname, port } = url;
  const sockets: Socket[] = [];
  const router = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.pipe(far);
    far.pipe(near);
  }).listen(0, "127.0.0.1");
  await once(router, "listening");
  url.hostname = "127.0.0.1";
  url.port = String((router.address() as AddressInfo).port);
  const bus = createLive({ url: url.href, db: database.db, log });
  await bus.start();
  expect([bus.connected(), bus.hears()]).toEqual([true, true]);
  // As a router that forgets a connection: it stays open, and nothing passes.
  for (const socket of sockets) socket.unpipe().pause();
  await expect.poll(() => bus.hears(), { timeout: 30_000 }).toBe(false);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => bus.hears(), { timeout: 30_000 }).toBe(true);
  await bus.stop();
  for (const socket of sockets) socket.destroy();
  router.close();
});
