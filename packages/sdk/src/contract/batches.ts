// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 批量付款记录 */
export type ListBatchesInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    kind?: Array<"supplier" | "service" | "seller" | "withdrawal">;
    state?: Array<
      | "uploaded"
      | "parsing"
      | "toConfirm"
      | "unreadable"
      | "confirmed"
      | "processing"
      | "completed"
      | "partly"
      | "failed"
      | "cancelled"
    >;
    title?: string;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListBatchesOutput = {
  records: Array<{
    id: string;
    kind: "supplier" | "service" | "seller" | "withdrawal";
    title: string;
    state:
      | "uploaded"
      | "parsing"
      | "toConfirm"
      | "unreadable"
      | "confirmed"
      | "processing"
      | "completed"
      | "partly"
      | "failed"
      | "cancelled";
    rowsTotal: number;
    createdAt: string;
    confirmedAt: string | null;
    finishedAt: string | null /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一批付款和它的进度 */
export type GetBatchInput = { id: string };
export type GetBatchOutput = {
  id: string;
  kind: "supplier" | "service" | "seller" | "withdrawal";
  title: string;
  state:
    | "uploaded"
    | "parsing"
    | "toConfirm"
    | "unreadable"
    | "confirmed"
    | "processing"
    | "completed"
    | "partly"
    | "failed"
    | "cancelled";
  rowsTotal: number;
  createdAt: string;
  confirmedAt: string | null;
  finishedAt: string | null;
  reason: string | null;
  progress: {
    id: string;
    state:
      | "uploaded"
      | "parsing"
      | "toConfirm"
      | "unreadable"
      | "confirmed"
      | "processing"
      | "completed"
      | "partly"
      | "failed"
      | "cancelled";
    done: number;
    total: number;
    payments: { waiting: number; moving: number; completed: number; failed: number };
  };
  counts: { bad: number; asks: number; ready: number; left: number; taken: number; refused: number };
  columns: Array<
    | "holderName"
    | "holderType"
    | "country"
    | "currency"
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
    | "intermediaryName"
    | "amount"
    | "category"
    | "remittance"
  >;
  groups: Array<{ currency: Currency; count: number; arrives: Money; accountId: string | null }>;
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
  restId: string | null;
  keptUntil: string | null;
  may: { edit: boolean; cancel: boolean; result: boolean } /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 一批付款的各行 */
export type GetBatchRowsInput = {
  id: string;
  state?: "bad" | "asks" | "ready" | "left" | "taken" | "refused";
  pageNo?: number;
  pageSize?: number /** 一并给出相关的对象，用逗号隔开：payout */;
  expand?: string;
};
export type GetBatchRowsOutput = {
  records: Array<{
    line: number;
    state: "bad" | "asks" | "ready" | "left" | "taken" | "refused";
    cells: Partial<
      Record<
        | "holderName"
        | "holderType"
        | "country"
        | "currency"
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
        | "intermediaryName"
        | "amount"
        | "category"
        | "remittance",
        string
      >
    >;
    before: Partial<
      Record<
        | "holderName"
        | "holderType"
        | "country"
        | "currency"
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
        | "intermediaryName"
        | "amount"
        | "category"
        | "remittance",
        string
      >
    > | null;
    problems: Partial<
      Record<
        | "holderName"
        | "holderType"
        | "country"
        | "currency"
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
        | "intermediaryName"
        | "amount"
        | "category"
        | "remittance",
        string
      >
    >;
    marks: Array<{
      mark: "repeated" | "paidLately" | "accountChanged";
      text: string;
      detail: string;
      payoutId: string | null;
    }>;
    known: string | null;
    payout: {
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
      mayCancel: boolean;
    } | null;
    reason: string | null;
    expanded?: {
      payout?: {
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
        }>;
      } | null;
    };
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
};
/** 结果文件：每一行付成了没有；确认以前只有问题行 */
export type GetBatchFileInput = { id: string; rows?: "all" | "problems"; format?: "csv" | "xlsx" };
export type GetBatchFileOutput = Blob;
/** 批量付款：某个国家和币种的模板 */
export type GetPayBatchTemplateInput = {
  country:
    | "CN"
    | "HK"
    | "MO"
    | "TW"
    | "AD"
    | "AE"
    | "AF"
    | "AG"
    | "AI"
    | "AL"
    | "AM"
    | "AO"
    | "AR"
    | "AS"
    | "AT"
    | "AU"
    | "AW"
    | "AZ"
    | "BA"
    | "BB"
    | "BD"
    | "BE"
    | "BF"
    | "BG"
    | "BH"
    | "BI"
    | "BJ"
    | "BL"
    | "BM"
    | "BN"
    | "BO"
    | "BQ"
    | "BR"
    | "BS"
    | "BT"
    | "BW"
    | "BY"
    | "BZ"
    | "CA"
    | "CC"
    | "CD"
    | "CF"
    | "CG"
    | "CH"
    | "CI"
    | "CK"
    | "CL"
    | "CM"
    | "CO"
    | "CR"
    | "CU"
    | "CV"
    | "CW"
    | "CX"
    | "CY"
    | "CZ"
    | "DE"
    | "DJ"
    | "DK"
    | "DM"
    | "DO"
    | "DZ"
    | "EC"
    | "EE"
    | "EG"
    | "EH"
    | "ER"
    | "ES"
    | "ET"
    | "FI"
    | "FJ"
    | "FK"
    | "FM"
    | "FO"
    | "FR"
    | "GA"
    | "GB"
    | "GD"
    | "GE"
    | "GF"
    | "GG"
    | "GH"
    | "GI"
    | "GL"
    | "GM"
    | "GN"
    | "GP"
    | "GQ"
    | "GR"
    | "GT"
    | "GU"
    | "GW"
    | "GY"
    | "HN"
    | "HR"
    | "HT"
    | "HU"
    | "ID"
    | "IE"
    | "IL"
    | "IM"
    | "IN"
    | "IQ"
    | "IR"
    | "IS"
    | "IT"
    | "JE"
    | "JM"
    | "JO"
    | "JP"
    | "KE"
    | "KG"
    | "KH"
    | "KI"
    | "KM"
    | "KN"
    | "KP"
    | "KR"
    | "KW"
    | "KY"
    | "KZ"
    | "LA"
    | "LB"
    | "LC"
    | "LI"
    | "LK"
    | "LR"
    | "LS"
    | "LT"
    | "LU"
    | "LV"
    | "LY"
    | "MA"
    | "MC"
    | "MD"
    | "ME"
    | "MF"
    | "MG"
    | "MH"
    | "MK"
    | "ML"
    | "MM"
    | "MN"
    | "MP"
    | "MQ"
    | "MR"
    | "MS"
    | "MT"
    | "MU"
    | "MV"
    | "MW"
    | "MX"
    | "MY"
    | "MZ"
    | "NA"
    | "NC"
    | "NE"
    | "NF"
    | "NG"
    | "NI"
    | "NL"
    | "NO"
    | "NP"
    | "NR"
    | "NU"
    | "NZ"
    | "OM"
    | "PA"
    | "PE"
    | "PF"
    | "PG"
    | "PH"
    | "PK"
    | "PL"
    | "PM"
    | "PR"
    | "PS"
    | "PT"
    | "PW"
    | "PY"
    | "QA"
    | "RE"
    | "RO"
    | "RS"
    | "RU"
    | "RW"
    | "SA"
    | "SB"
    | "SC"
    | "SD"
    | "SE"
    | "SG"
    | "SH"
    | "SI"
    | "SK"
    | "SL"
    | "SM"
    | "SN"
    | "SO"
    | "SR"
    | "SS"
    | "ST"
    | "SV"
    | "SX"
    | "SY"
    | "SZ"
    | "TC"
    | "TD"
    | "TG"
    | "TH"
    | "TJ"
    | "TK"
    | "TL"
    | "TM"
    | "TN"
    | "TO"
    | "TR"
    | "TT"
    | "TV"
    | "TZ"
    | "UA"
    | "UG"
    | "US"
    | "UY"
    | "UZ"
    | "VA"
    | "VC"
    | "VE"
    | "VG"
    | "VI"
    | "VN"
    | "VU"
    | "WF"
    | "WS"
    | "YE"
    | "YT"
    | "ZA"
    | "ZM"
    | "ZW";
  currency: string;
  route?:
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
  format?: "csv" | "xlsx";
};
export type GetPayBatchTemplateOutput = Blob;
/** 批量付款：上传文件（在后台解析） */
export type UploadPayBatchInput = { file: Blob; kind?: "supplier" | "service" | "seller" };
export type UploadPayBatchOutput = {
  id: string;
  state:
    | "uploaded"
    | "parsing"
    | "toConfirm"
    | "unreadable"
    | "confirmed"
    | "processing"
    | "completed"
    | "partly"
    | "failed"
    | "cancelled";
};
/** 批量付款：按模板的列给出各行（制表符分隔） */
export type CreatePayBatchInput = {
  kind?: "supplier" | "service" | "seller";
  title?: string;
  text: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreatePayBatchOutput = UploadPayBatchOutput;
/** 批量付款：修改一行 */
export type RepairPayBatchRowInput = {
  id: string;
  line: number;
  cells: Partial<
    Record<
      | "holderName"
      | "holderType"
      | "country"
      | "currency"
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
      | "intermediaryName"
      | "amount"
      | "category"
      | "remittance",
      string
    >
  >;
};
export type RepairPayBatchRowOutput = {
  line: number;
  state: "bad" | "asks" | "ready" | "left" | "taken" | "refused";
  cells: Partial<
    Record<
      | "holderName"
      | "holderType"
      | "country"
      | "currency"
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
      | "intermediaryName"
      | "amount"
      | "category"
      | "remittance",
      string
    >
  >;
  before: Partial<
    Record<
      | "holderName"
      | "holderType"
      | "country"
      | "currency"
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
      | "intermediaryName"
      | "amount"
      | "category"
      | "remittance",
      string
    >
  > | null;
  problems: Partial<
    Record<
      | "holderName"
      | "holderType"
      | "country"
      | "currency"
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
      | "intermediaryName"
      | "amount"
      | "category"
      | "remittance",
      string
    >
  >;
  marks: Array<{
    mark: "repeated" | "paidLately" | "accountChanged";
    text: string;
    detail: string;
    payoutId: string | null;
  }>;
  known: string | null;
  payout: {
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
    mayCancel: boolean;
  } | null;
  reason: string | null;
};
/** 批量付款：决定一些行（照付、不付、用上次的账号、撤回修改） */
export type SettlePayBatchRowsInput = {
  id: string;
  lines: Array<number>;
  decision: "pay" | "leave" | "useKnown" | "undo";
};
export type SettlePayBatchRowsOutput = { changed: number };
/** 批量付款：每个币种从哪个账户付 */
export type ChoosePayBatchAccountsInput = { id: string; currency: string; accountId: string };
export type ChoosePayBatchAccountsOutput = UploadPayBatchOutput;
/** 批量付款：整批的报价（30 秒有效） */
export type QuotePayBatchInput = { id: string };
export type QuotePayBatchOutput = {
  quoteId: string;
  expiresAt: string;
  count: number;
  newPayees: number;
  groups: Array<{
    currency: Currency;
    count: number;
    arrives: Money;
    accountId: string | null;
    leaves: Money;
    fee: Money;
    coupons: Array<{ label: string; saved: Money }>;
    rate: string | null;
    mid: string | null;
  }>;
  charged: Array<{ accountId: string; label: string; leaves: Money; available: Money }>;
  newPayeeLimit: Money;
  missingQuota: Array<Money>;
  approval: string | null;
};
/** 批量付款：用报价确认可以付的行（签名代替验证码） */
export type ConfirmPayBatchInput = { id: string; quoteId: string; toleranceBasisPoints?: 0 | 50 | 100 | 200 };
export type ConfirmPayBatchOutput = UploadPayBatchOutput;
/** 批量付款：取消整批（确认以前） */
export type CancelPayBatchInput = { id: string };
export type CancelPayBatchOutput = UploadPayBatchOutput;
/** 批量付款：取消一行（提交银行以前） */
export type CancelPayBatchRowInput = { id: string; line: number };
export type CancelPayBatchRowOutput = UploadPayBatchOutput;
/** 批量提现：某个国家和币种的模板 */
export type GetWithdrawalBatchTemplateInput = GetPayBatchTemplateInput;
export type GetWithdrawalBatchTemplateOutput = Blob;
/** 批量提现：上传文件（在后台解析） */
export type UploadWithdrawalBatchInput = { file: Blob; kind?: "withdrawal" };
export type UploadWithdrawalBatchOutput = UploadPayBatchOutput;
/** 批量提现：按模板的列给出各行（制表符分隔） */
export type CreateWithdrawalBatchInput = {
  kind?: "withdrawal";
  title?: string;
  text: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateWithdrawalBatchOutput = UploadPayBatchOutput;
/** 批量提现：修改一行 */
export type RepairWithdrawalBatchRowInput = RepairPayBatchRowInput;
export type RepairWithdrawalBatchRowOutput = RepairPayBatchRowOutput;
/** 批量提现：决定一些行（照付、不付、用上次的账号、撤回修改） */
export type SettleWithdrawalBatchRowsInput = SettlePayBatchRowsInput;
export type SettleWithdrawalBatchRowsOutput = { changed: number };
/** 批量提现：每个币种从哪个账户付 */
export type ChooseWithdrawalBatchAccountsInput = { id: string; currency: string; accountId: string };
export type ChooseWithdrawalBatchAccountsOutput = UploadPayBatchOutput;
/** 批量提现：整批的报价（30 秒有效） */
export type QuoteWithdrawalBatchInput = { id: string };
export type QuoteWithdrawalBatchOutput = QuotePayBatchOutput;
/** 批量提现：用报价确认可以付的行（签名代替验证码） */
export type ConfirmWithdrawalBatchInput = { id: string; quoteId: string; toleranceBasisPoints?: 0 | 50 | 100 | 200 };
export type ConfirmWithdrawalBatchOutput = UploadPayBatchOutput;
/** 批量提现：取消整批（确认以前） */
export type CancelWithdrawalBatchInput = { id: string };
export type CancelWithdrawalBatchOutput = UploadPayBatchOutput;
/** 批量提现：取消一行（提交银行以前） */
export type CancelWithdrawalBatchRowInput = { id: string; line: number };
export type CancelWithdrawalBatchRowOutput = UploadPayBatchOutput;
