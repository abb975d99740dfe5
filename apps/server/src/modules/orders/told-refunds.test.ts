import { orderDeskEndpoints as office, orderEndpoints as calls } from "@coralhub/contract";
import { parseMoney, type OrderSheetKey } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startExchange, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, certified } from "../income/income-fixture.ts";
import { consumeMoves, reserveMove } from "./move-quota.ts";
import { amazonNumber, ended, fileOf, ordersDeps, quotaOf, upload } from "./orders-fixture.ts";
import { readSheet } from "./read-sheet.ts";
import { EBAY_TRANSACTIONS, PAYPAL, report, SETTLEMENT } from "./report-forms-fixture.ts";

const usd = (text: string) => parseMoney(text, "USD");
let desk: ExchangeDesk;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());
beforeEach(async () => {
  merchant = await certified(desk);
});

let counter = 500;
const daysAgo = (days: number) => new Date(desk.clock.now().getTime() - days * 86_400_000);
const isoDay = (days: number) => daysAgo(days).toISOString().slice(0, 10);
type Line = Record<string, string>;
/** A report of these lines, taken in; its findings. */
async function tell(platformCode: string, excelType: OrderSheetKey, text: string) {
  const { id } = await ended(desk, merchant, await upload(desk, merchant, fileOf(text), { platformCode, excelType }));
  const ref = { merchantId: merchant.userId, id };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  if (orderIds.length > 0) await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  return (await desk.call(calls.uploadRecord, { id }, merchant)).findings.map(({ finding }) => finding);
}
const amazonOf = (number: string) => {
  const line = (kind: string, amount: string, days: number, more: Line = {}): Line => ({
    "settlement-id": "18234567890",
    currency: "USD",
    "transaction-type": kind,
    "order-id": number,
    "amount-type": "ItemPrice",
    "amount-description": "Principal",
    amount,
    "posted-date-time": `${isoDay(days)} 10:00:00 UTC`,
    sku: "CUP-1",
    ...more,
  });
  return {
    line,
    tell: (...lines: Line[]) => tell("AMAZON", "amazonSettlement", report(SETTLEMENT, lines, { sign: "\t" })),
  };
};
const available = async () => (await quotaOf(desk, merchant))?.available;
const refundsOf = async (number: string) => {
  const { records } = await desk.call(calls.searchOrders, { filters: { orderNumber: number } }, merchant);
  const { id } = records.find(({ state }) => state !== "failed")!;
  return (await desk.call(calls.order, { id }, merchant)).refunds.map(({ kind, amount }) => ({ kind, amount }));
};

test("every refund that a report tells by itself is taken, in whatever report it stands, and none twice", async () => {
  const number = amazonNumber(++counter);
  const amazon = amazonOf(number);
  const [first, second] = [amazon.line("Refund", "-30.00", 4), amazon.line("Refund", "-20.00", 2)];
  await amazon.tell(amazon.line("Order", "100.00", 6));
  expect(await available()).toEqual(usd("100.00"));
  expect(await amazon.tell(first)).toEqual(["refundOnly"]);
  expect(await available()).toEqual(usd("70.00"));
  expect(await amazon.tell(second)).toEqual(["refundOnly"]);
  expect(await available()).toEqual(usd("50.00"));
  // Both again, with their order and without it: nothing is new.
  expect(await amazon.tell(first, second)).toEqual(["refundOnly"]);
  expect(await amazon.tell(second, amazon.line("Order", "100.00", 6), first)).toEqual(["duplicateEarlier"]);
  expect(await available()).toEqual(usd("50.00"));
  // The same amount at the same time under another number of the platform, and on another day.
  await amazon.tell({ ...second, "adjustment-id": "adj-2" }, amazon.line("Refund", "-20.00", 1));
  expect(await available()).toEqual(usd("10.00"));
  const largestFirst = (await refundsOf(number)).toSorted((a, b) => Number(b.amount.minor - a.amount.minor));
  const told = ["30.00", "20.00", "20.00", "20.00"].map((amount) => ({ kind: "refund", amount: usd(amount) }));
  expect(largestFirst).toEqual(told);
  expect(await bookProblems(desk)).toEqual([]);
});

test("a refund is one, whether a report says its hour, its item or what it was for, and alike ones of one report are several", async () => {
  const amazon = amazonOf(amazonNumber(++counter));
  await amazon.tell(amazon.line("Order", "100.00", 9));
  const refund = amazon.line("Refund", "-10.00", 5, { "order-item-code": "111", "posted-date": isoDay(5) });
  await amazon.tell({ ...refund, "posted-date-time": `${isoDay(5)} 23:30:00 UTC` });
  await amazon.tell({ ...refund, "posted-date-time": "", "order-item-code": "", "amount-description": "Price" });
  expect(await available()).toEqual(usd("90.00"));
  const named = amazon.line("Refund", "-10.00", 5, { "adjustment-id": "adj-9", "order-item-code": "111" });
  await amazon.tell(named);
  await amazon.tell({ ...named, "posted-date-time": `${isoDay(6)} 18:00:00 PDT`, "order-item-code": "" });
  expect(await available()).toEqual(usd("80.00"));
  // Two goods sent back for the same amount; told again beside the first of them.
  await amazon.tell({ ...named, "adjustment-id": "adj-10" }, { ...named, "adjustment-id": "adj-10", sku: "CUP-2" });
  expect(await available()).toEqual(usd("60.00"));
  await amazon.tell({ ...named, "adjustment-id": "adj-10", sku: "CUP-2" }, named);
  expect(await available()).toEqual(usd("60.00"));
});

test("a chargeback is said in its own word, and taken beside what is told of refunds", async () => {
  const number = amazonNumber(++counter);
  const amazon = amazonOf(number);
  const figure = (refunded: string) => {
    const header = "订单号,下单时间,币种,订单金额,退款金额,商品名称";
    return tell("AMAZON", "template", `${header}\n${number},${isoDay(6)},USD,100.00,${refunded},杯子`);
  };
  await amazon.tell(amazon.line("Order", "100.00", 6), amazon.line("Refund", "-10.00", 5));
  expect(await available()).toEqual(usd("90.00"));
  expect(await figure("20.00")).toEqual(["duplicateEarlier"]);
  expect(await available()).toEqual(usd("80.00"));
  expect(await amazon.tell(amazon.line("Chargeback Refund", "-25.00", 3))).toEqual(["chargebackOnly"]);
  expect(await amazon.tell(amazon.line("A-to-z Guarantee Refund", "-15.00", 2))).toEqual(["chargebackOnly"]);
  expect(await available()).toEqual(usd("40.00"));
  expect(await figure("30.00")).toEqual(["duplicateEarlier"]);
  expect(await available()).toEqual(usd("30.00"));
  expect(await refundsOf(number)).toEqual([
    { kind: "refund", amount: usd("10.00") },
    { kind: "chargeback", amount: usd("25.00") },
    { kind: "chargeback", amount: usd("15.00") },
  ]);
});

test("a chargeback counts once, also where its row is mended in the page or comes again in the file of refused ones", async () => {
  const [first, second] = [amazonNumber(++counter), amazonNumber(++counter)].map(amazonOf);
  const sold = (of: typeof first, amount: string) => of!.line("Order", amount, 6, { sku: "" });
  const back = (of: typeof first) => [of!.line("Refund", "-10.00", 4), of!.line("Chargeback Refund", "-25.00", 3)];
  const lines = [sold(first, "100.00"), ...back(first), sold(second, "100.00"), ...back(second)];
  expect(await first!.tell(...lines.map((line) => ({ ...line, sku: "" })))).toEqual(["goodsMissing"]);
  const { records } = await desk.call(calls.searchOrders, { filters: { state: ["failed"] } }, merchant);
  const [mended, again] = records;
  await desk.call(calls.repairOrder, { id: mended!.id, given: { goods: "杯子" } }, merchant);
  const ref = { merchantId: merchant.userId, id: mended!.uploadId };
  const orderIds = (await desk.call(office.orderCaseRows, ref, desk.reviewer)).map((order) => order.id);
  await desk.call(office.decideOrders, { ...ref, orderIds, decision: "pass" }, desk.reviewer);
  expect(await available()).toEqual(usd("65.00"));
  const rejected = await desk.call(calls.rejectedRows, { id: mended!.uploadId }, merchant);
  const sheet = await readSheet({
    bytes: new Uint8Array(await rejected.blob.arrayBuffer()),
    isWorkbook: true,
    sheet: "template",
    platform: "AMAZON",
    currency: null,
    now: desk.clock.now(),
  });
  const [row] = sheet.take(0, sheet.total);
  expect(row!.given).toMatchObject({ orderNumber: again!.orderNumber, amount: "100.00", refunded: "-10.00" });
  expect(await bookProblems(desk)).toEqual([]);
});

test("a refund that is told before its order counts once the order comes", async () => {
  const [some, all] = [amazonNumber(++counter), amazonNumber(++counter)].map(amazonOf);
  await some!.tell(
    some!.line("Refund", "-30.00", 2),
    all!.line("Refund", "-60.00", 2),
    all!.line("Refund", "-40.00", 1),
  );
  expect(await available()).toBeUndefined();
  expect(await some!.tell(some!.line("Order", "100.00", 6), all!.line("Order", "100.00", 6))).toEqual([
    "refundedWhole",
  ]);
  expect(await available()).toEqual(usd("70.00"));
});

test("eBay: a line of nothing but a refund or a dispute lowers its order, and is owed where that is used", async () => {
  const number = `12-34567-${String(++counter).padStart(5, "0")}`;
  const told = (days: number) =>
    daysAgo(days).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
  const line = (Type: string, amount: string, days: number, more: Line = {}): Line => ({
    "Transaction creation date": told(days),
    Type,
    "Order number": number,
    "Gross transaction amount": amount,
    "Transaction currency": "USD",
    ...more,
  });
  const ebay = (...lines: Line[]) =>
    tell("EBAY", "ebayTransactions", report(EBAY_TRANSACTIONS, lines, { empty: "--" }));
  await ebay(line("Order", "100.00", 8, { "Item title": "Lamp", Quantity: "1" }));
  expect(await ebay(line("Refund", "-30.00", 5))).toEqual(["refundOnly"]);
  expect(await available()).toEqual(usd("70.00"));
  await desk.database.query(
    `insert into order_demand (merchant_id, currency, platform, credited_minor) values ($1, 'USD', 'EBAY', 100000)`,
    [merchant.userId],
  );
  const deps = ordersDeps(desk);
  const move = { id: desk.app.platform.ids.next(), kind: "payout", reference: "PO-1", platforms: ["EBAY"] } as const;
  const { userId: merchantId } = merchant;
  await deps.database.transaction((tx) => reserveMove(deps, tx, merchantId, { ...move, amount: usd("60.00") }));
  await deps.database.transaction((tx) => consumeMoves(deps, tx, merchantId, [move.id]));
  expect(await ebay(line("Refund", "-20.00", 3))).toEqual(["refundOnly"]);
  expect(await quotaOf(desk, merchant)).toMatchObject({
    available: usd("0.00"),
    used: usd("60.00"),
    debt: usd("10.00"),
  });
  expect(await ebay(line("Payment dispute", "-15.00", 2, { "Reference ID": "5000001" }))).toEqual(["chargebackOnly"]);
  expect(await ebay(line("Claim", "-5.00", 1))).toEqual(["chargebackOnly"]);
  expect(await quotaOf(desk, merchant)).toMatchObject({ debt: usd("30.00") });
  const messages = await desk.database.query<{ title: string }>(
    "select title from message where merchant_id = $1 and event = 'orders.debt'",
    [merchantId],
  );
  expect(messages.map(({ title }) => title.slice(0, 2)).toSorted()).toEqual(["拒付", "拒付", "退款"].toSorted());
  expect(await bookProblems(desk)).toEqual([]);
});

test("PayPal: refunds, reversals and chargebacks are of the payment they refer to; a credit that is no sale is none", async () => {
  const [payment, other] = [`PP${++counter}0123456789ABC`, `PP${++counter}0123456789ABC`];
  const line = (Type: string, Gross: string, id: string, more: Line = {}): Line => ({
    Date: isoDay(4),
    Type,
    Currency: "USD",
    Gross,
    "Transaction ID": id,
    "Balance Impact": Gross.startsWith("-") ? "Debit" : "Credit",
    ...more,
  });
  const back = (Type: string, Gross: string, id: string): Line =>
    line(Type, Gross, id, { "Reference Txn ID": payment });
  const paypal = (...lines: Line[]) => tell("PAYPAL", "paypalActivity", report(PAYPAL, lines));
  const sale = line("Express Checkout Payment", "200.00", payment, { "Item Title": "Garden set" });
  const convert = line("General Currency Conversion", "50.00", `PP${++counter}0123456789ABC`);
  expect(await paypal(sale, convert, line("General Withdrawal", "-80.00", other))).toEqual([]);
  expect(await available()).toEqual(usd("200.00"));
  expect(await paypal(back("Payment Refund", "-50.00", "R1"), back("Chargeback Fee", "-20.00", "F1"))).toEqual([
    "refundOnly",
  ]);
  expect(await available()).toEqual(usd("150.00"));
  expect(await paypal(back("Payment Reversal", "-40.00", "V1"), back("Chargeback", "-30.00", "C1"))).toEqual([
    "chargebackOnly",
  ]);
  expect(await available()).toEqual(usd("80.00"));
  // Told again beside the bank's answer in the seller's favour: what follows takes so much less.
  await paypal(back("Chargeback", "-30.00", "C1"), back("Chargeback Reversal", "30.00", "C2"));
  await paypal(back("Payment Refund", "-35.00", "R2"));
  expect(await available()).toEqual(usd("75.00"));
  // Whose it is must be said, and in the order's own money; a refund beyond all orders takes all of this one.
  expect(await paypal(line("Payment Refund", "-5.00", "R3"))).toContain("orderNumberMissing");
  expect(await paypal({ ...back("Payment Refund", "-5.00", "R4"), Currency: "EUR" })).toEqual(["refundOnly"]);
  const mixed = { ...sale, "Transaction ID": other };
  const elsewhere = { ...line("Payment Refund", "-5.00", "R5", { "Reference Txn ID": other }), Currency: "EUR" };
  expect(await paypal(mixed, elsewhere)).toEqual(["currencyOther"]);
  expect(await available()).toEqual(usd("75.00"));
  const huge = back("Payment Refund", "-999999999999999.00", "H1");
  expect(await paypal(huge, { ...huge, "Transaction ID": "H2" })).toContain("amountMalformed");
  expect(await paypal(huge)).toEqual(["refundOnly"]);
  expect(await quotaOf(desk, merchant)).toBeUndefined();
  expect(await bookProblems(desk)).toEqual([]);
});
