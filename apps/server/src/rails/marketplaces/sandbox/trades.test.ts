import { matchOrders } from "@coralhub/domain";
import { expect, test } from "vitest";
import { pagesOf } from "../platform-fixture.ts";
import { givenBy, sandboxOrders, sandboxPayouts } from "./trades.ts";

const DAY_MS = 86_400_000;
const cents = (text: string | undefined): bigint => BigInt((text ?? "0.00").replace(".", ""));

test("a shop's months add up: orders less refunds and fee are the payouts, to the cent, and each proves itself", async () => {
  for (const account of ["A2NY8K2Q7LIVNG", "nanyu_uk", "7"]) {
    const until = new Date("2026-11-15T00:00:00Z");
    const since = new Date(until.getTime() - 90 * DAY_MS);
    const orders = (await pagesOf(sandboxOrders(account, { since, until }))).flat();
    const payouts = (await pagesOf(sandboxPayouts(account, { since, until }))).flat();
    // Of the first payout some orders were sold before the period.
    const [, ...whole] = payouts;
    expect(whole.length).toBeGreaterThanOrEqual(5);
    expect(orders.some(({ refunded }) => refunded !== undefined)).toBe(true);
    for (const { reference, amount } of whole) {
      const own = orders.filter(({ settlement }) => settlement === reference);
      const net = own.reduce((sum, order) => sum + cents(order.amount) - cents(order.refunded), 0n);
      expect(own).toHaveLength(14 * 3);
      expect(cents(amount)).toBe(net - (net * 1_200n + 5_000n) / 10_000n);
    }
    const matches = matchOrders(
      whole.map(({ reference, at, amount }) => ({
        id: reference,
        group: "shop",
        amountMinor: cents(amount),
        arrivedAt: at,
        after: null,
        words: `PAYOUT ${reference}`,
      })),
      orders.map(({ reference, at, amount, refunded, settlement }) => ({
        id: reference,
        group: "shop",
        netMinor: cents(amount) - cents(refunded),
        orderedAt: at,
        serial: settlement ?? null,
      })),
    );
    expect(matches.filter(({ ground, certain }) => ground === "serial" && certain)).toHaveLength(whole.length);
  }
});

test("a platform may keep orders back, give them twice, or say another amount: one a day", async () => {
  const until = new Date("2026-11-15T00:00:00Z");
  const period = { since: new Date(until.getTime() - 10 * DAY_MS), until };
  const [page] = await pagesOf(sandboxOrders("nanyu_uk", period));
  const given = (plan: Parameters<typeof givenBy>[0]) => givenBy(plan, page!);
  expect(given("whole")).toEqual(page);
  expect(given("withhold")).toHaveLength(20);
  expect(given("double").map(({ reference }) => reference)).toEqual(
    page!.flatMap(({ reference }) => [reference, reference]),
  );
  const changed = given("change").filter(({ amount }, n) => amount !== page![n]!.amount);
  expect(changed).toHaveLength(10);
  expect(new Set(given("change").map(({ reference }) => reference)).size).toBe(30);
});

test("a shop sells in what it is paid out in, in amounts that currency has", async () => {
  const until = new Date("2026-11-15T00:00:00Z");
  for (const [currency, amount] of [
    ["EUR", /^\d+\.\d{2}$/],
    ["JPY", /^\d+$/],
  ] as const) {
    const period = { since: new Date(until.getTime() - 30 * DAY_MS), until, currency };
    const sold = (await pagesOf(sandboxOrders("nanyu_uk", period))).flat();
    const paid = (await pagesOf(sandboxPayouts("nanyu_uk", period))).flat();
    for (const trade of [...sold, ...paid, ...givenBy("change", sold)]) {
      expect(trade.currency).toBe(currency);
      expect(trade.amount).toMatch(amount);
      if (trade.refunded !== undefined) expect(trade.refunded).toMatch(amount);
    }
  }
});
