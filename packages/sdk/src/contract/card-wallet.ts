// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 卡钱包：余额 */
export type GetCardWalletInput = Record<string, never>;
export type GetCardWalletOutput = {
  id: string;
  availableAmount: string;
  currency: Currency;
  available: Money;
  held: Money;
  owed: Money;
  onCards: Money;
  heldOnCards: Money;
  monthSpent: Money;
  cards: number;
};
/** 卡钱包：从收款账户或钱包充值（签名代替验证码） */
export type FundCardWalletInput = { accountId?: string | null; amount: Money };
export type FundCardWalletOutput = { id: string; state: "pending" | "processing" | "succeeded" | "failed" };
/** 卡钱包：充值回单（PDF） */
export type GetCardFundingReceiptInput = { id: string; language?: "zh" | "en" };
export type GetCardFundingReceiptOutput = Blob;
/** 卡钱包：转出记录 */
export type ListCardWithdrawalsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    serialNumber?: string;
    state?: Array<"unverified" | "completed" | "cancelled">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListCardWithdrawalsOutput = {
  records: Array<{
    id: string;
    state: "unverified" | "completed" | "cancelled";
    target: "wallet" | "collection";
    targetName: string;
    money: Money;
    serialNumber: string;
    createdAt: string;
    finishedAt: string | null;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 卡钱包：填写转出，等待验证（尚未扣款） */
export type CreateCardWithdrawalInput = {
  target: "wallet" | "collection";
  bankAccountId?: string | null;
  money: Money;
};
export type CreateCardWithdrawalOutput = { id: string; state: "unverified" | "completed" | "cancelled" };
/** 卡钱包：确认转出（签名代替验证码） */
export type ConfirmCardWithdrawalInput = { id: string };
export type ConfirmCardWithdrawalOutput = { id: string; state: "unverified" | "completed" | "cancelled" };
/** 卡钱包：取消转出（验证以前） */
export type CancelCardWithdrawalInput = { id: string };
export type CancelCardWithdrawalOutput = { id: string; state: "unverified" | "completed" | "cancelled" };
