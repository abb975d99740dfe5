import type { Currency, OrderSheetKey } from "@coralhub/domain";
import {
  AMAZON_ORDERS,
  SETTLEMENT,
  EBAY_TRANSACTIONS,
  EBAY_ORDERS,
  SHOPIFY,
  TIKTOK,
  SHOPEE,
  LAZADA,
  PAYPAL,
  report,
} from "./report-forms-fixture.ts";

/** A report as the platform writes it, invented values in its own columns and forms, and what must be read from it. */
export type ReportSample = {
  sheet: OrderSheetKey;
  platform: string;
  /** Of the store, where the report does not say it. */
  currency: Currency | null;
  text: string;
  orders: readonly {
    orderNumber: string;
    at: string;
    currency: Currency;
    amount: bigint;
    refunded?: bigint;
    quantity?: number | null;
    country?: string;
    serial?: string;
    carrier?: string;
    tracking?: string;
    findings?: readonly string[];
  }[];
};

const TIKTOK_HEADS = { "Order ID": "Platform unique order ID.", "Order Amount": "It equals buyer paid amount." };
const sale = { "transaction-type": "Order", "marketplace-name": "Amazon.com", sku: "CUP-1", "quantity-purchased": "1" };
const settled = { ...sale, "settlement-id": "18234567890", "order-id": "114-3941689-8772232" };
const price = (what: string, amount: string) => ({
  "amount-type": "ItemPrice",
  "amount-description": what,
  amount,
  "posted-date": "2026-11-03",
  "posted-date-time": "2026-11-03 08:52:26 UTC",
});
const euro = { "transaction-type": "Order", "order-id": "028-1234567-7654321", sku: "TASSE-1" };
const euroPrice = { "amount-type": "ItemPrice", "posted-date-time": "14.10.2026 07:49:55 UTC" };

export const REPORT_SAMPLES: Readonly<Record<string, ReportSample>> = {
  "Amazon, all orders: two lines of an order, tax and shipping, and one that was cancelled": {
    sheet: "amazonOrders",
    platform: "AMAZON",
    currency: null,
    text: report(
      AMAZON_ORDERS,
      [
        {
          "amazon-order-id": "114-3941689-8772232",
          "purchase-date": "2026-11-03T09:15:22+00:00",
          "order-status": "Shipped",
          "product-name": "Phone case, black",
          quantity: "1",
          currency: "USD",
          "item-price": "19.99",
          "item-tax": "1.60",
          "shipping-price": "4.99",
          "shipping-tax": "0.40",
          "ship-country": "US",
        },
        {
          "amazon-order-id": "114-3941689-8772232",
          "purchase-date": "2026-11-03T09:15:22+00:00",
          "order-status": "Shipped",
          "product-name": "Cable",
          quantity: "2",
          currency: "USD",
          "item-price": "12.00",
          "item-tax": "0.96",
          "ship-country": "US",
        },
        {
          "amazon-order-id": "114-0000001-0000002",
          "purchase-date": "2026-11-04T01:02:03+00:00",
          "order-status": "Cancelled",
          "product-name": "Cup",
          quantity: "0",
          "ship-country": "US",
        },
      ],
      { sign: "\t" },
    ),
    orders: [
      {
        orderNumber: "114-3941689-8772232",
        at: "2026-11-03T09:15:22.000Z",
        currency: "USD",
        amount: 39_94n,
        quantity: 1,
        country: "US",
      },
      {
        orderNumber: "114-0000001-0000002",
        at: "2026-11-04T01:02:03.000Z",
        currency: null as never,
        amount: null as never,
        findings: ["amountMissing", "currencyMissing", "notSold"],
      },
    ],
  },
  "Amazon, settlement V2: the summary line, fees, a refund and a reserve": {
    sheet: "amazonSettlement",
    platform: "AMAZON",
    currency: null,
    text: report(
      SETTLEMENT,
      [
        {
          "settlement-id": "18234567890",
          "settlement-start-date": "2026-10-27 10:00:00 UTC",
          "deposit-date": "2026-11-12 10:00:00 UTC",
          "total-amount": "1031.21",
          currency: "USD",
        },
        { ...settled, ...price("Principal", "1100.00") },
        { ...settled, ...price("Shipping", "6.60") },
        { ...settled, "amount-type": "ItemFees", "amount-description": "Commission", amount: "-15.39" },
        { ...settled, "transaction-type": "Refund", ...price("Principal", "-50.00") },
        {
          "settlement-id": "18234567890",
          "transaction-type": "other-transaction",
          "amount-type": "other-transaction",
          "amount-description": "Current Reserve Amount",
          amount: "-10.00",
        },
      ],
      { sign: "\t" },
    ),
    orders: [
      {
        orderNumber: "114-3941689-8772232",
        at: "2026-11-03T08:52:26.000Z",
        currency: "USD",
        amount: 1106_60n,
        refunded: 50_00n,
        serial: "18234567890",
      },
    ],
  },
  "Amazon, settlement of Europe: commas and points the other way, the number only in the summary": {
    sheet: "amazonSettlement",
    platform: "AMAZON",
    currency: "EUR",
    text: report(
      SETTLEMENT,
      [
        { "settlement-id": "9876543210", "total-amount": "80,75", currency: "EUR" },
        { ...euro, ...euroPrice, "amount-description": "Principal", amount: "95,00" },
        { ...euro, "amount-type": "ItemFees", "amount-description": "Commission", amount: "-14,25" },
      ],
      { sign: "\t" },
    ),
    orders: [
      {
        orderNumber: "028-1234567-7654321",
        at: "2026-10-14T07:49:55.000Z",
        currency: "EUR",
        amount: 95_00n,
        serial: "9876543210",
      },
    ],
  },
  "eBay, transactions: below ten lines of notes, -- for nothing, a refund, a label and the payout": {
    sheet: "ebayTransactions",
    platform: "EBAY",
    currency: null,
    text: report(
      EBAY_TRANSACTIONS,
      [
        {
          "Transaction creation date": "Nov 5, 2026",
          Type: "Order",
          "Order number": "12-34567-89012",
          "Buyer username": "buyer_1",
          "Ship to country": "United Kingdom",
          "Payout currency": "USD",
          "Payout ID": "6012345678",
          "Item title": "Lamp, brass",
          Quantity: "2",
          "Final Value Fee - variable": "-120.10",
          "Gross transaction amount": "1,206.60",
          "Transaction currency": "USD",
        },
        {
          "Transaction creation date": "Nov 8, 2026",
          Type: "Refund",
          "Order number": "12-34567-89012",
          "Payout ID": "6012345678",
          "Gross transaction amount": "-206.60",
          "Transaction currency": "USD",
        },
        { "Transaction creation date": "Nov 6, 2026", Type: "Shipping label", "Gross transaction amount": "-4.11" },
        { "Transaction creation date": "Nov 9, 2026", Type: "Payout", "Net amount": "-870.00" },
      ],
      {
        empty: "--",
        above: [
          "Transaction report",
          "",
          '"All amounts are in the payout currency, unless said otherwise"',
          "Report generated,Nov 10, 2026",
          "Seller,nanyu_uk",
        ],
      },
    ),
    orders: [
      {
        orderNumber: "12-34567-89012",
        at: "2026-11-04T16:00:00.000Z",
        currency: "USD",
        amount: 1206_60n,
        refunded: 206_60n,
        quantity: 2,
        country: "GB",
        serial: "6012345678",
      },
    ],
  },
  "eBay, orders: days as Nov-05-26, amounts with their sign, the count at the end": {
    sheet: "ebayOrders",
    platform: "EBAY",
    currency: "USD",
    text:
      report(EBAY_ORDERS, [
        {
          "Sales Record Number": "101",
          "Order Number": "12-34567-89012",
          "Buyer Name": "Smith, Pat",
          "Ship To Country": "United States",
          "Item Title": "Vintage lamp, brass",
          Quantity: "1",
          "Sold For": "$1,045.99",
          "Total Price": "$1,057.99",
          "Sale Date": "Nov-04-26",
          "Paid On Date": "Nov-05-26",
          "Shipping Service": "USPS Ground Advantage",
          "Tracking Number": "9400111899223100000000",
        },
      ]) + "\r\n1,record(s) downloaded,\r\nSeller ID : nanyu_uk\r\n",
    orders: [
      {
        orderNumber: "12-34567-89012",
        at: "2026-11-04T16:00:00.000Z",
        currency: "USD",
        amount: 1057_99n,
        quantity: 1,
        country: "US",
        carrier: "USPS Ground Advantage",
        tracking: "9400111899223100000000",
      },
    ],
  },
  "Shopify, orders: the total stands on the first line of an order only": {
    sheet: "shopifyOrders",
    platform: "SHOPIFY",
    currency: null,
    text: report(SHOPIFY, [
      {
        Name: "#1001",
        "Financial Status": "partially_refunded",
        "Paid at": "2026-09-03 10:15:00 -0400",
        Currency: "USD",
        Subtotal: "90.00",
        Total: "98.50",
        "Shipping Method": "Standard",
        "Created at": "2026-09-03 10:14:31 -0400",
        "Lineitem quantity": "1",
        "Lineitem name": "LED strip",
        "Billing Name": "Ann Lee",
        "Shipping Country": "CA",
        "Payment Reference": "rABC123",
        "Refunded Amount": "8.50",
      },
      { Name: "#1001", "Lineitem quantity": "3", "Lineitem name": "Clip" },
    ]),
    orders: [
      {
        orderNumber: "#1001",
        at: "2026-09-03T14:15:00.000Z",
        currency: "USD",
        amount: 98_50n,
        refunded: 8_50n,
        quantity: 1,
        country: "CA",
        serial: "rABC123",
      },
    ],
  },
  "TikTok Shop, orders: a mark before it, a line of descriptions, tabs behind numbers and days": {
    sheet: "tiktokOrders",
    platform: "TIKTOK",
    currency: "GBP",
    text: `\uFEFF${report(TIKTOK, [
      TIKTOK_HEADS,
      ...["Cup", "Saucer"].map((product) => ({
        "Order ID": "576543210987654321\t",
        "Order Status": "Completed",
        "Product Name": product,
        Quantity: "1",
        "Order Amount": "25.98",
        "Order Refund Amount": "0",
        "Created Time": "25/10/2026 13:01:02\t",
        "Paid Time": "25/10/2026 13:03:57\t",
        "Tracking ID": "JD0002123456789\t",
        "Shipping Provider Name": "Yodel",
        Country: "United Kingdom",
      })),
    ])}`,
    orders: [
      {
        orderNumber: "576543210987654321",
        at: "2026-10-25T05:03:57.000Z",
        currency: "GBP",
        amount: 25_98n,
        quantity: 1,
        country: "GB",
        carrier: "Yodel",
        tracking: "JD0002123456789",
      },
    ],
  },
  "Shopee, orders: the site's columns, the order's total on each of its lines": {
    sheet: "shopeeOrders",
    platform: "SHOPEE",
    currency: "MYR",
    text: report(
      SHOPEE,
      ["Sarung", "Tudung"].map((product) => ({
        "Order ID": "261101V2Y6E59M",
        "Order Status": "Completed",
        "Tracking Number*": "MYSPX0123456789",
        "Shipping Option": "Standard Delivery",
        "Order Creation Date": "2026-11-01 13:05",
        "Order Paid Time": "2026-11-01 13:06",
        "Product Name": product,
        Quantity: "1",
        "Total Amount": "1,120.40",
        "Grand Total": "1,125.40",
        Country: "MY",
      })),
    ),
    orders: [
      {
        orderNumber: "261101V2Y6E59M",
        at: "2026-11-01T05:06:00.000Z",
        currency: "MYR",
        amount: 1120_40n,
        country: "MY",
        tracking: "MYSPX0123456789",
      },
    ],
  },
  "Lazada, orders: a line for each piece, between semicolons": {
    sheet: "lazadaOrders",
    platform: "LAZADA",
    currency: "SGD",
    text: report(
      LAZADA,
      ["30.00", "12.50"].map((paidPrice) => ({
        orderNumber: "356789012345678",
        createTime: "03 Nov 2026 14:05",
        customerName: "Tan W.",
        shippingCountry: "Singapore",
        paidPrice,
        itemName: "Desk mat",
        shippingProvider: "Ninja Van",
        trackingCode: "NLSGP12345678",
        status: "delivered",
      })),
      { sign: ";" },
    ),
    orders: [
      {
        orderNumber: "356789012345678",
        at: "2026-11-03T06:05:00.000Z",
        currency: "SGD",
        amount: 42_50n,
        country: "SG",
        carrier: "Ninja Van",
        tracking: "NLSGP12345678",
      },
    ],
  },
  "PayPal, activity: credits are sales; fees, withdrawals and memos are not": {
    sheet: "paypalActivity",
    platform: "PAYPAL",
    currency: null,
    text: report(PAYPAL, [
      {
        Date: "10/25/2026",
        Time: "09:12:33",
        TimeZone: "PDT",
        Name: "Ann Lee",
        Type: "Express Checkout Payment",
        Status: "Completed",
        Currency: "USD",
        Gross: "1,206.60",
        Fee: "-42.53",
        Net: "1,164.07",
        "Transaction ID": "8AB12345CD678901E",
        "Item Title": "Garden set",
        Quantity: "1",
        Country: "United States",
        "Invoice Number": "INV-77",
        "Balance Impact": "Credit",
      },
      {
        Date: "10/26/2026",
        Type: "General Withdrawal",
        Currency: "USD",
        Gross: "-1,000.00",
        "Transaction ID": "9XY12345CD678901E",
        "Balance Impact": "Debit",
      },
      {
        Date: "10/26/2026",
        Type: "General Authorization",
        Currency: "USD",
        Gross: "5.00",
        "Transaction ID": "7XY12345CD678901E",
        "Balance Impact": "Memo",
      },
    ]),
    orders: [
      {
        orderNumber: "8AB12345CD678901E",
        at: "2026-10-24T16:00:00.000Z",
        currency: "USD",
        amount: 1206_60n,
        quantity: 1,
        country: "US",
        serial: "INV-77",
      },
    ],
  },
};
