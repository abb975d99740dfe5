import { createTestClock, createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "./index.ts";

const clock = createTestClock();
let database: TestDatabase;
let one: Platform;
let two: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = [createPlatform(database.config, { clock }), createPlatform(database.config, { clock })];
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

test("a limit is shared by the processes and says exactly when it is over", async () => {
  for (const platform of [one, two, one])
    expect(await platform.rateLimits.take("login:a", 3, 60)).toEqual({ allowed: true });
  clock.advance({ seconds: 20 });
  expect(await two.rateLimits.take("login:a", 3, 60)).toEqual({ allowed: false, retryAfterSeconds: 40 });
  expect(await one.rateLimits.take("login:a", 3, 60)).toEqual({ allowed: false, retryAfterSeconds: 40 });
  expect(await one.rateLimits.take("login:b", 3, 60)).toEqual({ allowed: true });
  clock.advance({ seconds: 40 });
  expect(await one.rateLimits.take("login:a", 3, 60)).toEqual({ allowed: true });
});

test("what does not fit takes nothing, and what is cheaper still fits; what was given back is there again", async () => {
  expect(await one.rateLimits.take("dear", 10, 60, 7)).toEqual({ allowed: true });
  expect((await two.rateLimits.take("dear", 10, 60, 5)).allowed).toBe(false);
  const cheap = await Promise.all(Array.from({ length: 6 }, () => one.rateLimits.take("dear", 10, 60, 1)));
  expect(cheap.filter(({ allowed }) => allowed)).toHaveLength(3);
  // Remembered here for a while only: what another process gave back counts in the same window.
  expect((await two.rateLimits.take("dear", 10, 60, 1)).allowed).toBe(false);
  await one.rateLimits.giveBack("dear", 10, 60, 7);
  expect((await two.rateLimits.take("dear", 10, 60, 1)).allowed).toBe(false);
  clock.advance({ seconds: 20 });
  expect((await two.rateLimits.take("dear", 10, 60, 1)).allowed).toBe(true);
  await two.rateLimits.giveBack("dear", 10, 60, 1);
  expect((await one.rateLimits.take("dear", 10, 60, 8)).allowed).toBe(false);
  expect((await one.rateLimits.take("dear", 10, 60, 7)).allowed).toBe(true);
});

test("a hundred at once: exactly as many as allowed get through", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).rateLimits.take("burst", 30, 60)),
  );
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(30);
});

test("whoever hammers on is refused without asking the database", async () => {
  const taken = async () => (await database.query<{ sum: string }>("select sum(taken) as sum from rate_limit"))[0]!.sum;
  for (let count = 0; count < 3; count++) await one.rateLimits.take("hammer", 2, 60);
  const before = await taken();
  for (let count = 0; count < 50; count++) expect((await one.rateLimits.take("hammer", 2, 60)).allowed).toBe(false);
  expect(await taken()).toBe(before);
});

test("a limit of many thousands is taken in blocks and spent without asking; the last of it one by one", async () => {
  const limits = [20_000, 60] as const;
  const taken = async () => (await database.query<{ sum: string }>("select sum(taken) as sum from rate_limit"))[0]!.sum;
  expect((await one.rateLimits.take("flood", ...limits, 19_950)).allowed).toBe(true);
  const before = Number(await taken());
  for (let count = 0; count < 20; count++)
    expect(await one.rateLimits.take("flood", ...limits)).toEqual({ allowed: true });
  expect(Number(await taken())).toBe(before + 20);
  const rest = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 ? one : two).rateLimits.take("flood", ...limits)),
  );
  expect(rest.filter(({ allowed }) => allowed)).toHaveLength(30);
  expect((await two.rateLimits.take("flood", ...limits)).allowed).toBe(false);
  clock.advance({ seconds: 61 });
  expect((await two.rateLimits.take("flood", ...limits)).allowed).toBe(true);
});

test("what is over is swept, what runs is kept, and no key is readable", async () => {
  await one.rateLimits.take("phone:13800000001", 1, 600);
  clock.advance({ minutes: 5 });
  await one.rateLimits.sweep();
  const rows = await database.query<{ text: string }>("select encode(key, 'escape') as text from rate_limit");
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain("138");
});
