// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 上传记录 */
export type ListOrderUploadsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"analysing" | "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "cancelled">;
    platform?: Array<
      | "AMAZON"
      | "EBAY"
      | "TIKTOK"
      | "ALIEXPRESS"
      | "ALIBABA"
      | "DHGATE"
      | "ETSY"
      | "WALMART"
      | "SHOPEE"
      | "LAZADA"
      | "TOKOPEDIA"
      | "QOO10"
      | "MERCARI"
      | "RAKUTEN"
      | "THISSHOP"
      | "TEMU"
      | "SHEIN"
      | "VOVA"
      | "COUPANG"
      | "GMARKET"
      | "AUCTION"
      | "ELEVENST"
      | "NAVER"
      | "WEMAKEPRICE"
      | "TMON"
      | "DOMEGGOOK"
      | "ITSOMEMALL"
      | "SMELCHI"
      | "MERCADO"
      | "VINTED"
      | "POSHMARK"
      | "DEPOP"
      | "LEBONCOIN"
      | "SUBITO"
      | "WHATNOT"
      | "CDISCOUNT"
      | "ALLEGRO"
      | "JOOM"
      | "GOOGLE_PLAY"
      | "APP_STORE"
      | "STEAM"
      | "TAPTAP"
      | "GOOGLE_ADSENSE"
      | "GOOGLE_ADMOB"
      | "GOOGLE_ADEXCHANGE"
      | "FACEBOOK_AN"
      | "UNITY_ADS"
      | "APPLOVIN"
      | "PANGLE"
      | "IRONSOURCE"
      | "INMOBI"
      | "MINTEGRAL"
      | "AWIN"
      | "SHAREASALE"
      | "SHOPIFY"
      | "SHOPLAZZA"
      | "BIGCOMMERCE"
      | "THREECART"
      | "PAYPAL"
      | "STRIPE"
      | "SQUARE"
      | "VENMO"
      | "PAYMENTWALL"
      | "MCN"
      | "YOUTUBE"
      | "TWITCH"
      | "COD"
      | "THAILAND_COD"
      | "SF"
      | "OFFLINE"
      | "OTHER"
    >;
    way?: Array<"file" | "typed" | "store">;
    fileName?: string;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListOrderUploadsOutput = {
  records: Array<{
    id: string;
    createdAt: string;
    fileName: string;
    way: "file" | "typed" | "store";
    platform: string;
    storeId: string | null;
    storeName: string | null;
    state: "analysing" | "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "cancelled";
    problem: string | null;
    rowsTotal: number;
    rowsDone: number;
    rowsPassed: number;
    rowsFailed: number;
    rowsWaiting: number;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一份订单材料 */
export type GetOrderUploadInput = { id: string };
export type GetOrderUploadOutput = {
  id: string;
  createdAt: string;
  fileName: string;
  way: "file" | "typed" | "store";
  platform: string;
  storeId: string | null;
  storeName: string | null;
  state: "analysing" | "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "cancelled";
  problem: string | null;
  rowsTotal: number;
  rowsDone: number;
  rowsPassed: number;
  rowsFailed: number;
  rowsWaiting: number;
  sheet:
    | "template"
    | "amazonOrders"
    | "amazonSettlement"
    | "ebayTransactions"
    | "ebayOrders"
    | "shopifyOrders"
    | "tiktokOrders"
    | "shopeeOrders"
    | "lazadaOrders"
    | "paypalActivity";
  url: string;
  currency: string | null;
  problemText: string | null;
  corrects: string | null;
  hasDocument: boolean;
  fileId: string | null;
  granted: Array<Money>;
  findings: Array<{
    finding:
      | "orderNumberMissing"
      | "orderNumberDamaged"
      | "orderNumberShape"
      | "dateMissing"
      | "dateMalformed"
      | "dateAmbiguous"
      | "dateFuture"
      | "dateTooOld"
      | "currencyMissing"
      | "currencyUnknown"
      | "currencyOther"
      | "amountMissing"
      | "amountMalformed"
      | "amountRange"
      | "refundOnly"
      | "chargebackOnly"
      | "notSold"
      | "kindUnknown"
      | "refundedWhole"
      | "goodsMissing"
      | "countryUnknown"
      | "trackingMalformed"
      | "formula"
      | "duplicateInFile"
      | "duplicateEarlier"
      | "duplicateElsewhere"
      | "alreadyUsed";
    label: string;
    count: number;
  }>;
  reasons: Array<{ reason: string; label: string; count: number }>;
  papers: Array<{ fileId: string; kind: "contract" | "invoice" | "logistics"; fileName: string }>;
  timeline: Array<{ label: string; note: string | null; at: string }>;
};
/** 下载未通过的订单和原因 */
export type GetRejectedOrdersInput = { id: string };
export type GetRejectedOrdersOutput = Blob;
