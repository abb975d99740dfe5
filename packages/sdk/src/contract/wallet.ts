// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 多币种钱包：各币种可用、处理中、暂扣、在途和折算 */
export type GetWalletInput = Record<string, never>;
export type GetWalletOutput = {
  number: string;
  holderName: string | null;
  asOf: string | null;
  total: Money | null;
  wallets: Array<{
    currency: Currency;
    name: string;
    isOpen: boolean;
    hidden: boolean;
    available: Money;
    collected: Money;
    processing: Money;
    held: Money;
    coming: Money;
    equivalent: Money | null;
    mid: string | null;
  }>;
  holds: Array<{
    postingId: string;
    amount: Money;
    what: string;
    reference: string | null;
    isOwn: boolean;
    since: string;
  }>;
};
/** 从收款账户转入钱包（签名代替验证码） */
export type FundWalletInput = { accountId: string; amount: Money };
export type FundWalletOutput = { id: string; balance: Money };
/** 钱包转账记录 */
export type ListTransfersInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    kind?: Array<"funding" | "sent" | "received">;
    state?: Array<"unverified" | "completed" | "cancelled">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListTransfersOutput = {
  records: Array<{
    id: string;
    kind: "funding" | "sent" | "received";
    state: "unverified" | "completed" | "cancelled";
    currency: Currency;
    amount: Money;
    other: string;
    note: string;
    createdAt: string;
    completedAt: string | null /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔钱包转账和它的经过 */
export type GetTransferInput = { id: string };
export type GetTransferOutput = {
  id: string;
  kind: "funding" | "sent" | "received";
  state: "unverified" | "completed" | "cancelled";
  currency: Currency;
  amount: Money;
  other: string;
  note: string;
  createdAt: string;
  completedAt: string | null;
  otherNumber: string | null;
  fee: Money;
  expiresAt: string | null;
  postingId: string | null;
  may: { verify: boolean; cancel: boolean };
  timeline: Array<{ label: string; note: string | null; at: string }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 核对对方钱包号和户名 */
export type CheckWalletPayeeInput = { number: string; name: string };
export type CheckWalletPayeeOutput = { number: string; maskedName: string };
/** 填写钱包转账，等待验证（尚未扣款） */
export type CreateTransferInput = {
  number: string;
  name: string;
  amount: Money;
  note?: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateTransferOutput = {
  id: string;
  kind: "funding" | "sent" | "received";
  state: "unverified" | "completed" | "cancelled";
  currency: Currency;
  amount: Money;
  other: string;
  note: string;
  createdAt: string;
  completedAt: string | null;
  otherNumber: string | null;
  fee: Money;
  expiresAt: string | null;
  postingId: string | null;
  may: { verify: boolean; cancel: boolean };
  timeline: Array<{ label: string; note: string | null; at: string }>;
};
/** 确认钱包转账（签名代替验证码） */
export type ConfirmTransferInput = { id: string };
export type ConfirmTransferOutput = CreateTransferOutput;
/** 取消还没验证的钱包转账 */
export type CancelTransferInput = { id: string };
export type CancelTransferOutput = CreateTransferOutput;
/** 可以转入钱包的收款账户和自动转入 */
export type ListWalletSourcesInput = Record<string, never>;
export type ListWalletSourcesOutput = Array<{
  accountId: string;
  name: string;
  currency: Currency;
  available: Money;
  problem: string | null;
  sweep: { id: string; keep: Money; rhythm: "arrival" | "daily" } | null;
}>;
/** 钱包账户：开通、命名、排序、隐藏 */
export type SetWalletAccountsInput = { accounts: Array<{ currency: string; name: string; hidden: boolean }> };
export type SetWalletAccountsOutput = null;
/** 设置自动转入：全部或超过一定金额的部分，到账就转或每天一次（签名代替验证码） */
export type CreateSweepInput = { accountId: string; keep: Money; rhythm: "arrival" | "daily" };
export type CreateSweepOutput = { id: string; keep: Money; rhythm: "arrival" | "daily" };
/** 停用自动转入 */
export type RemoveSweepInput = { id: string };
export type RemoveSweepOutput = null;
/** 钱包转账回单（PDF） */
export type GetTransferReceiptInput = { id: string; language?: "zh" | "en" };
export type GetTransferReceiptOutput = Blob;
