import { createTestClock, createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, type Platform } from "./index.ts";

const clock = createTestClock();
const DAY_MS = 86_400_000;
let database: TestDatabase;
let one: Platform;
let two: Platform;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = [createPlatform(database.config, { clock }), createPlatform(database.config, { clock })];
  await Promise.all([one.start(), two.start()]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

const advance = (by: { days?: number; hours?: number }) =>
  one.database.transaction((tx) => one.sandboxClock!.advance(tx, by));

test("every process moves forward together, and a new one starts there", async () => {
  await advance({ days: 30 });
  await advance({ hours: 1 });
  const expected = clock.now().getTime() + 30 * DAY_MS + 3_600_000;
  for (const platform of [one, two])
    await expect.poll(() => platform.clock.now().getTime(), { timeout: 4_000 }).toBe(expected);
  const late = createPlatform(database.config, { clock });
  await late.start();
  expect(late.clock.now().getTime()).toBe(expected);
  await late.stop();
});

test("never backward, never nowhere", async () => {
  for (const by of [{ days: -1 }, { hours: 0 }, { hours: 0.5 }, { days: 100_000 }, {}])
    await expect(advance(by)).rejects.toThrow(RangeError);
});

test("production has no lever", async () => {
  const production = createPlatform({ ...database.config, mode: "production" }, { clock });
  expect(production.sandboxClock).toBeUndefined();
  await production.start();
  expect(production.clock.now()).toEqual(clock.now());
  await production.stop();
});
