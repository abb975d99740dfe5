import {
  activityEndpoints,
  homeEndpoints,
  incomeEndpoints as calls,
  incomeRecordEndpoints as records,
  ledgerEndpoints as books,
  orderGatewayEndpoints as gateway,
  statementEndpoints,
} from "@coralhub/contract";
import { accountCode, addressOf, toShanghaiDay } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { beforeEach, expect, test } from "vitest";
import {
  bookProblems,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  until,
  usd,
  withMerchant,
  type Desk,
} from "./income-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { listCredited, sumByStore, sumCredited } from "./income-totals-store.ts";

let desk: Desk;
let merchant: TestMerchant;
let account: { id: string; number: string };
withMerchant((one, own) => {
  desk = one;
  merchant = own;
});
beforeEach(async () => {
  account = await openAccount(desk, merchant);
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const BLOCKED = "ledger.correction_by_business";

/** Money from a stranger: held until somebody decides. */
async function held(amount = "15000.00") {
  const { reference } = await payIn(desk, account.number, amount, { payer: "NORTHBRIDGE LTD" });
  const { id } = await incomeOf(desk, merchant, reference);
  const [row] = await desk.database.query<{ posting: string; rail: string }>(
    "select hold_posting_id as posting, rail from income where id = $1",
    [id],
  );
  return { id, reference, posting: row!.posting, nostro: accountCode("house.nostro", "USD", row!.rail) };
}
type Held = Awaited<ReturnType<typeof held>>;
const ref = ({ id }: { id: string }) => ({ merchantId: merchant.userId, id });
const credit = (income: Held) =>
  desk.call(calls.creditIncome, { ...ref(income), reason: "付款方是买家的关联公司" }, desk.reviewer);
const giveBack = (income: Held) =>
  desk.call(calls.decideIncome, { ...ref(income), what: "return", decision: "approve" }, desk.finance);
const collection = () => accountCode("collection", "USD", account.id);

const propose = ({ posting, nostro }: Held, amount = "15000.00") =>
  desk.call(
    books.proposeAdjustment,
    {
      merchantId: merchant.userId,
      from: collection(),
      to: nostro,
      amount: usd(amount),
      corrects: posting,
      memo: "银行重复通知",
    },
    desk.finance,
  );
const agree = ({ id }: { id: string }) =>
  desk.call(books.decideAdjustment, { ...ref({ id }), decision: "approve", note: "已核对" }, desk.admin);

/** As it was proposed before the rule was there, or while the income stood otherwise. */
async function proposedBefore({ posting, nostro }: Held): Promise<{ id: string }> {
  const id = desk.app.platform.ids.next();
  const [finance] = await desk.database.query<{ id: string }>(
    "select id from operator where 'finance' = any(roles) limit 1",
  );
  await desk.database.query(
    `insert into ledger_adjustment (merchant_id, id, from_code, to_code, currency, amount, corrects, memo, state, made_by, made_at)
     values ($1, $2, $3, $4, 'USD', 1500000, $5, '银行重复通知', 'pending', $6, now())`,
    [merchant.userId, id, collection(), nostro, posting, finance!.id],
  );
  return { id };
}
/** Other money of the merchant's on the same account: a second departure would be paid from it. */
const enrich = () => payIn(desk, account.number, "5000.00");
const reversals = async () =>
  (
    await desk.database.query("select from ledger_posting where merchant_id = $1 and reason = 'reversal'", [
      merchant.userId,
    ])
  ).length;

test("what is still held, or went back, is taken back by nobody's hand, and the books insist on it", async () => {
  const income = await held();
  const seen = await desk.call(
    books.ledgerPosting,
    { merchantId: merchant.userId, postingId: income.posting },
    desk.finance,
  );
  expect(seen).toMatchObject({ correctable: [], instead: expect.stringContaining("异常收款里退回") as string });
  await expect(propose(income)).rejects.toEqual(refused(BLOCKED));
  await desk.call(calls.proposeReturn, { ...ref(income), reason: "付款方与店铺无关" }, desk.admin);
  await giveBack(income);
  await expect(propose(income)).rejects.toEqual(refused(BLOCKED));
  await expect(agree(await proposedBefore(income))).rejects.toEqual(refused(BLOCKED));
  expect(await reversals()).toBe(0);
});

test("taken back and sent back at once, again and again: it leaves once, and the books agree with the bank", async () => {
  await enrich();
  await enrich();
  await enrich();
  for (let round = 0; round < 8; round += 1) {
    const income = await held();
    const adjustment = await proposedBefore(income);
    await desk.call(calls.proposeReturn, { ...ref(income), reason: "付款方与店铺无关" }, desk.admin);
    const [taken, returned] = await Promise.allSettled([agree(adjustment), giveBack(income)]);
    expect(returned).toMatchObject({ status: "fulfilled", value: { state: "returned" } });
    expect(taken).toMatchObject({ status: "rejected", reason: { reason: BLOCKED } });
  }
  expect(await moneyOn(desk, merchant, account.id)).toEqual({ available: minor("15000.00"), held: 0n });
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    return (await bookProblems(desk)).length === 0 ? true : undefined;
  });
});

test("taken back and credited at once: the one waits for the other, or is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const income = await held();
    const adjustment = await proposedBefore(income);
    const [taken, credited] = await Promise.allSettled([agree(adjustment), credit(income)]);
    expect(credited).toMatchObject({ status: "fulfilled", value: { state: "credited" } });
    if (taken.status === "rejected") expect(taken.reason).toEqual(refused(BLOCKED));
    if (taken.status === "rejected") await agree(adjustment);
    expect(await moneyOn(desk, merchant, account.id)).toEqual({ available: 0n, held: 0n });
  }
  expect(await reversals()).toBe(6);
});

test("what the rules passed as it came was never held, and is taken back like any other", async () => {
  const { reference } = await payIn(desk, account.number, "500.00");
  const { id } = await incomeOf(desk, merchant, reference);
  const read = async () =>
    (
      await desk.database.query<{ posting: string; held: string | null; rail: string; back: string }>(
        `select final_posting_id as posting, hold_posting_id as held, rail, taken_back_minor::text as back
           from income where id = $1`,
        [id],
      )
    )[0]!;
  const { posting, held: holding, rail } = await read();
  expect(holding).toBeNull();
  await agree(await propose({ id, reference, posting, nostro: accountCode("house.nostro", "USD", rail) }, "500.00"));
  expect((await read()).back).toBe("50000");
  const shown = await desk.call(calls.income, { id }, merchant);
  expect(shown).toMatchObject({ takenBack: usd("500.00"), corrections: [{ amount: usd("500.00"), what: "amount" }] });
  const event = await desk.call(activityEndpoints.moneyEvent, { id: shown.corrections[0]!.id }, merchant);
  expect(event).toMatchObject({ corrects: { kind: "income", recordId: id, reference } });
  expect(await moneyOn(desk, merchant, account.id)).toEqual({ available: 0n, held: 0n });
});

test("an income taken back asks for no orders any more, in part for the rest; it is sent back by nobody", async () => {
  const [whole, part] = [await held(), await held("8000.00")];
  await credit(whole);
  await credit(part);
  const asking = async () =>
    (await desk.call(gateway.vaOrders, {}, merchant)).records.map(({ id, amount }) => [id, amount.minor]);
  const wanted = async () =>
    (
      await desk.database.query<{ minor: string }>(
        "select credited_minor::text as minor from order_demand where merchant_id = $1",
        [merchant.userId],
      )
    )[0]!.minor;
  expect(new Set(await asking())).toEqual(
    new Set([
      [whole.id, 1_500_000n],
      [part.id, 800_000n],
    ]),
  );
  expect(await wanted()).toBe("2300000");
  await agree(await propose(whole));
  await agree(await propose(part, "3000.00"));
  expect(await asking()).toEqual([[part.id, 500_000n]]);
  expect(await wanted()).toBe("500000");
  expect(await desk.call(gateway.vaOrder, { id: whole.id }, merchant)).toMatchObject({ offers: [], candidates: [] });
  const bind = { incomeId: whole.id, orderIds: [desk.app.platform.ids.next()], reason: "这批货" };
  await expect(desk.call(gateway.bindOrders, bind, merchant)).rejects.toEqual(refused("order.income_returned"));
  await expect(
    desk.call(calls.proposeReturn, { ...ref(whole), reason: "付款方与店铺无关" }, desk.admin),
  ).rejects.toEqual(refused("state.changed"));
});

test("an income taken back counts nowhere as credited, in part for the rest", async () => {
  const [whole, part, other] = [await held(), await held("8000.00"), await held("6000.00")];
  for (const income of [whole, part, other]) await credit(income);
  const storeId = desk.app.platform.ids.next();
  await desk.database.query("update income set store_id = $1 where id = any($2)", [storeId, [whole.id, part.id]]);
  const counted = () =>
    desk.app.platform.database.transaction(async (tx) => {
      const since = new Date(0);
      const scope = { after: since, until: desk.clock.now(), limit: 10 };
      const listed = await listCredited(tx, merchant.userId, scope);
      return {
        listed: Object.fromEntries(listed.map(({ id, amount }) => [id, amount.minor])),
        onAccount: (await sumCredited(tx, merchant.userId, account.id, "USD", since)).minor,
        ofStore: (await sumByStore(tx, merchant.userId, [storeId], since)).map(({ amount }) => amount.minor),
      };
    });
  const before = await counted();
  const { [whole.id]: all, [part.id]: some, [other.id]: same } = before.listed;
  expect(before).toMatchObject({ onAccount: all! + some! + same!, ofStore: [all! + some!] });
  const gone = await propose(whole);
  await agree(gone);
  await agree(await propose(part, "3000.00"));
  // Whoever looks at it reads that it was taken back, by whose number, and finds the correction by it, which leads back.
  const shown = await desk.call(calls.income, { id: whole.id }, merchant);
  expect(shown).toMatchObject({
    state: "credited",
    takenBack: usd("15000.00"),
    corrections: [{ id: gone.id, amount: usd("15000.00"), what: "amount" }],
  });
  expect(shown.timeline.at(-1)).toMatchObject({ label: "已红冲", note: expect.stringContaining(gone.id) as string });
  const seen = await desk.call(calls.incomeCase, ref(whole), desk.reviewer);
  expect(seen).toMatchObject({ takenBack: usd("15000.00"), corrections: [{ id: gone.id }] });
  const list = (await desk.call(records.incomes, {}, merchant)).records;
  expect(Object.fromEntries(list.map((row) => [row.id, row.takenBack]))).toEqual({
    [whole.id]: usd("15000.00"),
    [part.id]: usd("3000.00"),
    [other.id]: usd("0.00"),
  });
  const { sums } = await desk.call(records.incomeSummary, {}, merchant);
  expect(sums).toEqual([{ amount: usd("29000.00"), credited: usd("11000.00") }]);
  const receipt = await desk.call(records.incomeReceipt, { id: whole.id, language: "en" }, merchant);
  expect(pdfText(new Uint8Array(await receipt.blob.arrayBuffer()))).toContain("Reversed since");
  const event = await desk.call(activityEndpoints.moneyEvent, { id: gone.id }, merchant);
  expect(event).toMatchObject({
    corrects: { kind: "income", recordId: whole.id, reference: whole.reference },
    correctedBy: [],
  });
  const own = await desk.call(activityEndpoints.moneyEvent, { id: whole.id }, merchant);
  expect(own).toMatchObject({ corrects: null, correctedBy: [{ recordId: gone.id, amount: usd("15000.00") }] });
  for (const text of [gone.id, gone.id.replaceAll("-", "").toUpperCase()]) {
    const found = await desk.call(homeEndpoints.findOwn, { text }, merchant);
    expect(found.map(({ path }) => path)).toEqual([addressOf("moneyEvents", { open: gone.id })]);
  }
  const day = { grain: "day", period: toShanghaiDay(desk.clock.now()), currency: "USD" } as const;
  const csv = await desk.call(statementEndpoints.statementFile, { ...day, format: "csv", language: "zh" }, merchant);
  const line = (await csv.blob.text()).split("\n").find((one) => one.includes(gone.id));
  expect(line).toContain(`,${whole.reference},`);
  const rest = some! - minor("3000.00");
  expect(await counted()).toEqual({
    listed: { [part.id]: rest, [other.id]: same },
    onAccount: rest + same!,
    ofStore: [rest],
  });
});
