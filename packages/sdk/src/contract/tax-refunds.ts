// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 我的退税 */
export type ListTaxRefundsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"differing" | "reviewing" | "filed" | "refunded" | "declined" | "cancelled">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListTaxRefundsOutput = {
  records: Array<{
    id: string;
    state: "differing" | "reviewing" | "filed" | "refunded" | "declined" | "cancelled";
    number: string;
    goods: string;
    declared: Money;
    refund: Money;
    createdAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔退税：三单、差异和经过 */
export type GetTaxRefundInput = { id: string };
export type GetTaxRefundOutput = {
  id: string;
  state: "differing" | "reviewing" | "filed" | "refunded" | "declined" | "cancelled";
  number: string;
  goods: string;
  declared: Money;
  refund: Money;
  createdAt: string;
  flows: {
    declaration: {
      number: string;
      exportedOn: string;
      goods: string;
      quantity: string;
      unit: string;
      amount: Money;
      consignor: string;
    };
    invoice: {
      number: string;
      issuedOn: string;
      goods: string;
      quantity: string;
      unit: string;
      net: Money;
      vatRate: number;
      buyer: string;
    };
    receipts: Array<string>;
  };
  differences: Array<{
    name:
      | "holder_declaration"
      | "holder_invoice"
      | "goods"
      | "quantity"
      | "invoice_late"
      | "invoice_used"
      | "no_receipt"
      | "receipt_currency"
      | "receipt_short"
      | "receipt_over"
      | "receipt_time"
      | "receipt_used"
      | "order_short"
      | "deadline";
    label: string;
    detail: string;
  }>;
  receipts: Array<{ id: string; amount: Money; creditedAt: string; payerName: string; reference: string }>;
  papers: Array<{ fileId: string; paper: "declaration" | "invoice" | "receipt"; fileName: string }>;
  reason: string | null;
  deadline: string;
  paid: Money | null;
  timeline: Array<{
    action: "apply" | "correct" | "agree" | "ask" | "file" | "decline" | "refund" | "cancel";
    label: string;
    note: string | null;
    at: string;
  }>;
};
/** 上传退税材料 */
export type UploadTaxFileInput = { file: Blob; paper: "declaration" | "invoice" | "receipt" };
export type UploadTaxFileOutput = { fileId: string; paper: "declaration" | "invoice" | "receipt"; fileName: string };
/** 三单核对：报关单、发票、收款（不提交） */
export type CheckTaxRefundInput = {
  declaration: {
    number: string;
    exportedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    amount: Money;
    consignor: string;
  };
  invoice: {
    number: string;
    issuedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    net: Money;
    vatRate: number;
    buyer: string;
  };
  receipts: Array<string>;
  id?: string;
};
export type CheckTaxRefundOutput = {
  differences: Array<{
    name:
      | "holder_declaration"
      | "holder_invoice"
      | "goods"
      | "quantity"
      | "invoice_late"
      | "invoice_used"
      | "no_receipt"
      | "receipt_currency"
      | "receipt_short"
      | "receipt_over"
      | "receipt_time"
      | "receipt_used"
      | "order_short"
      | "deadline";
    label: string;
    detail: string;
  }>;
  refund: Money;
};
/** 申请退税 */
export type CreateTaxRefundInput = {
  declaration: {
    number: string;
    exportedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    amount: Money;
    consignor: string;
  };
  invoice: {
    number: string;
    issuedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    net: Money;
    vatRate: number;
    buyer: string;
  };
  receipts: Array<string>;
  papers: Array<string>;
};
export type CreateTaxRefundOutput = {
  id: string;
  state: "differing" | "reviewing" | "filed" | "refunded" | "declined" | "cancelled";
};
/** 修改退税资料 */
export type CorrectTaxRefundInput = {
  declaration: {
    number: string;
    exportedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    amount: Money;
    consignor: string;
  };
  invoice: {
    number: string;
    issuedOn: string;
    goods: string;
    quantity: string;
    unit: string;
    net: Money;
    vatRate: number;
    buyer: string;
  };
  receipts: Array<string>;
  papers: Array<string>;
  id: string;
};
export type CorrectTaxRefundOutput = {
  state: "differing" | "reviewing" | "filed" | "refunded" | "declined" | "cancelled";
};
/** 取消退税申请 */
export type CancelTaxRefundInput = { id: string };
export type CancelTaxRefundOutput = CorrectTaxRefundOutput;
