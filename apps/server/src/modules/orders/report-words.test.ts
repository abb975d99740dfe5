import type { Currency, OrderSheetKey } from "@coralhub/domain";
import { expect, test } from "vitest";
import { readSheet } from "./read-sheet.ts";
import {
  AMAZON_ORDERS,
  EBAY_ORDERS,
  PAYPAL,
  report,
  SETTLEMENT,
  SHOPEE,
  SHOPEE_INDONESIA,
  SHOPEE_THAILAND,
  SHOPIFY,
  TIKTOK,
} from "./report-forms-fixture.ts";

const NOW = new Date("2026-11-15T00:00:00Z");
type Line = Record<string, string>;
type Asked = { sheet: OrderSheetKey; platform: string; columns: string; currency?: Currency };
async function rowsOf({ sheet, platform, columns, currency = "USD" }: Asked, ...lines: Line[]) {
  const bytes = new TextEncoder().encode(report(columns, lines, { sign: "\t" }));
  const read = await readSheet({ bytes, isWorkbook: false, sheet, platform, currency, now: NOW });
  return read.take(0, read.total).map((row) => row.read);
}
const brief = async (asked: Asked, ...lines: Line[]) =>
  (await rowsOf(asked, ...lines)).map(({ orderNumber, amountMinor, findings }) => [
    orderNumber,
    amountMinor,
    ...findings,
  ]);

const EBAY: Asked = { sheet: "ebayOrders", platform: "EBAY", columns: EBAY_ORDERS };
const ebay = (number: string, more: Line = {}): Line => ({
  "Order Number": number,
  "Item Title": "Lamp",
  "Total Price": "$10.00",
  "Sale Date": "Nov-04-26",
  ...more,
});

test("an order that its report names no day of payment for was not paid, whatever else the report says", async () => {
  const paid = { "Paid On Date": "Nov-05-26" };
  const lamp = ebay("12-34567-89014", { ...paid, "Total Price": "$4.00" });
  expect(await brief(EBAY, ebay("12-34567-89012", paid), ebay("12-34567-89013"), lamp, ebay("12-34567-89014"))).toEqual(
    [
      ["12-34567-89012", 10_00n],
      ["12-34567-89013", 10_00n, "notSold"],
      // One of its lines says it for the order.
      ["12-34567-89014", 14_00n],
    ],
  );
  const shopify = (Name: string, more: Line): Line => ({
    Name,
    "Financial Status": "paid",
    "Created at": "2026-11-03 10:00:00 +0800",
    Currency: "USD",
    Total: "10.00",
    "Lineitem name": "Cup",
    ...more,
  });
  const shop: Asked = { sheet: "shopifyOrders", platform: "SHOPIFY", columns: SHOPIFY };
  const at = "2026-11-03 10:01:00 +0800";
  expect(await brief(shop, shopify("#1", { "Paid at": at }), shopify("#2", {}))).toEqual([
    ["#1", 10_00n],
    ["#2", 10_00n, "notSold"],
  ]);
  const tiktok = { "Order Status": "To ship", "Product Name": "Cup", "Order Amount": "10.00" };
  const created = { "Created Time": "25/10/2026 13:01:02" };
  const tok: Asked = { sheet: "tiktokOrders", platform: "TIKTOK", columns: TIKTOK };
  expect(
    await brief(
      tok,
      { ...tiktok, ...created, "Order ID": "576543210987654321", "Paid Time": "25/10/2026 13:03:57" },
      { ...tiktok, ...created, "Order ID": "576543210987654322" },
    ),
  ).toEqual([
    ["576543210987654321", 10_00n],
    ["576543210987654322", 10_00n, "notSold"],
  ]);
  const shopee = { "Order Status": "To Ship", "Product Name": "Cup", "Total Amount": "10.00" };
  const made = { "Order Creation Date": "2026-11-01 13:05" };
  expect(
    await brief(
      { sheet: "shopeeOrders", platform: "SHOPEE", columns: SHOPEE },
      { ...shopee, ...made, "Order ID": "261101V2Y6E59M", "Order Paid Time": "2026-11-01 13:06" },
      { ...shopee, ...made, "Order ID": "261101V2Y6E59N" },
    ),
  ).toEqual([
    ["261101V2Y6E59M", 10_00n],
    ["261101V2Y6E59N", 10_00n, "notSold"],
  ]);
});

test("a file whose columns about payment, or about what its lines are, were taken out is not the platform's", async () => {
  const without = (columns: string, ...gone: string[]) =>
    columns
      .split("|")
      .filter((name) => !gone.includes(name))
      .join("|");
  const refused = { problem: "header" };
  await expect(rowsOf({ ...EBAY, columns: without(EBAY_ORDERS, "Paid On Date") }, ebay("12-34567-89012")))
    .rejects //
    .toMatchObject(refused);
  const amazon: Asked = { sheet: "amazonOrders", platform: "AMAZON", columns: without(AMAZON_ORDERS, "order-status") };
  const line = { "amazon-order-id": "114-3941689-8772232", "item-price": "10.00", "purchase-date": "2026-11-03" };
  await expect(rowsOf(amazon, line)).rejects.toMatchObject(refused);
  const settlement: Asked = {
    sheet: "amazonSettlement",
    platform: "AMAZON",
    columns: without(SETTLEMENT, "transaction-type"),
  };
  await expect(rowsOf(settlement, { "order-id": "114-3941689-8772232", amount: "10.00" })).rejects.toMatchObject(
    refused,
  );
});

test("what Amazon's promotions take off was not paid by the buyer, and is not given back with a refund", async () => {
  const orders: Asked = { sheet: "amazonOrders", platform: "AMAZON", columns: AMAZON_ORDERS };
  const line = (number: string, more: Line): Line => ({
    "amazon-order-id": number,
    "purchase-date": "2026-11-03T09:15:22+00:00",
    "order-status": "Shipped",
    "product-name": "Cup",
    quantity: "1",
    currency: "USD",
    "item-price": "20.00",
    ...more,
  });
  const promoted = { "shipping-price": "5.00", "ship-promotion-discount": "5.00", "item-promotion-discount": "2.50" };
  expect(
    await brief(
      orders,
      line("114-3941689-8772232", promoted),
      line("114-3941689-8772233", { "item-promotion-discount": "-2.50", "gift-wrap-price": "1.00" }),
      line("114-3941689-8772234", { "item-promotion-discount": "?" }),
    ),
  ).toEqual([
    ["114-3941689-8772232", 17_50n],
    ["114-3941689-8772233", 18_50n],
    ["114-3941689-8772234", null, "amountMalformed"],
  ]);
  const settled = (kind: string, type: string, amount: string): Line => ({
    "settlement-id": "18234567890",
    currency: "USD",
    "transaction-type": kind,
    "order-id": "114-3941689-8772232",
    "amount-type": type,
    amount,
    "posted-date-time": "2026-11-03 08:52:26 UTC",
    sku: "CUP-1",
  });
  const settlement: Asked = { sheet: "amazonSettlement", platform: "AMAZON", columns: SETTLEMENT };
  const [row] = await rowsOf(
    settlement,
    settled("Order", "ItemPrice", "100.00"),
    settled("Order", "Promotion", "-10.00"),
    settled("Order", "ItemFees", "-15.00"),
    settled("Refund", "ItemPrice", "-50.00"),
    settled("Refund", "Promotion", "5.00"),
  );
  expect(row).toMatchObject({ amountMinor: 90_00n, refundedMinor: 45_00n, findings: [] });
});

test("Shopee's exports are read in Indonesian and in Thai, to their last word", async () => {
  const indonesia: Asked = {
    sheet: "shopeeOrders",
    platform: "SHOPEE",
    columns: SHOPEE_INDONESIA,
    currency: "IDR",
  };
  const order = (number: string, more: Line): Line => ({
    "No. Pesanan": number,
    "Status Pesanan": "Selesai",
    "No. Resi": "SPXID012345678901",
    "Opsi Pengiriman": "Reguler (Cashless)",
    "Waktu Pesanan Dibuat": "2026-11-01 13:05",
    "Waktu Pembayaran Dilakukan": "2026-11-01 13:06",
    "Nama Produk": "Kemeja",
    Jumlah: "2",
    "Total Pembayaran": "112.000",
    "Username (Pembeli)": "pembeli",
    ...more,
  });
  const rows = await rowsOf(
    indonesia,
    order("261101V2Y6E59M", {}),
    order("261101V2Y6E59N", { "Status Pesanan": "Batal" }),
    order("261101V2Y6E59P", { "Waktu Pembayaran Dilakukan": "-", "Total Pembayaran": "98.500" }),
  );
  expect(rows[0]).toMatchObject({
    orderNumber: "261101V2Y6E59M",
    orderedAt: new Date("2026-11-01T05:06:00Z"),
    currency: "IDR",
    amountMinor: 112_000n,
    goods: "Kemeja",
    quantity: 2,
    buyer: "pembeli",
    carrier: "Reguler (Cashless)",
    tracking: "SPXID012345678901",
    findings: [],
  });
  expect(rows.slice(1).map(({ amountMinor, findings }) => [amountMinor, ...findings])).toEqual([
    [112_000n, "notSold"],
    [98_500n, "notSold"],
  ]);
  const thailand: Asked = { ...indonesia, columns: SHOPEE_THAILAND, currency: "THB" };
  const thai = (number: string, status: string): Line => ({
    หมายเลขคำสั่งซื้อ: number,
    สถานะการสั่งซื้อ: status,
    วันที่ทำการสั่งซื้อ: "2026-11-01 13:05",
    เวลาการชำระสินค้า: "2026-11-01 13:06",
    ชื่อสินค้า: "แก้ว",
    จำนวน: "1",
    จำนวนเงินทั้งหมด: "1,290.50",
    ตัวเลือกการจัดส่ง: "Standard Delivery",
    "*หมายเลขติดตามพัสดุ": "TH01234567890",
  });
  const [sold, gone] = await rowsOf(thailand, thai("261101V2Y6E59Q", "สำเร็จแล้ว"), thai("261101V2Y6E59R", "ยกเลิกแล้ว"));
  expect(sold).toMatchObject({ amountMinor: 1290_50n, goods: "แก้ว", tracking: "TH01234567890", findings: [] });
  expect(gone).toMatchObject({ findings: ["notSold"] });
});

test("of PayPal's activity a sale is what is called one; money under a word nobody knows is refused and says so", async () => {
  const paypal: Asked = { sheet: "paypalActivity", platform: "PAYPAL", columns: PAYPAL };
  const line = (at: number, Type: string): Line => ({
    Date: "10/25/2026",
    Type,
    Status: "Completed",
    Currency: "USD",
    Gross: "10.00",
    "Transaction ID": `8AB12345CD67890${String(at).padStart(2, "0")}`,
    "Item Title": "Garden set",
    "Balance Impact": "Credit",
  });
  const sales = [
    "Express Checkout Payment",
    "Website Payment",
    "General Payment",
    "Subscription Payment",
    "PreApproved Payment Bill User Payment",
    "eBay Auction Payment",
    "Direct Credit Card Payment",
    "Third-Party Auction Payment",
    "Mobile Payment",
    "Virtual Terminal Payment",
    "PayPal Here Payment",
    "Generic Instrument-Funded Payment",
  ];
  const none = ["Mass Pay Payment", "Donation Payment", "General Bonus", "Fee Reversal", "General Account Correction"];
  const rows = await rowsOf(paypal, ...[...sales, ...none, "Lucky Draw"].map((kind, at) => line(at, kind)));
  expect(rows.map(({ findings }) => findings)).toEqual([...sales.map(() => []), ["kindUnknown"]]);
});
