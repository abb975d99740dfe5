import { incomeList, type IncomeDetail, type ReceivingAccountRow } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { expect, test } from "vitest";
import { remainingText } from "./export-words.ts";
import { filtersOf, incomeSpec, selectionOf } from "./income-filters.ts";
import { stateNote, timelineOf } from "./income-words.ts";

const usd = (minor: bigint) => moneyOf("USD", minor);
const at = new Date("2026-11-10T02:05:00Z");
const account = (over: Partial<ReceivingAccountRow>): ReceivingAccountRow => ({
  id: "a1",
  platform: "AMAZON",
  currency: "USD",
  country: "US",
  holderName: "NANYU",
  state: "open",
  accountNumber: "834022174402",
  bankName: "First Harbor Bank",
  reason: null,
  appliedAt: at,
  openedAt: at,
  stores: [{ id: "s1", name: "南屿優選", platform: "AMAZON", state: "bound", lastIncomeAt: null }],
  available: usd(100n),
  processing: usd(0n),
  held: usd(20n),
  inTransit: usd(3n),
  lastIncomeAt: null,
  expectedBy: null,
  ...over,
});

test("the filters of the page and the selection of the calls are two spellings of one thing", () => {
  const filters = {
    payerName: "AMAZON",
    createdAt: { begin: "2026-11-01", end: "2026-11-13" },
    state: ["credited"],
    receivingAccountId: ["a1"],
    storeId: ["s1"],
    hidden: ["hidden"],
  };
  const selection = selectionOf(filters);
  expect(selection).toMatchObject({ receivingAccountId: "a1", storeId: "s1", hidden: true });
  expect(selection.filters).not.toHaveProperty("receivingAccountId");
  expect(filtersOf(selection as Parameters<typeof filtersOf>[0])).toEqual(filters);
  expect(selectionOf({ hidden: ["pinned"] })).toEqual({ filters: {}, pinned: true });
  expect(selectionOf({})).toEqual({ filters: {} });
});

test("a merchant chooses among its own currencies, platforms and accounts, and a link may name one before they are known", () => {
  const spec = incomeSpec([account({}), account({ id: "a2", currency: "EUR", country: "DE" })], "");
  expect(spec.filters.currency).toMatchObject({ options: [{ value: "USD" }, { value: "EUR" }] });
  expect(spec.filters.platform).toMatchObject({ options: [{ value: "AMAZON" }] });
  expect(spec.filters.receivingAccountId).toMatchObject({
    options: [{ value: "a1", label: "美国 USD 尾号 4402" }, { value: "a2" }],
  });
  const unknown = incomeSpec([], "receivingAccountId=a9");
  expect(unknown.filters.receivingAccountId).toMatchObject({ options: [{ value: "a9" }] });
  expect(unknown.filters.currency).toBe(incomeList.filters.currency);
});

const detail = (over: Partial<IncomeDetail>) =>
  ({
    state: "abnormal",
    hold: "payerMismatch",
    expectedAt: null,
    returnWish: null,
    timeline: [
      { action: "arrive", label: "到达收款银行", note: null, actor: null, at },
      { action: "flag", label: "暂扣，等待核查", note: "付款方与平台不符", actor: null, at },
    ],
    ...over,
  }) as IncomeDetail;

test("the timeline has one present, and what lies ahead follows it", () => {
  expect(timelineOf(detail({})).map(({ title, state }) => [title, state])).toEqual([
    ["到达收款银行", "done"],
    ["暂扣，等待核查", "current"],
    ["核验通过，进入可用余额", "next"],
  ]);
  expect(timelineOf(detail({ state: "credited", hold: null })).at(-1)).toMatchObject({ state: "current" });
  expect(timelineOf(detail({ returnWish: "不是我的" })).at(-1)).toMatchObject({ title: "退回付款方" });
  const announced = timelineOf(
    detail({ state: "announced", hold: null, expectedAt: new Date("2026-11-16T00:00:00Z") }),
  );
  expect(announced.filter(({ state }) => state === "next")).toEqual([
    { title: "到达收款银行", state: "next", when: "预计 11-16（周一）" },
    { title: "核验通过，进入可用余额", state: "next", when: "通常几分钟内" },
  ]);
});

test("under a state stands when or why", () => {
  const sums = { amount: usd(500n), takenBack: usd(0n) };
  const row = { ...sums, hold: null, expectedAt: null, settledAt: null } as unknown as Parameters<typeof stateNote>[0];
  expect(stateNote({ ...row, state: "announced", expectedAt: at })).toBe("预计 11-10");
  expect(stateNote({ ...row, state: "credited", settledAt: at })).toContain("11-10 10:05");
  expect(stateNote({ ...row, state: "credited", settledAt: at, takenBack: usd(200n) })).toBe("红冲 USD 2.00");
  expect(stateNote({ ...row, state: "abnormal", hold: "payerMismatch" })).toBe("付款方与平台不符");
  expect(stateNote({ ...row, state: "reviewing" })).toBeUndefined();
});

test("what remains of an export is judged by its speed, once there is one", () => {
  expect(remainingText({ rowsDone: 0, rowsTotal: 1000 }, { rows: 0, ms: 5000 })).toBeUndefined();
  expect(remainingText({ rowsDone: 500, rowsTotal: 1000 }, { rows: 500, ms: 5000 })).toBe("约剩 5 秒");
  expect(remainingText({ rowsDone: 1000, rowsTotal: 100_000 }, { rows: 1000, ms: 5000 })).toBe("约剩 9 分钟");
  expect(remainingText({ rowsDone: 1000, rowsTotal: 1000 }, { rows: 1000, ms: 5000 })).toBe("马上就好");
});
