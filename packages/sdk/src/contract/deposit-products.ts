// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 定期存款：币种、期限和今天的利率 */
export type ListDepositProductsInput = Record<string, never>;
export type ListDepositProductsOutput = Array<{
  currency: "USD" | "EUR" | "JPY" | "GBP" | "HKD" | "SGD" | "AUD" | "CAD";
  yearDays: 360 | 365;
  minimum: Money;
  maximum: Money;
  offers: Array<{ termMonths: number; rate: string; valueDate: string; maturesOn: string; provisional: boolean }>;
}>;
