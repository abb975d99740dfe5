import { createTestClock, createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlatform, type Platform } from "./index.ts";
import type { DeliveryOutcome, OutboxHandler } from "./outbox.ts";

const clock = createTestClock();
let database: TestDatabase;
let platforms: Platform[];

beforeEach(async () => {
  database = await createTestDatabase();
  platforms = [];
});
afterEach(async () => {
  await Promise.all(platforms.map((platform) => platform.stop()));
  await database.drop();
});

type Seen = { reference: string; attempt: number; payload: object };
function process(handler: OutboxHandler, topic = "mail"): Platform {
  const platform = createPlatform(database.config, { clock });
  platform.outbox.register(topic, handler);
  platforms.push(platform);
  return platform;
}
const enqueue = (platform: Platform, reference: string, payload: object = { to: "a@b.cn" }) =>
  platform.database.transaction((tx) =>
    platform.outbox.enqueue(tx, { topic: "mail", reference, merchantId: null, payload }),
  );
const delivered: DeliveryOutcome = { result: "delivered" };

test("delivered once, with its payload, which the database cannot read; the same reference is the same intent", async () => {
  const seen: Seen[] = [];
  const one = process(async (entry) => (seen.push(entry), delivered));
  await enqueue(one, "r1", { code: "493021" });
  await enqueue(one, "r1", { code: "another" });
  expect(await one.outbox.deliverDue()).toBe(1);
  expect(await one.outbox.deliverDue()).toBe(0);
  expect(seen).toMatchObject([{ reference: "r1", attempt: 1, payload: { code: "493021" } }]);
  const [{ text }] = (await database.query<{ text: string }>(
    "select encode(payload, 'escape') as text from outbox",
  )) as [{ text: string }];
  expect(text).not.toContain("493021");
});

test("an intent that is rolled back is never delivered", async () => {
  const one = process(async () => delivered);
  const attempt = one.database.transaction(async (tx) => {
    await one.outbox.enqueue(tx, { topic: "mail", reference: "no", merchantId: null, payload: {} });
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  expect(await one.outbox.deliverDue()).toBe(0);
});

test("a hundred entries, three processes: each is delivered once", async () => {
  const seen: string[] = [];
  const handler: OutboxHandler = async ({ reference }) => (seen.push(reference), await sleep(1), delivered);
  const all = [process(handler), process(handler), process(handler)];
  await all[0]!.database.transaction(async (tx) => {
    for (let index = 0; index < 100; index++) {
      await all[0]!.outbox.enqueue(tx, { topic: "mail", reference: `r${index}`, merchantId: null, payload: {} });
    }
  });
  await Promise.all(all.map((platform) => platform.outbox.deliverDue()));
  expect(seen).toHaveLength(100);
  expect(new Set(seen).size).toBe(100);
});

test("one after the other, what is due at the same moment goes in the order in which it was put there, wherever it lies", async () => {
  const seen: string[] = [];
  const one = process(async ({ reference }) => (seen.push(reference), delivered));
  const references = Array.from({ length: 20 }, (_, index) => `r${index}`);
  for (const reference of references) await enqueue(one, reference);
  await database.query(
    `with first as (delete from outbox where reference = any($1) returning *) insert into outbox select * from first`,
    [references.slice(0, 10)],
  );
  expect(await one.outbox.deliverDue(1)).toBe(20);
  expect(seen).toEqual(references);
});

test("retries wait longer and longer, or as long as the other side asks", async () => {
  const attempts: number[] = [];
  const one = process(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new Error("connection reset");
    if (attempt === 2) return { result: "retry", reason: "busy", afterSeconds: 100 };
    return delivered;
  });
  await enqueue(one, "r");
  await one.outbox.deliverDue();
  clock.advance({ seconds: 1 });
  expect(await one.outbox.deliverDue()).toBe(0);
  clock.advance({ seconds: 1 });
  expect(await one.outbox.deliverDue()).toBe(1);
  clock.advance({ seconds: 99 });
  expect(await one.outbox.deliverDue()).toBe(0);
  clock.advance({ seconds: 1 });
  expect(await one.outbox.deliverDue()).toBe(1);
  expect(attempts).toEqual([1, 2, 3]);
});

test("a process that dies in the middle: its lease runs out, another asks again; its late answer counts for nothing", async () => {
  const stuck = Promise.withResolvers<DeliveryOutcome>();
  const dead = process(() => stuck.promise);
  await enqueue(dead, "r");
  const hanging = dead.outbox.deliverDue();
  await expect
    .poll(async () => (await database.query("select from outbox where leased_by is not null")).length)
    .toBe(1);

  const seen: number[] = [];
  const heir = process(async ({ attempt }) => (seen.push(attempt), delivered));
  expect(await heir.outbox.deliverDue()).toBe(0);
  clock.advance({ seconds: 61 });
  expect(await heir.outbox.deliverDue()).toBe(1);
  expect(seen).toEqual([2]);
  stuck.resolve({ result: "refused", reason: "too late" });
  await hanging;
  expect(await database.query("select state, attempts from outbox")).toEqual([{ state: "delivered", attempts: 2 }]);
});

test("what was refused, and what keeps failing, is shown and can be tried again", async () => {
  let answer: DeliveryOutcome = { result: "refused", reason: "号码不存在" };
  const one = process(async ({ reference }) => (reference === "fails" ? { result: "retry", reason: "down" } : answer));
  await enqueue(one, "refused");
  await enqueue(one, "fails");
  await one.outbox.deliverDue();
  expect(await one.outbox.troubled(10)).toMatchObject([
    { reference: "refused", state: "refused", lastProblem: "号码不存在", attempts: 1 },
  ]);
  for (let round = 0; round < 8; round++) {
    clock.advance({ hours: 1 });
    await one.outbox.deliverDue();
  }
  expect((await one.outbox.troubled(10)).map(({ reference, state }) => `${reference} ${state}`).toSorted()).toEqual([
    "fails waiting",
    "refused refused",
  ]);
  answer = delivered;
  expect(await one.database.transaction((tx) => one.outbox.tryAgain(tx, "mail", "refused"))).toBe(true);
  expect(await one.database.transaction((tx) => one.outbox.tryAgain(tx, "mail", "nobody"))).toBe(false);
  await one.outbox.deliverDue();
  expect(await one.outbox.troubled(10)).toMatchObject([{ reference: "fails" }]);
});

test("a running worker is woken at once by another process, and a slow entry does not hold up the next", async () => {
  const seen: string[] = [];
  const release = Promise.withResolvers<DeliveryOutcome>();
  const worker = process(
    async ({ reference }) => (seen.push(reference), reference === "slow" ? release.promise : delivered),
  );
  const writer = process(async () => delivered, "other");
  await worker.start();
  await enqueue(writer, "slow");
  await expect.poll(() => seen, { interval: 5 }).toEqual(["slow"]);
  await enqueue(writer, "quick");
  await expect.poll(() => seen, { interval: 5 }).toEqual(["slow", "quick"]);
  release.resolve(delivered);
});

test("who looks by the clock and finds nothing more says so, and what is due again is delivered, by whomever", async () => {
  const seen: string[] = [];
  const handler: OutboxHandler = async ({ reference, attempt }) => {
    seen.push(`${reference} ${attempt}`);
    return attempt === 1 ? { result: "retry", reason: "busy", afterSeconds: 60 } : delivered;
  };
  const [one, two] = [process(handler), process(handler)];
  const said: unknown[] = [];
  one.live.subscribe("platform.outbox.looked", ({ data }) => void said.push(data));
  await Promise.all([one.start(), two.start()]);
  await enqueue(one, "again");
  await expect.poll(() => seen).toEqual(["again 1"]);
  const free = () => database.query("select reference from outbox where attempts = 1 and leased_by is null");
  await expect.poll(free).toHaveLength(1);
  const before = said.length;
  await expect.poll(() => said.length, { timeout: 60_000 }).toBeGreaterThan(before);
  expect(said.at(-1)).toMatchObject({ topics: expect.arrayContaining(["mail"]) as unknown });
  clock.advance({ seconds: 61 });
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual(["again 1", "again 2"]);
});

test("stopping lets what is being delivered finish, and begins nothing new", async () => {
  const begun = Promise.withResolvers<void>();
  let finished = false;
  const one = process(async () => {
    begun.resolve();
    await sleep(100);
    finished = true;
    return delivered;
  });
  await one.start();
  await enqueue(one, "r");
  await begun.promise;
  await one.stop();
  platforms = [];
  expect(finished).toBe(true);
  expect(await database.query("select state from outbox")).toEqual([{ state: "delivered" }]);
});

test("what was delivered long ago is swept, in batches; what waits, was refused or is younger stays", async () => {
  const refused: DeliveryOutcome = { result: "refused", reason: "no such number" };
  const retry: DeliveryOutcome = { result: "retry", reason: "busy" };
  const one = process(async ({ reference }) => ({ old: delivered, no: refused, wait: retry })[reference] ?? delivered);
  for (const reference of ["old", "no", "wait"]) await enqueue(one, reference);
  await one.outbox.deliverDue();
  await database.query(
    `insert into outbox (topic, reference, id, payload, state, due_at, created_at, finished_at)
     select 'mail', 'bulk-' || n, gen_random_uuid(), '', 'delivered', $1, $1, $1 from generate_series(1, 5000) as n`,
    [clock.now()],
  );
  expect(await one.outbox.sweep()).toBe(0);
  clock.advance({ days: 60 });
  await enqueue(one, "young");
  await one.outbox.deliverDue();
  clock.advance({ days: 31 });
  expect(await one.outbox.sweep()).toBe(5001);
  expect(await one.outbox.sweep()).toBe(0);
  expect(await database.query("select reference from outbox order by reference")).toEqual([
    { reference: "no" },
    { reference: "wait" },
    { reference: "young" },
  ]);
});
