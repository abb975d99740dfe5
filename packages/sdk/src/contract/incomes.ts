// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 收款明细 */
export type ListIncomesInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    payerName?: string;
    createdAt?: { begin?: string; end?: string };
    state?: Array<"announced" | "lapsed" | "reviewing" | "credited" | "needsEvidence" | "abnormal" | "returned">;
    currency?: Array<Currency>;
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
    bizType?: Array<"marketplace" | "appStore" | "adNetwork" | "payment" | "social" | "cod" | "offline">;
  };
  userBizTypeList?: Array<"marketplace" | "appStore" | "adNetwork" | "payment" | "social" | "cod" | "offline">;
  userBizStatusList?: Array<
    "announced" | "lapsed" | "reviewing" | "credited" | "needsEvidence" | "abnormal" | "returned"
  >;
  transactionOrderId?: string;
  toCardNo?: string;
  fromCurrencyList?: Array<string>;
  platformCodeList?: Array<string>;
  beginTime?: string;
  endTime?: string;
  storeId?: string;
  receivingAccountId?: string;
  hidden?: boolean;
  pinned?: true;
  ids?: Array<string> /** 一并给出相关的对象，用逗号隔开：store、account */;
  expand?: string;
};
export type ListIncomesOutput = {
  records: Array<{
    id: string;
    transactionOrderId: string;
    createdAt: string;
    bizType: "marketplace" | "appStore" | "adNetwork" | "payment" | "social" | "cod" | "offline" | null;
    platform: string | null;
    storeId: string | null;
    storeName: string | null;
    payerName: string;
    receivingAccountId: string;
    toCardNo: string | null;
    accountCountry: string;
    currency: Currency;
    amount: Money;
    fee: Money;
    takenBack: Money;
    state: "announced" | "lapsed" | "reviewing" | "credited" | "needsEvidence" | "abnormal" | "returned";
    hold:
      | "payerMismatch"
      | "overLimit"
      | "orders"
      | "noStore"
      | "frozenAccount"
      | "payerScreened"
      | "certification"
      | null;
    expectedAt: string | null;
    settledAt: string | null;
    pinned: boolean;
    hidden: boolean /** 程序自己附上的内容 */;
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
      account?: {
        id: string;
        platform: string;
        currency: Currency;
        country: string;
        holderName: string;
        state: "applying" | "open" | "refused" | "frozen" | "closed" | "payingOut" | "closedFrozen" | "payingOutFrozen";
        accountNumber: string | null;
        bankName: string | null;
        reason: string | null;
        appliedAt: string;
        openedAt: string | null;
        stores: Array<{ id: string; name: string; platform: string; state: string; lastIncomeAt: string | null }>;
        available: Money;
        processing: Money;
        held: Money;
        inTransit: Money;
        lastIncomeAt: string | null;
        expectedBy: string | null;
        ways: Array<{ way: string; hint: string; fields: Array<{ label: string; value: string }> }>;
        singleLimit: Money | null;
        creditedThisMonth: Money;
        payoutSteps: Array<string>;
        timeline: Array<{ action: string; label: string; note: string | null; at: string }>;
      } | null;
    };
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔收款：进展、扣留原因和材料 */
export type GetIncomeInput = { id: string /** 一并给出相关的对象，用逗号隔开：store、account */; expand?: string };
export type GetIncomeOutput = {
  id: string;
  state: "announced" | "lapsed" | "reviewing" | "credited" | "needsEvidence" | "abnormal" | "returned";
  amount: Money;
  takenBack: Money;
  payerName: string;
  platform: string | null;
  storeId: string | null;
  storeName: string | null;
  accountId: string;
  accountNumber: string | null;
  reference: string;
  hold:
    | "payerMismatch"
    | "overLimit"
    | "orders"
    | "noStore"
    | "frozenAccount"
    | "payerScreened"
    | "certification"
    | null;
  announcedAt: string;
  arrivedAt: string | null;
  fee: Money;
  net: Money;
  currency: Currency;
  payerCountry: string | null;
  remittance: string;
  holderName: string;
  expectedAt: string | null;
  creditedAt: string | null;
  returnedAt: string | null;
  holdView: {
    rule: "payerMismatch" | "overLimit" | "orders" | "noStore" | "frozenAccount" | "payerScreened" | "certification";
    label: string;
    amount: Money;
    missing: string;
    note: string | null;
    next: "merchant" | "operator";
    dueAt: string | null;
    answerBy: string | null;
    afterwards: string;
  } | null;
  corrections: Array<{ id: string; amount: Money; what: "amount" | "fee"; at: string }>;
  hidden: boolean;
  pinned: boolean;
  returnWish: string | null;
  evidence: Array<{ fileId: string; fileName: string; note: string; at: string }>;
  timeline: Array<{ action: string; label: string; note: string | null; actor: string | null; at: string }>;
  may: { supplement: boolean; claim: boolean; askReturn: boolean };
  claimable: Array<{ id: string; name: string; platform: string }> /** 程序自己附上的内容 */;
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
    account?: {
      id: string;
      platform: string;
      currency: Currency;
      country: string;
      holderName: string;
      state: "applying" | "open" | "refused" | "frozen" | "closed" | "payingOut" | "closedFrozen" | "payingOutFrozen";
      accountNumber: string | null;
      bankName: string | null;
      reason: string | null;
      appliedAt: string;
      openedAt: string | null;
      stores: Array<{ id: string; name: string; platform: string; state: string; lastIncomeAt: string | null }>;
      available: Money;
      processing: Money;
      held: Money;
      inTransit: Money;
      lastIncomeAt: string | null;
      expectedBy: string | null;
      ways: Array<{ way: string; hint: string; fields: Array<{ label: string; value: string }> }>;
      singleLimit: Money | null;
      creditedThisMonth: Money;
      payoutSteps: Array<string>;
      timeline: Array<{ action: string; label: string; note: string | null; at: string }>;
    } | null;
  };
};
/** 收款凭证（PDF，中文或英文） */
export type GetIncomeReceiptInput = { id: string; language?: "zh" | "en" };
export type GetIncomeReceiptOutput = Blob;
/** 上传合同、结算单等材料 */
export type UploadIncomeFileInput = { file: Blob };
export type UploadIncomeFileOutput = { fileId: string; fileName: string; contentType: string; sizeBytes: number };
/** 为一笔收款补充材料 */
export type SupplementIncomeInput = { id: string; note?: string; fileIds: Array<string> };
export type SupplementIncomeOutput = {
  state: "announced" | "lapsed" | "reviewing" | "credited" | "needsEvidence" | "abnormal" | "returned";
};
/** 认领：指明这笔款属于哪个店铺 */
export type ClaimIncomeInput = { id: string; storeId: string };
export type ClaimIncomeOutput = SupplementIncomeOutput;
/** 申请把一笔收款退回付款方 */
export type ReturnIncomeInput = { id: string; reason: string };
export type ReturnIncomeOutput = SupplementIncomeOutput;
/** 关联订单 */
export type LinkOrdersInput = { incomeId: string; orderIds: Array<string>; reason: string };
export type LinkOrdersOutput = { orders: number };
/** 解除订单关联 */
export type UnlinkOrdersInput = { incomeId: string; orderIds: Array<string>; reason: string };
export type UnlinkOrdersOutput = { orders: number };
/** 把 Shopify 的结算单关联到收款 */
export type LinkShopifySettlementInput = { incomeId: string; serial: string };
export type LinkShopifySettlementOutput = { orders: number; matched: Money | null };
/** 把 eBay 的结算单关联到收款 */
export type LinkEbaySettlementInput = { incomeId: string; serial: string };
export type LinkEbaySettlementOutput = { orders: number; matched: Money | null };
/** 把 敦煌网 的结算单关联到收款 */
export type LinkDhgateSettlementInput = { incomeId: string; serial: string };
export type LinkDhgateSettlementOutput = { orders: number; matched: Money | null };
/** 把 BigCommerce 的结算单关联到收款 */
export type LinkBigcommerceSettlementInput = { incomeId: string; serial: string };
export type LinkBigcommerceSettlementOutput = { orders: number; matched: Money | null };
/** 把 3dcart 的结算单关联到收款 */
export type LinkThreeCartSettlementInput = { incomeId: string; serial: string };
export type LinkThreeCartSettlementOutput = { orders: number; matched: Money | null };
