// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 定期存款列表 */
export type ListDepositsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"pending" | "held" | "matured" | "renewed" | "broken" | "refused">;
    currency?: Array<"USD" | "EUR" | "JPY" | "GBP" | "HKD" | "SGD" | "AUD" | "CAD">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListDepositsOutput = {
  records: Array<{
    id: string;
    state: "pending" | "held" | "matured" | "renewed" | "broken" | "refused";
    principal: Money;
    termMonths: number;
    rate: string;
    valueDate: string;
    maturesOn: string;
    interest: Money;
    accrued: Money;
    instruction: "payOut" | "renewPrincipal" | "renewAll" | "renewPart";
    createdAt: string;
    endedAt: string | null;
    currency: "USD" | "EUR" | "JPY" | "GBP" | "HKD" | "SGD" | "AUD" | "CAD" /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔定期存款和它的经过 */
export type GetDepositInput = { id: string };
export type GetDepositOutput = {
  principal: Money;
  termMonths: number;
  rate: string;
  yearDays: 360 | 365;
  valueDate: string;
  maturesOn: string;
  days: number;
  provisional: boolean;
  interest: Money;
  id: string;
  state: "pending" | "held" | "matured" | "renewed" | "broken" | "refused";
  accrued: Money;
  instruction: "payOut" | "renewPrincipal" | "renewAll" | "renewPart";
  renewAmount: Money | null;
  instructionUntil: string;
  daysLeft: number;
  createdAt: string;
  endedAt: string | null;
  reference: string;
  reason: string | null;
  renewedFrom: string | null;
  renewedTo: string | null;
  paidInterest: Money | null;
  may: { instruct: boolean; break: boolean };
  timeline: Array<{
    action: "confirm" | "begin" | "refuse" | "instruct" | "redate" | "mature" | "renew" | "break";
    label: string;
    note: string | null;
    at: string;
  }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 定期存款：报价（5 分钟有效，尚未扣款） */
export type QuoteDepositInput = {
  amount: Money;
  termMonths: number;
  instruction: "payOut" | "renewPrincipal" | "renewAll" | "renewPart";
  renewAmount?: Money | null;
};
export type QuoteDepositOutput = {
  principal: Money;
  termMonths: number;
  rate: string;
  yearDays: 360 | 365;
  valueDate: string;
  maturesOn: string;
  days: number;
  provisional: boolean;
  interest: Money;
  sessionId: string;
  expiresAt: string;
  instructionUntil: string;
  breakRate: string;
};
/** 按报价存入定期（签名代替验证码） */
export type CreateDepositInput = {
  sessionId: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateDepositOutput = {
  id: string;
  state: "pending" | "held" | "matured" | "renewed" | "broken" | "refused";
};
/** 修改到期怎么办（截止时间以前） */
export type SetMaturityInstructionInput = {
  id: string;
  instruction: "payOut" | "renewPrincipal" | "renewAll" | "renewPart";
  renewAmount?: Money | null;
};
export type SetMaturityInstructionOutput = null;
/** 提前支取试算：拿回多少，少拿多少 */
export type GetBreakTermsInput = { id: string };
export type GetBreakTermsOutput = {
  principal: Money;
  interest: Money;
  forgone: Money;
  total: Money;
  rate: string;
  days: number;
};
/** 提前支取（签名代替验证码） */
export type BreakDepositInput = { id: string };
export type BreakDepositOutput = CreateDepositOutput;
/** 一笔定期存款每天的利息 */
export type GetDepositInterestInput = { id: string };
export type GetDepositInterestOutput = Array<{ day: string; amount: Money; total: Money }>;
/** 存款证明（PDF） */
export type GetDepositCertificateInput = { id: string };
export type GetDepositCertificateOutput = Blob;
