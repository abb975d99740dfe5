// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 订单额度 */
export type GetQuotaInput = Record<string, never>;
export type GetQuotaOutput = {
  quotas: Array<{
    currency: string;
    available: Money;
    reserved: Money;
    used: Money;
    debt: Money;
    unproven: Money;
    missing: Money;
    upload: { platformCode: string; storeId: string | null } | null;
  }>;
  analysing: Array<{
    id: string;
    createdAt: string;
    fileName: string;
    way: "file" | "typed" | "store";
    platform: string;
    storeId: string | null;
    storeName: string | null;
    state: "analysing" | "waiting" | "reviewing" | "passed" | "partlyPassed" | "failed" | "cancelled";
    problem: string | null;
    rowsTotal: number;
    rowsDone: number;
    rowsPassed: number;
    rowsFailed: number;
    rowsWaiting: number;
  }>;
  failedUploads: number;
};
/** 额度使用记录 */
export type ListQuotaUsesInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: { state?: Array<"reserved" | "consumed" | "released">; createdAt?: { begin?: string; end?: string } };
};
export type ListQuotaUsesOutput = {
  records: Array<{
    id: string;
    moveId: string;
    createdAt: string;
    kind: "payout" | "conversion";
    reference: string;
    amount: Money;
    state: "reserved" | "consumed" | "released";
    orders: number;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔付款或换汇用了哪些订单 */
export type GetQuotaUseInput = { id: string };
export type GetQuotaUseOutput = Array<{
  id: string;
  moveId: string;
  createdAt: string;
  kind: "payout" | "conversion";
  reference: string;
  amount: Money;
  state: "reserved" | "consumed" | "released";
  orders: number;
  behind: Array<{ id: string; orderNumber: string; orderedAt: string; amount: Money }>;
}>;
