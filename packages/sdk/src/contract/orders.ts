// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 查询订单 */
export type ListOrdersInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    orderNumber?: string;
    state?: Array<"waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "replaced">;
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
    storeId?: string;
    serial?: string;
    orderedAt?: { begin?: string; end?: string };
  } /** 一并给出相关的对象，用逗号隔开：store */;
  expand?: string;
};
export type ListOrdersOutput = {
  records: Array<{
    id: string;
    createdAt: string;
    uploadId: string;
    line: number;
    platform: string;
    storeId: string | null;
    storeName: string | null;
    orderNumber: string | null;
    orderedAt: string | null;
    amount: Money | null;
    refunded: Money | null;
    granted: Money | null;
    used: Money | null;
    goods: string | null;
    country: string | null;
    carrier: string | null;
    tracking: string | null;
    serial: string | null;
    state: "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "replaced";
    findings: Array<string>;
    reason: string | null;
    incomeId: string | null /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
    expanded?: {
      store?: {
        merchantsId: string;
        platform: string;
        platformCode: string;
        name: string;
        url: string;
        country: string | null;
        state: "pending" | "bound" | "declined" | "removed";
        declineReason: string;
        dueAt: string | null;
        authorisation: "none" | "authorised" | "expiring" | "lapsed";
        authorisedUntil: string | null;
        hidden: "yes" | "no";
        remark: string;
        needsAction: "yes" | "no";
        foreignBankAccountId: string | null;
        foreignBankAccount: string | null;
        hasMerchant: "0" | "1";
        channel: string;
        s2n: string;
        attach: string;
        account: {
          foreignBankAccountId: string;
          currency: Currency;
          country: string;
          lastFour: string;
          state:
            | "applying"
            | "open"
            | "refused"
            | "frozen"
            | "closed"
            | "payingOut"
            | "closedFrozen"
            | "payingOutFrozen";
          sharedWith: number;
        } | null;
        income: Array<{ amount: Money; latestAt: string }>;
        createdAt: string;
        boundAt: string | null;
        version: number;
        answers: {
          name?: string;
          url?: string;
          s2n?: string;
          country?: string;
          hasMerchant?: string;
          channel?: string;
          attach?: string;
          expectCurrency?: string;
          expectAccountName?: string;
          foreignBankAccountId?: string;
          username?: string;
          password?: string;
          apiKey?: string;
          accessKey?: string;
          secretKey?: string;
          refreshToken?: string;
          token?: string;
          version?: string;
          vendorId?: string;
          storeHash?: string;
          clientId?: string;
          sellerId?: string;
          publisherId?: string;
          thbMerchant?: string;
          koreanAccountName?: string;
          englishAccountName?: string;
          koreanLegalName?: string;
          englishLegalName?: string;
          predictMonthlyIncome?: string;
          amazonAnnualSales?: string;
          itemName?: string;
          tradeCategory?: string;
          googleFundCategory?: string;
          applicationType?: string;
          accountUse?: string;
          otherPlatformType?: string;
          otherPlatformName?: string;
        };
        accessKey: string;
        secretKey: string;
        refreshToken: string;
        secrets: Array<{ field: string; lastFour: string }>;
        files: Array<{ fileId: string; fileName: string; contentType: string; sizeBytes: number }>;
        expectCurrency: string;
        expectAccountName: string;
        siblings: Array<{ merchantsId: string; name: string; platformCode: string }>;
        removalBlockers: Array<string>;
        mayBecome: Array<string>;
        history: Array<{
          id: string;
          at: string;
          actorKind: "merchant" | "operator" | "system";
          actor: string;
          what: string;
          detail: string;
        }>;
      } | null;
    };
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一个订单 */
export type GetOrderInput = { id: string /** 一并给出相关的对象，用逗号隔开：store */; expand?: string };
export type GetOrderOutput = {
  id: string;
  createdAt: string;
  uploadId: string;
  line: number;
  platform: string;
  storeId: string | null;
  storeName: string | null;
  orderNumber: string | null;
  orderedAt: string | null;
  amount: Money | null;
  refunded: Money | null;
  granted: Money | null;
  used: Money | null;
  goods: string | null;
  country: string | null;
  carrier: string | null;
  tracking: string | null;
  serial: string | null;
  state: "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "replaced";
  findings: Array<string>;
  reason: string | null;
  incomeId: string | null;
  given: Partial<
    Record<
      | "orderNumber"
      | "orderedAt"
      | "currency"
      | "amount"
      | "refunded"
      | "goods"
      | "quantity"
      | "country"
      | "buyer"
      | "carrier"
      | "tracking"
      | "serial",
      string
    >
  >;
  uses: Array<{ id: string; kind: "payout" | "conversion"; reference: string; amount: Money }>;
  refunds: Array<{
    kind: "refund" | "chargeback";
    amount: Money;
    at: string | null;
    reference: string;
    uploadId: string;
  }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
  expanded?: {
    store?: {
      merchantsId: string;
      platform: string;
      platformCode: string;
      name: string;
      url: string;
      country: string | null;
      state: "pending" | "bound" | "declined" | "removed";
      declineReason: string;
      dueAt: string | null;
      authorisation: "none" | "authorised" | "expiring" | "lapsed";
      authorisedUntil: string | null;
      hidden: "yes" | "no";
      remark: string;
      needsAction: "yes" | "no";
      foreignBankAccountId: string | null;
      foreignBankAccount: string | null;
      hasMerchant: "0" | "1";
      channel: string;
      s2n: string;
      attach: string;
      account: {
        foreignBankAccountId: string;
        currency: Currency;
        country: string;
        lastFour: string;
        state: "applying" | "open" | "refused" | "frozen" | "closed" | "payingOut" | "closedFrozen" | "payingOutFrozen";
        sharedWith: number;
      } | null;
      income: Array<{ amount: Money; latestAt: string }>;
      createdAt: string;
      boundAt: string | null;
      version: number;
      answers: {
        name?: string;
        url?: string;
        s2n?: string;
        country?: string;
        hasMerchant?: string;
        channel?: string;
        attach?: string;
        expectCurrency?: string;
        expectAccountName?: string;
        foreignBankAccountId?: string;
        username?: string;
        password?: string;
        apiKey?: string;
        accessKey?: string;
        secretKey?: string;
        refreshToken?: string;
        token?: string;
        version?: string;
        vendorId?: string;
        storeHash?: string;
        clientId?: string;
        sellerId?: string;
        publisherId?: string;
        thbMerchant?: string;
        koreanAccountName?: string;
        englishAccountName?: string;
        koreanLegalName?: string;
        englishLegalName?: string;
        predictMonthlyIncome?: string;
        amazonAnnualSales?: string;
        itemName?: string;
        tradeCategory?: string;
        googleFundCategory?: string;
        applicationType?: string;
        accountUse?: string;
        otherPlatformType?: string;
        otherPlatformName?: string;
      };
      accessKey: string;
      secretKey: string;
      refreshToken: string;
      secrets: Array<{ field: string; lastFour: string }>;
      files: Array<{ fileId: string; fileName: string; contentType: string; sizeBytes: number }>;
      expectCurrency: string;
      expectAccountName: string;
      siblings: Array<{ merchantsId: string; name: string; platformCode: string }>;
      removalBlockers: Array<string>;
      mayBecome: Array<string>;
      history: Array<{
        id: string;
        at: string;
        actorKind: "merchant" | "operator" | "system";
        actor: string;
        what: string;
        detail: string;
      }>;
    } | null;
  };
};
/** 填写或粘贴订单 */
export type CreateOrdersInput = {
  platformCode: string;
  merchantsId?: string;
  corrects?: string;
  rows: Array<
    Partial<
      Record<
        | "orderNumber"
        | "orderedAt"
        | "currency"
        | "amount"
        | "refunded"
        | "goods"
        | "quantity"
        | "country"
        | "buyer"
        | "carrier"
        | "tracking"
        | "serial",
        string
      >
    >
  >;
  papers?: Array<{ fileId: string; kind: "contract" | "invoice" | "logistics" }>;
};
export type CreateOrdersOutput = {
  id: string;
  state: "analysing" | "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "cancelled";
};
/** 上传订单文件 */
export type UploadOrdersInput = {
  file: Blob;
  platformCode: string;
  merchantsId?: string;
  excelType:
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
  corrects?: string;
};
export type UploadOrdersOutput = CreateOrdersOutput;
/** 更正一个未通过的订单 */
export type RepairOrderInput = {
  id: string;
  given: Partial<
    Record<
      | "orderNumber"
      | "orderedAt"
      | "currency"
      | "amount"
      | "refunded"
      | "goods"
      | "quantity"
      | "country"
      | "buyer"
      | "carrier"
      | "tracking"
      | "serial",
      string
    >
  >;
};
export type RepairOrderOutput = CreateOrdersOutput;
/** 自动对上收款与订单 */
export type MatchOrdersInput = Record<string, never>;
export type MatchOrdersOutput = null;
