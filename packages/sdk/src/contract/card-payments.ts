// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 珊瑚卡交易 */
export type ListCardPaymentsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    shopName?: string;
    kind?: Array<"purchase" | "refund">;
    state?: Array<"authorised" | "verified" | "declined" | "reversed" | "expired" | "settled" | "refunded">;
    category?: Array<
      | "advertising"
      | "software"
      | "cloud"
      | "games"
      | "marketplace"
      | "logistics"
      | "services"
      | "travel"
      | "government"
      | "other"
    >;
    cardLastFour?: string;
    original?: Array<Currency>;
    id?: string;
    label?: string;
    owner?: string;
    createdAt?: { begin?: string; end?: string };
  };
  sortType?: 0 | 1;
  cardId?: string /** 一并给出相关的对象，用逗号隔开：card */;
  expand?: string;
};
export type ListCardPaymentsOutput = {
  records: Array<{
    id: string;
    cardId: string;
    cardName: string;
    cardLastFour: string | null;
    state: "authorised" | "verified" | "declined" | "reversed" | "expired" | "settled" | "refunded";
    kind: "purchase" | "refund";
    shopName: string;
    shopCountry: string;
    category:
      | "advertising"
      | "software"
      | "cloud"
      | "games"
      | "marketplace"
      | "logistics"
      | "services"
      | "travel"
      | "government"
      | "other";
    amount: Money;
    original: Money;
    fee: Money;
    label: string | null;
    owner: string | null;
    sentence: string | null;
    createdAt: string;
    settledAt: string | null;
    receipts: number /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
    expanded?: {
      card?: {
        id: string;
        cardName: string;
        cardStatus: "applying" | "active" | "frozen" | "closing" | "closed" | "expired" | "failed";
        cardOrganization: "visa" | "mastercard";
        bin: "428836" | "493193" | "556766";
        lastFour: string | null;
        face: "navy" | "green" | "violet";
        purpose: "advertising" | "subscription" | "cloud" | "procurement" | "logistics" | "travel" | "other";
        label: string | null;
        owner: string | null;
        cardholder: string;
        currency: Currency;
        balance: Money;
        held: Money;
        monthSpent: Money;
        monthLimit: Money | null;
        low: boolean;
        bookId: string | null;
        bookName: string | null;
        blockedByUs: string | null;
        createdAt: string;
        note: string | null;
        spent: { day: Money; month: Money; life: Money };
        largestThisMonth: Money;
        controls: {
          limits: { perTransaction: Money | null; day: Money | null; month: Money | null; life: Money | null };
          categories: {
            mode: "only" | "except";
            items: Array<
              | "advertising"
              | "software"
              | "cloud"
              | "games"
              | "marketplace"
              | "logistics"
              | "services"
              | "travel"
              | "government"
              | "other"
            >;
          };
          merchants: { mode: "only" | "except"; items: Array<string> };
          countries: { mode: "only" | "except"; items: Array<string> };
          currencies: Array<{ currency: Currency; perTransaction: Money | null }>;
          singleUse: boolean;
          lockToFirst: boolean;
          validUntil: string | null;
          autoTopUp: { below: Money; to: Money; timesPerMonth: number } | null;
          warnBelow: Money | null;
        };
        firstShop: string | null;
        backupCardId: string | null;
        topUpsThisMonth: number;
        openPayments: number;
        nextSubscription: { shopName: string; amount: Money; around: string } | null;
        declineCount: number;
        declines: Array<{
          id: string;
          shopName: string;
          sentence: string;
          remedies: Array<{
            kind:
              | "topUp"
              | "raiseLimit"
              | "allowShop"
              | "allowCategory"
              | "allowCountry"
              | "allowCurrency"
              | "unlock"
              | "unsuspend"
              | "extend"
              | "newCard"
              | "fundWallet"
              | "certify"
              | "contact";
            amount?: Money;
            limit?: "perTransaction" | "day" | "month" | "life";
            ofBook?: true;
            item?: string;
            rule?:
              | "standing"
              | "service"
              | "state"
              | "validUntil"
              | "programme"
              | "countries"
              | "categories"
              | "merchants"
              | "firstShop"
              | "singleUse"
              | "currencies"
              | "perTransaction"
              | "day"
              | "month"
              | "life"
              | "bookDay"
              | "bookMonth"
              | "bookLife"
              | "programmeLimit"
              | "velocity"
              | "owed"
              | "balance";
          }>;
          against: Array<{
            rule:
              | "standing"
              | "service"
              | "state"
              | "validUntil"
              | "programme"
              | "countries"
              | "categories"
              | "merchants"
              | "firstShop"
              | "singleUse"
              | "currencies"
              | "perTransaction"
              | "day"
              | "month"
              | "life"
              | "bookDay"
              | "bookMonth"
              | "bookLife"
              | "programmeLimit"
              | "velocity"
              | "owed"
              | "balance";
            sentence: string;
          }>;
          at: string;
        }>;
        may: {
          suspend: boolean;
          unsuspend: boolean;
          close: boolean;
          remove: boolean;
          load: boolean;
          unload: boolean;
          reveal: boolean;
          replace: boolean;
        };
      } | null;
    };
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔交易、它的经过和决定 */
export type GetCardPaymentInput = { id: string /** 一并给出相关的对象，用逗号隔开：card */; expand?: string };
export type GetCardPaymentOutput = {
  id: string;
  cardId: string;
  cardName: string;
  cardLastFour: string | null;
  state: "authorised" | "verified" | "declined" | "reversed" | "expired" | "settled" | "refunded";
  kind: "purchase" | "refund";
  shopName: string;
  shopCountry: string;
  category:
    | "advertising"
    | "software"
    | "cloud"
    | "games"
    | "marketplace"
    | "logistics"
    | "services"
    | "travel"
    | "government"
    | "other";
  amount: Money;
  original: Money;
  fee: Money;
  label: string | null;
  owner: string | null;
  sentence: string | null;
  createdAt: string;
  settledAt: string | null;
  receipts: number;
  authorised: Money;
  held: Money;
  settled: Money;
  refunded: Money;
  holdUntil: string | null;
  reference: string;
  decision: {
    approved: boolean;
    sentence: string | null;
    code: string | null;
    remedies: Array<{
      kind:
        | "topUp"
        | "raiseLimit"
        | "allowShop"
        | "allowCategory"
        | "allowCountry"
        | "allowCurrency"
        | "unlock"
        | "unsuspend"
        | "extend"
        | "newCard"
        | "fundWallet"
        | "certify"
        | "contact";
      amount?: Money;
      limit?: "perTransaction" | "day" | "month" | "life";
      ofBook?: true;
      item?: string;
      rule?:
        | "standing"
        | "service"
        | "state"
        | "validUntil"
        | "programme"
        | "countries"
        | "categories"
        | "merchants"
        | "firstShop"
        | "singleUse"
        | "currencies"
        | "perTransaction"
        | "day"
        | "month"
        | "life"
        | "bookDay"
        | "bookMonth"
        | "bookLife"
        | "programmeLimit"
        | "velocity"
        | "owed"
        | "balance";
    }>;
    trace: Array<{
      rule:
        | "standing"
        | "service"
        | "state"
        | "validUntil"
        | "programme"
        | "countries"
        | "categories"
        | "merchants"
        | "firstShop"
        | "singleUse"
        | "currencies"
        | "perTransaction"
        | "day"
        | "month"
        | "life"
        | "bookDay"
        | "bookMonth"
        | "bookLife"
        | "programmeLimit"
        | "velocity"
        | "owed"
        | "balance";
      label: string;
      sentence: string | null;
    }>;
  } | null;
  refusedMore: { amount: Money; charged: Money } | null;
  timeline: Array<{
    step:
      | "authorisation"
      | "increment"
      | "advice"
      | "reversal"
      | "expiry"
      | "settlement"
      | "refund"
      | "decline"
      | "disputed";
    label: string;
    amount: Money | null;
    note: string | null;
    at: string;
  }>;
  receiptFiles: Array<{ id: string; fileName: string }>;
  dispute: {
    id: string;
    paymentId: string;
    state:
      | "submitted"
      | "asked"
      | "chargeback"
      | "representment"
      | "preArbitration"
      | "arbitration"
      | "won"
      | "lost"
      | "withdrawn"
      | "declined";
    reason: "fraud" | "notReceived" | "notAsDescribed" | "cancelled" | "duplicate" | "wrongAmount" | "refundMissing";
    statement: string;
    amount: Money;
    evidence: Array<{ id: string; fileName: string }>;
    note: string | null;
    createdAt: string;
    dueAt: string | null;
    timeline: Array<{ label: string; note: string | null; at: string }>;
    may: { withdraw: boolean; answer: boolean };
  } | null;
  may: { dispute: boolean } /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
  expanded?: {
    card?: {
      id: string;
      cardName: string;
      cardStatus: "applying" | "active" | "frozen" | "closing" | "closed" | "expired" | "failed";
      cardOrganization: "visa" | "mastercard";
      bin: "428836" | "493193" | "556766";
      lastFour: string | null;
      face: "navy" | "green" | "violet";
      purpose: "advertising" | "subscription" | "cloud" | "procurement" | "logistics" | "travel" | "other";
      label: string | null;
      owner: string | null;
      cardholder: string;
      currency: Currency;
      balance: Money;
      held: Money;
      monthSpent: Money;
      monthLimit: Money | null;
      low: boolean;
      bookId: string | null;
      bookName: string | null;
      blockedByUs: string | null;
      createdAt: string;
      note: string | null;
      spent: { day: Money; month: Money; life: Money };
      largestThisMonth: Money;
      controls: {
        limits: { perTransaction: Money | null; day: Money | null; month: Money | null; life: Money | null };
        categories: {
          mode: "only" | "except";
          items: Array<
            | "advertising"
            | "software"
            | "cloud"
            | "games"
            | "marketplace"
            | "logistics"
            | "services"
            | "travel"
            | "government"
            | "other"
          >;
        };
        merchants: { mode: "only" | "except"; items: Array<string> };
        countries: { mode: "only" | "except"; items: Array<string> };
        currencies: Array<{ currency: Currency; perTransaction: Money | null }>;
        singleUse: boolean;
        lockToFirst: boolean;
        validUntil: string | null;
        autoTopUp: { below: Money; to: Money; timesPerMonth: number } | null;
        warnBelow: Money | null;
      };
      firstShop: string | null;
      backupCardId: string | null;
      topUpsThisMonth: number;
      openPayments: number;
      nextSubscription: { shopName: string; amount: Money; around: string } | null;
      declineCount: number;
      declines: Array<{
        id: string;
        shopName: string;
        sentence: string;
        remedies: Array<{
          kind:
            | "topUp"
            | "raiseLimit"
            | "allowShop"
            | "allowCategory"
            | "allowCountry"
            | "allowCurrency"
            | "unlock"
            | "unsuspend"
            | "extend"
            | "newCard"
            | "fundWallet"
            | "certify"
            | "contact";
          amount?: Money;
          limit?: "perTransaction" | "day" | "month" | "life";
          ofBook?: true;
          item?: string;
          rule?:
            | "standing"
            | "service"
            | "state"
            | "validUntil"
            | "programme"
            | "countries"
            | "categories"
            | "merchants"
            | "firstShop"
            | "singleUse"
            | "currencies"
            | "perTransaction"
            | "day"
            | "month"
            | "life"
            | "bookDay"
            | "bookMonth"
            | "bookLife"
            | "programmeLimit"
            | "velocity"
            | "owed"
            | "balance";
        }>;
        against: Array<{
          rule:
            | "standing"
            | "service"
            | "state"
            | "validUntil"
            | "programme"
            | "countries"
            | "categories"
            | "merchants"
            | "firstShop"
            | "singleUse"
            | "currencies"
            | "perTransaction"
            | "day"
            | "month"
            | "life"
            | "bookDay"
            | "bookMonth"
            | "bookLife"
            | "programmeLimit"
            | "velocity"
            | "owed"
            | "balance";
          sentence: string;
        }>;
        at: string;
      }>;
      may: {
        suspend: boolean;
        unsuspend: boolean;
        close: boolean;
        remove: boolean;
        load: boolean;
        unload: boolean;
        reveal: boolean;
        replace: boolean;
      };
    } | null;
  };
};
/** 给交易附上票据 */
export type AttachCardReceiptInput = { id: string; file: Blob };
export type AttachCardReceiptOutput = { fileId: string; fileName: string };
/** 对已清算的交易提出争议 */
export type DisputeCardPaymentInput = {
  id: string;
  reason: "fraud" | "notReceived" | "notAsDescribed" | "cancelled" | "duplicate" | "wrongAmount" | "refundMissing";
  statement: string;
  amount: Money;
};
export type DisputeCardPaymentOutput = {
  id: string;
  paymentId: string;
  state:
    | "submitted"
    | "asked"
    | "chargeback"
    | "representment"
    | "preArbitration"
    | "arbitration"
    | "won"
    | "lost"
    | "withdrawn"
    | "declined";
  reason: "fraud" | "notReceived" | "notAsDescribed" | "cancelled" | "duplicate" | "wrongAmount" | "refundMissing";
  statement: string;
  amount: Money;
  evidence: Array<{ id: string; fileName: string }>;
  note: string | null;
  createdAt: string;
  dueAt: string | null;
  timeline: Array<{ label: string; note: string | null; at: string }>;
  may: { withdraw: boolean; answer: boolean };
};
/** 上传争议证据 */
export type AddDisputeEvidenceInput = { id: string; file: Blob };
export type AddDisputeEvidenceOutput = { fileId: string; fileName: string };
/** 答复补充证据的要求 */
export type AnswerCardDisputeInput = { id: string; note: string };
export type AnswerCardDisputeOutput = DisputeCardPaymentOutput;
/** 撤回争议 */
export type WithdrawCardDisputeInput = { id: string };
export type WithdrawCardDisputeOutput = DisputeCardPaymentOutput;
