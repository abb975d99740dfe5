import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { databaseUrls } from "./config.ts";
import { createPlatform, type Platform } from "./index.ts";
import { createJobs } from "./jobs.ts";

let database: TestDatabase;
let one: Platform;
let two: Platform;
const ran: { name: string; data: unknown; by: number }[] = [];
let failures = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = [0, 1].map((by) => {
    const platform = createPlatform(database.config);
    const note = (name: string) => async (data: unknown) => void ran.push({ name, data, by });
    platform.jobs.register({
      "test.count": { run: note("count") },
      "test.nightly": { run: note("nightly"), cron: "0 2 * * *" },
      "test.failing": {
        run: async () => {
          if (++failures === 1) throw new Error("first time never works");
          ran.push({ name: "failing", data: null, by });
        },
      },
      "test.slow": { run: async () => (await sleep(300), note("slow")(null)) },
    });
    return platform;
  }) as [Platform, Platform];
  await one.start();
  await two.start();
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

const names = (name: string) => ran.filter((run) => run.name === name);
const send = (name: string, data: object, options?: { startAfter?: Date; key?: string }) =>
  one.database.transaction((tx) => one.jobs.send(tx, name, data, options));

test("a job runs soon, once, in one of the processes, with its data", async () => {
  await send("test.count", { n: 1 });
  await expect.poll(() => names("count")).toMatchObject([{ data: { n: 1 } }]);
  await sleep(200);
  expect(names("count")).toHaveLength(1);
});

test("a job of a transaction that is rolled back never exists", async () => {
  const attempt = one.database.transaction(async (tx) => {
    await one.jobs.send(tx, "test.count", { n: "ghost" });
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  expect(await database.query("select from pgboss.job where data->>'n' = 'ghost'")).toEqual([]);
});

test("the same key is one job; an unknown name is a mistake", async () => {
  await Promise.all([1, 2, 3].map(() => send("test.count", { n: "keyed" }, { key: "only-once" })));
  await expect.poll(() => names("count").filter(({ data }) => (data as { n: unknown }).n === "keyed").length).toBe(1);
  await send("test.count", { n: "keyed" }, { key: "only-once" });
  await sleep(300);
  expect(names("count").filter(({ data }) => (data as { n: unknown }).n === "keyed")).toHaveLength(1);
  await expect(send("test.unknown", {})).rejects.toThrow(/no job is called test.unknown/);
});

test("jobs planned for one moment all run then, not one at every look", async () => {
  const startAfter = new Date(Date.now() + 500);
  await Promise.all(Array.from({ length: 12 }, (_, n) => send("test.count", { planned: n }, { startAfter })));
  const planned = () => names("count").filter(({ data }) => "planned" in (data as object)).length;
  await expect.poll(planned).toBe(12);
});

test("a failed job comes again by itself", async () => {
  await send("test.failing", {});
  await expect.poll(() => failures).toBe(1);
  const seen = "select state, start_after > now() as retry from pgboss.job where name = 'test.failing'";
  await expect.poll(() => database.query(seen)).toEqual([{ state: "retry", retry: true }]);
  expect(await one.jobs.counts()).toContainEqual({ name: "test.failing", waiting: 1, active: 0, failed: 0 });
});

test("what is planned is found by one look for all queues, which one process takes for all", async () => {
  const real = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
  const looks: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }];
    const text = typeof query === "string" ? query : query.text;
    if (/select distinct name from pgboss/.test(text)) looks.push("due");
    else if (/skip locked/i.test(text) && /pgboss/.test(text)) looks.push("fetch");
    return real.apply(this, given);
  });
  const begun = performance.now();
  await send("test.count", { n: "later" }, { startAfter: new Date(one.clock.now().getTime() + 6_000) });
  await expect
    .poll(() => names("count").filter(({ data }) => (data as { n: unknown }).n === "later").length, { timeout: 30_000 })
    .toBe(1);
  const took = performance.now() - begun;
  spy.mockRestore();
  // Both processes with four queues each looked every three seconds, each for itself: eight in every such time.
  expect(looks.length).toBeLessThan((took / 3_000 + 1) * 8);
  expect(looks).toContain("due");
});

test("jobs by the clock are planned in Shanghai's time, and forgotten when the code forgets them", async () => {
  const schedules = await database.query(
    "select name, cron, timezone from pgboss.schedule where name = 'test.nightly'",
  );
  expect(schedules).toEqual([{ name: "test.nightly", cron: "0 2 * * *", timezone: "Asia/Shanghai" }]);
  await two.stop();
  const later = createPlatform(database.config);
  await later.start();
  expect(await database.query("select from pgboss.schedule where name = 'test.nightly'")).toEqual([]);
  await later.stop();
});

test("moving the sandbox's clock brings later jobs near, runs what runs by the clock, and signs nobody out", async () => {
  await send("test.count", { n: "in a month" }, { startAfter: new Date(one.clock.now().getTime() + 29 * 86_400_000) });
  const wall = one.wallClock.now().getTime();
  await one.database.transaction((tx) => one.sandboxClock!.advance(tx, { days: 30 }));
  await expect.poll(() => names("nightly").length).toBe(1);
  await expect.poll(() => names("count").some(({ data }) => (data as { n: unknown }).n === "in a month")).toBe(true);
  expect(one.clock.now().getTime() - wall).toBeGreaterThanOrEqual(30 * 86_400_000);
  expect(one.wallClock.now().getTime() - wall).toBeLessThan(60_000);
  // What is planned relative to the moved clock is not postponed by it.
  await send("test.count", { n: "in a minute" }, { startAfter: new Date(one.clock.now().getTime() + 60_000) });
  const [job] = await database.query<{ soon: boolean }>(
    "select start_after < now() + interval '2 minutes' as soon from pgboss.job where data->>'n' = 'in a minute'",
  );
  expect(job).toEqual({ soon: true });
});

test("stopping waits for a running job", async () => {
  const last = createPlatform(database.config);
  const begun = Promise.withResolvers<void>();
  let finished = false;
  last.jobs.register({ "test.last": { run: async () => (begun.resolve(), await sleep(200), void (finished = true)) } });
  await last.start();
  await last.database.transaction((tx) => last.jobs.send(tx, "test.last", {}));
  await begun.promise;
  await last.stop();
  expect(finished).toBe(true);
});

test("while something is held, no job begins; then they do", async () => {
  const before = names("count").length;
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = [one.jobs.heldDuring(() => promise), two.jobs.heldDuring(() => promise)];
  await send("test.count", { held: true });
  await sleep(300);
  expect(names("count")).toHaveLength(before);
  resolve();
  await Promise.all(holding);
  await expect.poll(() => names("count").length).toBe(before + 1);
});

test("what runs by the clock and stood in line when something was held waits at its turn, and those behind it stay behind", async () => {
  const by = createPlatform(database.config);
  const begun: string[] = [];
  const job = (name: string) => ({ cron: "0 2 * * *", run: async () => void begun.push(name) });
  // The first in line gives way until something is held.
  const inLine = Promise.withResolvers<void>();
  let asking = 0;
  const jobs = createJobs({
    ...by,
    directUrl: databaseUrls(database.config).direct,
    db: by.database.db,
    giveWay: async () => void (++asking === 1 && (await inLine.promise)),
  });
  jobs.register({ "test.a": job("a"), "test.b": job("b"), "test.c": job("c") });
  await by.start();
  await jobs.start();
  try {
    for (const name of ["test.a", "test.b", "test.c"]) await by.database.transaction((tx) => jobs.send(tx, name, {}));
    await expect.poll(() => asking, { timeout: 60_000 }).toBe(1);
    const loading = Promise.withResolvers<void>();
    const held = jobs.heldDuring(() => loading.promise);
    inLine.resolve();
    await sleep(300);
    expect(begun).toEqual([]);
    loading.resolve();
    await held;
    await expect.poll(() => [...new Set(begun)].toSorted(), { timeout: 60_000 }).toEqual(["a", "b", "c"]);
  } finally {
    await jobs.stop();
    await by.stop();
  }
});

test("a connection the queue gave up may still say something: the process lives on", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  client.removeAllListeners();
  expect(() => client.emit("error", new Error("terminating connection"))).not.toThrow();
  await client.end();
});
