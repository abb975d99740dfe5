import {
  activityEndpoints as calls,
  exchangeEndpoints,
  homeEndpoints,
  accountEndpoints,
  payoutEndpoints,
  payoutFamilies,
  statementEndpoints,
  type CallOutput,
} from "@coralhub/contract";
import {
  accountCode,
  addressOf,
  convertMoney,
  formatMoney,
  incomeLifecycle,
  moneyRecordAddress,
  payoutLifecycle,
  parseMoney,
  toShanghaiDay,
  type MoneyDirection,
} from "@coralhub/domain";
import { createTestRandom, type TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { incomeOf, moneyOn, payIn, until } from "../income/income-fixture.ts";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import {
  bindAccount,
  certifiedMerchant,
  fundedAccount,
  rested,
  bankWill,
  citic,
  prepare,
  readyMerchant,
  reaches,
  withdraw,
  atBank,
  older,
} from "../payouts/payouts-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
  await bankWill(desk, "pay");
  // Without a rate of its day an amount is worth nothing in yuan.
  await desk.database.query(
    `insert into fx_rate_board (grain, at, source, per_dollar) values ('days', '2020-01-01', 'test', '{"CNY": "7.1", "USD": "1", "HKD": "7.8"}')`,
  );
});
afterAll(() => desk.close());

const month = () => toShanghaiDay(desk.clock.now()).slice(0, 7);

test("received 3,600 and withdrew 2,000: that is the income and the expense, everywhere", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { id, confirmation } = await prepare(desk, merchant, source.id, "2000.00");
  desk.clock.advance({ seconds: 5 });
  await desk.call(citic.confirm, confirmation, merchant);
  const moving = (await desk.call(calls.moneyEvents, {}, merchant)).records;
  expect(moving.map(({ kind, state }) => [kind, state])).toContainEqual(["income", "done"]);
  await reaches(desk, merchant, id, "completed");

  const { records } = await desk.call(calls.moneyEvents, {}, merchant);
  expect(records.map(({ kind, state, net }) => [kind, state, formatMoney(net)])).toEqual([
    ["withdrawal", "done", "-2000.00"],
    ["income", "done", "3600.00"],
  ]);
  const [payout] = (await desk.call(payoutEndpoints.payouts, {}, merchant)).records;
  expect(records[0]).toMatchObject({ id, amount: payout!.amount, other: payout!.arrives });
  // Between applying and confirming the clock went on: both lists bear the one time.
  expect(records[0]!.effectiveAt).toEqual(payout!.createdAt);
  const totals = await desk.call(calls.moneyTotals, {}, merchant);
  expect(totals.map(({ currency, income, expense }) => [currency, formatMoney(income), formatMoney(expense)])).toEqual([
    ["USD", "3600.00", "2000.00"],
  ]);
  const trend = await desk.call(calls.moneyTrend, { months: 3 }, merchant);
  expect(trend.map(({ month: name }) => name).at(-1)).toBe(month());
  expect(trend).toHaveLength(3);
  expect(trend.every(({ income, expense }) => income.minor >= 0n && expense.minor >= 0n)).toBe(true);
  const statement = await desk.call(
    accountEndpoints.monthlyStatement,
    { accountId: source.id, month: month() },
    merchant,
  );
  expect([statement.credits, statement.debits, statement.other, statement.closing].map(formatMoney)).toEqual([
    "3600.00",
    "2000.00",
    "0.00",
    "1600.00",
  ]);
  expect((await atBank(desk, payout!.reference, "return"))[0]).toBe("returned");
  expect((await desk.call(calls.moneyTotals, {}, merchant)).map(({ expense }) => formatMoney(expense))).toEqual([
    "0.00",
  ]);
});

test("what came and is held, and what came back, is no income and no expense of the period's paper", async () => {
  const { merchant, source } = await readyMerchant(desk, "3600.00");
  const { id } = await withdraw(desk, merchant, source.id, "2000.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  expect(await atBank(desk, reference, "return")).toEqual(["returned"]);
  // Nothing of it arrived and nothing was charged, whatever was agreed on.
  const came = (await desk.call(calls.moneyEvents, {}, merchant)).records.find((row) => row.id === id);
  expect(came).toMatchObject({ state: "returned", fee: { minor: 0n }, other: null });
  const paid = (await desk.call(payoutEndpoints.payouts, {}, merchant)).records.find((row) => row.id === id);
  expect(paid).toMatchObject({ state: "returned", arrives: null });
  const { reference: held } = await payIn(desk, source.number, "70.00", { payer: "SOMEBODY ELSE LTD" });
  await until(async () => {
    const one = await incomeOf(desk, merchant, held);
    return one && one.state !== "reviewing" ? one : undefined;
  });
  // A history that began before a month ended is told by two papers.
  const { records } = await desk.call(calls.moneyEvents, {}, merchant);
  const periods = [...new Set(records.map(({ countedAt }) => toShanghaiDay(countedAt).slice(0, 7)))];
  const told = { credits: 0n, income: 0n, expense: 0n, other: 0n };
  for (const period of periods) {
    const request = { grain: "month", period, currency: "USD" } as const;
    const [section] = (await desk.call(statementEndpoints.statement, request, merchant)).sections;
    told.credits += section!.credits.minor;
    for (const name of ["income", "expense", "other"] as const) told[name] += section!.business[name].minor;
  }
  expect(told).toMatchObject({ credits: 567_000n, income: 360_000n });
  expect(told.other - told.expense).toBe(7_000n);
  // In one and the same month it is neither.
  if (periods.length === 1) expect(told.expense).toBe(0n);
});

test("a payment stands in the list in the word of its own record, at every step", async () => {
  const { merchant, source } = await readyMerchant(desk, "60000.00");
  const stepOf = async (id: string) =>
    (await desk.call(calls.moneyEvents, { pageSize: 50 }, merchant)).records.find((row) => row.id === id)?.step;
  await bankWill(desk, "silent");
  const { id: sent } = await withdraw(desk, merchant, source.id, "200.00");
  const { reference: sentAs } = await reaches(desk, merchant, sent, "processing");
  expect(await stepOf(sent)).toBe("processing");
  // Found before it is done it has its minus already, as in the list.
  const finds = await desk.call(homeEndpoints.findOwn, { text: sentAs }, merchant);
  const found = finds.find(({ kind, path }) => kind === "money" && path === addressOf("payouts", { open: sent }));
  expect(formatMoney(found!.amount!)).toBe("-200.00");
  desk.clock.advance({ seconds: 61 });
  const { id: large } = await withdraw(desk, merchant, source.id, "30000.00");
  expect(await stepOf(large)).toBe("awaitingApproval");
  const filters = { step: ["awaitingApproval"] };
  expect((await desk.call(calls.moneyEvents, { filters }, merchant)).records.map(({ id }) => id)).toEqual([large]);
  await desk.call(citic.cancel, { id: large }, merchant);
  expect(await stepOf(large)).toBe("cancelled");
  const file = await desk.call(calls.exportMoneyEvents, { filters: { step: ["cancelled"] }, format: "csv" }, merchant);
  expect(await file.blob.text()).toContain(payoutLifecycle.states.cancelled.label);
  const { reference } = await payIn(desk, source.number, "70.00", { payer: "SOMEBODY ELSE LTD" });
  const held = await until(async () => {
    const one = await incomeOf(desk, merchant, reference);
    return one && one.state !== "reviewing" ? one : undefined;
  });
  expect(await stepOf(held.id)).toBe(held.state);
  const { activity } = await desk.call(homeEndpoints.home, {}, merchant);
  const told = activity.find(({ path }) => path === addressOf("income", { open: held.id }));
  expect(told!.state).toEqual(incomeLifecycle.states[held.state]);
  await bankWill(desk, "pay");
});

test("the list of a month adds up to its statement, also for what was sent before its first day", async () => {
  const { merchant, source } = await readyMerchant(desk, "900.00");
  await bankWill(desk, "silent");
  const { id } = await withdraw(desk, merchant, source.id, "250.00");
  const { reference } = await reaches(desk, merchant, id, "processing");
  await older(desk, merchant, "31 days");
  await desk.database.query("update payout set created_at = created_at - interval '31 days' where id = $1", [id]);
  const sent = (await desk.call(calls.transaction, { id }, merchant)).effectiveAt;
  expect(toShanghaiDay(sent).slice(0, 7)).not.toBe(month());
  await atBank(desk, reference, "pay");
  await reaches(desk, merchant, id, "completed");
  await bankWill(desk, "pay");
  const countedAt = { begin: `${month()}-01`, end: lastDayOf(month()) };
  const { records } = await desk.call(calls.moneyEvents, { filters: { countedAt } }, merchant);
  expect(records.map((row) => row.id)).toContain(id);
  const net = (counts: (minor: bigint) => boolean) =>
    records.map((row) => row.net.minor).reduce((all, minor) => (counts(minor) ? all + minor : all), 0n);
  const summed = [net((minor) => minor > 0n), -net((minor) => minor < 0n)];
  const request = { accountId: source.id, month: month() };
  const { credits, debits } = await desk.call(accountEndpoints.monthlyStatement, request, merchant);
  expect(summed).toEqual([credits.minor, debits.minor]);
  const [totals] = await desk.call(calls.moneyTotals, countedAt, merchant);
  expect([totals!.income.minor, totals!.expense.minor]).toEqual(summed);
});
test("what banks kept of a return is money out of its own: list and totals add up to the statement", async () => {
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  const { id } = await withdraw(desk, merchant, source.id, "600.00");
  const { reference } = await reaches(desk, merchant, id, "completed");
  expect(await atBank(desk, reference, "returnShort")).toEqual(["returned"]);
  const { available } = await moneyOn(desk, merchant, source.id);
  const charge = 100_000n - available;
  expect(charge).toBeGreaterThan(0n);
  const { records } = await desk.call(calls.moneyEvents, {}, merchant);
  expect(records.find((row) => row.id === id)).toMatchObject({ state: "returned", net: { minor: 0n } });
  const kept = records.filter(({ kind }) => kind === "returnCharge");
  expect(kept).toMatchObject([{ direction: "out", state: "done", step: "done", net: { minor: -charge } }]);
  expect(records.reduce((sum, { net }) => sum + net.minor, 0n)).toBe(available);
  const [totals] = await desk.call(calls.moneyTotals, {}, merchant);
  expect([totals!.income.minor, totals!.expense.minor]).toEqual([100_000n, charge]);
  const request = { accountId: source.id, month: month() };
  const statement = await desk.call(accountEndpoints.monthlyStatement, request, merchant);
  expect([statement.debits.minor, statement.other.minor, statement.closing.minor]).toEqual([charge, 0n, available]);
});
test("a payment from two accounts, and what banks kept of its return, names both: each one's month says its own part", async () => {
  const merchant = await certifiedMerchant(desk);
  const [first, second] = [await fundedAccount(desk, merchant, "2.00"), await fundedAccount(desk, merchant, "500.00")];
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  const usd = (text: string) => parseMoney(text, "USD");
  const parts = [
    { accountId: first.id, amount: usd("2.00") },
    { accountId: second.id, amount: usd("398.00") },
  ];
  const request = { accountId: first.id, amount: usd("400.00"), parts };
  const { id } = await desk.call(citic.apply, request, merchant);
  await desk.call(citic.sendCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId } = await desk.call(citic.trial, request, merchant);
  await desk.call(citic.confirm, { id, quoteId, verifyCode }, merchant);
  const { reference } = await reaches(desk, merchant, id, "completed");
  const both = [first, second].map((one) => accountCode("collection", "USD", one.id)).join(", ");
  const outOf = async (account: { id: string }) => {
    const { credits, debits, other } = await desk.call(
      accountEndpoints.monthlyStatement,
      { accountId: account.id, month: month() },
      merchant,
    );
    return [credits, debits, other].map(formatMoney);
  };
  const named = [first, second].map(({ number }) => `USD 收款账户 ${number}`).join("、");
  expect(await desk.call(calls.transaction, { id }, merchant)).toMatchObject({ account: both, accountName: named });
  expect([await outOf(first), await outOf(second)]).toEqual([
    ["2.00", "2.00", "0.00"],
    ["500.00", "398.00", "0.00"],
  ]);
  // The banks keep more than the first one gave: the rest is the second one's.
  expect(await atBank(desk, reference, "returnShort")).toEqual(["returned"]);
  const { records } = await desk.call(calls.moneyEvents, {}, merchant);
  const charge = records.find(({ kind }) => kind === "returnCharge")!;
  expect(charge).toMatchObject({ account: both, accountName: named, recordId: id });
  expect(moneyRecordAddress(charge)).toBe(addressOf("payouts", { open: id }));
  // A file names accounts as the merchant knows them, not as the books do.
  const file = await desk.call(calls.exportMoneyEvents, { filters: {}, format: "csv" }, merchant);
  const text = await file.blob.text();
  expect(text).toContain(named);
  expect(text).not.toContain("collection:");
  const chosen = await desk.call(calls.exportMoneyEvents, { filters: {}, format: "csv", ids: [charge.id] }, merchant);
  expect((await chosen.blob.text()).trim().split("\n")).toHaveLength(2);
  const beyond = formatMoney({ currency: "USD", minor: charge.amount.minor - 200n });
  expect([await outOf(first), await outOf(second)]).toEqual([
    ["2.00", "2.00", "0.00"],
    ["500.00", beyond, "0.00"],
  ]);
});
test("what a wallet gave to a payment stands in its records, also where it is not the first account", async () => {
  const merchant = await certifiedMerchant(desk);
  const { id: accountId } = await fundedAccount(desk, merchant, "100.00");
  await desk.fund(merchant, "USD", "300.00");
  await bindAccount(desk, merchant);
  await rested(desk, merchant);
  const usd = (text: string) => parseMoney(text, "USD");
  const parts = [
    { accountId, amount: usd("100.00") },
    { accountId: "wallet:USD", amount: usd("300.00") },
  ];
  const request = { accountId, amount: usd("400.00"), parts, way: "local" } as const;
  const { withdrawal } = payoutFamilies;
  const { id } = await desk.call(withdrawal.apply, request, merchant);
  await desk.call(withdrawal.sendCode, { id }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  const { quoteId } = await desk.call(withdrawal.trial, request, merchant);
  await desk.call(withdrawal.confirm, { id, quoteId, verifyCode }, merchant);
  const { records } = await desk.call(calls.transactions, { wallet: "out" }, merchant);
  const both = `${accountCode("collection", "USD", accountId)}, ${accountCode("wallet", "USD")}`;
  expect(records.map((one) => [one.id, one.account])).toEqual([[id, both]]);
});
const lastDayOf = (name: string) => {
  const [year, number] = name.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

test("what the merchant sent itself is under way, only what we keep is held", async () => {
  const { merchant, source } = await readyMerchant(desk, "500.00");
  await bankWill(desk, "silent");
  await withdraw(desk, merchant, source.id, "200.00");
  await payIn(desk, source.number, "70.00", { payer: "SOMEBODY ELSE LTD" });
  await expect
    .poll(async () => {
      const [usd] = (await desk.call(homeEndpoints.home, {}, merchant)).balances;
      return [usd!.available, usd!.processing, usd!.held].map(formatMoney);
    })
    .toEqual(["300.00", "200.00", "70.00"]);
  // All of it is still the merchant's money, whatever it can use of it now.
  const { total } = await desk.call(homeEndpoints.glance, { currency: "USD" }, merchant);
  expect(formatMoney(total!.total)).toBe("570.00");
  await bankWill(desk, "pay");
});

test(
  "lists, tabs, totals, statements, trend and balances agree to the cent, for random histories",
  { timeout: 240_000 },
  async () => {
    const random = createTestRandom("activity");
    const pick = (most: number) => random.below(most);
    for (let round = 0; round < 3; round += 1) {
      const { merchant, source } = await readyMerchant(desk, "4000.00");
      await desk.fund(merchant, "USD", "300.00");
      const funded = 30_000n;
      for (let step = 0; step < 5; step += 1) {
        const amount = `${60 + pick(400)}.${10 + pick(89)}`;
        await bankWill(desk, (["pay", "refuse", "silent"] as const)[pick(3)]!);
        // Another code may be asked for only after a minute.
        desk.clock.advance({ seconds: 61 });
        await withdraw(desk, merchant, source.id, amount);
        const quote = await desk.call(
          exchangeEndpoints.exchangeDraft,
          { sell: "USD", buy: "HKD", sellAmount: parseMoney(`${1 + pick(20)}.${10 + pick(80)}`, "USD") },
          merchant,
        );
        await desk.call(exchangeEndpoints.placeConversion, { quoteId: quote.quoteId }, merchant);
        await desk.app.platform.outbox.deliverDue();
      }
      await expect.poll(async () => (await desk.call(calls.moneyEvents, {}, merchant)).total).toBe(11);
      const { records } = await desk.call(calls.moneyEvents, { pageSize: 50 }, merchant);
      const sum = (rows: typeof records) => rows.reduce((all, { net }) => all + net.minor, 0n);
      const totals = (await desk.call(calls.moneyTotals, {}, merchant)).find(({ currency }) => currency === "USD");
      const paid = records.filter(({ direction }) => direction === "in" || direction === "out");
      expect(totals!.income.minor - totals!.expense.minor).toBe(sum(paid));
      const moving = records
        .filter(({ state }) => state === "moving")
        .reduce((all, { amount }) => all + amount.minor, 0n);
      const { available, held } = await moneyOn(desk, merchant, source.id);
      expect(available + held).toBe(sum(paid));
      expect(held).toBe(moving);
      const home = (await desk.call(homeEndpoints.home, {}, merchant)).balances;
      expect(home.find((one) => one.available.currency === "USD")!.processing.minor).toBe(held);
      await agreeEverywhere(merchant, source.id, records, funded);
      const exchanged = records.filter(({ direction }) => direction === "exchange");
      expect((await desk.ledger.balance(merchant.userId, accountCode("wallet", "USD"))).minor).toBe(
        funded + sum(exchanged),
      );
      expect((await desk.ledger.balance(merchant.userId, accountCode("wallet", "HKD"))).minor).toBe(
        exchanged.reduce((all, { other }) => all + other!.minor, 0n),
      );
    }
    await bankWill(desk, "pay");
  },
);

type Row = CallOutput<typeof calls.moneyEvents.output>["records"][number];
const sumOf = (rows: readonly Row[], direction: MoneyDirection, of: (row: Row) => bigint = ({ net }) => net.minor) =>
  rows.filter((row) => row.direction === direction && row.state === "done").reduce((all, row) => all + of(row), 0n);

/** What the list says is what its tabs, its totals, the papers, the account's page and home say. */
async function agreeEverywhere(merchant: TestMerchant, accountId: string, records: readonly Row[], funded: bigint) {
  const [income, expense, sold] = [sumOf(records, "in"), -sumOf(records, "out"), -sumOf(records, "exchange")];
  const dollars = async (filters: Record<string, string[]>) => {
    const totals = await desk.call(calls.moneyTotals, { filters }, merchant);
    const usd = totals.find(({ currency }) => currency === "USD");
    return [usd?.income.minor ?? 0n, usd?.expense.minor ?? 0n, usd?.exchanged.minor ?? 0n];
  };
  expect(await dollars({})).toEqual([income, expense, -sold]);
  expect(await dollars({ direction: ["in"] })).toEqual([income, 0n, 0n]);
  expect(await dollars({ direction: ["out"] })).toEqual([0n, expense, 0n]);
  // A history that began before a month ended is told by two papers.
  const months = [...new Set(records.map(({ countedAt }) => toShanghaiDay(countedAt).slice(0, 7)))];
  const told = { credits: 0n, debits: 0n, change: 0n };
  const business = { income: 0n, expense: 0n, exchanged: 0n, other: 0n };
  for (const period of months) {
    const books = await desk.call(accountEndpoints.monthlyStatement, { accountId, month: period }, merchant);
    told.credits += books.credits.minor;
    told.debits += books.debits.minor;
    const request = { grain: "month", period, currency: "USD" } as const;
    const [section] = (await desk.call(statementEndpoints.statement, request, merchant)).sections;
    told.change += section!.closing.minor - section!.opening.minor;
    for (const name of ["income", "expense", "exchanged", "other"] as const)
      business[name] += section!.business[name].minor;
  }
  expect(told).toEqual({ credits: income, debits: expense, change: income - expense - sold + funded });
  // The paper says of business what the list says; what no payment brought is the rest.
  expect(business).toEqual({ income, expense, exchanged: -sold, other: funded });
  await agreeInYuan(merchant, income);
}

/** Rates go on between two questions: both are asked until they were answered by the same. */
async function agreeInYuan(merchant: TestMerchant, income: bigint) {
  const apart = async () => {
    const { records } = await desk.call(calls.moneyEvents, { pageSize: 50 }, merchant);
    const trend = await desk.call(calls.moneyTrend, { months: 2 }, merchant);
    const worth = (direction: MoneyDirection) => sumOf(records, direction, ({ yuan }) => yuan!.minor);
    const [came, went] = [trend.map((one) => one.income.minor), trend.map((one) => one.expense.minor)];
    const sum = (minors: bigint[]) => minors.reduce((all, minor) => all + minor, 0n);
    // The trend turns a day's sum into yuan, the list each row: a fen for each row at most.
    return [sum(came) - worth("in"), sum(went) + worth("out")].every((fen) => fen ** 2n <= records.length ** 2);
  };
  await expect.poll(apart).toBe(true);
  const atHome = async () => {
    const { mid } = await desk.call(exchangeEndpoints.exchangeRate, { sell: "USD", buy: "CNY" }, merchant);
    const { trend } = await desk.call(homeEndpoints.home, {}, merchant);
    const worth = convertMoney({ currency: "USD", minor: income }, "CNY", mid, "halfEven");
    return trend.months.reduce((all, part) => all + part.income.minor, 0n) - worth.minor;
  };
  await expect.poll(atHome).toBe(0n);
}

test("the specification's filters find the same rows, and nobody else's", async () => {
  const { merchant, source } = await readyMerchant(desk, "900.00");
  const { id } = await withdraw(desk, merchant, source.id, "100.00");
  const find = async (request: object) =>
    (await desk.call(calls.transactions, request, merchant)).records.map(({ kind }) => kind);
  const { reference } = await reaches(desk, merchant, id, "completed");
  expect(await find({ transactionOrderId: reference })).toEqual(["withdrawal"]);
  expect(await find({ transactionOrderId: `${reference}0` })).toEqual([]);
  expect(await find({ userBizStatusList: ["moving", "failed"] })).toEqual([]);
  expect((await find({ userBizStatusList: ["done"] })).toSorted()).toEqual(["income", "withdrawal"]);
  // Both belong to the receiving account: no wallet had any of it.
  expect([await find({ wallet: "in" }), await find({ wallet: "out" })]).toEqual([[], []]);
  expect(await find({ userBizTypeList: ["withdrawal"] })).toEqual(["withdrawal"]);
  expect(await find({ toCardNo: "3456" })).toEqual(["withdrawal"]);
  // Its signs stand for themselves.
  for (const typed of ["%", "____", "34%6", "\\"]) expect(await find({ toCardNo: typed })).toEqual([]);
  expect(await find({ platformCodeList: ["AMAZON"] })).toEqual(["income"]);
  expect(await find({ fromCurrencyList: ["EUR"] })).toEqual([]);
  expect(await find({ beginTime: "2020-01-01", endTime: "2020-12-31" })).toEqual([]);
  expect(await desk.call(calls.transaction, { id }, merchant)).toMatchObject({ id, kind: "withdrawal" });
  const other = await desk.registerMerchant();
  await expect(desk.call(calls.transaction, { id }, other)).rejects.toMatchObject({ reason: "not_found" });
});
