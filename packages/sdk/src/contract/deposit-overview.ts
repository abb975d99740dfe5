// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 定期存款总览：本金、已计利息、下一笔到期、可存余额 */
export type GetDepositOverviewInput = Record<string, never>;
export type GetDepositOverviewOutput = {
  holdings: Array<{
    currency: "USD" | "EUR" | "JPY" | "GBP" | "HKD" | "SGD" | "AUD" | "CAD";
    principal: Money;
    accrued: Money;
    count: number;
  }>;
  next: { id: string; maturesOn: string; amount: Money } | null;
  maturities: Array<{ id: string; maturesOn: string; amount: Money }>;
  spendable: Array<Money>;
};
