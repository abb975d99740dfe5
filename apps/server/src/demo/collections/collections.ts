import type { Currency, IncomeHold } from "@coralhub/domain";
import { demoAccountId, demoPaymentId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

const [seller, , , enterprise] = DEMO_MERCHANTS;

/** Where the account of each currency lies. */
export const DEMO_COUNTRIES: Partial<Record<Currency, string>> = {
  USD: "US",
  EUR: "DE",
  GBP: "GB",
  JPY: "JP",
  HKD: "HK",
};

/** Payers whose names the catalogue does not carry, by the platform they pay for. */
export const DEMO_PLATFORMS: Readonly<Record<string, string>> = {
  "GOOGLE ADSENSE": "GOOGLE_ADSENSE",
  "GOOGLE PLAY APPS": "GOOGLE_PLAY",
  "BRIGHTWAY TRADING INV": "OFFLINE",
  "KAUFLAND MARKETPLACE": "OTHER",
  "HKTVMALL SETTLEMENT": "OTHER",
  "SHOPEE CROSS BORDER": "SHOPEE",
};

/** The payments that messages speak of, so that a message opens its own. */
export const DEMO_TOLD: Readonly<Record<string, string>> = {
  "AMAZON.COM SETTLEMENT USD 18,640.00": demoPaymentId(1),
  "NORTHBRIDGE LTD HKD 15,000.00": demoPaymentId(2),
  "EBAY COMMERCE UK GBP 2,318.44": demoPaymentId(3),
  "QOO10 JAPAN JPY 612,000": demoPaymentId(4),
  "GOOGLE PLAY APPS USD 3,482.17": demoPaymentId(5),
  "AMAZON.COM SETTLEMENT USD 9,310.00": demoPaymentId(6),
};

/** Why the held ones are held; the messages say the same. */
export const DEMO_HOLDS: Readonly<
  Record<string, { hold: IncomeHold; state: "needsEvidence" | "abnormal"; note: string; dueInDays: number }>
> = {
  "AMAZON.COM SETTLEMENT": {
    hold: "orders",
    state: "needsEvidence",
    note: "结算单共 128 笔订单，其中 3 笔没有找到对应的订单：112-4829301-7720145、112-4830277-1908836、112-4831190-5563402，请上传这 3 笔的订单或物流凭证",
    dueInDays: 2,
  },
  "NORTHBRIDGE LTD": {
    hold: "payerMismatch",
    state: "abnormal",
    note: "付款方 NORTHBRIDGE LTD 不是店铺所在的平台，请提供合同或说明双方关系",
    dueInDays: 5,
  },
  "MERIDIAN FREIGHT CO": {
    hold: "payerMismatch",
    state: "abnormal",
    note: "付款方不是店铺所在的平台",
    dueInDays: 0,
  },
};

/** Told of, not there yet. */
export const DEMO_IN_TRANSIT: readonly {
  merchantId: string;
  account: string;
  payer: string;
  amount: string;
  currency: Currency;
  hoursAgo: number;
  inDays: number;
  reference: string;
}[] = [
  {
    merchantId: seller.merchantId,
    account: demoAccountId(11),
    payer: "AMAZON.COM SETTLEMENT",
    amount: "18640.00",
    currency: "USD",
    hoursAgo: 5,
    inDays: 1,
    reference: "FHB-88120417",
  },
  {
    merchantId: seller.merchantId,
    account: demoAccountId(12),
    payer: "SHOPIFY INTL PAYOUT",
    amount: "4205.60",
    currency: "EUR",
    hoursAgo: 3,
    inDays: 1,
    reference: "HHB-88120522",
  },
  {
    merchantId: enterprise.merchantId,
    account: demoAccountId(41),
    payer: "AMAZON.COM SETTLEMENT",
    amount: "97310.25",
    currency: "USD",
    hoursAgo: 9,
    inDays: 1,
    reference: "FHB-88119906",
  },
];

export const DEMO_UNCLAIMED = {
  reference: "FHB-88117730",
  accountNumber: "834022174420",
  payerName: "LUMEN HOME GOODS LLC",
  remittance: "INV 2026-1107 NANYU",
  amount: "2480.00",
  currency: "USD",
  hoursAgo: 30,
} as const;
