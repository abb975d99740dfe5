import { createTestClock } from "@coralhub/testkit";
import { beforeEach, expect, test } from "vitest";
import { createSessionCache } from "./session-cache.ts";

const clock = createTestClock();
let hears = true;
let reads = 0;
let cache: ReturnType<typeof createSessionCache<{ n: number }>>;

beforeEach(() => {
  hears = true;
  reads = 0;
  cache = createSessionCache(clock, () => hears);
});
const get = (id = "s") => cache.get(id, async () => ({ n: ++reads }));

test("remembered for fifty seconds and no longer", async () => {
  await get();
  clock.advance({ ms: 49_999 });
  expect(await get()).toEqual({ n: 1 });
  clock.advance({ ms: 1 });
  expect(await get()).toEqual({ n: 2 });
});

test("not used and not filled while no news can come", async () => {
  await get();
  hears = false;
  expect(await get()).toEqual({ n: 2 });
  hears = true;
  expect(await get()).toEqual({ n: 3 });
});

test("news that comes while a row is being read: that row is not remembered", async () => {
  const reading = Promise.withResolvers<{ n: number }>();
  const first = cache.get("s", () => reading.promise);
  cache.drop("s");
  reading.resolve({ n: 99 });
  expect(await first).toEqual({ n: 99 });
  expect(await get()).toEqual({ n: 1 });
});

test("what may be ending here is not remembered until its end is known", async () => {
  cache.ban("s");
  await get();
  expect(await get()).toEqual({ n: 2 });
  cache.drop("s");
  await get();
  expect(await get()).toEqual({ n: 3 });
});

test("an ending that never came is forgotten after two minutes", async () => {
  cache.ban("s");
  clock.advance({ minutes: 2 });
  await get();
  expect(await get()).toEqual({ n: 1 });
});

test("nobody is remembered who does not exist, and there is an end to remembering", async () => {
  expect(await cache.get("nobody", async () => undefined)).toBeUndefined();
  for (let n = 0; n <= 50_000; n++) await get(`s${n}`);
  expect(await get("s50000")).toEqual({ n: 50_001 });
  expect(await get("s0")).toEqual({ n: 50_002 });
});
