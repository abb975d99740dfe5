// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 收款账户月结单 */
export type GetStatementInput = { accountId: string; month: string };
export type GetStatementOutput = {
  month: string;
  opening: Money;
  closing: Money;
  credits: Money;
  debits: Money;
  other: Money;
  entries: number;
  open: boolean;
  since: string;
};
/** 收款账户月结单（PDF，中文或英文） */
export type GetStatementPdfInput = { accountId: string; month: string; language?: "zh" | "en" };
export type GetStatementPdfOutput = Blob;
