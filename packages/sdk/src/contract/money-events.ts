// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 收支明细：收入、支出、换汇、转账、融资在一张表 */
export type ListMoneyEventsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "effectiveAt";
  order?: "asc" | "desc";
  filters?: {
    direction?: Array<"in" | "out" | "exchange" | "transfer" | "financing">;
    kind?: Array<
      | "income"
      | "withdrawal"
      | "supplier"
      | "service"
      | "seller"
      | "exchange"
      | "exchangeOrder"
      | "funding"
      | "transferIn"
      | "transferOut"
      | "pooling"
      | "charge"
      | "returnCharge"
      | "adjustmentIn"
      | "adjustmentOut"
      | "adjustmentMoved"
      | "loanDrawn"
      | "loanRepaid"
      | "loanInterest"
      | "escrowPaid"
      | "escrowReceived"
      | "escrowRefunded"
      | "taxRefund"
      | "depositPlaced"
      | "depositReturned"
      | "depositInterest"
      | "cardPurchase"
      | "cardRefund"
      | "reward"
      | "cardFunding"
      | "cardFundingIn"
      | "cardWithdrawal"
      | "cardFee"
      | "cardDispute"
    >;
    step?: Array<
      | "announced"
      | "reviewing"
      | "needsEvidence"
      | "abnormal"
      | "credited"
      | "sentBack"
      | "unverified"
      | "scheduled"
      | "awaitingApproval"
      | "submitted"
      | "processing"
      | "failed"
      | "returned"
      | "cancelled"
      | "done"
      | "pending"
      | "refused"
      | "waiting"
      | "authorised"
    >;
    state?: Array<"coming" | "held" | "moving" | "done" | "returned" | "failed">;
    currency?: Array<Currency>;
    counterparty?: string;
    reference?: string;
    effectiveAt?: { begin?: string; end?: string };
    countedAt?: { begin?: string; end?: string };
  };
};
export type ListMoneyEventsOutput = {
  records: Array<{
    id: string;
    recordId: string;
    kind:
      | "income"
      | "withdrawal"
      | "supplier"
      | "service"
      | "seller"
      | "exchange"
      | "exchangeOrder"
      | "funding"
      | "transferIn"
      | "transferOut"
      | "pooling"
      | "charge"
      | "returnCharge"
      | "adjustmentIn"
      | "adjustmentOut"
      | "adjustmentMoved"
      | "loanDrawn"
      | "loanRepaid"
      | "loanInterest"
      | "escrowPaid"
      | "escrowReceived"
      | "escrowRefunded"
      | "taxRefund"
      | "depositPlaced"
      | "depositReturned"
      | "depositInterest"
      | "cardPurchase"
      | "cardRefund"
      | "reward"
      | "cardFunding"
      | "cardFundingIn"
      | "cardWithdrawal"
      | "cardFee"
      | "cardDispute";
    direction: "in" | "out" | "exchange" | "transfer" | "financing";
    state: "coming" | "held" | "moving" | "done" | "returned" | "failed";
    step:
      | "announced"
      | "reviewing"
      | "needsEvidence"
      | "abnormal"
      | "credited"
      | "sentBack"
      | "unverified"
      | "scheduled"
      | "awaitingApproval"
      | "submitted"
      | "processing"
      | "failed"
      | "returned"
      | "cancelled"
      | "done"
      | "pending"
      | "refused"
      | "waiting"
      | "authorised";
    currency: Currency;
    counterparty: string;
    store: string | null;
    platform: string | null;
    amount: Money;
    fee: Money;
    net: Money;
    other: Money | null;
    yuan: Money | null;
    account: string | null;
    accountName: string | null;
    reference: string | null;
    effectiveAt: string;
    bookedAt: string | null;
    countedAt: string;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 各币种的收入与支出（按业务，不按分录），与列表同样筛选 */
export type GetMoneyTotalsInput = {
  begin?: string;
  end?: string;
  filters?: {
    direction?: Array<"in" | "out" | "exchange" | "transfer" | "financing">;
    kind?: Array<
      | "income"
      | "withdrawal"
      | "supplier"
      | "service"
      | "seller"
      | "exchange"
      | "exchangeOrder"
      | "funding"
      | "transferIn"
      | "transferOut"
      | "pooling"
      | "charge"
      | "returnCharge"
      | "adjustmentIn"
      | "adjustmentOut"
      | "adjustmentMoved"
      | "loanDrawn"
      | "loanRepaid"
      | "loanInterest"
      | "escrowPaid"
      | "escrowReceived"
      | "escrowRefunded"
      | "taxRefund"
      | "depositPlaced"
      | "depositReturned"
      | "depositInterest"
      | "cardPurchase"
      | "cardRefund"
      | "reward"
      | "cardFunding"
      | "cardFundingIn"
      | "cardWithdrawal"
      | "cardFee"
      | "cardDispute"
    >;
    step?: Array<
      | "announced"
      | "reviewing"
      | "needsEvidence"
      | "abnormal"
      | "credited"
      | "sentBack"
      | "unverified"
      | "scheduled"
      | "awaitingApproval"
      | "submitted"
      | "processing"
      | "failed"
      | "returned"
      | "cancelled"
      | "done"
      | "pending"
      | "refused"
      | "waiting"
      | "authorised"
    >;
    state?: Array<"coming" | "held" | "moving" | "done" | "returned" | "failed">;
    currency?: Array<Currency>;
    counterparty?: string;
    reference?: string;
    effectiveAt?: { begin?: string; end?: string };
    countedAt?: { begin?: string; end?: string };
  };
};
export type GetMoneyTotalsOutput = Array<{
  currency: Currency;
  income: Money;
  expense: Money;
  financing: Money;
  exchanged: Money;
  moved: Money;
  count: number;
}>;
