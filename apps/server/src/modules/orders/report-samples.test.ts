import { ORDER_SHEET_NAMES, readOrder, TYPED_HABITS, type OrderSheetKey } from "@coralhub/domain";
import { expect, test } from "vitest";
import { readSheet } from "./read-sheet.ts";
import { LAZADA, report, SHOPIFY } from "./report-forms-fixture.ts";
import { REPORT_SAMPLES } from "./report-samples-fixture.ts";

const NOW = new Date("2026-11-15T00:00:00Z");

test.each(Object.entries(REPORT_SAMPLES))("%s", async (_name, { sheet, platform, currency, text, orders }) => {
  const bytes = new TextEncoder().encode(text);
  const { total, take } = await readSheet({ bytes, isWorkbook: false, sheet, platform, currency, now: NOW });
  const read = take(0, total).map((row) => row.read);
  expect(read.map(({ orderNumber }) => orderNumber)).toEqual(orders.map(({ orderNumber }) => orderNumber));
  orders.forEach(({ at, amount, refunded = 0n, findings = [], ...same }, place) => {
    const { orderedAt, findings: found, ...row } = read[place]!;
    expect(orderedAt?.toISOString()).toBe(at);
    expect(found.toSorted()).toEqual(findings);
    expect(row).toMatchObject({ amountMinor: amount, refundedMinor: refunded, ...same });
  });
});

test("lines of an order below nothing add up to less than nothing, and a part that is no amount is found", async () => {
  const numbers = ["114-3941689-8772232", "114-3941689-8772233", "114-3941689-8772234"];
  const line = (at: number, kind: string, amount: string) =>
    ["S1", numbers[at], kind, "ItemPrice", amount, "2026-11-03 08:52:26 UTC", "USD", "CUP-1"].join("\t");
  const text = [
    "settlement-id\torder-id\ttransaction-type\tamount-type\tamount\tposted-date-time\tcurrency\tsku",
    line(0, "Order", "-25.00"),
    line(0, "Order", "-25.00"),
    line(1, "Order", "100.00"),
    line(1, "Refund", "n/a"),
    line(2, "Order", "70.00"),
    line(2, "Order", "x"),
  ].join("\n");
  const question = { isWorkbook: false, sheet: "amazonSettlement", platform: "AMAZON", currency: null } as const;
  const { total, take } = await readSheet({ ...question, bytes: new TextEncoder().encode(text), now: NOW });
  expect(take(0, total).map(({ read }) => [read.amountMinor, read.findings])).toEqual([
    [-50_00n, ["amountRange"]],
    [100_00n, ["amountMalformed"]],
    [null, ["amountMalformed"]],
  ]);
});

test("what a report itself calls unpaid or cancelled is no sale; of an order's lines those count that are", async () => {
  const take = async (sheet: OrderSheetKey, platform: string, columns: string, ...lines: Record<string, string>[]) => {
    const bytes = new TextEncoder().encode(report(columns, lines));
    const read = await readSheet({ bytes, isWorkbook: false, sheet, platform, currency: "USD", now: NOW });
    return read
      .take(0, read.total)
      .map(({ read: { orderNumber, amountMinor, findings } }) => [orderNumber, amountMinor, ...findings]);
  };
  const shopify = (Name: string, status: string, Total = "10.00") => ({
    Name,
    "Financial Status": status,
    "Paid at": "2026-11-03 10:00:00 +0800",
    Currency: "USD",
    Total,
    "Lineitem name": "Cup",
  });
  const shop = [shopify("#1", "paid"), shopify("#2", "pending"), shopify("#2", "", ""), shopify("#3", "voided")];
  expect(await take("shopifyOrders", "SHOPIFY", SHOPIFY, ...shop)).toEqual([
    ["#1", 10_00n],
    ["#2", 10_00n, "notSold"],
    ["#3", 10_00n, "notSold"],
  ]);
  const lazada = (orderNumber: string, status: string, paidPrice: string) => ({
    orderNumber,
    status,
    paidPrice,
    createTime: "2026-11-03 10:00:00",
    itemName: "Cup",
  });
  const goods = [
    lazada("7001", "canceled", "10.00"),
    lazada("7001", "delivered", "20.00"),
    lazada("7002", "unpaid", "5"),
  ];
  expect(await take("lazadaOrders", "LAZADA", LAZADA, ...goods)).toEqual([
    ["7001", 20_00n],
    ["7002", 5_00n, "notSold"],
  ]);
});

test("an amount that can be read in two ways is refused, and kept as the page reads it", async () => {
  const take = async (...cells: string[]) => {
    const lines = cells.map((amount, at) => `114-3941689-877220${at},2026-11-03,USD,"${amount}",cup`);
    const text = ["订单号,下单时间,币种,订单金额,商品名称", ...lines].join("\n");
    const question = { isWorkbook: false, sheet: "template", platform: "AMAZON", currency: null } as const;
    const sheet = await readSheet({ ...question, bytes: new TextEncoder().encode(text), now: NOW });
    return sheet.take(0, sheet.total);
  };
  const amounts = async (...cells: string[]) => (await take(...cells)).map(({ read }) => read.amountMinor);
  expect(await amounts("99,90", "12.50", "1,234.50", "12,34,567.00")).toEqual([null, 12_50n, 1_234_50n, 1_234_567_00n]);
  expect(await amounts("99,90", "1.234,50", "5", "12.50.000,00", "12.50")).toEqual([null, null, 5_00n, null, 12_50n]);
  const local = await take("99,90", "1.234,50", "5");
  expect(local.map(({ read }) => read.amountMinor)).toEqual([99_90n, 1_234_50n, 5_00n]);
  expect(local.map(({ given }) => given.amount)).toEqual(["99.90", "1234.50", "5.00"]);
  for (const { given } of local)
    expect(readOrder(given, { platform: "AMAZON", currency: null, now: NOW, habits: TYPED_HABITS }).findings).toEqual(
      [],
    );
});

test("every report that can be chosen has a sample", () => {
  const sampled = new Set(Object.values(REPORT_SAMPLES).map(({ sheet }) => sheet));
  expect(ORDER_SHEET_NAMES.filter((name) => !sampled.has(name))).toEqual(["template"]);
});
