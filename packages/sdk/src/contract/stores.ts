// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 店铺列表 */
export type ListStoresInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt" | "name";
  order?: "asc" | "desc";
  filters?: {
    platformCode?: Array<
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
    state?: Array<"pending" | "bound" | "declined">;
    authorisation?: Array<"none" | "authorised" | "expiring" | "lapsed">;
    hidden?: Array<"yes" | "no">;
    needsAction?: Array<"yes" | "no">;
    country?: Array<
      | "CN"
      | "HK"
      | "MO"
      | "TW"
      | "AE"
      | "AR"
      | "AU"
      | "BE"
      | "BR"
      | "CA"
      | "CL"
      | "CO"
      | "CZ"
      | "DE"
      | "ES"
      | "FR"
      | "GB"
      | "HU"
      | "ID"
      | "IE"
      | "IT"
      | "JP"
      | "KR"
      | "LT"
      | "LV"
      | "MX"
      | "MY"
      | "NL"
      | "NZ"
      | "PH"
      | "PL"
      | "SE"
      | "SG"
      | "SK"
      | "TH"
      | "US"
      | "VN"
    >;
    foreignBankAccountId?: string;
    text?: string;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListStoresOutput = {
  records: Array<{
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
    text: string /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 店铺详情 */
export type GetStoreInput = { id: string };
export type GetStoreOutput = {
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
  }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 修改店铺名称 */
export type RenameStoreInput = { merchantsId: string; name: string };
export type RenameStoreOutput = null;
/** 备注店铺 */
export type RemarkStoresInput = { merchantsIds: Array<string>; remark: string };
export type RemarkStoresOutput = null;
/** 隐藏或显示店铺 */
export type HideStoresInput = { merchantsIds: Array<string>; hidden: boolean };
export type HideStoresOutput = null;
/** 批量修改店铺的收款账户、备注和显示 */
export type MoveStoresInput = {
  merchantsIds: Array<string>;
  foreignBankAccountId?: string;
  remark?: string;
  hidden?: boolean;
};
export type MoveStoresOutput = null;
/** 移除店铺 */
export type RemoveStoreInput = { id: string };
export type RemoveStoreOutput = null;
/** 上传店铺材料 */
export type UploadStoreFileInput = { file: Blob };
export type UploadStoreFileOutput = { fileId: string; fileName: string; contentType: string; sizeBytes: number };
/** 绑定 Shopify 店铺 */
export type BindShopifyStoreInput = {
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
export type BindShopifyStoreOutput = {
  merchantsId: string;
  state: "pending" | "bound" | "declined" | "removed";
  submittedAt: string;
  dueAt: string;
};
/** 绑定 eBay 店铺 */
export type BindEbayStoreInput = BindShopifyStoreInput;
export type BindEbayStoreOutput = BindShopifyStoreOutput;
/** 绑定 Amazon 店铺（北美、欧洲可以连同本区域其他站点，一次授权全部生效） */
export type BindAmazonStoreInput = {
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
  otherSites?: Array<
    | "US"
    | "CA"
    | "MX"
    | "BR"
    | "GB"
    | "DE"
    | "FR"
    | "IT"
    | "ES"
    | "NL"
    | "SE"
    | "PL"
    | "BE"
    | "IE"
    | "AE"
    | "JP"
    | "AU"
    | "SG"
  >;
};
export type BindAmazonStoreOutput = BindShopifyStoreOutput;
/** 绑定其他平台的店铺 */
export type BindOtherStoreInput = {
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
  platformCode:
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
    | "OTHER";
};
export type BindOtherStoreOutput = BindShopifyStoreOutput;
