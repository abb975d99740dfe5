// Written by `npm run sdk:contract` from the tables the server mounts.

/** 一批付款的各行 */
export type ListBatchRowsInput = {
  id: string;
  state?: "bad" | "asks" | "ready" | "left" | "taken" | "refused";
  pageNo?: number;
  pageSize?: number;
};
export type ListBatchRowsOutput = {
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
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
};
