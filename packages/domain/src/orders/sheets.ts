import { ORDER_FIELDS, ORDER_FIELD_NAMES, type GivenOrder, type OrderField } from "./order-rows.ts";
import { PAYPAL_NO_SALES, PAYPAL_SALES } from "./paypal-kinds.ts";

/** What a report says about an order in a line of its own: that it was sold, that money of it went back. */
type Lines = {
  /** Where a line says what it is; words that stand in none of these lists are fees, transfers, notes. */
  column: string;
  orders: readonly string[];
  refunds: readonly string[];
  /** Money that the buyer got back through a bank or the platform, against the seller's will. */
  chargebacks: readonly string[];
  /** Brings money and is no sale. Where these are known, money under any other word is told as what nobody knows. */
  neither?: readonly string[];
  only?: { column: string; is: readonly string[] };
  /** Where it says whether a line brings money. */
  impact?: string;
  /**
   * What the platform calls a refund, the first that is said. The first column tells one refund of an order from another, beside
   * its day and amount; the others stand in one report of it and not in another.
   */
  refundIds: readonly string[];
  /** The first is never given to another refund: its day, which files write by different clocks, does not matter then. */
  refundIdAlone?: true;
  /** The order a refund is of, where that is not the number of its own line. */
  refundOf?: string;
};
export type OrderSheet = {
  label: string;
  /** Codes of the catalogue; null: any platform. */
  platforms: readonly string[] | null;
  /** Where the merchant gets it. */
  where: string;
  /** The names a field has in this report, oldest and newest spellings alike. */
  columns: Partial<Record<OrderField, readonly string[]>>;
  /** Whether the amount stands once for the order, or the lines of an order add up to it. */
  amountPer: "order" | "line";
  /** Every line is an order of its own: a number that comes again is a mistake. */
  oneLine?: true;
  /** Further columns that belong to the amount of a line, and those that are taken off it, whatever sign they have. */
  plus?: readonly string[];
  minus?: readonly string[];
  /** Said once and meant for what follows. */
  fillDown?: readonly OrderField[];
  lines?: Lines;
  /** Where a line says how its order stands, and the words for what nobody has paid, or paid and got back before it was sent. */
  unsold?: { columns: readonly string[]; is: readonly string[] };
  /** Where it says when the buyer paid: an order that says so nowhere was not paid. */
  paid?: readonly string[];
  /** Refunds are told as negative amounts on rows of their own (with `lines`), or in a column. */
  needed: readonly OrderField[];
};

const TEMPLATE_COLUMNS = Object.fromEntries(
  ORDER_FIELD_NAMES.map((field) => [field, [ORDER_FIELDS[field].label]]),
) as unknown as Record<OrderField, readonly string[]>;

/** In the languages of the sites. */
const SHOPEE_PAID = ["Order Paid Time", "Waktu Pembayaran Dilakukan", "เวลาการชำระสินค้า"] as const;

/** `excelType`: which report a file is. Columns are the platforms' own; found by name, never by position. */
export const ORDER_SHEETS = {
  template: {
    label: "通用模板",
    platforms: null,
    where: "下载模板，按列填写后上传",
    columns: TEMPLATE_COLUMNS,
    amountPer: "order",
    oneLine: true,
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  amazonOrders: {
    label: "Amazon 所有订单报告",
    platforms: ["AMAZON"],
    where: "卖家平台 › 订单 › 订单报告 › 所有订单，下载后存为 CSV 或 XLSX",
    columns: {
      orderNumber: ["amazon-order-id"],
      orderedAt: ["purchase-date"],
      currency: ["currency"],
      amount: ["item-price"],
      goods: ["product-name"],
      quantity: ["quantity"],
      country: ["ship-country"],
    },
    plus: ["shipping-price", "item-tax", "shipping-tax", "gift-wrap-price", "gift-wrap-tax"],
    minus: ["item-promotion-discount", "ship-promotion-discount"],
    amountPer: "line",
    unsold: { columns: ["order-status"], is: ["pending", "cancelled", "canceled", "unfulfillable"] },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  amazonSettlement: {
    label: "Amazon 结算报告（V2）",
    platforms: ["AMAZON"],
    where: "卖家平台 › 付款 › 所有结算 › 下载文本文件 V2",
    columns: {
      orderNumber: ["order-id"],
      orderedAt: ["posted-date-time", "posted-date"],
      currency: ["currency"],
      amount: ["amount"],
      goods: ["sku"],
      quantity: ["quantity-purchased"],
      serial: ["settlement-id"],
    },
    fillDown: ["currency", "serial"],
    amountPer: "line",
    lines: {
      column: "transaction-type",
      orders: ["order"],
      refunds: ["refund"],
      chargebacks: ["chargeback refund", "a-to-z guarantee refund"],
      // A promotion is the seller's own: the buyer paid so much less.
      only: { column: "amount-type", is: ["itemprice", "promotion"] },
      refundIds: ["adjustment-id", "merchant-adjustment-item-id", "order-item-code"],
      refundIdAlone: true,
    },
    needed: ["orderNumber", "amount", "serial"],
  },
  ebayTransactions: {
    label: "eBay 交易报告",
    platforms: ["EBAY"],
    where: "Seller Hub › Payments › Reports › Transaction report",
    columns: {
      orderNumber: ["Order number"],
      orderedAt: ["Transaction creation date"],
      currency: ["Transaction currency", "Payout currency"],
      amount: ["Gross transaction amount"],
      goods: ["Item title"],
      quantity: ["Quantity"],
      country: ["Ship to country"],
      buyer: ["Buyer name", "Buyer username"],
      serial: ["Payout ID"],
    },
    amountPer: "line",
    lines: {
      column: "Type",
      orders: ["order"],
      refunds: ["refund"],
      // Its words for these are not published: all that were seen.
      chargebacks: ["claim", "claims", "dispute", "payment dispute", "payment disputes", "chargeback"],
      refundIds: ["Reference ID", "Transaction ID", "Item ID"],
    },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  ebayOrders: {
    label: "eBay 订单报告",
    platforms: ["EBAY"],
    where: "Seller Hub › Orders › Download report",
    columns: {
      orderNumber: ["Order Number"],
      orderedAt: ["Paid On Date", "Sale Date"],
      amount: ["Total Price"],
      goods: ["Item Title"],
      quantity: ["Quantity"],
      country: ["Ship To Country"],
      buyer: ["Buyer Name"],
      carrier: ["Shipping Service"],
      tracking: ["Tracking Number"],
    },
    amountPer: "line",
    paid: ["Paid On Date"],
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  shopifyOrders: {
    label: "Shopify 订单导出",
    platforms: ["SHOPIFY"],
    where: "Shopify 后台 › 订单 › 导出 › 适用于 Excel 的 CSV",
    columns: {
      orderNumber: ["Name"],
      orderedAt: ["Paid at", "Created at"],
      currency: ["Currency"],
      amount: ["Total"],
      refunded: ["Refunded Amount"],
      goods: ["Lineitem name"],
      quantity: ["Lineitem quantity"],
      country: ["Shipping Country"],
      buyer: ["Billing Name"],
      carrier: ["Shipping Method"],
      serial: ["Payment Reference"],
    },
    amountPer: "order",
    paid: ["Paid at"],
    unsold: {
      columns: ["Financial Status"],
      is: ["pending", "authorized", "partially_paid", "voided", "expired", "unpaid"],
    },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  tiktokOrders: {
    label: "TikTok Shop 订单导出",
    platforms: ["TIKTOK"],
    where: "卖家中心 › 订单 › 导出",
    columns: {
      orderNumber: ["Order ID"],
      orderedAt: ["Paid Time", "Created Time"],
      amount: ["Order Amount"],
      refunded: ["Order Refund Amount"],
      goods: ["Product Name"],
      quantity: ["Quantity"],
      country: ["Country"],
      buyer: ["Buyer Username"],
      carrier: ["Shipping Provider Name"],
      tracking: ["Tracking ID"],
    },
    amountPer: "order",
    paid: ["Paid Time"],
    unsold: { columns: ["Order Status"], is: ["unpaid", "on hold", "cancelled", "canceled", "未付款", "已取消"] },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  shopeeOrders: {
    label: "Shopee 订单导出",
    platforms: ["SHOPEE"],
    where: "卖家中心 › 我的订单 › 导出",
    columns: {
      orderNumber: ["Order ID", "No. Pesanan", "หมายเลขคำสั่งซื้อ"],
      orderedAt: [...SHOPEE_PAID, "Order Creation Date", "Waktu Pesanan Dibuat", "วันที่ทำการสั่งซื้อ"],
      amount: ["Total Amount", "Grand Total", "Total Pembayaran", "จำนวนเงินทั้งหมด"],
      goods: ["Product Name", "Nama Produk", "ชื่อสินค้า"],
      quantity: ["Quantity", "Jumlah", "จำนวน"],
      country: ["Country", "ประเทศ"],
      buyer: ["Username (Buyer)", "Username (Pembeli)", "ชื่อผู้ใช้ (ผู้ซื้อ)"],
      carrier: ["Shipping Option", "Opsi Pengiriman", "ตัวเลือกการจัดส่ง"],
      tracking: ["Tracking Number*", "Tracking Number", "No. Resi", "*หมายเลขติดตามพัสดุ"],
    },
    amountPer: "order",
    paid: SHOPEE_PAID,
    unsold: {
      columns: ["Order Status", "Status Pesanan", "สถานะการสั่งซื้อ"],
      is: [
        "unpaid",
        "cancelled",
        "canceled",
        "belum bayar",
        "batal",
        "dibatalkan",
        "ที่ต้องชำระ",
        "ยังไม่ชำระ",
        "ยังไม่ได้ชำระเงิน",
        "ยกเลิกแล้ว",
        "ยกเลิก",
      ],
    },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  lazadaOrders: {
    label: "Lazada 订单导出",
    platforms: ["LAZADA"],
    where: "卖家中心 › 订单 › 导出",
    columns: {
      orderNumber: ["orderNumber"],
      orderedAt: ["createTime"],
      amount: ["paidPrice"],
      refunded: ["refundAmount"],
      goods: ["itemName"],
      country: ["shippingCountry"],
      buyer: ["customerName"],
      carrier: ["shippingProvider"],
      tracking: ["trackingCode"],
    },
    amountPer: "line",
    unsold: { columns: ["status"], is: ["unpaid", "canceled", "cancelled"] },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
  paypalActivity: {
    label: "PayPal 交易记录",
    platforms: ["PAYPAL"],
    where: "PayPal › 活动 › 下载报告 › CSV",
    columns: {
      orderNumber: ["Transaction ID"],
      orderedAt: ["Date"],
      currency: ["Currency"],
      amount: ["Gross"],
      goods: ["Item Title", "Subject"],
      quantity: ["Quantity"],
      country: ["Country"],
      buyer: ["Name"],
      serial: ["Invoice Number"],
    },
    amountPer: "line",
    lines: {
      column: "Type",
      orders: PAYPAL_SALES,
      refunds: ["payment refund", "refund", "partial refund"],
      chargebacks: [
        "chargeback",
        "chargeback reversal",
        "chargeback cancellation",
        "reimbursement of chargeback",
        "chargeback re-presentment rejection",
        "payment reversal",
        "reversal",
        "general reversal",
        "instant payment review reversal",
      ],
      neither: PAYPAL_NO_SALES,
      only: { column: "Balance Impact", is: ["credit", "debit"] },
      impact: "Balance Impact",
      refundIds: ["Transaction ID"],
      refundIdAlone: true,
      refundOf: "Reference Txn ID",
    },
    unsold: {
      columns: ["Status"],
      is: ["pending", "denied", "failed", "voided", "canceled", "cancelled", "expired", "unclaimed"],
    },
    needed: ["orderNumber", "orderedAt", "amount"],
  },
} as const satisfies Record<string, OrderSheet>;
export type OrderSheetKey = keyof typeof ORDER_SHEETS;
export const ORDER_SHEET_NAMES = Object.keys(ORDER_SHEETS) as [OrderSheetKey, ...OrderSheetKey[]];
export const orderSheet = (key: OrderSheetKey): OrderSheet => ORDER_SHEETS[key];
/** The reports a platform's merchant can bring; the template serves everybody. */
export const sheetsFor = (platform: string): OrderSheetKey[] =>
  ORDER_SHEET_NAMES.filter((key) => {
    const { platforms } = orderSheet(key);
    return platforms === null || platforms.includes(platform);
  });

/** Spellings drift: case, spaces and punctuation do not count. */
export const plainHeader = (text: string): string =>
  text
    .replaceAll(/^\uFEFF/g, "")
    .toLowerCase()
    .replaceAll(/[\s_\-./\\*()（）:："']/g, "");

/** Where each field stands in a header row; undefined where it is not the header of this report. */
export function columnsOf(sheet: OrderSheet, header: readonly string[]): ReadonlyMap<OrderField, number[]> | undefined {
  const names = header.map(plainHeader);
  const found = new Map<OrderField, number[]>();
  for (const [field, spellings] of Object.entries(sheet.columns) as [OrderField, readonly string[]][]) {
    const places = spellings.map((name) => names.indexOf(plainHeader(name))).filter((at) => at >= 0);
    if (places.length > 0) found.set(field, places);
  }
  return sheet.needed.every((field) => found.has(field)) ? found : undefined;
}

/** The header stands within the first lines, below titles and notes. */
export const HEADER_WITHIN = 30;

/** The first of a field's columns that says something in this line. */
export function givenOf(columns: ReadonlyMap<OrderField, number[]>, cells: readonly string[]): GivenOrder {
  const given: GivenOrder = {};
  for (const [field, places] of columns) {
    const text = places.map((at) => (cells[at] ?? "").trim()).find((cell) => cell !== "" && !/^-+$/.test(cell));
    if (text !== undefined) given[field] = text;
  }
  return given;
}
