import {
  batchEndpoints as calls,
  batchFamilies,
  beneficiaryEndpoints,
  messageEndpoints,
  payoutEndpoints,
} from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until, type Desk } from "../income/income-fixture.ts";
import { accountCode, bankWill, certifiedMerchant, fundedAccount, startPayouts } from "../payouts/payouts-fixture.ts";
import { american, batchOf, batchReaches, openSheet, pay, prepareBatch, runJob } from "./batches-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startPayouts();
  await bankWill(desk, "pay", 0, "clearing");
  await bankWill(desk, "pay", 0, "swift");
});
afterAll(() => desk.close());

const refused = (reason: string, more: object = {}): unknown => expect.objectContaining({ reason, ...more });
const usd = (text: string) => parseMoney(text, "USD");
async function ready(amount = "20000.00") {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, amount);
  return { merchant, source };
}
const GERMAN = [
  "NORDLICHT LOGISTIK GMBH",
  "企业",
  "德国",
  "EUR",
  "",
  "DE89370400440532013001",
  "",
  "COBADEFF",
  "250.00",
  "",
];

test("bad rows never block good ones: repaired in place, decided, confirmed in part with one code, and paid", async () => {
  const { merchant } = await ready();
  const batch = await openSheet(desk, merchant, [
    american(1),
    american(2, "130.00", { 4: "021000022" }),
    american(1),
    GERMAN,
    american(5, "12.345"),
    american(6, "200.00", { 4: "123456780" }),
  ]);
  expect(batch.counts).toMatchObject({ ready: 1, asks: 1, bad: 4 });
  const rows = (await desk.call(calls.batchRows, { id: batch.id }, merchant)).records;
  expect(rows.map(({ line, state }) => [line, state])).toEqual([
    [2, "ready"],
    [3, "bad"],
    [4, "asks"],
    [5, "bad"],
    [6, "bad"],
    [7, "bad"],
  ]);
  expect(rows[2]!.marks[0]).toMatchObject({ mark: "repeated", text: "与第 2 行相同" });
  expect(Object.keys(rows[3]!.problems)).toEqual(["accountNumber"]);
  const mended = await desk.call(pay.repair, { id: batch.id, line: 3, cells: { clearCode: "021000021" } }, merchant);
  expect(mended).toMatchObject({ state: "ready", before: { clearCode: "021000022" } });
  await desk.call(
    pay.repair,
    { id: batch.id, line: 5, cells: { accountNumber: "DE89 3704 0044 0532 0130 00" } },
    merchant,
  );
  await desk.call(pay.settle, { id: batch.id, lines: [4], decision: "pay" }, merchant);
  await desk.call(pay.settle, { id: batch.id, lines: [3], decision: "undo" }, merchant);
  expect((await batchOf(desk, merchant, batch.id)).counts).toMatchObject({ ready: 3, asks: 0, bad: 3 });
  const { quote, confirmation } = await prepareBatch(desk, merchant, batch.id);
  expect(quote).toMatchObject({ count: 3, newPayees: 2 });
  expect(quote.groups.map(({ currency, count, arrives }) => [currency, count, arrives])).toEqual([
    ["EUR", 1, parseMoney("250.00", "EUR")],
    ["USD", 2, usd("240.00")],
  ]);
  await desk.call(pay.confirm, confirmation, merchant);
  const told = await desk.call(messageEndpoints.messages, { pageSize: 20 }, merchant);
  expect(told.records.map(({ title }) => title)).toContain(`「${batch.title}」付给 2 个新收款账户`);
  const paid = await batchReaches(desk, merchant, batch.id, "processing").catch(() =>
    batchOf(desk, merchant, batch.id),
  );
  expect(paid.restId).not.toBeNull();
  await expect
    .poll(async () => (await desk.call(calls.batchProgress, { id: batch.id }, merchant)).payments.completed)
    .toBe(3);
  await runJob(desk, "batches.follow");
  await batchReaches(desk, merchant, batch.id, "completed");
  const rest = await batchOf(desk, merchant, paid.restId!);
  expect(rest).toMatchObject({ state: "toConfirm", rowsTotal: 3, counts: { bad: 3 } });
  const { records } = await desk.call(payoutEndpoints.payouts, { filters: {} }, merchant);
  const left = records.map(({ amount }) => amount.minor).reduce((sum, minor) => sum + minor, 0n);
  expect(left).toBe(quote.charged[0]!.leaves.minor);
  expect(records.every(({ batchId, arrives }) => batchId === batch.id && arrives !== null)).toBe(true);
  const seen = (await desk.call(calls.batchRows, { id: batch.id }, merchant)).records;
  expect(seen.map(({ cells }) => cells.accountNumber)).toEqual(["•••• 0001", "•••• 0001", "•••• 3000"]);
  const stored = await desk.database.query<{ text: string }>(
    "select r::text as text from payment_batch_row r where merchant_id = $1",
    [merchant.userId],
  );
  expect(stored.some(({ text }) => text.includes("4830000001") || text.includes("0532013000"))).toBe(false);
});

test("a row changed by two at once keeps the first one's word, and a code is good for the sheet as it was", async () => {
  const { merchant } = await ready();
  const { id } = await openSheet(desk, merchant, [american(11), american(12)]);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  const write = (accountNumber: string) =>
    desk.call(pay.repair, { id, line: 2, cells: { accountNumber } }, merchant).catch((error: unknown) => error);
  const other = new pg.Client({ connectionString: desk.database.url });
  await other.connect();
  await other.query("begin");
  await other.query("select from payment_batch where id = $1 for update", [id]);
  const both = [write("4830000077"), write("4830000078")];
  // Both have read the row, and wait for the sheet.
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from payment_batch where%for update%'`;
  await expect.poll(() => desk.database.query(waiting), { timeout: 20_000 }).toHaveLength(2);
  await other.query("commit");
  await other.end();
  const answers = await Promise.all(both);
  expect(answers).toContainEqual(refused("batch.row_changed"));
  expect(answers).toContainEqual(expect.objectContaining({ line: 2, state: "ready" }));
  // As many rows, as much money, another account: whoever has read the code has not agreed to that.
  const { quoteId } = await desk.call(pay.quote, { id }, merchant);
  await expect(desk.call(pay.confirm, { ...confirmation, quoteId }, merchant)).rejects.toEqual(
    refused("identity.code_wrong"),
  );
});

test("the same sheet again, a changed account of a known name and the same amount again are asked about", async () => {
  const { merchant } = await ready();
  const rows = [american(1), american(2)];
  const first = await openSheet(desk, merchant, rows);
  const { confirmation } = await prepareBatch(desk, merchant, first.id);
  await desk.call(pay.confirm, confirmation, merchant);
  await expect(openSheet(desk, merchant, rows)).rejects.toEqual(refused("batch.confirmed_before"));
  await expect
    .poll(async () => (await desk.call(calls.batchProgress, { id: first.id }, merchant)).payments.completed)
    .toBe(2);
  const again = await openSheet(desk, merchant, [american(1), american(2, "90.00", { 5: "4830999999" })]);
  const [lately, changed] = (await desk.call(calls.batchRows, { id: again.id }, merchant)).records;
  expect(lately).toMatchObject({ state: "asks", marks: [{ mark: "paidLately" }] });
  expect(changed).toMatchObject({ state: "asks", marks: [{ mark: "accountChanged" }] });
  await desk.call(pay.settle, { id: again.id, lines: [3], decision: "useKnown" }, merchant);
  const [, known] = (await desk.call(calls.batchRows, { id: again.id }, merchant)).records;
  // The payee's number is nobody's who has not proven himself again: its end, also while something else is wrong.
  expect(known).toMatchObject({ state: "ready", cells: { accountNumber: "•••• 0002" } });
  const repair = (cells: object) => desk.call(pay.repair, { id: again.id, line: 3, cells }, merchant);
  expect(await repair({ amount: "no" })).toMatchObject({ state: "bad", cells: { accountNumber: "•••• 0002" } });
  // Sent back as it was shown it is the same number.
  expect(await repair({ amount: "90.00", accountNumber: "•••• 0002" })).toMatchObject({
    state: "ready",
    cells: { accountNumber: "•••• 0002" },
    before: { accountNumber: "4830999999" },
  });
  expect((await batchOf(desk, merchant, again.id)).counts).toMatchObject({ ready: 1, asks: 1, bad: 0 });
  // The registered number at another bank is another account: it would be paid to the bank that is registered.
  expect(await repair({ clearCode: "026009593" })).toMatchObject({
    state: "bad",
    problems: { clearCode: expect.stringContaining("021000021") as unknown },
  });
  expect(await repair({ accountNumber: "4830777777" })).toMatchObject({ cells: { accountNumber: "4830777777" } });
  await desk.call(pay.settle, { id: again.id, lines: [3], decision: "undo" }, merchant);
  const key = { merchantId: merchant.userId, id: again.id };
  const seen = await desk.call(calls.batchCaseRows, key, { token: await desk.operatorToken("finance") });
  expect(seen.records.map(({ cells }) => cells.accountNumber)).toEqual(["•••• 0001", "•••• 9999"]);
  // Given up: its numbers are forgotten at once.
  await desk.call(pay.cancel, { id: again.id }, merchant);
  expect((await desk.call(calls.batchRows, { id: again.id }, merchant)).total).toBe(0);
});

test("one number at two banks is two accounts: a sheet pays the first it names, and the other only once that is registered", async () => {
  const { merchant } = await ready();
  const elsewhere = american(7, "80.00", { 0: "OTHER BANK LLC", 4: "026009593" });
  const { id } = await openSheet(desk, merchant, [american(7), elsewhere]);
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await desk.call(pay.confirm, confirmation, merchant);
  const rows = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return records.every(({ state }) => state !== "ready") ? records : undefined;
  });
  expect(rows.find(({ line }) => line === 2)).toMatchObject({ reason: null });
  expect(rows.find(({ line }) => line === 3)).toMatchObject({ reason: expect.stringContaining("两家银行") as unknown });
  // By itself it is a payee of its own; the same account once more is not.
  const supplier = {
    supplierName: "OTHER BANK LLC",
    bankAccountHolder: "OTHER BANK LLC",
    bankAccount: "4830000007",
    bankCurrency: "USD",
    supplierCountryCode: "US",
    bankAccountType: "checking",
  } as const;
  const add = async (clearCode: string) => {
    desk.clock.advance({ seconds: 61 });
    const verificationCode = await accountCode(desk, merchant);
    return desk.call(beneficiaryEndpoints.addSupplier, { ...supplier, clearCode, verificationCode }, merchant);
  };
  await expect(add("021000021")).rejects.toEqual(refused("payee.known"));
  expect(await add("026009593")).toMatchObject({ state: "approved" });
  await expect(add("026009593")).rejects.toEqual(refused("payee.known"));
  const again = await openSheet(desk, merchant, [
    american(7, "55.00"),
    american(7, "66.00", { 0: "OTHER BANK LLC", 4: "026009593" }),
  ]);
  expect(again.counts).toMatchObject({ ready: 2, bad: 0 });
});

test("one number under two names, or by two routes, is two accounts: nobody's money goes into another's", async () => {
  const { merchant } = await ready();
  const head =
    "收款户名,户名类型,国家或地区,币种,银行代码,分行代码,收款账号,SWIFT / BIC,银行所在城市,收款人地址,到账金额";
  const local = ["企业", "HK", "USD", "004", "500", "123456001", "", "", ""];
  const wire = ["企业", "HK", "USD", "", "", "123456001", "HASEHKHH", "HONG KONG", "1 QUEENS ROAD CENTRAL"];
  const text = [
    head.split(","),
    ["FIRST HARBOUR LTD", ...local, "120.00"],
    ["SECOND HARBOUR LTD", ...wire, "130.00"],
    ["THIRD HARBOUR LTD", ...local, "140.00"],
    ["First  Harbour Ltd", ...local, "150.00"],
  ];
  const paste = text.map((row) => row.join("\t")).join("\n");
  const { id } = await desk.call(pay.paste, { kind: "supplier", text: paste, title: "同号" }, merchant);
  expect((await batchReaches(desk, merchant, id, "toConfirm")).counts).toMatchObject({ ready: 4, bad: 0 });
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await desk.call(pay.confirm, confirmation, merchant);
  const rows = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return records.every(({ state }) => state !== "ready") ? records : undefined;
  });
  const reasonOf = (line: number) => rows.find((row) => row.line === line)!.reason;
  expect([2, 5].map(reasonOf)).toEqual([null, null]);
  expect(reasonOf(3)).toContain("两家银行");
  expect(reasonOf(4)).toContain("两个户名");
});

test("a payee who was added under another name since the sheet was read is not paid by it", async () => {
  const { merchant } = await ready();
  const { id } = await openSheet(desk, merchant, [american(8), american(9)]);
  const verificationCode = await accountCode(desk, merchant);
  await desk.call(
    beneficiaryEndpoints.addSupplier,
    {
      supplierName: "SOMEBODY ELSE LLC",
      bankAccountHolder: "SOMEBODY ELSE LLC",
      bankAccount: "4830000008",
      bankCurrency: "USD",
      supplierCountryCode: "US",
      bankAccountType: "checking",
      clearCode: "021000021",
      verificationCode,
    },
    merchant,
  );
  const { confirmation } = await prepareBatch(desk, merchant, id);
  await desk.call(pay.confirm, confirmation, merchant);
  const rows = await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { records } = await desk.call(calls.batchRows, { id }, merchant);
    return records.every(({ state }) => state !== "ready") ? records : undefined;
  });
  expect(rows.find(({ line }) => line === 2)!.reason).toContain("登记的户名是 SOMEBODY ELSE LLC");
  expect(rows.find(({ line }) => line === 3)!.reason).toBeNull();
});

test("one file uploaded twice is confirmed once; what was left over of it can still be paid", async () => {
  const { merchant } = await ready();
  const rows = [american(1), american(2)];
  const [one, other] = [await openSheet(desk, merchant, rows), await openSheet(desk, merchant, rows)];
  const quoted = async ({ id }: { id: string }) => (await desk.call(pay.quote, { id }, merchant)).quoteId;
  for (const { id } of [one, other]) await desk.call(pay.settle, { id, lines: [3], decision: "leave" }, merchant);
  await desk.call(pay.sendCode, { id: one.id, quoteId: await quoted(one) }, merchant);
  const verifyCode = await desk.codeSentTo(merchant.mobile);
  // Promised anew once the code has come: however long that took, the price still holds.
  const quotes = [await quoted(one), await quoted(other)];
  const outcomes = await Promise.allSettled(
    [one, other].map(({ id }, at) => desk.call(pay.confirm, { id, quoteId: quotes[at]!, verifyCode }, merchant)),
  );
  expect(outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []))).toEqual([
    refused("batch.confirmed_before"),
  ]);
  const states = await Promise.all([one, other].map(({ id }) => batchOf(desk, merchant, id)));
  const { restId } = states.find(({ state }) => state !== "toConfirm")!;
  desk.clock.advance({ seconds: 61 });
  await desk.call(pay.settle, { id: restId!, lines: [3], decision: "pay" }, merchant);
  const { confirmation } = await prepareBatch(desk, merchant, restId!);
  expect(await desk.call(pay.confirm, confirmation, merchant)).toMatchObject({ state: "confirmed" });
});

test("a price is for the sheet as it was, and only for thirty seconds; nothing more leaves than there is", async () => {
  const { merchant } = await ready("1000.00");
  const batch = await openSheet(desk, merchant, [american(1), american(2), american(3, "2000.00")]);
  await expect(desk.call(pay.quote, { id: batch.id }, merchant)).rejects.toEqual(refused("batch.short_of_money"));
  await desk.call(pay.settle, { id: batch.id, lines: [4], decision: "leave" }, merchant);
  const { confirmation } = await prepareBatch(desk, merchant, batch.id);
  await desk.call(pay.settle, { id: batch.id, lines: [3], decision: "leave" }, merchant);
  await expect(desk.call(pay.confirm, confirmation, merchant)).rejects.toEqual(refused("batch.changed"));
  const fresh = await desk.call(pay.quote, { id: batch.id }, merchant);
  expect(fresh.count).toBe(1);
  // Through a bank whose channel is closed nothing goes.
  desk.clock.advance({ seconds: 61 });
  const late = await prepareBatch(desk, merchant, batch.id);
  await desk.database.query("update payment_batch set quote = jsonb_set(quote, '{book,open}', '[]') where id = $1", [
    batch.id,
  ]);
  await desk.call(pay.confirm, late.confirmation, merchant);
  await batchReaches(desk, merchant, batch.id, "failed");
  const [row] = (await desk.call(calls.batchRows, { id: batch.id }, merchant)).records;
  expect(row).toMatchObject({ state: "refused", reason: expect.stringContaining("通道暂未开放") as unknown });
});

test("confirmed twice and cancelled at once there is one outcome, and every row is paid at most once", async () => {
  const { merchant } = await ready();
  const batch = await openSheet(
    desk,
    merchant,
    Array.from({ length: 40 }, (_, at) => american(at + 1, "110.00")),
  );
  const { confirmation } = await prepareBatch(desk, merchant, batch.id);
  const outcomes = await Promise.allSettled([
    desk.call(pay.confirm, confirmation, merchant),
    desk.call(pay.cancel, { id: batch.id }, merchant),
    desk.call(pay.confirm, confirmation, merchant),
    desk.call(pay.cancel, { id: batch.id }, merchant),
  ]);
  const won = outcomes.flatMap((one) => (one.status === "fulfilled" ? [(one.value as { state: string }).state] : []));
  expect(won).toHaveLength(1);
  const paid = won[0] === "cancelled" ? 0 : 40;
  await runJob(desk, "batches.pay", { merchantId: merchant.userId, id: batch.id });
  await expect
    .poll(async () => (await desk.call(calls.batchProgress, { id: batch.id }, merchant)).payments.completed, {
      timeout: 15_000,
    })
    .toBe(paid);
  const [counted] = await desk.database.query<{ rows: number; lines: number }>(
    `select count(*)::int as rows, count(distinct batch_line)::int as lines from payout where batch_id = $1`,
    [batch.id],
  );
  expect(counted).toEqual({ rows: paid, lines: paid });
});

test("what stands in one row's way after the confirmation refuses that row; approval is for the whole sheet", async () => {
  const { merchant } = await ready("40000.00");
  const batch = await openSheet(desk, merchant, [
    american(1, "4000.00"),
    american(1, "3000.00"),
    ...Array.from({ length: 5 }, (_, at) => american(at + 2, "4800.00")),
    american(8, "100.00"),
  ]);
  await desk.database.query(
    `insert into related_party (merchant_id, id, name, relation, contract_file_id, created_at)
     values ($1, gen_random_uuid(), 'Supplier 8 LLC', 'sister', gen_random_uuid(), now())`,
    [merchant.userId],
  );
  const { stepUp, sendStepUpCode } = (await import("@coralhub/contract")).identityEndpoints;
  await desk.call(sendStepUpCode, {}, merchant);
  merchant.token = (await desk.call(stepUp, { verifyCode: await desk.codeSentTo(merchant.mobile) }, merchant)).token;
  const { confirmation } = await prepareBatch(desk, merchant, batch.id);
  await desk.call(pay.confirm, confirmation, merchant);
  const done = await batchReaches(desk, merchant, batch.id, "processing");
  const progress = () => desk.call(calls.batchProgress, { id: done.id }, merchant);
  await expect.poll(async () => (await progress()).payments.completed).toBe(4);
  const rows = (await desk.call(calls.batchRows, { id: batch.id }, merchant)).records;
  expect(rows[1]).toMatchObject({ state: "refused" });
  expect(rows[1]!.reason).toContain("新添加的收款账户");
  expect(rows[7]!.reason).toContain("关联方");
  expect((await progress()).payments).toMatchObject({ waiting: 2 });
  const waits = rows.find(({ payout }) => payout?.state === "awaitingApproval")!;
  await desk.call(pay.cancelRow, { id: batch.id, line: waits.line }, merchant);
  const finance = { token: await desk.operatorToken("finance") };
  const key = { merchantId: merchant.userId, id: batch.id };
  expect((await desk.call(calls.batchCase, key, finance)).progress.payments.waiting).toBe(1);
  expect(await desk.call(calls.decideBatch, { ...key, decision: "approve", reason: "" }, finance)).toEqual({
    decided: 1,
    left: 0,
  });
  await expect.poll(async () => (await progress()).payments.completed).toBe(5);
  await runJob(desk, "batches.follow");
  await batchReaches(desk, merchant, batch.id, "partly");
});

test("the withdrawal sheet's template is filled in as it shows, and comes back as it went", async () => {
  const { withdrawal } = batchFamilies;
  const { merchant } = await ready("500.00");
  const file = await desk.call(withdrawal.template, { country: "CN", currency: "CNY", format: "csv" }, merchant);
  const [header, sample] = (await file.blob.text())
    .replaceAll(/[\uFEFF"]/g, "")
    .trim()
    .split(/\r?\n/);
  expect(header!.split(",")).toEqual(expect.arrayContaining(["收款户名*", "收款账号*", "到账金额*"]));
  const text = [header!, sample!].map((line) => line.replaceAll(",", "\t")).join("\n");
  const { id } = await desk.call(withdrawal.paste, { text }, merchant);
  const batch = await batchReaches(desk, merchant, id, "toConfirm");
  expect(batch).toMatchObject({ kind: "withdrawal", rowsTotal: 1 });
  const [row] = (await desk.call(calls.batchRows, { id }, merchant)).records;
  expect(row).toMatchObject({ line: 2, cells: { currency: "CNY" } });
});

test("a sheet without a heading says what it needs", async () => {
  const { merchant } = await ready();
  const { id } = await desk.call(pay.paste, { kind: "supplier", text: "a\tb\n1\t2" }, merchant);
  const batch = await batchReaches(desk, merchant, id, "unreadable");
  expect(batch.reason).toContain("表头");
});
