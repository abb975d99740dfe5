import {
  activityEndpoints as calls,
  homeEndpoints,
  ledgerEndpoints as books,
  payoutEndpoints,
} from "@coralhub/contract";
import { accountCode, toShanghaiDay } from "@coralhub/domain";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { incomeOf, openAccount, payIn, type Desk } from "../income/income-fixture.ts";
import {
  atBank,
  bankWill,
  certifiedMerchant,
  reaches,
  readyMerchant,
  startPayouts,
  usd,
  withdraw,
} from "../payouts/payouts-fixture.ts";
import { DAYS_APART } from "./days-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay");
});
afterAll(() => desk.close());

const apart = async () => (await desk.database.query<{ problem: string }>(DAYS_APART)).map(({ problem }) => problem);
type Day = { day: string; income: string; expense: string; events: string };
const daysOf = (merchantId: string, currency = "USD") =>
  desk.database.query<Day>(
    `select day::text, sum(income_minor)::text as income, sum(expense_minor)::text as expense, sum(events)::text as events
       from money_event_day where merchant_id = $1 and currency = $2 group by day order by day`,
    [merchantId, currency],
  );

test("a day is what its events are: paid in, paid out, come back on a later day, corrected by hand", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const today = toShanghaiDay(desk.clock.now());
  const { id } = await withdraw(desk, merchant, source.id, "2000.00");
  await reaches(desk, merchant, id, "completed");
  expect(await daysOf(merchant.userId)).toEqual([{ day: today, income: "360000", expense: "200000", events: "2" }]);
  // All of it two days earlier: it counts for the day it is booked on, and no longer for the one before.
  await desk.database.query("update money_event set booked_at = booked_at - interval '2 days' where merchant_id = $1", [
    merchant.userId,
  ]);
  expect(await apart()).toEqual([]);
  const [payout] = (await desk.call(payoutEndpoints.payouts, {}, merchant)).records;
  expect((await atBank(desk, payout!.reference, "return"))[0]).toBe("returned");
  expect((await daysOf(merchant.userId)).map(({ income, expense }) => [income, expense])).toContainEqual([
    "360000",
    "0",
  ]);

  const { reference } = await payIn(desk, source.number, "500.00");
  await incomeOf(desk, merchant, reference);
  const [posted] = await desk.database.query<{ posting: string; rail: string }>(
    "select final_posting_id as posting, rail from income where merchant_id = $1 and rail_reference = $2",
    [merchant.userId, reference],
  );
  const { id: adjustment } = await desk.call(
    books.proposeAdjustment,
    {
      merchantId: merchant.userId,
      from: accountCode("collection", "USD", source.id),
      to: accountCode("house.nostro", "USD", posted!.rail),
      amount: usd("200.00"),
      corrects: posted!.posting,
      memo: "银行重复通知",
    },
    desk.finance,
  );
  const agreed = { merchantId: merchant.userId, id: adjustment, decision: "approve", note: "已核对" } as const;
  await desk.call(books.decideAdjustment, agreed, desk.admin);
  expect(await apart()).toEqual([]);
  const sums = (await daysOf(merchant.userId)).map(({ income, expense }) => [Number(income), Number(expense)]);
  expect(sums.reduce(([a, b], [income, expense]) => [a! + income!, b! + expense!], [0, 0])).toEqual([410_000, 20_000]);
  const totals = await desk.call(calls.moneyTotals, {}, merchant);
  expect(totals.map(({ income, expense }) => [income.minor, expense.minor])).toEqual([[410_000n, 20_000n]]);
});

test("many payments of one moment, on two accounts, by both ways in: not one is lost or counted twice", async () => {
  const merchant = await certifiedMerchant(desk);
  const accounts = [await openAccount(desk, merchant), await openAccount(desk, merchant)];
  await Promise.all(Array.from({ length: 24 }, (_, n) => payIn(desk, accounts[n % 2]!.number, "100.00")));
  await expect
    .poll(async () => (await daysOf(merchant.userId)).map(({ income, events }) => [income, events]), {
      timeout: 60_000,
    })
    .toEqual([["240000", "24"]]);
  expect(await apart()).toEqual([]);
  const { trend } = await desk.call(homeEndpoints.home, {}, merchant);
  expect(trend.months.at(-1)!.income.minor).toBeGreaterThan(0n);
  expect(trend.months.at(-1)!.income).toEqual(trend.weeks.at(-1)!.income);
});

const PUT = `
  insert into money_event (merchant_id, id, kind, direction, state, step, currency, amount_minor, net_minor, counterparty,
                           effective_at, booked_at, changed_at)
  select $1, gen_random_uuid(), 'transferIn', 'in', 'done', 'done', $2, 100, 100, '', at, at, at
    from generate_series(1, $3::int), (select timestamptz '2026-03-31 23:59:59+08' as at) t`;

test("two who write the same days at once wait for nobody, in whatever order, and what is undone never counted", async () => {
  const merchantId = desk.app.platform.ids.next();
  const open = async () => {
    const client = new pg.Client({ connectionString: desk.database.url });
    await client.connect();
    // Whoever waits fails here instead.
    await client.query("set lock_timeout = 1");
    await client.query("begin");
    return client;
  };
  const [one, other, undone] = [await open(), await open(), await open()];
  try {
    await one.query(PUT, [merchantId, "USD", 2]);
    await other.query(PUT, [merchantId, "EUR", 3]);
    await undone.query(PUT, [merchantId, "USD", 5]);
    await other.query(PUT, [merchantId, "USD", 7]);
    await one.query(PUT, [merchantId, "EUR", 11]);
    await undone.query("rollback");
    await one.query("commit");
    // What another has committed meanwhile is written on, not over.
    await other.query(PUT, [merchantId, "USD", 13]);
    await other.query("update money_event set net_minor = 50 where merchant_id = $1 and currency = 'EUR'", [
      merchantId,
    ]);
    await other.query("commit");
    expect(await daysOf(merchantId)).toEqual([{ day: "2026-03-31", income: "2200", expense: "0", events: "22" }]);
    expect(await daysOf(merchantId, "EUR")).toEqual([{ day: "2026-03-31", income: "700", expense: "0", events: "14" }]);
    await desk.database.query("delete from money_event where merchant_id = $1 and currency = 'USD'", [merchantId]);
    expect(await daysOf(merchantId)).toEqual([{ day: "2026-03-31", income: "0", expense: "0", events: "0" }]);
    expect(await apart()).toEqual([]);
  } finally {
    for (const client of [one, other, undone]) await client.end();
  }
});

test("a great many of one day at once take a row for fifty of them at most, and add up", async () => {
  const merchantId = desk.app.platform.ids.next();
  await desk.database.query(PUT, [merchantId, "USD", 1_000]);
  expect(await daysOf(merchantId)).toEqual([{ day: "2026-03-31", income: "100000", expense: "0", events: "1000" }]);
  const parts = async () =>
    (
      await desk.database.query<{ count: number }>(
        "select count(*)::int as count from money_event_day where merchant_id = $1",
        [merchantId],
      )
    )[0]!.count;
  expect(await parts()).toBe(20);
  // One after the other they find the same row.
  for (let n = 0; n < 60; n++) await desk.database.query(PUT, [merchantId, "EUR", 1]);
  expect(await parts()).toBe(21);
  expect(await apart()).toEqual([]);
});
