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
/** 卡钱包：从收款账户或钱包充值 */
export type FundCardWalletInput = { accountId?: string | null; amount: Money };
export type FundCardWalletOutput = { id: string; state: "pending" | "processing" | "succeeded" | "failed" };
