import {
  activityEndpoints,
  approvalEndpoints,
  exchangeEndpoints as calls,
  homeEndpoints,
  ledgerEndpoints as books,
  messageEndpoints,
  sandboxControlEndpoints,
} from "@coralhub/contract";
import { accountCode, parseMoney, toShanghaiDay, walletOf, type AccountCode } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookProblems, until } from "../income/income-fixture.ts";
import {
  openMarket,
  richMerchant,
  runJob,
  sendJob,
  startExchange,
  walletBalances,
  type ExchangeDesk,
} from "./exchange-fixture.ts";

let desk: ExchangeDesk;
let second: TestServer;
beforeAll(async () => {
  desk = await startExchange();
  second = await startTestServer({ database: desk.database, clock: desk.clock });
});
afterAll(async () => {
  await second.close();
  await desk.close();
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const usd = (text: string) => parseMoney(text, "USD");
const pair = { sell: "USD", buy: "CNY" } as const;
const tomorrow = () => toShanghaiDay(new Date(desk.clock.now().getTime() + 86_400_000));
const ordersOf = (merchant: TestMerchant) => desk.call(calls.standingOrders, {}, merchant);
const titles = async (merchant: TestMerchant) =>
  (await desk.call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title);
const rateNow = async (merchant: TestMerchant) => desk.call(calls.exchangeRate, pair, merchant);
/** As if it had been asked for a rate that is there by now. */
const nowReached = ({ userId }: TestMerchant) =>
  desk.database.query("update standing_order set target = '1.0' where merchant_id = $1 and target is not null", [
    userId,
  ]);
const conversionsOf = async (merchant: TestMerchant) => (await desk.call(calls.conversions, {}, merchant)).records;

async function target(merchant: TestMerchant, amount = "500.00") {
  const { rate } = await rateNow(merchant);
  return desk.call(
    calls.placeStandingOrder,
    { ...pair, kind: "target", amount: usd(amount), target: (Number(rate) * 1.02).toFixed(4), until: tomorrow() },
    merchant,
  );
}

test("a target holds its money and is filled once, though two servers look at the same time", async () => {
  const merchant = await richMerchant(desk);
  await runJob(desk, "exchange.keep-rates");
  const order = await target(merchant);
  const { rate: asked, mid: middle } = await rateNow(merchant);
  expect(order).toMatchObject({ kind: "target", state: "waiting", rateNow: asked });
  // All of an order's rates are the customer's: what it waits for, what there is, and what there was lately.
  const { points } = await desk.call(calls.rateHistory, { ...pair, span: "month" }, merchant);
  const highest = Math.max(...points.map(({ mid }) => Number(mid)));
  expect(Number(order.highest) / highest).toBeCloseTo(Number(asked) / Number(middle), 6);
  expect(Number(order.highest)).toBeLessThan(highest);
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 950_000n, "hold:USD:wallet": 50_000n });
  // What home calls under way is in the list it leads to.
  const moving = async () => {
    const filters = { state: ["moving"], currency: ["USD"] };
    const { records } = await desk.call(activityEndpoints.moneyEvents, { filters }, merchant);
    const { balances } = await desk.call(homeEndpoints.home, {}, merchant);
    const shown = balances.find(({ available }) => available.currency === "USD")!.processing.minor;
    return [shown, ...records.map(({ amount }) => amount.minor)];
  };
  expect(await moving()).toEqual([50_000n, 50_000n]);
  await nowReached(merchant);
  await Promise.all([desk, second, desk, second].map(({ app }) => runJob({ app }, "exchange.watch-orders")));
  await until(async () => ((await ordersOf(merchant))[0]!.state === "filled" ? true : undefined));
  await runJob(desk, "exchange.watch-orders");
  expect(await moving()).toEqual([0n]);
  const made = await conversionsOf(merchant);
  expect(made).toMatchObject([{ origin: "target", state: "settled" }]);
  expect(await walletBalances(desk, merchant)).toEqual({
    "wallet:USD": 950_000n,
    "wallet:CNY": made[0]!.bought!.minor,
  });
  expect((await titles(merchant)).filter((title) => title.startsWith("换汇完成"))).toHaveLength(1);
  expect(await bookProblems(desk)).toEqual([]);
});

test("withdrawn or over, its money is back; a price already there and one far away are refused", async () => {
  const merchant = await richMerchant(desk);
  const { id } = await target(merchant);
  expect((await desk.call(calls.cancelStandingOrder, { id }, merchant)).state).toBe("cancelled");
  await expect(desk.call(calls.cancelStandingOrder, { id }, merchant)).rejects.toEqual(refused("state.changed"));
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 1_000_000n });
  const { rate } = await rateNow(merchant);
  const request = { ...pair, kind: "target", amount: usd("10.00"), until: tomorrow() } as const;
  const at = (factor: number) =>
    desk.call(calls.placeStandingOrder, { ...request, target: (Number(rate) * factor).toFixed(4) }, merchant);
  await expect(at(0.99)).rejects.toEqual(refused("fx.target_reached"));
  await expect(at(1.5)).rejects.toEqual(refused("fx.target_too_far"));
  for (const nothing of ["0", "0.00000000"])
    for (const kind of ["target", "alert"] as const) {
      const asked = { ...pair, kind, target: nothing, ...(kind === "target" && { amount: request.amount }) };
      await expect(desk.call(calls.placeStandingOrder, asked, merchant)).rejects.toMatchObject({ status: 400 });
    }
  await expect(
    desk.call(calls.placeStandingOrder, { ...pair, kind: "alert", target: "0.00000001" }, merchant),
  ).rejects.toEqual(refused("fx.target_too_far"));
  await target(merchant);
  await desk.database.query("update standing_order set until_at = $2 where merchant_id = $1 and state = 'waiting'", [
    merchant.userId,
    desk.clock.now(),
  ]);
  await runJob(second, "exchange.watch-orders");
  await until(async () => ((await ordersOf(merchant))[0]!.state === "lapsed" ? true : undefined));
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 1_000_000n });
  expect((await titles(merchant))[0]).toBe("USD 换 CNY 挂单到期未成交");
});

test("orders are left while a market is closed and gives no rate; an open one without a rate takes none", async () => {
  const merchant = await richMerchant(desk);
  await runJob(desk, "exchange.keep-rates");
  const { mid, rate } = await rateNow(merchant);
  const rates = (mode: "down" | "normal") =>
    desk.call(sandboxControlEndpoints.switchRail, { rail: "fxRates", mode }, desk.admin);
  const place = (times: number) => {
    const wanted = { kind: "target", amount: usd("500.00"), target: (Number(mid) * times).toFixed(4) } as const;
    return desk.call(calls.placeStandingOrder, { ...pair, ...wanted, until: tomorrow() }, merchant);
  };
  await rates("down");
  try {
    await expect(place(1.05)).rejects.toEqual(refused("fx.rate_unavailable"));
    await openMarket(desk, "onshore", []);
    expect(await place(1.05)).toMatchObject({ state: "waiting", rateNow: null });
    // Compared with what the customer would get, not with the middle rate: between the two is what has yet to be reached.
    await expect(place(0.99)).rejects.toEqual(refused("fx.target_reached"));
    const between = await place((Number(rate) / Number(mid) + 1) / 2);
    expect(between).toMatchObject({ state: "waiting" });
    await desk.call(calls.cancelStandingOrder, { id: between.id }, merchant);
    await expect(place(1.5)).rejects.toEqual(refused("fx.target_too_far"));
    const arrivals = await desk.call(calls.placeStandingOrder, { ...pair, kind: "arrivals" }, merchant);
    expect(arrivals).toMatchObject({ state: "waiting" });
  } finally {
    await openMarket(desk, "onshore");
    await rates("normal");
  }
  expect((await walletBalances(desk, merchant))["wallet:USD"]).toBe(950_000n);
});

test("an alert tells once", async () => {
  const merchant = await richMerchant(desk);
  const { mid } = await rateNow(merchant);
  const request = { ...pair, kind: "alert", target: (Number(mid) * 1.01).toFixed(4) } as const;
  expect(await desk.call(calls.placeStandingOrder, request, merchant)).toMatchObject({ direction: "up", amount: null });
  await nowReached(merchant);
  await Promise.all([desk, second].map(({ app }) => runJob({ app }, "exchange.watch-orders")));
  await until(async () => ((await ordersOf(merchant))[0]!.state === "filled" ? true : undefined));
  expect((await titles(merchant)).filter((title) => title.startsWith("USD / CNY 已到"))).toHaveLength(1);
});

test("what arrives is exchanged, and nothing that was there before", async () => {
  const merchant = await richMerchant(desk, "300.00");
  const request = { ...pair, kind: "arrivals" } as const;
  await desk.call(calls.placeStandingOrder, request, merchant);
  await expect(desk.call(calls.placeStandingOrder, request, merchant)).rejects.toEqual(
    refused("fx.already_converting"),
  );
  await desk.fund(merchant, "USD", "40.00");
  await desk.fund(merchant, "USD", "2.50");
  const comesAs = async (reason: "escrow.received" | "loan.drawn", amount: string) =>
    desk.ledger.post({
      merchantId: merchant.userId,
      key: `arrival:${desk.app.platform.ids.next()}`,
      reason,
      transfers: [{ from: accountCode("house.nostro", "USD", "bank"), to: walletOf("USD"), amount: usd(amount) }],
    });
  await comesAs("escrow.received", "3.00");
  // Borrowed, not earned: it stays in the currency it was borrowed in.
  await comesAs("loan.drawn", "7.00");
  await Promise.all([desk, second].map(({ app }) => runJob({ app }, "exchange.watch-orders")));
  await until(async () => ((await conversionsOf(merchant)).length > 0 ? true : undefined));
  await runJob(desk, "exchange.watch-orders");
  await runJob(second, "exchange.watch-orders");
  expect((await walletBalances(desk, merchant))["wallet:USD"]).toBe(30_700n);
  expect(await conversionsOf(merchant)).toHaveLength(1);
  expect(await bookProblems(desk)).toEqual([]);
});

test("one that fails says so each time, and is stopped after the third, its money back", async () => {
  const merchant = await richMerchant(desk);
  await target(merchant);
  await nowReached(merchant);
  await desk.database.query("update certification set state = 'frozen' where merchant_id = $1", [merchant.userId]);
  for (let tries = 1; tries <= 3; tries += 1) {
    await runJob(desk, "exchange.watch-orders");
    await until(async () => ((await ordersOf(merchant))[0]!.tries === tries ? true : undefined));
  }
  const [order] = await ordersOf(merchant);
  expect(order).toMatchObject({ state: "stopped", tries: 3 });
  expect(order!.problem).toContain("实名认证");
  expect(await walletBalances(desk, merchant)).toEqual({ "wallet:USD": 1_000_000n });
  expect((await conversionsOf(merchant)).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
  expect((await titles(merchant))[0]).toBe("挂单 USD 换 CNY 已停止");
});

test("a closed market is waited for; it is no failure", async () => {
  const merchant = await richMerchant(desk);
  await target(merchant);
  await nowReached(merchant);
  await openMarket(desk, "onshore", []);
  await runJob(desk, "exchange.watch-orders");
  expect((await ordersOf(merchant))[0]).toMatchObject({ state: "waiting", tries: 0 });
  await openMarket(desk, "onshore");
  await runJob(desk, "exchange.watch-orders");
  await until(async () => ((await ordersOf(merchant))[0]!.state === "filled" ? true : undefined));
});

test("a day's limit of the house that is used up is waited for; it is no failure", async () => {
  const merchant = await richMerchant(desk);
  const euros = { sell: "EUR", buy: "GBP" } as const;
  const limitOfTheDay = async (dayLimit: string) => {
    const terms = { ...euros, isOpen: true, minimum: "1.00", maximum: "80.00", dayLimit, reason: "额度试验" };
    const { approvalId } = await desk.call(calls.setFxPair, terms, desk.finance);
    const agreed = { id: approvalId!, decision: "approve", note: "同意" } as const;
    await desk.call(approvalEndpoints.decideApproval, agreed, desk.admin);
  };
  await limitOfTheDay("100.00");
  await desk.call(calls.placeStandingOrder, { ...euros, kind: "arrivals" }, merchant);
  await desk.fund(merchant, "EUR", "60.00");
  await runJob(desk, "exchange.watch-orders");
  await desk.fund(merchant, "EUR", "60.00");
  for (let look = 0; look < 3; look += 1) await runJob(desk, "exchange.watch-orders");
  expect((await ordersOf(merchant))[0]).toMatchObject({ state: "waiting", tries: 0 });
  expect((await conversionsOf(merchant)).map(({ state }) => state)).toEqual(["settled"]);
  await limitOfTheDay("200.00");
  await runJob(desk, "exchange.watch-orders");
  expect((await conversionsOf(merchant)).map(({ state }) => state)).toEqual(["settled", "settled"]);
});

test("what arrived and was spent before the market opened is gone: no other money is exchanged for it", async () => {
  const merchant = await richMerchant(desk, "300.00");
  await desk.call(calls.placeStandingOrder, { ...pair, kind: "arrivals" }, merchant);
  const bank = accountCode("house.nostro", "USD", "bank");
  type Way = { from: AccountCode; to: AccountCode };
  const post = (reason: "wallet.transfer" | "loan.drawn", way: Way, amount: string) =>
    desk.ledger.post({
      merchantId: merchant.userId,
      key: `moved:${desk.app.platform.ids.next()}`,
      reason,
      transfers: [{ ...way, amount: usd(amount) }],
    });
  await openMarket(desk, "onshore", []);
  try {
    await desk.fund(merchant, "USD", "40.00");
    await runJob(desk, "exchange.watch-orders");
    // Ten of the forty are left, and then there is other money.
    await post("wallet.transfer", { from: walletOf("USD"), to: bank }, "330.00");
    await post("loan.drawn", { from: bank, to: walletOf("USD") }, "500.00");
    await runJob(desk, "exchange.watch-orders");
  } finally {
    await openMarket(desk, "onshore");
  }
  await runJob(desk, "exchange.watch-orders");
  expect(await conversionsOf(merchant)).toMatchObject([{ state: "settled" }]);
  expect((await walletBalances(desk, merchant))["wallet:USD"]).toBe(50_000n);
  expect(await bookProblems(desk)).toEqual([]);
});

test("what arrived and was taken back by hand is not exchanged; what was taken back of earlier money changes nothing", async () => {
  const merchant = await richMerchant(desk, "300.00");
  const { userId: merchantId } = merchant;
  const bank = accountCode("house.nostro", "USD", "bank");
  const arrive = (amount: string) =>
    desk.ledger.post({
      merchantId,
      key: `arrival:${desk.app.platform.ids.next()}`,
      reason: "taxrefund.paid",
      transfers: [{ from: bank, to: walletOf("USD"), amount: usd(amount) }],
    });
  const takeBack = async ({ postingId }: { postingId: string }, amount: string) => {
    const correction = { merchantId, from: walletOf("USD"), to: bank, amount: usd(amount), corrects: postingId };
    const { id } = await desk.call(books.proposeAdjustment, { ...correction, memo: "银行重复通知" }, desk.finance);
    await desk.call(books.decideAdjustment, { merchantId, id, decision: "approve" }, desk.admin);
  };
  const before = await arrive("20.00");
  await desk.call(calls.placeStandingOrder, { ...pair, kind: "arrivals" }, merchant);
  await openMarket(desk, "onshore", []);
  try {
    const twice = await arrive("40.00");
    await arrive("60.00");
    await runJob(desk, "exchange.watch-orders");
    await takeBack(twice, "40.00");
    await takeBack(before, "20.00");
    await runJob(desk, "exchange.watch-orders");
  } finally {
    await openMarket(desk, "onshore");
  }
  await runJob(desk, "exchange.watch-orders");
  expect(await conversionsOf(merchant)).toMatchObject([{ state: "settled" }]);
  expect((await walletBalances(desk, merchant))["wallet:USD"]).toBe(30_000n);
});

test("an order that cannot be looked at holds up none behind it, and is not kept quiet", async () => {
  const [broken, good] = [await richMerchant(desk), await richMerchant(desk)];
  const { id } = await target(broken);
  desk.clock.advance({ seconds: 1 });
  await target(good);
  await nowReached(good);
  const retarget = (rate: string) =>
    desk.database.query("update standing_order set target = $2 where merchant_id = $1", [broken.userId, rate]);
  await retarget("nothing");
  try {
    await expect(desk.app.platform.jobs.run("exchange.watch-orders", {})).rejects.toThrow("orders not looked after: 1");
  } finally {
    await retarget("99.0");
  }
  expect((await ordersOf(good))[0]!.state).toBe("filled");
  expect((await desk.call(calls.cancelStandingOrder, { id }, broken)).state).toBe("cancelled");
});

/** Whoever waits for a lock in the books, killed: what its server had begun is gone. */
const killWaiting = () =>
  until(async () => {
    const [gone] = await desk.database.query<{ killed: boolean }>(
      `select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object' limit 1`,
    );
    return gone?.killed ? true : undefined;
  });

test("a server killed between the conversion and its commit leaves nothing; the next one fills it, once", async () => {
  const merchant = await richMerchant(desk);
  await target(merchant);
  await nowReached(merchant);
  const { Client } = await import("pg");
  const blocker = new Client({ connectionString: desk.database.url });
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select 1 from ledger_account where merchant_id = $1 for update", [merchant.userId]);
    await sendJob(second, "exchange.watch-orders");
    await killWaiting();
    await blocker.query("rollback");
  } finally {
    await blocker.end();
  }
  await runJob(desk, "exchange.watch-orders");
  await until(async () => ((await ordersOf(merchant))[0]!.state === "filled" ? true : undefined));
  await runJob(desk, "exchange.watch-orders");
  const made = await conversionsOf(merchant);
  expect(made.filter(({ state }) => state === "settled")).toHaveLength(1);
  expect(await walletBalances(desk, merchant)).toEqual({
    "wallet:USD": 950_000n,
    "wallet:CNY": made.find(({ state }) => state === "settled")!.bought!.minor,
  });
  expect(await bookProblems(desk)).toEqual([]);
});

test("a clock moved back and forth fires nothing again and loses nothing that arrives", async () => {
  const merchant = await richMerchant(desk, "1000.00");
  await desk.call(calls.placeStandingOrder, { ...pair, kind: "arrivals" }, merchant);
  await target(merchant, "100.00");
  const settled = async () => (await conversionsOf(merchant)).filter(({ state }) => state === "settled").length;
  const lookAt = async (move: Parameters<typeof desk.clock.advance>[0], wanted: number) => {
    desk.clock.advance(move);
    await Promise.all([desk, second].map(({ app }) => runJob({ app }, "exchange.watch-orders")));
    await until(async () => ((await settled()) === wanted ? true : undefined));
  };
  await nowReached(merchant);
  await desk.fund(merchant, "USD", "40.00");
  await lookAt({ seconds: 1 }, 2);
  await lookAt({ hours: -3 }, 2);
  await desk.fund(merchant, "USD", "30.00");
  await lookAt({ minutes: 1 }, 3);
  await lookAt({ hours: 3 }, 3);
  await desk.fund(merchant, "USD", "20.00");
  await lookAt({ seconds: 1 }, 4);
  await lookAt({ hours: -2 }, 4);
  expect((await walletBalances(desk, merchant))["wallet:USD"]).toBe(90_000n);
  expect(await bookProblems(desk)).toEqual([]);
});
