import { ALL_ENDPOINTS } from "@coralhub/contract";
import { moneyText, statementPeriod, toShanghaiDay } from "@coralhub/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desk } from "../income/income-fixture.ts";
import { pdfText } from "../../platform/pdf-text-fixture.ts";
import { maskedName } from "./receipt.ts";
import { atBank, citic, reaches, readyMerchant, startPayouts, withdraw } from "./payouts-fixture.ts";

const { payouts, statements } = ALL_ENDPOINTS;
let desk: Desk;
beforeAll(async () => void (desk = await startPayouts()));
afterAll(() => desk.close());

const bytesOf = async ({ blob }: { blob: Blob }) => Buffer.from(await blob.arrayBuffer());

test.each([
  ["李明", "李*"],
  ["欧阳小明", "欧**明"],
  ["李", "李*"],
])("%s is shown as %s", (name, shown) => expect(maskedName(name)).toBe(shown));

test("a receipt names both sides and can be confirmed by anybody who holds it, one or many", async () => {
  const { merchant, source } = await readyMerchant(desk, "1000.00");
  // Vouchers are in yuan at a kept rate.
  await desk.database.query(
    `insert into fx_rate_board (grain, at, source, per_dollar) values ('days', now() - interval '1 day', 'test', '{"CNY": "7.1", "USD": "1"}')`,
  );
  const { id } = await withdraw(desk, merchant, source.id, "800.00");
  const { reference, price } = await reaches(desk, merchant, id, "completed");
  const paper = pdfText(await bytesOf(await desk.call(citic.receipt, { id }, merchant)));
  for (const words of [
    "结汇回单",
    reference,
    moneyText(price!.amount),
    moneyText(price!.arrives),
    "电子回单专用章",
    `${new URL(desk.config.publicUrl).origin}/receiptVerification`,
  ]) {
    expect(paper.replaceAll(/\s/g, "")).toContain(words.replaceAll(/\s/g, ""));
  }
  const inEnglish = await desk.call(citic.receipt, { id, language: "en" }, merchant);
  expect(inEnglish.fileName).toBe(`Exchange Advice-${reference}.pdf`);
  const english = pdfText(await bytesOf(inEnglish));
  const said = ["Exchange Advice", reference, "Withdrawal", "China", "Settlement in CNY", "(Beijing time)"];
  for (const words of said) expect(english.replaceAll(/\s/g, "")).toContain(words.replaceAll(/\s/g, ""));
  // Names of people, companies and banks stay as they are.
  expect(english.replaceAll(/深圳南屿科技有限公司|中信银行/g, "")).not.toMatch(/\p{Script=Han}/u);
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(paper)![0];
  const confirmed = await desk.call(payouts.confirmReceipt, { reference, code: code.toLowerCase() });
  expect(confirmed).toMatchObject({ title: "结汇回单", state: "completed", amount: price!.amount });
  expect(confirmed.payee).toMatch(/^.\*+.$/);
  const wrong = code.startsWith("A") ? `B${code.slice(1)}` : `A${code.slice(1)}`;
  for (const asked of [
    { reference, code: wrong },
    { reference: "NOSUCHREFERENCE", code },
  ]) {
    await expect(desk.call(payouts.confirmReceipt, asked)).rejects.toMatchObject({ reason: "payout.receipt_unknown" });
  }

  const archive = await bytesOf(await desk.call(payouts.payoutReceipts, { ids: [id] }, merchant));
  expect(archive.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(archive.includes(Buffer.from(`回单/结汇回单-${reference}.pdf`))).toBe(true);

  const month = toShanghaiDay(desk.clock.now()).slice(0, 7);
  expect(statementPeriod("month", month).from < desk.clock.now()).toBe(true);
  const pack = await bytesOf(await desk.call(statements.monthPack, { month }, merchant));
  for (const name of ["收入", "支出", "费用", "订单", "金蝶凭证", "用友凭证", `结汇回单-${reference}`]) {
    expect(pack.includes(Buffer.from(name)), name).toBe(true);
  }
  const voucher = (
    await bytesOf(await desk.call(statements.voucherFile, { month, format: "kingdee" }, merchant))
  ).toString();
  expect(voucher).toContain("凭证日期,会计年度");
  const linesOf = (file: string, words: string) => file.split("\n").filter((line) => line.includes(words)).length;
  const paid = linesOf(voucher, "提现 ");
  expect(paid).toBeGreaterThan(1);

  // Back again: the payment stays in the books of its day, and its return is a voucher of its own, as is what banks kept of it.
  await atBank(desk, reference, "returnShort");
  await reaches(desk, merchant, id, "returned");
  const after = await bytesOf(await desk.call(statements.voucherFile, { month, format: "kingdee" }, merchant));
  expect(linesOf(after.toString(), "提现 ")).toBe(paid);
  expect(linesOf(after.toString(), "提现退回 ")).toBe(paid);
  expect(linesOf(after.toString(), "退回时的银行扣费 ")).toBe(2);
});
