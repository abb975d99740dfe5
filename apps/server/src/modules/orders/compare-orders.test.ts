import type { Match, MatchIncome, MatchOrder } from "@coralhub/domain";
import { expect, test } from "vitest";
import { createComparer, MOST_CALLS, MOST_OF_ONE } from "./compare-orders.ts";

const at = new Date("2026-11-01T00:00:00Z");
const income: MatchIncome = { id: "i", group: "g", amountMinor: 1n, arrivedAt: at, after: null, words: "" };
const order = (id: number): MatchOrder => ({ id: `o${id}`, group: "g", netMinor: 5n, orderedAt: at, serial: null });
const many = Array.from({ length: 2_001 }, (_, id) => order(id));
const asked = (merchantId: string, orders = many) => ({ merchantId, incomes: [income], orders });
const free = { take: () => Promise.resolve({ allowed: true as const }) };
const BUSY = {
  row: { status: 503 },
  message: expect.stringContaining("请几秒后再打开") as string,
};

/** Comparisons that end when they are told to; how many have begun and not ended. */
function held() {
  const ends: (() => void)[] = [];
  let running = 0;
  const comparer = createComparer(async (): Promise<Match[]> => {
    running += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    return [];
  });
  return { comparer, ends, running: () => running };
}

test("large comparisons of a merchant run one after the other, and whoever asks for many is told to come again", async () => {
  const { comparer, ends, running } = held();
  const taken = Array.from({ length: MOST_OF_ONE }, () => comparer.ask(asked("one"), free));
  await expect.poll(running).toBe(1);
  await expect(comparer.ask(asked("one"), free)).rejects.toMatchObject(BUSY);
  // Few orders are compared at once, whatever else is; a neighbour has a thread of its own.
  expect(await comparer.ask(asked("one", [order(1)]), free)).toEqual([]);
  const other = comparer.ask(asked("other"), free);
  await expect.poll(running).toBe(2);
  for (const _ of taken) {
    ends.shift()!();
    await expect.poll(() => ends.length).toBeGreaterThan(0);
  }
  ends.shift()!();
  expect(await Promise.all([...taken, other])).toEqual([...taken, other].map(() => []));
  const again = comparer.ask(asked("one"), free);
  await expect.poll(running).toBe(1);
  ends.shift()!();
  expect(await again).toEqual([]);
});

test("of all merchants few run at once and few wait; a job waits for its turn", async () => {
  const { comparer, ends, running } = held();
  const taken = Array.from({ length: MOST_CALLS }, (_, at) => comparer.ask(asked(`merchant ${at}`), free));
  const job = comparer.wait(asked("job"));
  await expect.poll(running).toBe(2);
  await expect(comparer.ask(asked("late"), free)).rejects.toMatchObject(BUSY);
  for (const _ of [...taken, job]) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    expect(running()).toBeLessThanOrEqual(2);
    ends.shift()!();
  }
  expect(await Promise.all([...taken, job])).toHaveLength(MOST_CALLS + 1);
});

test("whoever has asked for its share of a minute is told when to come again; few orders are no part of it", async () => {
  const { comparer } = held();
  const spent = { take: () => Promise.resolve({ allowed: false as const, retryAfterSeconds: 7 }) };
  const LATER = { row: { status: 429 }, message: expect.stringContaining("7 秒后再试") as string };
  await expect(comparer.ask(asked("one"), spent)).rejects.toMatchObject(LATER);
  expect(await comparer.ask(asked("one", [order(1)]), spent)).toEqual([]);
});
