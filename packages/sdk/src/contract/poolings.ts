// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 归集试算 */
export type PreviewPoolingInput = { targetId: string; sources: Array<{ accountId: string; amount?: Money }> };
export type PreviewPoolingOutput = {
  id: string;
  currency: Currency;
  total: Money;
  state: "previewed" | "merged" | "lapsed";
  target: { accountId: string; cardNo: string | null; before: Money; amount: Money; after: Money };
  lines: Array<{ accountId: string; cardNo: string | null; before: Money; amount: Money; after: Money }>;
  expiresAt: string;
};
/** 确认归集 */
export type ConfirmPoolingInput = { id: string };
export type ConfirmPoolingOutput = { id: string; total: Money; mergedAt: string };
/** 资金归集记录 */
export type ListPoolingsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "mergedAt";
  order?: "asc" | "desc";
  filters?: { id?: string; mergedAt?: { begin?: string; end?: string }; currency?: Array<Currency> };
};
export type ListPoolingsOutput = {
  records: Array<{
    id: string;
    mergedAt: string;
    currency: Currency;
    total: Money;
    accounts: number;
    targetId: string;
    targetCardNo: string | null;
    state: "previewed" | "merged" | "lapsed";
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一次归集的明细 */
export type GetPoolingInput = { id: string };
export type GetPoolingOutput = {
  id: string;
  currency: Currency;
  total: Money;
  state: "previewed" | "merged" | "lapsed";
  target: { accountId: string; cardNo: string | null; before: Money; amount: Money; after: Money };
  lines: Array<{ accountId: string; cardNo: string | null; before: Money; amount: Money; after: Money }>;
  mergedAt: string | null;
  expiresAt: string;
};
