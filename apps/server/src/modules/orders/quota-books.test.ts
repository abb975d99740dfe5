import {
  orderDeskEndpoints as office,
  orderEndpoints as calls,
  orderGatewayEndpoints as gateway,
  Refusal,
  sandboxOrderEndpoints as market,
} from "@coralhub/contract";
import { moneyOf, parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { createChance, type Chance } from "@coralhub/testkit/simulate/chance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified, incomeOf, openAccount, payIn, until } from "../income/income-fixture.ts";
import { consumeMoves, releaseMoves, reserveMove } from "./move-quota.ts";
import { amazonNumber, ended, fileOf, ordersDeps, template, upload } from "./orders-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());

let counter = 500_000;
const day = () => new Date(desk.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10);
const rowOf = (minor: number, number = amazonNumber(++counter)) => ({
  orderNumber: number,
  orderedAt: day(),
  currency: "USD",
  amount: (minor / 100).toFixed(2),
  goods: "杯子",
});

/** One merchant with platform money, and what was granted and taken back as the answers said it. */
async function createPlayer(chance: Chance) {
  const merchant: TestMerchant = await certified(desk);
  const { userId: merchantId } = merchant;
  const account = await openAccount(desk, merchant, {});
  const { reference } = await payIn(desk, account.number, "3000.00");
  await until(async () => ((await incomeOf(desk, merchant, reference)).state === "credited" ? true : undefined));
  const deps = ordersDeps(desk);
  const sums = { granted: 0n, withdrawn: 0n };
  const moves: string[] = [];
  const transaction = deps.database.transaction;

  const decide = async (id: string) => {
    const ref = { merchantId, id };
    const rows = await desk.call(office.orderCaseRows, ref, desk.reviewer);
    for (const { id: orderId, amount } of rows) {
      const decision = chance.may(0.8) ? "pass" : "fail";
      const half = moneyOf("USD", amount!.minor / 2n);
      const part = decision === "pass" && chance.may(0.3) && half.minor > 0n ? half : null;
      const reason = decision === "fail" ? ("notFound" as const) : null;
      const { granted } = await desk.call(
        office.decideOrders,
        { ...ref, orderIds: [orderId], decision, reason, part },
        desk.reviewer,
      );
      for (const { minor } of granted) sums.granted += minor;
    }
  };
  const steps = {
    async type() {
      const rows = Array.from({ length: chance.between(1, 3) }, () => rowOf(chance.between(100, 3_500)));
      const { id } = await desk.call(calls.typeOrders, { platformCode: "AMAZON", rows, papers: [] }, merchant);
      await decide(id);
    },
    /** A file with a fault in it, and the same one mended. */
    async correct() {
      const [good, bad] = [rowOf(chance.between(100, 2_000)), rowOf(chance.between(100, 2_000))];
      const line = (row: typeof good, amount = row.amount) =>
        [row.orderNumber, row.orderedAt, row.currency, amount, row.goods, "US", ""] as const;
      const id = await upload(desk, merchant, fileOf(template([line(good), line(bad, "-1")])));
      await ended(desk, merchant, id);
      await decide(id);
      const again = await upload(desk, merchant, fileOf(template([line(good), line(bad)])), { corrects: id });
      await ended(desk, merchant, again);
      await decide(again);
    },
    /** In the page, whatever was wrong with it: under a new number. */
    async repair() {
      const { records } = await desk.call(calls.searchOrders, { filters: { state: ["failed"] } }, merchant);
      if (records.length === 0) return;
      const given = { orderNumber: amazonNumber(++counter), amount: "7.00" };
      const { id } = await desk.call(calls.repairOrder, { id: chance.pick(records).id, given }, merchant);
      await decide(id);
    },
    async reserve() {
      const move = { id: deps.ids.next(), kind: "payout", reference: "PO", platforms: ["AMAZON"] } as const;
      const amount = moneyOf("USD", BigInt(chance.between(100, 6_000)));
      try {
        await transaction((tx) => reserveMove(deps, tx, merchantId, { ...move, amount }));
        moves.push(move.id);
      } catch (error) {
        if (!(error instanceof Refusal && error.reason === "quota.short")) throw error;
      }
    },
    async prove() {
      const amount = parseMoney("30.00", "USD");
      await desk.proveTrade(merchantId, amount);
      sums.granted += amount.minor;
    },
    /** All that is free, in one payment that settles. */
    async useUp() {
      const { quotas } = await desk.call(calls.orderOverview, {}, merchant);
      const { available } = quotas.find(({ currency }) => currency === "USD")!;
      if (available.minor === 0n) return;
      const move = { id: deps.ids.next(), kind: "payout", reference: "PO", platforms: ["AMAZON"] } as const;
      await transaction((tx) => reserveMove(deps, tx, merchantId, { ...move, amount: available }));
      await transaction((tx) => consumeMoves(deps, tx, merchantId, [move.id]));
    },
    async consume() {
      if (moves.length > 0) await transaction((tx) => consumeMoves(deps, tx, merchantId, [chance.pick(moves)]));
    },
    async release() {
      if (moves.length > 0) await transaction((tx) => releaseMoves(deps, tx, merchantId, [chance.pick(moves)]));
    },
    async refund() {
      const filters = { state: ["passed", "partlyPassed"] };
      const { records } = await desk.call(calls.searchOrders, { filters, pageSize: 100 }, merchant);
      const granting = records.filter(({ granted }) => granted !== null && granted.minor > 0n);
      if (granting.length === 0) return;
      const amount = moneyOf("USD", BigInt(chance.between(100, 4_000)));
      const request = { merchantId, orderId: chance.pick(granting).id, amount };
      const { taken, owed } = await desk.call(market.refundOrder, request, desk.admin);
      sums.withdrawn += taken.minor + owed.minor;
    },
  };
  const check = async () => {
    const { quotas } = await desk.call(calls.orderOverview, {}, merchant);
    const none = parseMoney("0.00", "USD");
    const { available, reserved, used, debt } = quotas.find(({ currency }) => currency === "USD") ?? {
      available: none,
      reserved: none,
      used: none,
      debt: none,
    };
    const left = sums.granted - sums.withdrawn;
    expect(available.minor + reserved.minor + used.minor - debt.minor).toBe(left);
    // Nothing is free while something is owed.
    expect(available.minor === 0n || debt.minor === 0n).toBe(true);
    const [orders] = await desk.database.query<{ granted: string; over: string }>(
      `select coalesce(sum(granted_minor), 0)::text as granted, count(*) filter (where granted_minor > greatest(amount_minor, 0))::text as over
         from trade_order where merchant_id = $1`,
      [merchantId],
    );
    expect(orders).toEqual({ granted: String(left), over: "0" });
    return { available: available.minor, debt: debt.minor };
  };
  return { merchant, steps, check };
}

const KINDS = ["type", "type", "correct", "repair", "reserve", "reserve", "consume", "release", "refund"] as const;

test("granted less withdrawn is available, reserved and used less what is owed, in whatever order things come, also at once", async () => {
  for (const seed of ["quota-1", "quota-2"]) {
    const chance = createChance(seed);
    const { steps, check } = await createPlayer(chance);
    await steps.type();
    for (let turn = 0; turn < 15; turn++) {
      const [one, other] = [chance.pick(KINDS), chance.pick(["reserve", "consume", "release", "refund"] as const)];
      await (chance.may(0.4) ? Promise.all([steps[one](), steps[other]()]) : steps[one]());
      await check();
    }
    // However it went so far, what is used and refunded then is owed.
    await steps.prove();
    await steps.useUp();
    expect(await check()).toMatchObject({ available: 0n });
    await steps.refund();
    expect((await check()).debt).toBeGreaterThan(0n);
    await steps.type();
    await check();
  }
  expect(await bookProblems(desk)).toEqual([]);
}, 240_000);

test("the same file fifty times at once is one delivery, and grants once", async () => {
  const merchant = await certified(desk);
  const row = [amazonNumber(++counter), day(), "USD", "10.00", "杯子", "US", ""];
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => upload(desk, merchant, fileOf(template([row])))),
  );
  const ids = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(ids).toHaveLength(1);
  for (const id of ids) {
    await ended(desk, merchant, id);
    const ref = { merchantId: merchant.userId, id };
    const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
    if (orderIds.length > 0)
      await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  }
  const [sum] = await desk.database.query<{ granted: string }>(
    "select sum(granted_minor)::text as granted from trade_order where merchant_id = $1",
    [merchant.userId],
  );
  expect(sum).toEqual({ granted: "1000" });
  const { quotas } = await desk.call(calls.orderOverview, {}, merchant);
  expect(quotas).toMatchObject([{ currency: "USD", available: parseMoney("10.00", "USD") }]);
  expect((await desk.call(gateway.analysisHistory, {}, merchant)).total).toBe(ids.length);
});

test("one order brought by ten merchants fifty times at once grants once", async () => {
  const merchants = await Promise.all(Array.from({ length: 10 }, () => certified(desk)));
  const row = rowOf(1_000);
  // Whoever comes at a busy moment may be told to come again: that grants nothing.
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) => {
      const rows = [{ ...row, goods: `杯子 ${at}` }];
      return desk.call(calls.typeOrders, { platformCode: "AMAZON", rows, papers: [] }, merchants[at % 10]);
    }),
  );
  for (const merchant of merchants)
    for (const { id } of (await desk.call(calls.uploadRecords, { pageSize: 100 }, merchant)).records) {
      const ref = { merchantId: merchant.userId, id };
      const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
      if (orderIds.length > 0)
        await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
    }
  const [sum] = await desk.database.query<{ granted: string; count: number }>(
    `select sum(granted_minor)::text as granted, count(*) filter (where state = 'failed')::int as count
       from trade_order where order_number = $1`,
    [row.orderNumber],
  );
  expect(sum).toEqual({ granted: "1000", count: tries.filter(({ status }) => status === "fulfilled").length - 1 });
  expect(await bookProblems(desk)).toEqual([]);
});
