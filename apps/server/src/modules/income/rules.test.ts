import { accountEndpoints, incomeEndpoints, homeEndpoints, messageEndpoints } from "@coralhub/contract";
import { EVIDENCE_DAYS, type IncomeHold } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import {
  addStore,
  bookProblems,
  certify,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  runWatch,
  usd,
  withMerchant,
  type Desk,
} from "./income-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let merchant: TestMerchant;
withMerchant((desk, someone) => ([server, merchant] = [desk, someone]));

const DAY_MS = 86_400_000;
const paid = async (number: string, amount: string, more: Parameters<typeof payIn>[3] = {}) =>
  incomeOf(server, merchant, (await payIn(server, number, amount, more)).reference);
const account = (more: Parameters<typeof openAccount>[2] = {}) => openAccount(server, merchant, more);
const key = (id: string) => ({ merchantId: merchant.userId, id });

test("a stranger's payment waits with a reason, a date and a next step, and stays out of the balance", async () => {
  const { id, number } = await account();
  const income = await paid(number, "15000.00", { payer: "NORTHBRIDGE LTD" });
  expect(income).toMatchObject({
    state: "abnormal",
    hold: "payerMismatch",
    platform: "AMAZON",
    holdView: { rule: "payerMismatch", amount: usd("15000.00"), next: "merchant", label: "付款方与平台不符" },
    may: { supplement: true, claim: true, askReturn: true },
  });
  const wait = income.holdView!.dueAt!.getTime() - income.arrivedAt!.getTime();
  expect(Math.round(wait / DAY_MS)).toBe(EVIDENCE_DAYS);
  expect(await moneyOn(server, merchant, id)).toEqual({ available: 0n, held: minor("15000.00") });
  const { records } = await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant);
  expect(records[0]).toMatchObject({ title: "USD 15,000.00 暂扣，付款方与平台不符", needsAction: true });
  const { todos, balances } = await server.call(homeEndpoints.home, {}, merchant);
  expect(todos).toContainEqual(expect.objectContaining({ amount: usd("15000.00"), kind: "review" }));
  expect(balances).toContainEqual(expect.objectContaining({ held: usd("15000.00"), available: usd("0.00") }));
  expect((await server.call(calls.abnormalIncomes, {}, merchant)).records).toMatchObject([{ hold: "payerMismatch" }]);
});

test.each<[string, IncomeHold, string, (number: string) => Promise<{ state: string; hold: IncomeHold | null }>]>([
  [
    "a listed payer",
    "payerScreened",
    "abnormal",
    (number) => paid(number, "10.00", { payer: "Golden Dune Shipping FZE" }),
  ],
  ["more than the limit", "overLimit", "needsEvidence", (number) => paid(number, "500000.01")],
])("%s is held", async (_what, hold, state, pay) => {
  const { id, number } = await account();
  expect(await pay(number)).toMatchObject({ hold, state });
  expect((await moneyOn(server, merchant, id)).available).toBe(0n);
});

test("the limit is the certification's: a person's is lower, and exactly at it nothing is asked", async () => {
  await certify(server, merchant, "person");
  const { id, number } = await account();
  expect(await paid(number, "50000.00")).toMatchObject({ state: "credited" });
  expect(await paid(number, "50000.01")).toMatchObject({ hold: "overLimit" });
  const detail = await server.call(calls.receivingAccount, { id }, merchant);
  expect(detail).toMatchObject({ singleLimit: usd("50000"), creditedThisMonth: usd("50000.00") });
});

test("without a store the merchant claims it for one, and the rules look again", async () => {
  const empty = await account({ store: false });
  const other = await account({ platform: "EBAY" });
  const income = await paid(empty.number, "320.00", { payer: "EBAY COMMERCE UK" });
  expect(income).toMatchObject({ state: "needsEvidence", hold: "noStore", storeId: null, may: { claim: true } });
  expect(income.claimable.map(({ id }) => id)).toEqual([other.storeId]);
  await expect(server.call(calls.claimIncome, { id: income.id, storeId: empty.id }, merchant)).rejects.toMatchObject({
    reason: "income.store_unfit",
  });
  const { state } = await server.call(calls.claimIncome, { id: income.id, storeId: other.storeId }, merchant);
  expect(state).toBe("credited");
  expect(await moneyOn(server, merchant, empty.id)).toEqual({ available: minor("320.00"), held: 0n });
});

test("fault 5: a merchant does not clear its own payer mismatch: only stores of that account, and a person looks", async () => {
  const amazon = await openAccount(server, merchant);
  const anybody = await openAccount(server, merchant, { platform: "OFFLINE" });
  const income = await paid(amazon.number, "410.00", { payer: "HARBORSIDE TRADING LLC" });
  expect(income).toMatchObject({ hold: "payerMismatch", may: { claim: true } });
  expect(income.claimable.map(({ id }) => id)).toEqual([amazon.storeId]);
  const claim = (storeId: string) => server.call(calls.claimIncome, { id: income.id, storeId }, merchant);
  await expect(claim(anybody.storeId)).rejects.toMatchObject({ reason: "income.store_unfit" });
  expect(await claim(amazon.storeId)).toEqual({ state: "reviewing" });
  expect(await moneyOn(server, merchant, amazon.id)).toEqual({ available: 0n, held: minor("410.00") });
});

test("a frozen account holds what arrives; unfrozen it is credited by itself", async () => {
  const { id, number } = await account();
  await server.call(calls.freezeReceivingAccount, { ...key(id), reason: "平台投诉核查" }, server.reviewer);
  const income = await paid(number, "90.00");
  expect(income).toMatchObject({ state: "abnormal", hold: "frozenAccount", holdView: { next: "operator" } });
  expect(income.may).toEqual({ supplement: false, claim: false, askReturn: true });
  await server.call(calls.unfreezeReceivingAccount, { ...key(id), reason: "核查完成" }, server.reviewer);
  expect(await incomeOf(server, merchant, income.reference)).toMatchObject({ state: "credited" });
  expect(await moneyOn(server, merchant, id)).toEqual({ available: minor("90.00"), held: 0n });
});

test("before certification money is held, and freed by the clock once it has passed", async () => {
  await server.database.query("update certification set state = 'none' where merchant_id = $1", [merchant.userId]);
  const { number } = await account();
  const income = await paid(number, "66.00");
  expect(income).toMatchObject({ state: "needsEvidence", hold: "certification", may: { supplement: false } });
  await certify(server, merchant);
  await runWatch(server);
  expect(await incomeOf(server, merchant, income.reference)).toMatchObject({ state: "credited" });
});

test("papers that never came put it on the desk, and are still welcome, whatever else waits for the house", async () => {
  const frozen = await account();
  await server.call(calls.freezeReceivingAccount, { ...key(frozen.id), reason: "平台投诉核查" }, server.reviewer);
  for (let more = 5; more > 0; more--)
    expect(await paid(frozen.number, `9${more}.00`)).toMatchObject({ hold: "frozenAccount" });
  const { number } = await account();
  const income = await paid(number, "600000.00");
  await server.database.query("update income set evidence_due_at = now() - interval '1 minute' where id = $1", [
    income.id,
  ]);
  await runWatch(server);
  const late = await incomeOf(server, merchant, income.reference);
  expect(late).toMatchObject({ state: "abnormal", hold: "overLimit", may: { supplement: true } });
  expect(late.timeline.at(-1)).toMatchObject({ action: "flag", note: "逾期未补充材料" });
  // Home shows a few: none of them may be what only the house can free.
  const { todos } = await server.call(homeEndpoints.home, {}, merchant);
  expect(todos.map((todo) => todo.id)).toContain(`income-${income.id}`);
});

test("a look that was interrupted is made up for: nothing lost, nothing twice", async () => {
  const { id, number } = await account();
  await server.database.query(
    `insert into sandbox_rail_mode (rail, mode, changed_at, changed_by) values ('screening', 'down', now(), (select id from operator limit 1))`,
  );
  const income = await paid(number, "44.00");
  expect(income).toMatchObject({ state: "reviewing", hold: null });
  expect(await moneyOn(server, merchant, id)).toEqual({ available: 0n, held: minor("44.00") });
  await runWatch(server);
  expect((await incomeOf(server, merchant, income.reference)).state).toBe("reviewing");
  await server.database.query("delete from sandbox_rail_mode where rail = 'screening'");
  await Promise.all([runWatch(server), runWatch(server)]);
  expect((await incomeOf(server, merchant, income.reference)).state).toBe("credited");
  expect(await moneyOn(server, merchant, id)).toEqual({ available: minor("44.00"), held: 0n });
  expect(await bookProblems(server)).toEqual([]);
});

test("a fee that an operator has set is taken from what is credited, never more than there is", async () => {
  const terms = { basisPoints: "100", flat: "1.00", bearer: "merchant" as const };
  const rule = { business: "collection", currency: "USD", corridor: "US", terms } as const;
  await server.setPrice(rule);
  const { id, number } = await account();
  expect(await paid(number, "200.00")).toMatchObject({ fee: usd("3.00"), net: usd("197.00") });
  expect(await paid(number, "0.50")).toMatchObject({ fee: usd("0.50"), net: usd("0.00"), state: "credited" });
  expect(await moneyOn(server, merchant, id)).toEqual({ available: minor("197.00"), held: 0n });
  await server.setPrice({ ...rule, terms: { basisPoints: "0", bearer: "merchant" } });
  expect(await bookProblems(server)).toEqual([]);
});

test("two stores of one platform: the platform is certain, the store is not", async () => {
  const { id, number } = await account();
  await addStore(server, merchant, id);
  expect(await paid(number, "12.00")).toMatchObject({ state: "credited", platform: "AMAZON", storeId: null });
});
