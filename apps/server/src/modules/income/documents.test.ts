import { accountEndpoints, incomeEndpoints } from "@coralhub/contract";
import { formatMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRecords, type Account, type Records } from "./records/records-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

/** A letter of Chinese, which a paper in English has only in names. */
const HAN = /\p{Script=Han}/u;

let world: Records;
let merchant: TestMerchant;
let other: TestMerchant;
let account: Account;
let store: string;

beforeAll(async () => {
  world = await startRecords();
  [merchant, other] = [await world.merchant(), await world.merchant()];
  account = await world.account(merchant, "USD", "834022174402");
  store = await world.store(merchant, "南屿优选", account);
});
afterAll(() => world.close());

const month = () => new Date(world.server.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 7);
const textOf = async ({ blob, contentType }: { blob: Blob; contentType: string }) => {
  expect(contentType).toBe("application/pdf");
  return pdfText(new Uint8Array(await blob.arrayBuffer()));
};
const contains = (text: string, words: readonly string[]) => {
  for (const word of words) expect(text).toContain(word);
};

test("the receipt of an income states who paid what to whom, and only its owner has it", async () => {
  const id = await world.income({ account, reference: "FH20261110-77", amount: "9310.00", storeId: store });
  const receipt = (who: TestMerchant, of = id) => world.server.call(calls.incomeReceipt, { id: of }, who);
  contains(await textOf(await receipt(merchant)), [
    "收款凭证",
    "FH20261110-77",
    "深圳南屿科技有限公司",
    "834022174402",
    "AMAZON PAYMENTS, INC.",
    "USD 9,310.00",
    "USD 9,216.90",
    "已入账",
    "南屿优选",
    "2026-11-10 09:52:04",
  ]);
  const english = await world.server.call(calls.incomeReceipt, { id, language: "en" }, merchant);
  const paper = await textOf(english);
  contains(paper, ["Receipt of Payment", "Payer", "USD 9,216.90", "Credited", "(Beijing time)"]);
  expect(paper.replaceAll(/南屿优选|深圳南屿科技有限公司/g, "")).not.toMatch(HAN);
  await expect(receipt(other)).rejects.toMatchObject({ reason: "not_found" });
  const announced = await world.income({ account, reference: "X", state: "announced" });
  await expect(receipt(merchant, announced)).rejects.toMatchObject({ reason: "receipt.not_arrived" });
});

test("the letter names the account in full, and the store it is for", async () => {
  const letter = (over: object = {}, who = merchant) =>
    world.server.call(calls.accountLetter, { accountId: account.id, ...over }, who);
  contains(await textOf(await letter({ storeId: store })), [
    "Account Confirmation Letter",
    "SHENZHEN NANYU TECHNOLOGY CO., LTD",
    "834022174402",
    "First Harbor Bank, N.A.",
    "026073985",
    "南屿优选",
    "Amazon",
  ]);
  const english = await textOf(await letter({ language: "en" }));
  contains(english, ["Account Confirmation Letter", "834022174402", "United States", "Stores paid into this account"]);
  contains(english, ["Local transfer (ACH)", "ABA routing number"]);
  // The store's name is the merchant's own.
  expect(english.replaceAll("南屿优选", "")).not.toMatch(HAN);
  contains(await textOf(await letter()), ["United States"]);
  const elsewhere = await world.account(merchant, "USD", "771100");
  const away = await world.store(merchant, "别处的店", elsewhere);
  const gone = await world.store(merchant, "解绑的店", account);
  await world.server.database.query("update store set state = 'removed', removed_at = now() where id = $1", [gone]);
  for (const storeId of [away, gone]) await expect(letter({ storeId })).rejects.toMatchObject({ reason: "not_found" });
  const whole = await textOf(await letter());
  contains(whole, ["南屿优选"]);
  for (const name of ["别处的店", "解绑的店"]) expect(whole).not.toContain(name);
  await expect(letter({}, other)).rejects.toMatchObject({ reason: "not_found" });
  await expect(letter({ storeId: account.id })).rejects.toMatchObject({ reason: "not_found" });
  await world.server.database.query(
    "update receiving_account set state = 'frozen', reason = '核查' where merchant_id = $1 and id = $2",
    [merchant.userId, account.id],
  );
  await expect(letter()).rejects.toMatchObject({ reason: "letter.not_open" });
});

test("the month: opening, entries with running balances, closing; page and paper agree", async () => {
  const own = await world.account(merchant, "USD", "990000123");
  await world.fund(own, "100.00", "ORDER-1");
  await world.fund(own, "20.50", "ORDER-2");
  await world.spend(own, "0.50");
  // What the postings were for: income is told by payments, not by entries.
  const at = `${month()}-01 00:00:00+08`;
  await world.income({ account: own, reference: "PAY-1", amount: "100.00", state: "credited", at });
  await world.income({ account: own, reference: "PAY-2", amount: "20.50", state: "credited", at });
  const statement = (over: object = {}, who = merchant) =>
    world.server.call(calls.monthlyStatement, { accountId: own.id, month: month(), ...over }, who);
  const { opening, closing, credits, debits, other: rest, entries, open, since } = await statement();
  expect([opening, credits, debits, rest, closing].map(formatMoney)).toEqual([
    "0.00",
    "119.30",
    "0.00",
    "0.70",
    "120.00",
  ]);
  expect({ entries, open, since }).toEqual({ entries: 3, open: true, since: "2026-01" });

  const { records } = await world.server.call(calls.accountEntries, { accountId: own.id }, merchant);
  expect(records.map(({ what, balance }) => [what, formatMoney(balance)])).toEqual([
    ["收取手续费", "120.00"],
    ["收款入账", "120.50"],
    ["收款入账", "100.00"],
  ]);
  const file = await world.server.call(calls.exportAccountEntries, { accountId: own.id, filters: {} }, merchant);
  expect((await file.blob.text()).trim().split("\n")).toHaveLength(4);

  const paper = await world.server.call(calls.monthlyStatementPdf, { accountId: own.id, month: month() }, merchant);
  contains(await textOf(paper), [
    "收款账户月结单",
    "990000123",
    "USD 119.30",
    "USD 120.00",
    "ORDER-1",
    "ORDER-2",
    "120.50",
  ]);
  const wanted = { accountId: own.id, month: month(), language: "en" as const };
  const english = await textOf(await world.server.call(calls.monthlyStatementPdf, wanted, merchant));
  contains(english, ["Monthly Account Statement", "Closing balance", "USD 120.00", "ORDER-1"]);
  expect(english.replaceAll("深圳南屿科技有限公司", "")).not.toMatch(HAN);

  await expect(statement({ month: "2025-12" })).rejects.toMatchObject({ reason: "statement.no_such_month" });
  await expect(statement({ month: "2099-01" })).rejects.toMatchObject({ reason: "statement.no_such_month" });
  await expect(statement({}, other)).rejects.toMatchObject({ reason: "not_found" });
  await expect(world.server.call(calls.accountEntries, { accountId: own.id }, other)).rejects.toMatchObject({
    reason: "not_found",
  });
});

test("a long month fills page after page, each entry once", async () => {
  const own = await world.account(merchant, "USD", "990000456");
  for (let n = 0; n < 120; n++) await world.fund(own, "1.00", `LONG-${n}-END`);
  const paper = await world.server.call(calls.monthlyStatementPdf, { accountId: own.id, month: month() }, merchant);
  const text = await textOf(paper);
  expect(new Set(text.match(/LONG-\d+-END/g)).size).toBe(120);
  contains(text, ["第 3 页", "USD 120.00"]);
});
