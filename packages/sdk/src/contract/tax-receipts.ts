// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 可用于退税的收款 */
export type ListTaxReceiptsInput = { exportedOn?: string };
export type ListTaxReceiptsOutput = Array<{
  id: string;
  amount: Money;
  creditedAt: string;
  payerName: string;
  reference: string;
}>;
