import { ALL_ENDPOINTS } from "@coralhub/contract";
import {
  addMoney,
  convertMoney,
  formatMoney,
  MONEY_DIRECTION_NAMES,
  MONEY_KINDS,
  MONEY_STEPS,
  moneyOf,
  moneyRecordAddress,
  parseMoney,
  signedAmount,
  toShanghaiDay,
  type AccountCode,
  type Money,
} from "@coralhub/domain";
import { createTestClock, startTestServer, type TestServer } from "@coralhub/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PastPosting } from "../../modules/ledger/index.ts";
import { SANDBOX_BANK } from "../../rails/bank-statements/index.ts";
import { SANDBOX_PAYOUT_BANKS } from "../../rails/payout-bank/index.ts";
import { createFxRates } from "../../rails/fx-rates/index.ts";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "../merchants.ts";
import { fundingsFrom } from "./fundings.ts";
import { moneyHistory } from "./history.ts";
import { MONEY_PLANS, type AccountPlan } from "./plans.ts";

const { activity, identity, home, ledger, payouts, sandboxControl, statements } = ALL_ENDPOINTS;
const SLOW = 120_000;
// It stands still, so that rates do not move between two questions.
const clock = createTestClock("2026-11-15T14:32:00+08:00");
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.app.loadDemoWorld();
}, SLOW);
afterAll(() => server.close());

const tokenOf = async (username: string) =>
  (await server.call(identity.login, { username, password: DEMO_PASSWORD })).token;
const homeOf = async (username: string) => server.call(home.home, {}, { token: await tokenOf(username) });
const textOf = (amount: Money) => `${amount.currency} ${formatMoney(amount)}`;

test("the seller's money stands where its messages say", async () => {
  const page = await homeOf("13800000001");
  expect(page.balances.map((own) => textOf(own.available))).toEqual([
    // 86,420.35 on the receiving account; the rest lies in the wallet, with what matured and was borrowed.
    "USD 96306.44",
    "EUR 31208.90",
    "GBP 12764.18",
    "JPY 4381200",
    // 95,300.00 and what was not put into the deposit.
    "HKD 105300.00",
  ]);
  const held = page.balances.map((own) => own.held).filter((amount) => amount.minor > 0n);
  expect(held.map(textOf)).toEqual(["USD 9310.00", "HKD 15000.00"]);
  const processing = page.balances.map((own) => own.processing).filter((amount) => amount.minor > 0n);
  expect(processing.map(textOf)).toEqual(["USD 11462.00", "EUR 6000.00"]);
  expect(page.firstSteps).toBeNull();
});

test("the latest matters are the first of the list, in its words and with its signs, and each leads to its record", async () => {
  const me = { token: await tokenOf("13800000001") };
  const [{ activity: feed }, { records }] = await Promise.all([
    server.call(home.home, {}, me),
    server.call(activity.moneyEvents, {}, me),
  ]);
  expect(feed).toHaveLength(5);
  for (const [at, item] of feed.entries()) {
    const event = records[at]!;
    const { label } = MONEY_KINDS[event.kind];
    expect(item).toMatchObject({ id: event.id, platform: event.platform, at: event.effectiveAt });
    expect(item.title.startsWith(label), item.title).toBe(true);
    expect(`${item.title} ${item.body}`).toContain(event.counterparty);
    expect(item.state).toEqual({ label: MONEY_STEPS[event.step].label, tone: MONEY_STEPS[event.step].tone });
    expect(item.amount).toEqual(signedAmount(event.kind, event.amount));
    expect(item.path).toBe(moneyRecordAddress(event));
  }
  const paid = feed.filter(({ path }) => path.startsWith("/bigIncome/out?open="));
  expect(paid.length).toBeGreaterThan(0);
  for (const { title, amount } of paid) {
    expect(title).toMatch(/^(提现到|.+付款给) .+ 尾号 \d{4}$/);
    expect(amount.minor).toBeLessThan(0n);
  }
});

type Event = Awaited<ReturnType<typeof eventsOf>>[number];
/** Every row of the list under these filters, page by page. */
async function eventsOf(token: string, filters: Record<string, string[]>) {
  const read = (pageNo: number) => server.call(activity.moneyEvents, { pageNo, pageSize: 100, filters }, { token });
  const first = await read(1);
  const more = Math.ceil(first.total / first.pageSize) - 1;
  const rest = await Promise.all(Array.from({ length: more }, (_, at) => read(at + 2)));
  return [first, ...rest].flatMap(({ records }) => records);
}
const isDone = ({ state }: Event) => state === "done";
const dayOf = ({ bookedAt }: Event) => toShanghaiDay(bookedAt!);

test("the trend is the income of the list, week by week and month by month", { timeout: SLOW }, async () => {
  const page = await homeOf("13800000001");
  const rows = (await eventsOf(await tokenOf("13800000001"), { direction: ["in"] })).filter(isDone);
  const rates = createFxRates({ mode: "sandbox" }, { clock, railMode: async () => "normal" });
  for (const part of [...page.trend.weeks, ...page.trend.months]) {
    let income: Money = moneyOf("CNY", 0n);
    for (const currency of new Set(rows.map((row) => row.currency))) {
      const own = rows.filter((row) => row.currency === currency && dayOf(row) >= part.from && dayOf(row) <= part.to);
      const sum = own.reduce((all, { net }) => all + net.minor, 0n);
      const { mid } = await rates.rate(currency, "CNY");
      income = addMoney(income, convertMoney(moneyOf(currency, sum), "CNY", mid, "halfEven"));
    }
    expect([part.from, textOf(part.income), part.forecast.minor]).toEqual([part.from, textOf(income), 0n]);
  }
  expect(page.trend.weeks.map((week) => week.from).slice(-2)).toEqual(["2026-11-02", "2026-11-09"]);
  expect(page.trend.weeks[0]).toMatchObject({ from: "2026-08-24", to: "2026-08-30" });
  expect(page.trend.weeks.every((week) => week.income.minor > 0n)).toBe(true);
  expect(page.trend.months.map((month) => month.from)).toHaveLength(12);
  expect(page.trend.months[11]).toMatchObject({ from: "2026-11-01", to: "2026-11-30" });
});

test(
  "收入, 支出 and what is neither add up to 全部 and to the statement, month by month",
  { timeout: SLOW },
  async () => {
    const me = { token: await tokenOf("13800000001") };
    const all = await eventsOf(me.token, {});
    expect(new Set(all.map(({ direction }) => direction))).toEqual(new Set(MONEY_DIRECTION_NAMES));
    const months = [...new Set(all.filter(isDone).map((row) => dayOf(row).slice(0, 7)))].toSorted();
    expect(months.length).toBeGreaterThan(2);
    for (const month of months) {
      const [year, number] = month.split("-").map(Number) as [number, number];
      const countedAt = { begin: `${month}-01`, end: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
      const sumsOf = (filters: object) => server.call(activity.moneyTotals, { filters: { countedAt, ...filters } }, me);
      const [whole, came, went] = [
        await sumsOf({}),
        await sumsOf({ direction: ["in"] }),
        await sumsOf({ direction: ["out"] }),
      ];
      const { sections } = await server.call(statements.statement, { grain: "month", period: month }, me);
      for (const sums of whole) {
        const { currency } = sums;
        const ofTab = (tab: typeof whole) => tab.find((one) => one.currency === currency);
        const listed = (direction: string) =>
          all
            .filter((row) => isDone(row) && dayOf(row).startsWith(month) && row.direction === direction)
            .filter((row) => row.currency === currency)
            .reduce((sum, { net }) => sum + net.minor, 0n);
        const zero = moneyOf(currency, 0n);
        const at = [month, currency];
        expect([...at, listed("in"), -listed("out")]).toEqual([...at, sums.income.minor, sums.expense.minor]);
        expect([...at, ofTab(came)?.income ?? zero, ofTab(went)?.expense ?? zero]).toEqual([
          ...at,
          sums.income,
          sums.expense,
        ]);
        expect([...at, listed("financing"), listed("transfer")]).toEqual([
          ...at,
          sums.financing.minor,
          sums.moved.minor,
        ]);
        const added = [sums.income, sums.financing, sums.exchanged, sums.moved].reduce(
          (all, { minor }) => all + minor,
          0n,
        );
        const { opening, closing } = sections.find((section) => section.currency === currency)!;
        // Money that came and is looked at is the merchant's own from the first moment, and income once it is credited.
        const waits = all.filter((row) => row.kind === "income" && row.state !== "coming" && row.currency === currency);
        const monthOf = (time: Date | null) => time && toShanghaiDay(time).slice(0, 7);
        const looked = waits.reduce((sum, { amount, effectiveAt, bookedAt }) => {
          const arrived = monthOf(effectiveAt) === month ? amount.minor : 0n;
          return sum + arrived - (monthOf(bookedAt) === month ? amount.minor : 0n);
        }, 0n);
        expect([...at, closing.minor - opening.minor]).toEqual([...at, added - sums.expense.minor + looked]);
      }
    }
  },
);

test("whatever left by a bank has its payment: list, receipt and books agree for every merchant", async () => {
  for (const { merchantId, tag } of MONEY_PLANS) {
    const [books] = await server.database.query<{ requested: number; paid: number }>(
      `select count(*) filter (where reason = 'payout.requested')::int as requested,
              count(*) filter (where reason = 'payout.settled')::int as paid from ledger_posting where merchant_id = $1`,
      [merchantId],
    );
    const [behind] = await server.database.query<{ requested: number; paid: number }>(
      `select count(*)::int as requested, count(p.final_posting_id) filter (where p.state <> 'failed')::int as paid
         from payout p join ledger_posting l on l.merchant_id = p.merchant_id and l.id = p.hold_posting_id
        where p.merchant_id = $1`,
      [merchantId],
    );
    expect([tag, behind]).toEqual([tag, books]);
    const me = { token: await tokenOf(DEMO_MERCHANTS.find((one) => one.merchantId === merchantId)!.mobile.slice(3)) };
    const { records } = await server.call(payouts.payouts, { filters: { state: ["completed"] } }, me);
    const [latest] = records;
    const event = await server.call(activity.moneyEvent, { id: latest!.id }, me);
    expect([tag, textOf(event.amount), event.state]).toEqual([tag, textOf(latest!.amount), "done"]);
    const receipts = await server.call(payouts.payoutReceipts, { ids: [latest!.id] }, me);
    expect([tag, receipts.blob.size > 1_000]).toEqual([tag, true]);
  }
});

test("without rates nothing is claimed in yuan, and the balances stand", async () => {
  const admin = { token: await server.operatorToken("admin") };
  await server.call(sandboxControl.switchRail, { rail: "fxRates", mode: "down" }, admin);
  const page = await homeOf("13800000001");
  await server.call(sandboxControl.switchRail, { rail: "fxRates", mode: "normal" }, admin);
  expect(page).toMatchObject({ equivalent: null, trend: { weeks: [], months: [] } });
  expect(page.balances).toHaveLength(5);
});

test("whoever has no money yet is led to it, and nobody leaves with money in the account", async () => {
  const newcomer = await homeOf("13800000003");
  expect(newcomer.firstSteps).toHaveLength(3);
  expect(newcomer).toMatchObject({ balances: [], equivalent: null, activity: [] });
  const closing = async (username: string) =>
    (await server.call(identity.closing, {}, { token: await tokenOf(username) })).blockers.map(({ reason }) => reason);
  expect(await closing("13800000003")).toEqual([]);
  expect(await closing("13800000002")).toEqual(["账户里还有 EUR 1,286.40、USD 5,120.66，请先全部提现"]);
});

test("the books are right, the bank agrees, and every finished day is sealed", { timeout: SLOW }, async () => {
  const { platform } = server.app;
  await platform.database.transaction(async (tx) => {
    await platform.jobs.send(tx, "ledger.check-invariants", {});
    await platform.jobs.send(tx, "ledger.compare-rails", {});
  });
  const finance = { token: await server.operatorToken("finance") };
  const patience = { timeout: SLOW, interval: 100 };
  const checks = await vi.waitFor(async () => {
    const state = await server.call(ledger.ledgerInvariants, {}, finance);
    expect(state.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["chain", `rail:${SANDBOX_BANK}`, `rail:${SANDBOX_PAYOUT_BANKS.citic}`]),
    );
    return state;
  }, patience);
  expect(checks).toMatchObject({ healthy: true, payoutsStopped: false, openAlarms: 0 });
  const token = await tokenOf("13800000001");
  await vi.waitFor(async () => {
    const days = await server.call(ledger.sealedDays, {}, { token });
    expect(days[0]?.day).toBe("2026-11-14");
    expect(days.length).toBeGreaterThan(350);
  }, patience);
});

test("a second start posts nothing", async () => {
  const count = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger_posting`.execute(server.app.platform.db)).rows[0]!.n;
  const before = await count();
  expect(before > 500n).toBe(true);
  clock.advance({ days: 3 });
  await server.app.loadDemoWorld();
  expect(await count()).toBe(before);
});

const codeOf = ({ currency, account }: AccountPlan) => `collection:${currency}:${account}` as AccountCode;

/** Balances after a whole history, and what must never have been on the way there. */
function replay(history: readonly PastPosting[], now: Date) {
  const balances = new Map<AccountCode, bigint>();
  const wrong: string[] = [];
  for (const { at, posting } of history) {
    if (at >= now) wrong.push(`${posting.key}: not in the past`);
    for (const { from, to, amount } of posting.transfers) {
      balances.set(from, (balances.get(from) ?? 0n) - amount.minor);
      balances.set(to, (balances.get(to) ?? 0n) + amount.minor);
      if (!from.startsWith("house.") && balances.get(from)! < 0n) wrong.push(`${posting.key}: overdrawn`);
    }
  }
  return { balances, wrong };
}

test("on whatever day it is loaded, amounts are plausible and balances come out to the cent", () => {
  for (let day = 0; day < 12; day++) {
    const now = new Date(Date.parse("2026-11-15T06:32:00Z") + day * 86_400_000 * 11);
    for (const plan of MONEY_PLANS) {
      const { balances, wrong } = replay(moneyHistory(plan, now).postings, now);
      expect(wrong, toShanghaiDay(now)).toEqual([]);
      for (const own of plan.accounts) {
        const taken = fundingsFrom(own.account).reduce((sum, { amount }) => sum + amount.minor, 0n);
        expect(balances.get(codeOf(own))).toBe(parseMoney(own.available, own.currency).minor + taken);
      }
      expect([...balances].filter(([code, minor]) => code.startsWith("wallet:") && minor > 0n)).toEqual([]);
    }
  }
});

test("the bank has one reference for each booking", () => {
  const references = MONEY_PLANS.flatMap((plan) => moneyHistory(plan, clock.now()).lines).map((line) => line.reference);
  expect(new Set(references).size).toBe(references.length);
});

test("the payment that makes a balance come out is no unusual one", () => {
  const now = clock.now();
  for (const plan of MONEY_PLANS) {
    const { postings } = moneyHistory(plan, now);
    for (const own of plan.accounts) {
      const [payer] = own.payers;
      const paid = postings.filter(
        ({ posting }) => posting.transfers[0]!.to === codeOf(own) && posting.reference!.startsWith(payer.name),
      );
      const before = toShanghaiDay(new Date(now.getTime() - (payer.lastDaysAgo - 1) * 86_400_000));
      const latest = paid.findLast(({ at }) => toShanghaiDay(at) < before)!.posting.transfers[0]!.amount;
      const share = Number(latest.minor) / Number(parseMoney(payer.typical, own.currency).minor);
      expect(share, `${plan.tag} ${own.currency}`).toBeGreaterThan(0.6);
      expect(share, `${plan.tag} ${own.currency}`).toBeLessThan(1.5);
    }
  }
});
