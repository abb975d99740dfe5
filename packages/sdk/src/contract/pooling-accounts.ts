// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 可归集的收款账户 */
export type ListPoolingAccountsInput = Record<string, never>;
export type ListPoolingAccountsOutput = {
  allowed: boolean;
  currencies: Array<{
    currency: Currency;
    available: Money;
    accounts: Array<{
      id: string;
      cardNo: string | null;
      country: string;
      holderName: string;
      state: "applying" | "open" | "refused" | "frozen" | "closed" | "payingOut" | "closedFrozen" | "payingOutFrozen";
      available: Money;
      poolable: boolean;
    }>;
  }>;
};
