// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 我的贷款 */
export type ListLoansInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<
      | "reviewing"
      | "asked"
      | "deciding"
      | "approved"
      | "drawing"
      | "active"
      | "overdue"
      | "closed"
      | "declined"
      | "cancelled"
    >;
    product?: Array<"order" | "easy" | "icbc">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListLoansOutput = {
  records: Array<{
    id: string;
    state:
      | "reviewing"
      | "asked"
      | "deciding"
      | "approved"
      | "drawing"
      | "active"
      | "overdue"
      | "closed"
      | "declined"
      | "cancelled";
    product: "order" | "easy" | "icbc";
    amount: Money;
    rate: string;
    termMonths: number;
    way: "equal" | "interestOnly" | "bullet";
    outstanding: Money;
    createdAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔贷款：计划、还款和经过 */
export type GetLoanInput = { id: string };
export type GetLoanOutput = {
  id: string;
  state:
    | "reviewing"
    | "asked"
    | "deciding"
    | "approved"
    | "drawing"
    | "active"
    | "overdue"
    | "closed"
    | "declined"
    | "cancelled";
  product: "order" | "easy" | "icbc";
  amount: Money;
  rate: string;
  termMonths: number;
  way: "equal" | "interestOnly" | "bullet";
  outstanding: Money;
  createdAt: string;
  asked: Money;
  purpose: "stock" | "logistics" | "advertising" | "equipment" | "turnover";
  reference: string;
  reason: string | null;
  offerUntil: string | null;
  drawnOn: string | null;
  incomeShare: number;
  due: Money;
  payoff: Money;
  next: { dueOn: string; amount: Money } | null;
  score: { score: number; reasons: Array<{ label: string; value: string; points: number; most: number }> };
  papers: Array<{
    fileId: string;
    paper: "statement" | "contract" | "tax" | "other";
    fileName: string;
    receivedAt: string | null;
  }>;
  plan: Array<{
    no: number;
    dueOn: string;
    principal: Money;
    interest: Money;
    penalty: Money;
    paid: Money;
    left: Money;
    state: "coming" | "due" | "late" | "paid";
  }>;
  repayments: Array<{
    id: string;
    reference: string;
    at: string;
    source: "hand" | "due" | "income";
    amount: Money;
    principal: Money;
    interest: Money;
    penalty: Money;
  }>;
  timeline: Array<{
    action:
      | "apply"
      | "pass"
      | "ask"
      | "answer"
      | "decline"
      | "approve"
      | "sign"
      | "payOut"
      | "failPayOut"
      | "repay"
      | "share"
      | "fallBehind"
      | "catchUp"
      | "close"
      | "cancel"
      | "lapse";
    label: string;
    note: string | null;
    at: string;
  }>;
};
/** 贷款合同（PDF） */
export type GetLoanContractInput = { id: string };
export type GetLoanContractOutput = Blob;
/** 还款：指定金额，或不填金额一次结清；多出的部分不会扣 */
export type RepayLoanInput = { id: string; amount?: Money | null };
export type RepayLoanOutput = {
  state:
    | "reviewing"
    | "asked"
    | "deciding"
    | "approved"
    | "drawing"
    | "active"
    | "overdue"
    | "closed"
    | "declined"
    | "cancelled";
  taken: Money;
  outstanding: Money;
};
/** 按收款比例还款 */
export type SetLoanIncomeShareInput = { id: string; incomeShare: number };
export type SetLoanIncomeShareOutput = null;
