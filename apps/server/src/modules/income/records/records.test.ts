import { incomeEndpoints as calls } from "@coralhub/contract";
import { formatMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRecords, type Account, type Records } from "./records-fixture.ts";

let world: Records;
let merchant: TestMerchant;
let other: TestMerchant;
let usd: Account;
let jpy: Account;
let shop: string;

beforeAll(async () => {
  world = await startRecords();
  [merchant, other] = [await world.merchant(), await world.merchant()];
  [usd, jpy] = [await world.account(merchant, "USD", "834022174402"), await world.account(merchant, "JPY", "5520")];
  shop = await world.store(merchant, "南屿优选", usd);
  await world.income({ account: usd, reference: "R1", amount: "100.00", storeId: shop, at: "2026-11-10 00:00:00+08" });
  await world.income({ account: usd, reference: "R2", state: "announced", at: "2026-11-10 23:59:59.999+08" });
  await world.income({
    account: usd,
    reference: "R3",
    state: "abnormal",
    at: "2026-11-11 00:00:00+08",
    payer: "NORTHBRIDGE LTD",
  });
  await world.income({ account: jpy, reference: "R4", amount: "612000", platform: "QOO10", payer: "EBAY JAPAN G.K." });
  await world.income({
    account: jpy,
    reference: "R5",
    amount: "88",
    platform: "GOOGLE_ADSENSE",
    state: "returned",
    payer: "100%_OFF",
  });
  await world.income({ account: usd, reference: "R6", amount: "1.00", platform: null, at: "2026-11-09 23:59:59+08" });
  const theirs = await world.account(other, "USD", "99990000");
  await world.income({ account: theirs, reference: "T1" });
});
afterAll(() => world.close());

const incomes = (over: object = {}, who = merchant) => world.server.call(calls.incomes, over, who);
const found = async (over: object = {}) =>
  (await incomes({ pageSize: 50, ...over })).records.map(({ transactionOrderId }) => transactionOrderId).toSorted();

test("a row says everything the page shows", async () => {
  const row = (await incomes({ transactionOrderId: "R1" })).records[0]!;
  expect({ ...row, amount: formatMoney(row.amount), fee: formatMoney(row.fee) }).toMatchObject({
    transactionOrderId: "R1",
    bizType: "marketplace",
    platform: "AMAZON",
    storeId: shop,
    storeName: "南屿优选",
    payerName: "AMAZON PAYMENTS, INC.",
    receivingAccountId: usd.id,
    toCardNo: "834022174402",
    accountCountry: "US",
    amount: "100.00",
    fee: "1.00",
    state: "credited",
    hold: null,
    pinned: false,
    hidden: false,
    settledAt: new Date("2026-11-10T02:00:00+08:00"),
  });
});

test.each([
  ["userBizStatusList", { userBizStatusList: ["announced", "abnormal"] }, ["R2", "R3"]],
  ["one status", { userBizStatusList: ["abnormal"] }, ["R3"]],
  ["userBizTypeList", { userBizTypeList: ["adNetwork"] }, ["R5"]],
  ["transactionOrderId", { transactionOrderId: "R4" }, ["R4"]],
  ["toCardNo, its end", { toCardNo: "52 0" }, ["R4", "R5"]],
  ["toCardNo, nobody's", { toCardNo: "99990000" }, []],
  ["fromCurrencyList", { fromCurrencyList: ["JPY"] }, ["R4", "R5"]],
  ["platformCodeList", { platformCodeList: ["QOO10", "GOOGLE_ADSENSE"] }, ["R4", "R5"]],
  ["both names narrow", { platformCodeList: ["QOO10", "GOOGLE_ADSENSE"], filters: { state: ["returned"] } }, ["R5"]],
  ["the list's own platform", { filters: { platform: ["QOO10"] } }, ["R4"]],
  ["the list's own type", { filters: { bizType: ["marketplace"], currency: ["JPY"] } }, ["R4"]],
  [
    "one day whole, in Beijing",
    { beginTime: "2026-11-10", endTime: "2026-11-10", fromCurrencyList: ["USD"] },
    ["R1", "R2"],
  ],
  ["from a day on", { filters: { createdAt: { begin: "2026-11-11" } } }, ["R3"]],
  ["until a second", { endTime: "2026-11-09 23:59:59" }, ["R6"]],
  ["up to the second before", { endTime: "2026-11-09 23:59:58" }, []],
  ["search: a payer", { filters: { payerName: "northb" } }, ["R3"]],
  ["search: signs mean themselves", { filters: { payerName: "0%_o" } }, ["R5"]],
  ["search: a store", { filters: { payerName: "南屿" } }, ["R1"]],
  ["search: an order", { filters: { payerName: "R2" } }, ["R2"]],
  ["search: nothing", { filters: { payerName: "没有" } }, []],
])("filter %s", async (_name, narrowing, references) => expect(await found(narrowing)).toEqual(references));

test("store and account narrow; what is another merchant's finds nothing", async () => {
  expect(await found({ storeId: shop })).toEqual(["R1"]);
  expect(await found({ receivingAccountId: jpy.id })).toEqual(["R4", "R5"]);
  expect((await incomes({ storeId: shop }, other)).records).toEqual([]);
  expect((await incomes({}, other)).records.map((row) => row.transactionOrderId)).toEqual(["T1"]);
});

test("Amazon's list is Amazon's", async () => {
  const { records } = await world.server.call(calls.amazonIncomes, {}, merchant);
  expect(records.map(({ transactionOrderId }) => transactionOrderId)).toEqual(["R3", "R2", "R1"]);
  const others = await world.server.call(calls.amazonIncomes, { platformCodeList: ["QOO10"] }, merchant);
  expect(others.records).toEqual([]);
});

test("a wrong day names its field", async () => {
  await expect(incomes({ beginTime: "2026-02-30" })).rejects.toMatchObject({
    fields: { beginTime: "日期格式应为 2026-11-15" },
  });
});

test("the summary counts every state and adds up what is asked for", async () => {
  const all = await world.server.call(calls.incomeSummary, { filters: {} }, merchant);
  expect(all).toMatchObject({
    total: 6,
    counts: { credited: 3, announced: 1, abnormal: 1, returned: 1, reviewing: 0 },
  });
  const sums = all.sums!.map(({ amount, credited }) => [amount.currency, formatMoney(amount), formatMoney(credited)]);
  expect(sums).toEqual([
    ["USD", "301.00", "101.00"],
    ["JPY", "612088", "612000"],
  ]);
  const some = await world.server.call(calls.incomeSummary, { filters: { state: ["abnormal"] } }, merchant);
  expect(some).toMatchObject({ total: 1, counts: { credited: 3 } });
  expect(some.sums!.map(({ amount }) => formatMoney(amount))).toEqual(["100.00"]);
});

test("more rows than are counted have no sum, and more payers than are listed are found all the same", async () => {
  const crowd = await world.merchant();
  const account = await world.account(crowd, "USD", "4471");
  await world.server.database.query(
    `insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail, rail_reference, state,
       announced_at, changed_at)
     select $1, gen_random_uuid(), $2, 'PAYER ' || lpad(n::text, 5, '0'), 'USD', n, 'bank', 'C' || n, 'announced', now(), now()
     from generate_series(1, 10001) n`,
    [crowd.userId, account.id],
  );
  const summary = (filters: { payerName?: string }) => world.server.call(calls.incomeSummary, { filters }, crowd);
  expect(await summary({})).toMatchObject({ total: 10_000, sums: null });
  expect(await summary({ payerName: "ayer 10001" })).toMatchObject({ total: 1, sums: [{}] });
  const { records } = await incomes({ filters: { payerName: "ayer 10001" } }, crowd);
  expect(records.map(({ transactionOrderId }) => transactionOrderId)).toEqual(["C10001"]);
});

test("put away is left out until asked for; pinned can be asked for", async () => {
  const set = (column: string) =>
    world.server.database.query(`update income set ${column} where merchant_id = $1 and rail_reference = 'R6'`, [
      merchant.userId,
    ]);
  await set("hidden = true, pinned_at = now()");
  expect(await found()).not.toContain("R6");
  expect(await found({ hidden: true })).toEqual(["R6"]);
  await set("hidden = false");
  expect(await found({ pinned: true })).toEqual(["R6"]);
  await set("pinned_at = null");
});

test("paging to the end while new income comes in shows every earlier row once", async () => {
  const busy = await world.merchant();
  const account = await world.account(busy, "EUR", "7719");
  // Several share each moment: the order then depends on the id.
  for (let n = 0; n < 57; n++) {
    const at = `2026-11-01 10:00:${String(Math.floor(n / 4)).padStart(2, "0")}+08`;
    await world.income({ account, reference: `P${n}`, at });
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { records, nextCursor, total } = await incomes({ pageNo: page, pageSize: 10, cursor }, busy);
    seen.push(...records.map(({ transactionOrderId }) => transactionOrderId));
    expect(total).toBeGreaterThanOrEqual(57);
    if (!nextCursor) break;
    cursor = nextCursor;
    await world.income({ account, reference: `NEW${page}`, at: "2026-11-12 10:00:00+08" });
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 57 }, (_, n) => `P${n}`).toSorted());
});

test("views are kept, renamed, limited and the merchant's own", async () => {
  const save = (input: object, who = merchant) =>
    world.server.call(
      calls.saveView,
      { name: "待处理", selection: { filters: { state: ["abnormal"] } }, ...input },
      who,
    );
  const views = (who = merchant) => world.server.call(calls.savedViews, {}, who);
  const { id } = await save({});
  expect(await views()).toMatchObject([{ id, name: "待处理", selection: { filters: { state: ["abnormal"] } } }]);
  await expect(save({})).rejects.toMatchObject({ reason: "view.name_taken" });
  await save({ id, name: "日元", selection: { fromCurrencyList: ["JPY"], filters: {} } });
  expect(await views()).toMatchObject([{ id, name: "日元", selection: { fromCurrencyList: ["JPY"] } }]);
  expect(await views(other)).toEqual([]);
  await expect(save({ id, name: "x" }, other)).rejects.toMatchObject({ reason: "not_found" });
  const remove = (who: TestMerchant) => world.server.call(calls.deleteView, { id }, who);
  await expect(remove(other)).rejects.toMatchObject({ reason: "not_found" });
  const saved = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => save({ name: `视图 ${n}` })));
  expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
  await expect(save({ name: "再多一个" })).rejects.toMatchObject({ reason: "view.too_many" });
  await remove(merchant);
  await save({ name: "再多一个" });
});
