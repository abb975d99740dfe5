import { expect, test } from "vitest";
import { matchOrders, type MatchIncome, type MatchOrder } from "./matching.ts";

const day = (number: number): Date => new Date(Date.UTC(2026, 9, number));
const income = (amount: number, given: Partial<MatchIncome> = {}): MatchIncome => ({
  id: "income",
  group: "shop",
  amountMinor: BigInt(amount),
  arrivedAt: day(20),
  after: null,
  words: "PAYOUT",
  ...given,
});
/** Sold one day after the other, from the first of the month. */
const sold = (...nets: number[]): MatchOrder[] =>
  nets.map((net, at) => ({
    id: `order-${at + 1}`,
    group: "shop",
    netMinor: BigInt(net),
    orderedAt: day(at + 1),
    serial: null,
  }));
const ids = (...numbers: number[]): string[] => numbers.map((number) => `order-${number}`);

test("the orders before a payout are behind it where their sum less a usual fee is what arrived", () => {
  expect(matchOrders([income(17_600)], sold(10_000, 10_000))).toMatchObject([
    { incomeId: "income", orderIds: ids(1, 2), ground: "sum", sumMinor: 20_000n, certain: true },
  ]);
  // Of another shop, after the payout, or too long before it.
  expect(matchOrders([income(17_600, { group: "other" })], sold(10_000, 10_000))).toEqual([]);
  expect(matchOrders([income(17_600, { arrivedAt: day(1) })], sold(10_000, 10_000))).toEqual([]);
  expect(matchOrders([income(17_600, { arrivedAt: day(60) })], sold(10_000, 10_000))).toEqual([]);
});

test("a refund lowers what an order explains; one that was refunded whole changes nothing", () => {
  expect(matchOrders([income(8_800)], sold(10_000))).toMatchObject([{ certain: true }]);
  expect(matchOrders([income(8_800)], sold(10_000 - 4_000))).toEqual([]);
  expect(matchOrders([income(8_800)], sold(0, 10_000, 0))).toMatchObject([{ sumMinor: 10_000n, certain: true }]);
});

test("fees are a quarter at most, and nothing pays more than one percent above its orders", () => {
  const found = (arrived: number) => matchOrders([income(arrived)], sold(10_000)).length;
  expect([7_499, 7_500, 10_100, 10_101].map(found)).toEqual([0, 1, 1, 0]);
});

test("where a window could begin or end elsewhere it is offered, never guessed", () => {
  const certain = (arrived: number, ...nets: number[]) => matchOrders([income(arrived)], sold(...nets))[0]!.certain;
  // 100 less 20 percent, or 90 less 11.
  expect(certain(8_000, 1_000, 9_000)).toBe(false);
  expect(certain(8_000, 0, 1_000, 9_000)).toBe(false);
  expect(certain(8_000, 9_000, 1_000)).toBe(false);
  // What follows does not belong to it, though it was sold before it.
  expect(certain(8_000, 9_000, 9_000)).toBe(false);
  expect(certain(8_000, 5_000, 5_000)).toBe(true);
});

test("what was sold between two payouts is one set; what is left from before the first is not of it for sure", () => {
  const certain = (after: Date) => matchOrders([income(8_000, { after })], sold(1_000, 9_000))[0]!.certain;
  expect(certain(day(1))).toBe(true);
  expect(certain(day(2))).toBe(false);
  // So long ago that orders after it were not looked at.
  expect(certain(new Date(day(20).getTime() - 36 * 86_400_000))).toBe(false);
});

test("a settlement's number binds its orders alone, and with a wrong sum it is only offered", () => {
  const orders = sold(6_000, 4_000, 10_000).map((order, at) => ({ ...order, serial: at < 2 ? "settle-77" : null }));
  const words = "AMAZON SETTLE-77";
  expect(matchOrders([income(9_000, { words })], orders)).toMatchObject([
    { orderIds: ids(1, 2), ground: "serial", sumMinor: 10_000n, certain: true },
  ]);
  expect(matchOrders([income(2_000, { words })], orders)).toMatchObject([
    { orderIds: ids(1, 2), ground: "serial", certain: false },
  ]);
  // An order stands behind one income.
  const both = [income(9_000, { words }), income(9_000, { id: "later", after: day(2) })];
  expect(matchOrders(both, orders)).toMatchObject([{ orderIds: ids(1, 2) }, { incomeId: "later", orderIds: ids(3) }]);
});

test("an income a person has taken orders from is matched by another settlement's number, and by nothing else", () => {
  const orders = sold(10_000, 10_000).map((order) => ({ ...order, serial: "SETTLE-77" }));
  const words = "PAYOUT SETTLE-77 SETTLE-78";
  const apart = ids(2);
  expect(matchOrders([income(17_600, { words })], orders)).toHaveLength(1);
  expect(matchOrders([income(17_600, { words, apart })], orders)).toEqual([]);
  const others = orders.map((order) => ({ ...order, id: `new-${order.id}`, serial: "SETTLE-78" }));
  expect(matchOrders([income(17_600, { words, apart })], [...orders, ...others])).toMatchObject([
    { ground: "serial", orderIds: others.map(({ id }) => id) },
  ]);
});

test("an income that nothing fits looks at its orders no more often than one that something fits", () => {
  let looked = 0;
  const orders = Array.from({ length: 2_000 }, (_, at): MatchOrder => ({
    id: `order-${at}`,
    group: "shop",
    get netMinor() {
      looked += 1;
      return 1_000n;
    },
    orderedAt: new Date(day(1).getTime() + at * 60_000),
    serial: null,
  }));
  const incomes = Array.from({ length: 100 }, (_, at) => income(5_000_000, { id: `income-${at}` }));
  expect(matchOrders(incomes, orders)).toEqual([]);
  expect(looked).toBeLessThanOrEqual(3 * orders.length);
});
