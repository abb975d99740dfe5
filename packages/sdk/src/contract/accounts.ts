// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 收款账户：账户、余额、在途和店铺 */
export type ListAccountsInput = Record<string, never>;
export type ListAccountsOutput = Array<{
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
  expectedBy: string | null /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
}>;
/** 收款账户：开户资料、收款步骤和经过 */
export type GetAccountInput = { id: string };
export type GetAccountOutput = {
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
  timeline: Array<{ action: string; label: string; note: string | null; at: string }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 收款账户证明（PDF，中文或英文） */
export type GetAccountLetterInput = { accountId: string; storeId?: string; language?: "zh" | "en" };
export type GetAccountLetterOutput = Blob;
/** 银行拒绝后重新申请收款账户 */
export type ReapplyAccountInput = { id: string; holderName?: string };
export type ReapplyAccountOutput = {
  state: "applying" | "open" | "refused" | "frozen" | "closed" | "payingOut" | "closedFrozen" | "payingOutFrozen";
};
