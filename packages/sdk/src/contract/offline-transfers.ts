// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 线下汇款：上传银行回单或凭证 */
export type UploadOfflineFileInput = { file: Blob };
export type UploadOfflineFileOutput = { fileId: string; fileName: string };
/** 线下汇款：登记，由我们在来款里查找 */
export type CreateOfflineTransferInput = {
  accountId: string;
  amount: Money;
  payerName: string;
  sentOn: string;
  bankReference?: string;
  note?: string;
  proofs: Array<string>;
};
export type CreateOfflineTransferOutput = {
  id: string;
  state: "waiting" | "matching" | "matched" | "declined" | "cancelled";
  serial: string;
  amount: Money;
  accountId: string;
  payerName: string;
  sentOn: string;
  reason: string | null;
  createdAt: string;
};
/** 线下汇款：我的登记 */
export type ListOfflineTransfersInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"waiting" | "matching" | "matched" | "declined" | "cancelled">;
    serial?: string;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListOfflineTransfersOutput = {
  records: Array<{
    id: string;
    state: "waiting" | "matching" | "matched" | "declined" | "cancelled";
    serial: string;
    amount: Money;
    accountId: string;
    payerName: string;
    sentOn: string;
    reason: string | null;
    createdAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 线下汇款：一笔登记和它的经过 */
export type GetOfflineTransferInput = { id: string };
export type GetOfflineTransferOutput = {
  id: string;
  state: "waiting" | "matching" | "matched" | "declined" | "cancelled";
  serial: string;
  amount: Money;
  accountId: string;
  payerName: string;
  sentOn: string;
  reason: string | null;
  createdAt: string;
  bankReference: string;
  note: string;
  proofs: Array<{ fileId: string; fileName: string }>;
  incomeId: string | null;
  timeline: Array<{
    action: "submit" | "propose" | "unmatch" | "match" | "decline" | "cancel";
    label: string;
    note: string | null;
    at: string;
  }>;
};
/** 线下汇款：撤回登记 */
export type CancelOfflineTransferInput = { id: string };
export type CancelOfflineTransferOutput = { state: "waiting" | "matching" | "matched" | "declined" | "cancelled" };
