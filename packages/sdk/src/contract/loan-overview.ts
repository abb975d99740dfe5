// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 贷款：产品、预评分和可借额度 */
export type GetLoanOverviewInput = Record<string, never>;
export type GetLoanOverviewOutput = {
  products: Array<{
    product: "order" | "easy" | "icbc";
    name: string;
    about: string;
    lender: string;
    rate: string;
    terms: Array<number>;
    ways: Array<"equal" | "interestOnly" | "bullet">;
    minimum: Money;
    maximum: Money;
    available: Money;
    papers: Array<"statement" | "contract" | "tax" | "other">;
  }>;
  score: {
    score: number;
    reasons: Array<{ label: string; value: string; points: number; most: number }>;
    average: Money;
    limit: Money;
  };
  owed: Money;
  open: number;
};
