// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 珊瑚卡列表 */
export type ListCardsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    cardName?: string;
    cardStatus?: Array<"applying" | "active" | "frozen" | "closing" | "closed" | "expired" | "failed">;
    purpose?: Array<"advertising" | "subscription" | "cloud" | "procurement" | "logistics" | "travel" | "other">;
    label?: string;
    owner?: string;
    createdAt?: { begin?: string; end?: string };
  };
  group?: "used" | "applying" | "closed";
  bookId?: string;
};
export type ListCardsOutput = {
  records: Array<{
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
    createdAt: string /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一张珊瑚卡 */
export type GetCardInput = { id: string };
export type GetCardOutput = {
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
  } /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 申请一张或多张珊瑚卡 */
export type CreateCardsInput = {
  userCardDTO: Array<{
    cardName: string;
    purpose: "advertising" | "subscription" | "cloud" | "procurement" | "logistics" | "travel" | "other";
    bin: "428836" | "493193" | "556766";
    label?: string | null;
    owner?: string | null;
    cardholder: string;
    firstLoad?: Money | null;
    controls?: {
      limits?: { perTransaction: Money | null; day: Money | null; month: Money | null; life: Money | null };
      categories?: {
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
      merchants?: { mode: "only" | "except"; items: Array<string> };
      countries?: { mode: "only" | "except"; items: Array<string> };
      currencies?: Array<{ currency: Currency; perTransaction: Money | null }>;
      singleUse?: boolean;
      lockToFirst?: boolean;
      validUntil?: string | null;
      autoTopUp?: { below: Money; to: Money; timesPerMonth: number } | null;
      warnBelow?: Money | null;
    };
  }>;
};
export type CreateCardsOutput = { ids: Array<string>; fee: Money };
/** 冻结卡片 */
export type SuspendCardInput = { id: string };
export type SuspendCardOutput = {
  id: string;
  cardStatus: "applying" | "active" | "frozen" | "closing" | "closed" | "expired" | "failed";
};
/** 解冻卡片 */
export type ResumeCardInput = { id: string };
export type ResumeCardOutput = SuspendCardOutput;
/** 注销卡片，余额回卡钱包 */
export type CloseCardInput = { id: string };
export type CloseCardOutput = SuspendCardOutput;
/** 修改限额和用卡规则 */
export type SetCardControlsInput = {
  id: string;
  controls: {
    limits?: { perTransaction: Money | null; day: Money | null; month: Money | null; life: Money | null };
    categories?: {
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
    merchants?: { mode: "only" | "except"; items: Array<string> };
    countries?: { mode: "only" | "except"; items: Array<string> };
    currencies?: Array<{ currency: Currency; perTransaction: Money | null }>;
    singleUse?: boolean;
    lockToFirst?: boolean;
    validUntil?: string | null;
    autoTopUp?: { below: Money; to: Money; timesPerMonth: number } | null;
    warnBelow?: Money | null;
  };
  unlock?: true;
};
export type SetCardControlsOutput = SuspendCardOutput;
/** 卡充值：从卡钱包到卡片 */
export type LoadCardInput = { cardId: string; rechargeAmount: Money };
export type LoadCardOutput = { id: string; state: "pending" | "processing" | "succeeded" | "failed" };
/** 卡余额转回卡钱包 */
export type UnloadCardInput = { cardId: string; rechargeAmount: Money };
export type UnloadCardOutput = { id: string; state: "pending" | "processing" | "succeeded" | "failed" };
/** 修改卡名、标签、使用人、备用卡和卡组 */
export type UpdateCardInput = {
  id: string;
  cardName?: string;
  label?: string | null;
  owner?: string | null;
  note?: string | null;
  backupCardId?: string | null;
  bookId?: string | null;
};
export type UpdateCardOutput = SuspendCardOutput;
/** 换卡：新卡沿用设置，旧卡注销，余额转到新卡 */
export type ReplaceCardInput = { id: string };
export type ReplaceCardOutput = SuspendCardOutput;
