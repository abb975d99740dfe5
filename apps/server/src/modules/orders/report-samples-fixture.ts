import type { Currency, OrderSheetKey } from "@coralhub/domain";

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

type Line = Readonly<Record<string, string>>;
const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** Cells stand below the names of their columns; what is not said is `empty`. */
function report(
  columns: string,
  lines: readonly Line[],
  { sign = ",", empty = "", above = [] as readonly string[], end = "\r\n" } = {},
): string {
  const names = columns.split("|");
  const cells = lines.map((line) => {
    for (const name of Object.keys(line)) if (!names.includes(name)) throw new Error(`no column ${name}`);
    return names.map((name) => line[name] ?? empty);
  });
  const write = (row: readonly string[]) => row.map((cell) => (sign === "," ? csvCell(cell) : cell)).join(sign);
  return [...above, write(names), ...cells.map(write)].join(end) + end;
}

const AMAZON_ORDERS =
  "amazon-order-id|merchant-order-id|purchase-date|last-updated-date|order-status|fulfillment-channel|sales-channel|order-channel|ship-service-level|product-name|sku|asin|item-status|quantity|currency|item-price|item-tax|shipping-price|shipping-tax|gift-wrap-price|gift-wrap-tax|item-promotion-discount|ship-promotion-discount|ship-city|ship-state|ship-postal-code|ship-country|promotion-ids|is-business-order|purchase-order-number|price-designation";
const SETTLEMENT =
  "settlement-id|settlement-start-date|settlement-end-date|deposit-date|total-amount|currency|transaction-type|order-id|merchant-order-id|adjustment-id|shipment-id|marketplace-name|amount-type|amount-description|amount|fulfillment-id|posted-date|posted-date-time|order-item-code|merchant-order-item-id|merchant-adjustment-item-id|sku|quantity-purchased|promotion-id";
const EBAY_TRANSACTIONS =
  'Transaction creation date|Type|Order number|Legacy order ID|Buyer username|Buyer name|Ship to city|Ship to province/region/state|Ship to zip|Ship to country|Net amount|Payout currency|Payout date|Payout ID|Payout method|Payout status|Reason for hold|Item ID|Transaction ID|Item title|Custom label|Quantity|Item subtotal|Shipping and handling|Seller collected tax|eBay collected tax|Final Value Fee - fixed|Final Value Fee - variable|Regulatory operating fee|Very high "item not as described" fee|Below standard performance fee|International fee|Charity donation|Deposit processing fee|Gross transaction amount|Transaction currency|Exchange rate|Reference ID|Description';
const EBAY_ORDERS =
  "Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Buyer Note|Buyer Country|Ship To Name|Ship To Zip|Ship To Country|Item Number|Item Title|Custom Label|Sold Via Promoted Listings|Quantity|Sold For|Shipping And Handling|eBay Collected Tax|Total Price|eBay Collected Tax and Fees Included in Total|Payment Method|Sale Date|Paid On Date|Ship By Date|Shipped On Date|PayPal Transaction ID|Shipping Service|Tracking Number|Transaction ID|Variation Details|Global Shipping Program|eBay International Shipping";
const SHOPIFY =
  "Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Billing Name|Billing Country|Shipping Name|Shipping Country|Notes|Cancelled at|Payment Method|Payment Reference|Refunded Amount|Vendor|Outstanding Balance|Id|Tags|Risk Level|Source|Payment ID|Payment References";
const TIKTOK =
  "Order ID|Order Status|Order Substatus|Cancelation/Return Type|Normal or Pre-order|SKU ID|Seller SKU|Product Name|Variation|Quantity|Sku Quantity of return|SKU Unit Original Price|SKU Subtotal Before Discount|SKU Subtotal After Discount|Shipping Fee After Discount|Order Amount|Order Refund Amount|Created Time|Paid Time|Shipped Time|Tracking ID|Delivery Option|Shipping Provider Name|Buyer Message|Buyer Username|Recipient|Country|State|Payment Method|Package ID";
const SHOPEE =
  "Order ID|Order Status|Cancel reason|Return / Refund Status|Tracking Number*|Shipping Option|Shipment Method|Estimated Ship Out Date|Ship Time|Order Creation Date|Order Paid Time|Parent SKU Reference No.|Product Name|SKU Reference No.|Variation Name|Original Price|Deal Price|Quantity|Returned quantity|Product Subtotal|Total Amount|Buyer Paid Shipping Fee|Transaction Fee(Incl. GST)|Grand Total|Username (Buyer)|Receiver Name|City|Province|Country|Zip Code|Order Complete Time|Note";
const LAZADA =
  "orderItemId|orderType|deliveryType|lazadaId|sellerSku|lazadaSku|wareHouse|createTime|updateTime|orderNumber|invoiceRequired|customerName|shippingName|shippingCity|shippingCountry|payMethod|paidPrice|unitPrice|sellerDiscountTotal|shippingFee|itemName|variation|shippingProvider|trackingCode|status|refundAmount";
const PAYPAL =
  "Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID|Shipping Address|Item Title|Item ID|Reference Txn ID|Invoice Number|Custom Number|Quantity|Receipt ID|Balance|Country|Subject|Note|Balance Impact";

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
        findings: ["amountMissing", "currencyMissing"],
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
