// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 定期付款 */
export type ListSeriesInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"unverified" | "active" | "paused" | "ended" | "cancelled">;
    kind?: Array<"supplier" | "service">;
    payeeName?: string;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListSeriesOutput = {
  records: Array<{
    id: string;
    kind: "supplier" | "service";
    state: "unverified" | "active" | "paused" | "ended" | "cancelled";
    payeeName: string;
    payeeBank: string;
    payeeLastFour: string;
    amount: Money;
    rhythm: "weekly" | "monthly" | "quarterly";
    nextOn: string | null;
    runs: number;
    mostRuns: number | null;
    reason: string | null;
    createdAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 定期付款：一个和它的各次付款 */
export type GetSeriesInput = { id: string };
export type GetSeriesOutput = {
  id: string;
  kind: "supplier" | "service";
  state: "unverified" | "active" | "paused" | "ended" | "cancelled";
  payeeName: string;
  payeeBank: string;
  payeeLastFour: string;
  amount: Money;
  rhythm: "weekly" | "monthly" | "quarterly";
  nextOn: string | null;
  runs: number;
  mostRuns: number | null;
  reason: string | null;
  createdAt: string;
  way: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  accountId: string;
  beneficiaryId: string;
  agreed: Money;
  toleranceBasisPoints: number;
  firstOn: string;
  remittance: string;
  category: number | null;
  adviceEmail: string | null;
  expiresAt: string | null;
  may: Array<string>;
  payments: Array<{
    id: string;
    state:
      | "unverified"
      | "scheduled"
      | "awaitingApproval"
      | "submitted"
      | "processing"
      | "completed"
      | "failed"
      | "returned"
      | "cancelled";
    scheduledFor: string | null;
    reason: string | null;
    arrives: Money | null;
  }>;
  timeline: Array<{
    action:
      | "apply"
      | "confirm"
      | "run"
      | "missed"
      | "pause"
      | "halt"
      | "resume"
      | "end"
      | "finish"
      | "cancel"
      | "lapse";
    label: string;
    note: string | null;
    at: string;
  }>;
};
/** 定期付款：填写（确认以前不付款） */
export type CreateSeriesInput = {
  accountId: string;
  amount: Money;
  beneficiaryId: string;
  way?: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  category?: number | null;
  purpose?: string;
  remittance?: string;
  toleranceBasisPoints?: 0 | 50 | 100 | 200;
  papers?: Array<string>;
  relatedId?: string | null;
  adviceEmail?: string;
  kind: "supplier" | "service";
  rhythm: "weekly" | "monthly" | "quarterly";
  firstOn: string;
  mostRuns?: number | null;
};
export type CreateSeriesOutput = { id: string; state: "unverified" | "active" | "paused" | "ended" | "cancelled" };
/** 定期付款：确认并开始（签名代替验证码） */
export type ConfirmSeriesInput = { id: string };
export type ConfirmSeriesOutput = CreateSeriesOutput;
/** 定期付款：暂停 */
export type PauseSeriesInput = { id: string };
export type PauseSeriesOutput = CreateSeriesOutput;
/** 定期付款：继续 */
export type ResumeSeriesInput = { id: string };
export type ResumeSeriesOutput = CreateSeriesOutput;
/** 定期付款：结束 */
export type EndSeriesInput = { id: string };
export type EndSeriesOutput = CreateSeriesOutput;
/** 定期付款：取消（验证以前） */
export type CancelSeriesInput = { id: string };
export type CancelSeriesOutput = CreateSeriesOutput;
