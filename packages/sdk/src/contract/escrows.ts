// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 担保交易列表 */
export type ListEscrowsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<
      | "proposed"
      | "agreed"
      | "funded"
      | "delivered"
      | "disputed"
      | "released"
      | "refunded"
      | "settled"
      | "declined"
      | "cancelled"
    >;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListEscrowsOutput = {
  records: Array<{
    id: string;
    state:
      | "proposed"
      | "agreed"
      | "funded"
      | "delivered"
      | "disputed"
      | "released"
      | "refunded"
      | "settled"
      | "declined"
      | "cancelled";
    subject: string;
    amount: Money;
    held: Money;
    role: "buyer" | "seller";
    otherName: string;
    createdAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔担保交易和它的经过 */
export type GetEscrowInput = { id: string };
export type GetEscrowOutput = {
  id: string;
  state:
    | "proposed"
    | "agreed"
    | "funded"
    | "delivered"
    | "disputed"
    | "released"
    | "refunded"
    | "settled"
    | "declined"
    | "cancelled";
  subject: string;
  amount: Money;
  held: Money;
  role: "buyer" | "seller";
  otherName: string;
  createdAt: string;
  conditions: string;
  deliverBy: string;
  released: Money;
  refunded: Money;
  reason: string | null;
  may: Array<"accept" | "decline" | "cancel" | "fund" | "deliver" | "release" | "refund" | "dispute" | "settle">;
  evidence: Array<{ fileId: string; by: "buyer" | "seller"; fileName: string; note: string; at: string }>;
  timeline: Array<{
    action:
      | "propose"
      | "accept"
      | "decline"
      | "cancel"
      | "fund"
      | "deliver"
      | "evidence"
      | "releasePart"
      | "release"
      | "refund"
      | "dispute"
      | "settle";
    label: string;
    note: string | null;
    at: string;
  }>;
};
/** 提出担保交易（对方确认后生效） */
export type CreateEscrowInput = {
  role: "buyer" | "seller";
  otherMobile: string;
  otherName: string;
  subject: string;
  conditions: string;
  amount: Money;
  deliverBy: string;
};
export type CreateEscrowOutput = {
  id: string;
  state:
    | "proposed"
    | "agreed"
    | "funded"
    | "delivered"
    | "disputed"
    | "released"
    | "refunded"
    | "settled"
    | "declined"
    | "cancelled";
};
/** 担保交易：同意 */
export type AcceptEscrowInput = { id: string; note?: string };
export type AcceptEscrowOutput = {
  state:
    | "proposed"
    | "agreed"
    | "funded"
    | "delivered"
    | "disputed"
    | "released"
    | "refunded"
    | "settled"
    | "declined"
    | "cancelled";
};
/** 担保交易：不同意 */
export type DeclineEscrowInput = { id: string; note?: string };
export type DeclineEscrowOutput = AcceptEscrowOutput;
/** 担保交易：取消（付款前） */
export type CancelEscrowInput = { id: string; note?: string };
export type CancelEscrowOutput = AcceptEscrowOutput;
/** 担保交易：卖方已交付 */
export type DeliverEscrowInput = { id: string; note?: string };
export type DeliverEscrowOutput = AcceptEscrowOutput;
/** 担保交易：提出争议 */
export type DisputeEscrowInput = { id: string; note: string };
export type DisputeEscrowOutput = AcceptEscrowOutput;
/** 担保交易：提交凭证（双方可见） */
export type AddEscrowEvidenceInput = { id: string; file: Blob; note?: string };
export type AddEscrowEvidenceOutput = { fileId: string; fileName: string };
/** 担保交易：买方付款到担保（签名代替验证码） */
export type FundEscrowInput = { id: string };
export type FundEscrowOutput = AcceptEscrowOutput;
/** 担保交易：买方放款，不填金额为全部 */
export type ReleaseEscrowInput = { id: string; amount?: Money | null; note?: string };
export type ReleaseEscrowOutput = {
  state:
    | "proposed"
    | "agreed"
    | "funded"
    | "delivered"
    | "disputed"
    | "released"
    | "refunded"
    | "settled"
    | "declined"
    | "cancelled";
  held: Money;
};
/** 担保交易：卖方同意退款 */
export type RefundEscrowInput = { id: string; note?: string };
export type RefundEscrowOutput = AcceptEscrowOutput;
