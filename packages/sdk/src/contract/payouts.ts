// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 付款记录（各种类型） */
export type ListPayoutsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    kind?: Array<"withdrawal" | "supplier" | "service" | "seller">;
    state?: Array<
      | "unverified"
      | "scheduled"
      | "awaitingApproval"
      | "submitted"
      | "processing"
      | "completed"
      | "failed"
      | "returned"
      | "cancelled"
    >;
    currency?: Array<Currency>;
    way?: Array<"citic" | "mybank" | "local" | "swiftShared" | "swiftOurs">;
    payeeName?: string;
    reference?: string;
    createdAt?: { begin?: string; end?: string };
  } /** 一并给出相关的对象，用逗号隔开：payee */;
  expand?: string;
};
export type ListPayoutsOutput = {
  records: Array<{
    id: string;
    kind: "withdrawal" | "supplier" | "service" | "seller";
    way: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
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
    amount: Money;
    arrives: Money | null;
    payeeName: string;
    payeeBank: string;
    payeeLastFour: string;
    payeeCountry: string;
    beneficiaryId: string;
    sourceCode: string;
    reference: string;
    batchId: string | null;
    createdAt: string;
    finishedAt: string | null;
    currency: Currency /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
    expanded?: {
      payee?: {
        id: string;
        kind: "own" | "supplier" | "service" | "seller";
        state: "pending" | "approved" | "declined" | "outdated" | "disabled";
        name: string;
        holderName: string;
        country: string;
        currency: Currency;
        bankName: string;
        lastFour: string;
        isDefault: boolean;
        reason: string | null;
        restsFrom: string;
        createdAt: string;
        holderType: "person" | "company";
        route:
          | "CN"
          | "HK"
          | "US"
          | "GB"
          | "IBAN"
          | "AE"
          | "JP"
          | "AU"
          | "CA"
          | "SG"
          | "TH"
          | "ID"
          | "MY"
          | "PH"
          | "VN"
          | "KR"
          | "SWIFT";
        details: Partial<
          Record<
            | "clearCode"
            | "bankCode"
            | "branchCode"
            | "swiftCode"
            | "accountNumber"
            | "bankAccountType"
            | "bankName"
            | "bankCity"
            | "holderAddress"
            | "purpose"
            | "intermediarySwift"
            | "intermediaryName",
            string
          >
        >;
        bankListed: boolean;
        companyAddress: string;
        city: string;
        category: number | null;
        contactEmail: string;
        remark: string;
        coolingUntil: string | null;
        coolingLimit: Money;
        maximum: Money | null;
        left: Money | null;
        version: number;
        papers: Array<{
          fileId: string;
          paper: "contract" | "invoice" | "certificate";
          fileName: string;
          addedAt: string;
        }>;
        changes: Array<{ version: number; at: string; fields: Record<string, [string, string]>; genuine: boolean }>;
        timeline: Array<{
          action: "add" | "selfFill" | "clear" | "approve" | "decline" | "askUpdate" | "doubt" | "change" | "disable";
          label: string;
          note: string | null;
          at: string;
        }>;
      } | null;
    };
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔付款和它的经过 */
export type GetPayoutInput = { id: string /** 一并给出相关的对象，用逗号隔开：payee */; expand?: string };
export type GetPayoutOutput = {
  id: string;
  kind: "withdrawal" | "supplier" | "service" | "seller";
  way: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
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
  amount: Money;
  arrives: Money | null;
  payeeName: string;
  payeeBank: string;
  payeeLastFour: string;
  payeeCountry: string;
  beneficiaryId: string;
  sourceCode: string;
  reference: string;
  batchId: string | null;
  createdAt: string;
  finishedAt: string | null;
  sources: Array<{ accountId: string; label: string; amount: Money }>;
  price: {
    amount: Money;
    fee: Money;
    feeLines: Array<{ label: string; amount: Money }>;
    exchanged: Money;
    rate: string | null;
    mid: string | null;
    markupBasisPoints: string | null;
    arrives: Money;
  } | null;
  short: Money | null;
  returned: Money | null;
  arrivesOn: string | null;
  category: number | null;
  purpose: string | null;
  remittance: string;
  toleranceBasisPoints: number;
  related: string | null;
  adviceEmail: string | null;
  seriesId: string | null;
  scheduledFor: string | null;
  reason: string | null;
  expiresAt: string | null;
  next: string | null;
  may: { verify: boolean; cancel: boolean; receipt: boolean };
  timeline: Array<{
    action:
      | "apply"
      | "confirm"
      | "askApproval"
      | "schedule"
      | "queue"
      | "execute"
      | "executeWithApproval"
      | "miss"
      | "approve"
      | "askAgain"
      | "reject"
      | "stop"
      | "send"
      | "sendAgain"
      | "settle"
      | "fail"
      | "giveBack"
      | "cancel"
      | "lapse"
      | "recall";
    label: string;
    note: string | null;
    at: string;
  }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
  expanded?: {
    payee?: {
      id: string;
      kind: "own" | "supplier" | "service" | "seller";
      state: "pending" | "approved" | "declined" | "outdated" | "disabled";
      name: string;
      holderName: string;
      country: string;
      currency: Currency;
      bankName: string;
      lastFour: string;
      isDefault: boolean;
      reason: string | null;
      restsFrom: string;
      createdAt: string;
      holderType: "person" | "company";
      route:
        | "CN"
        | "HK"
        | "US"
        | "GB"
        | "IBAN"
        | "AE"
        | "JP"
        | "AU"
        | "CA"
        | "SG"
        | "TH"
        | "ID"
        | "MY"
        | "PH"
        | "VN"
        | "KR"
        | "SWIFT";
      details: Partial<
        Record<
          | "clearCode"
          | "bankCode"
          | "branchCode"
          | "swiftCode"
          | "accountNumber"
          | "bankAccountType"
          | "bankName"
          | "bankCity"
          | "holderAddress"
          | "purpose"
          | "intermediarySwift"
          | "intermediaryName",
          string
        >
      >;
      bankListed: boolean;
      companyAddress: string;
      city: string;
      category: number | null;
      contactEmail: string;
      remark: string;
      coolingUntil: string | null;
      coolingLimit: Money;
      maximum: Money | null;
      left: Money | null;
      version: number;
      papers: Array<{
        fileId: string;
        paper: "contract" | "invoice" | "certificate";
        fileName: string;
        addedAt: string;
      }>;
      changes: Array<{ version: number; at: string; fields: Record<string, [string, string]>; genuine: boolean }>;
      timeline: Array<{
        action: "add" | "selfFill" | "clear" | "approve" | "decline" | "askUpdate" | "doubt" | "change" | "disable";
        label: string;
        note: string | null;
        at: string;
      }>;
    } | null;
  };
};
/** 付款回单（PDF） */
export type GetPayoutReceiptInput = { id: string; language?: "zh" | "en" };
export type GetPayoutReceiptOutput = Blob;
/** 用报价确认付款（签名代替验证码） */
export type ConfirmPayoutInput = { id: string; quoteId?: string | null };
export type ConfirmPayoutOutput = {
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
};
/** 修改附言（提交银行以前） */
export type ChangeRemittanceInput = { id: string; remittance: string };
export type ChangeRemittanceOutput = ConfirmPayoutOutput;
/** 提现：可用的账户、收款人和限额 */
export type GetWithdrawalOptionsInput = Record<string, never>;
export type GetWithdrawalOptionsOutput = {
  certified: boolean;
  holderName: string | null;
  holderKind: "person" | "mainland" | "hongkong" | null;
  open: boolean;
  payees: Array<{
    id: string;
    kind: "own" | "supplier" | "service" | "seller";
    state: "pending" | "approved" | "declined" | "outdated" | "disabled";
    name: string;
    holderName: string;
    country: string;
    currency: Currency;
    bankName: string;
    lastFour: string;
    isDefault: boolean;
    reason: string | null;
    restsFrom: string;
    createdAt: string;
    holderType: "person" | "company";
    route:
      | "CN"
      | "HK"
      | "US"
      | "GB"
      | "IBAN"
      | "AE"
      | "JP"
      | "AU"
      | "CA"
      | "SG"
      | "TH"
      | "ID"
      | "MY"
      | "PH"
      | "VN"
      | "KR"
      | "SWIFT";
    details: Partial<
      Record<
        | "clearCode"
        | "bankCode"
        | "branchCode"
        | "swiftCode"
        | "accountNumber"
        | "bankAccountType"
        | "bankName"
        | "bankCity"
        | "holderAddress"
        | "purpose"
        | "intermediarySwift"
        | "intermediaryName",
        string
      >
    >;
    bankListed: boolean;
    companyAddress: string;
    city: string;
    category: number | null;
    contactEmail: string;
    remark: string;
    coolingUntil: string | null;
    coolingLimit: Money;
    maximum: Money | null;
    left: Money | null;
    version: number;
    papers: Array<{ fileId: string; paper: "contract" | "invoice" | "certificate"; fileName: string; addedAt: string }>;
  }>;
  accounts: Array<{
    accountId: string;
    source: "collection" | "wallet" | "card_wallet";
    label: string;
    accountNumber: string | null;
    platform: string | null;
    currency: Currency;
    available: Money;
    minimum: Money;
    maximum: Money | null;
    approvalAbove: Money;
    problem: string | null;
  }>;
};
/** 提现：各种方式的费用、到账金额和时间 */
export type CompareWithdrawalWaysInput = {
  accountId: string;
  amount: Money;
  parts?: Array<{ accountId: string; amount: Money }>;
  beneficiaryId?: string;
  way?: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  scheduledFor?: string | null;
};
export type CompareWithdrawalWaysOutput = Array<{
  way: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  arrivesOn: string;
  enRoute: Money;
  label: string;
  note: string;
  accountId: string;
  price: {
    amount: Money;
    fee: Money;
    feeLines: Array<{ label: string; amount: Money }>;
    exchanged: Money;
    rate: string | null;
    mid: string | null;
    markupBasisPoints: string | null;
    arrives: Money;
  } | null;
  problem: string | null;
  missingQuota: Array<Money>;
}>;
/** 提现：试算手续费、汇率和到账金额（报价 30 秒有效） */
export type QuoteWithdrawalInput = CompareWithdrawalWaysInput;
export type QuoteWithdrawalOutput = {
  amount: Money;
  fee: Money;
  feeLines: Array<{ label: string; amount: Money }>;
  exchanged: Money;
  rate: string | null;
  mid: string | null;
  markupBasisPoints: string | null;
  arrives: Money;
  way: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  arrivesOn: string;
  enRoute: Money;
  quoteId: string;
  expiresAt: string;
  approval: string | null;
  missingQuota: Array<Money>;
};
/** 提现：填写（确认以前不扣款） */
export type CreateWithdrawalInput = {
  accountId: string;
  amount: Money;
  parts?: Array<{ accountId: string; amount: Money }>;
  beneficiaryId?: string;
  way?: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  scheduledFor?: string | null;
  category?: number | null;
  purpose?: string;
  remittance?: string;
  toleranceBasisPoints?: 0 | 50 | 100 | 200;
  papers?: Array<string>;
  relatedId?: string | null;
  adviceEmail?: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateWithdrawalOutput = ConfirmPayoutOutput;
/** 提现：取消（提交银行以前） */
export type CancelWithdrawalInput = { id: string };
export type CancelWithdrawalOutput = ConfirmPayoutOutput;
/** 供应商付款：可用的账户、收款人和限额 */
export type GetSupplierOptionsInput = Record<string, never>;
export type GetSupplierOptionsOutput = GetWithdrawalOptionsOutput;
/** 供应商付款：各种方式的费用、到账金额和时间 */
export type CompareSupplierWaysInput = CompareWithdrawalWaysInput;
export type CompareSupplierWaysOutput = CompareWithdrawalWaysOutput;
/** 供应商付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
export type QuoteSupplierInput = CompareWithdrawalWaysInput;
export type QuoteSupplierOutput = QuoteWithdrawalOutput;
/** 供应商付款：填写（确认以前不扣款） */
export type CreateSupplierInput = CreateWithdrawalInput;
export type CreateSupplierOutput = ConfirmPayoutOutput;
/** 供应商付款：取消（提交银行以前） */
export type CancelSupplierInput = { id: string };
export type CancelSupplierOutput = ConfirmPayoutOutput;
/** 服务商付款：可用的账户、收款人和限额 */
export type GetServiceOptionsInput = Record<string, never>;
export type GetServiceOptionsOutput = GetWithdrawalOptionsOutput;
/** 服务商付款：各种方式的费用、到账金额和时间 */
export type CompareServiceWaysInput = CompareWithdrawalWaysInput;
export type CompareServiceWaysOutput = CompareWithdrawalWaysOutput;
/** 服务商付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
export type QuoteServiceInput = CompareWithdrawalWaysInput;
export type QuoteServiceOutput = QuoteWithdrawalOutput;
/** 服务商付款：填写（确认以前不扣款） */
export type CreateServiceInput = CreateWithdrawalInput;
export type CreateServiceOutput = ConfirmPayoutOutput;
/** 服务商付款：取消（提交银行以前） */
export type CancelServiceInput = { id: string };
export type CancelServiceOutput = ConfirmPayoutOutput;
/** 卖家付款：可用的账户、收款人和限额 */
export type GetSellerOptionsInput = Record<string, never>;
export type GetSellerOptionsOutput = GetWithdrawalOptionsOutput;
/** 卖家付款：各种方式的费用、到账金额和时间 */
export type CompareSellerWaysInput = CompareWithdrawalWaysInput;
export type CompareSellerWaysOutput = CompareWithdrawalWaysOutput;
/** 卖家付款：试算手续费、汇率和到账金额（报价 30 秒有效） */
export type QuoteSellerInput = CompareWithdrawalWaysInput;
export type QuoteSellerOutput = QuoteWithdrawalOutput;
/** 卖家付款：填写（确认以前不扣款） */
export type CreateSellerInput = CreateWithdrawalInput;
export type CreateSellerOutput = ConfirmPayoutOutput;
/** 卖家付款：取消（提交银行以前） */
export type CancelSellerInput = { id: string };
export type CancelSellerOutput = ConfirmPayoutOutput;
/** 从钱包付款：填写（确认以前不扣款） */
export type CreateWalletPayoutInput = {
  accountId: string;
  amount: Money;
  parts?: Array<{ accountId: string; amount: Money }>;
  beneficiaryId?: string;
  way?: "citic" | "mybank" | "local" | "swiftShared" | "swiftOurs";
  scheduledFor?: string | null;
  category?: number | null;
  purpose?: string;
  remittance?: string;
  toleranceBasisPoints?: 0 | 50 | 100 | 200;
  papers?: Array<string>;
  relatedId?: string | null;
  adviceEmail?: string;
  kind:
    | "withdrawal"
    | "supplier"
    | "service"
    | "seller" /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateWalletPayoutOutput = ConfirmPayoutOutput;
