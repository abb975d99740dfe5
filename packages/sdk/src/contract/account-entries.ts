// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 收款账户的账目与余额 */
export type ListAccountEntriesInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "postedAt";
  order?: "asc" | "desc";
  filters?: {
    postedAt?: { begin?: string; end?: string };
    reason?: Array<
      | "house.settled"
      | "adjustment"
      | "reversal"
      | "fee.charged"
      | "fee.refunded"
      | "income.received"
      | "income.credited"
      | "income.returned"
      | "pooling.merged"
      | "payout.requested"
      | "payout.settled"
      | "payout.failed"
      | "payout.cancelled"
      | "payout.returned"
      | "payout.returnCharged"
      | "wallet.funded"
      | "wallet.transfer"
      | "fx.exchanged"
      | "fx.ordered"
      | "fx.released"
      | "quota.granted"
      | "quota.reserved"
      | "quota.consumed"
      | "quota.released"
      | "quota.withdrawn"
      | "card.funded"
      | "card.loaded"
      | "card.unloaded"
      | "card.authorised"
      | "card.released"
      | "card.settled"
      | "card.refunded"
      | "card.disputed"
      | "card.recovered"
      | "card.withdrawn"
      | "deposit.requested"
      | "deposit.placed"
      | "deposit.refused"
      | "deposit.accrued"
      | "deposit.matured"
      | "deposit.renewed"
      | "deposit.broken"
      | "deposit.settled"
      | "loan.drawn"
      | "loan.charged"
      | "loan.repaid"
      | "loan.remitted"
      | "escrow.funded"
      | "escrow.released"
      | "escrow.received"
      | "escrow.refunded"
      | "taxrefund.paid"
      | "promotion.paid"
    >;
    reference?: string;
  };
  accountId: string;
};
export type ListAccountEntriesOutput = {
  records: Array<{
    postedAt: string;
    postingId: string;
    line: number;
    reason:
      | "house.settled"
      | "adjustment"
      | "reversal"
      | "fee.charged"
      | "fee.refunded"
      | "income.received"
      | "income.credited"
      | "income.returned"
      | "pooling.merged"
      | "payout.requested"
      | "payout.settled"
      | "payout.failed"
      | "payout.cancelled"
      | "payout.returned"
      | "payout.returnCharged"
      | "wallet.funded"
      | "wallet.transfer"
      | "fx.exchanged"
      | "fx.ordered"
      | "fx.released"
      | "quota.granted"
      | "quota.reserved"
      | "quota.consumed"
      | "quota.released"
      | "quota.withdrawn"
      | "card.funded"
      | "card.loaded"
      | "card.unloaded"
      | "card.authorised"
      | "card.released"
      | "card.settled"
      | "card.refunded"
      | "card.disputed"
      | "card.recovered"
      | "card.withdrawn"
      | "deposit.requested"
      | "deposit.placed"
      | "deposit.refused"
      | "deposit.accrued"
      | "deposit.matured"
      | "deposit.renewed"
      | "deposit.broken"
      | "deposit.settled"
      | "loan.drawn"
      | "loan.charged"
      | "loan.repaid"
      | "loan.remitted"
      | "escrow.funded"
      | "escrow.released"
      | "escrow.received"
      | "escrow.refunded"
      | "taxrefund.paid"
      | "promotion.paid";
    what: string;
    reference: string | null;
    amount: Money;
    fee: Money | null;
    balance: Money;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
