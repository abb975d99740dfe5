// Written by `npm run sdk:contract` from the tables the server mounts.

/** 开发者：事件 */
export type ListEventsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "at";
  order?: "asc" | "desc";
  filters?: { at?: { begin?: string; end?: string }; topic?: string; subjectId?: string };
};
export type ListEventsOutput = {
  records: Array<{ id: string; topic: string; subject: string; subjectId: string; at: string }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 开发者：发一条测试通知 */
export type SendTestEventInput = {
  topic:
    | "certification.approved"
    | "certification.rejected"
    | "certification.asked"
    | "certification.expired"
    | "certification.frozen"
    | "account.opened"
    | "account.refused"
    | "account.frozen"
    | "account.closed"
    | "income.received"
    | "income.credited"
    | "income.held"
    | "income.returned"
    | "statement.ready"
    | "store.bound"
    | "store.declined"
    | "store.authorisation_lapsed"
    | "beneficiary.approved"
    | "beneficiary.declined"
    | "beneficiary.outdated"
    | "beneficiary.disabled"
    | "payout.submitted"
    | "payout.reviewing"
    | "payout.completed"
    | "payout.failed"
    | "payout.returned"
    | "payout.cancelled"
    | "wallet.transferred"
    | "exchange.completed"
    | "exchange.failed"
    | "exchange.order_filled"
    | "order.passed"
    | "order.matched"
    | "order.failed"
    | "order.reviewing"
    | "card.opened"
    | "card.failed"
    | "card.frozen"
    | "card.expired"
    | "card.closed"
    | "card.declined"
    | "card.settled"
    | "card.refunded"
    | "deposit.placed"
    | "deposit.refused"
    | "deposit.matured"
    | "deposit.renewed"
    | "deposit.broken";
};
export type SendTestEventOutput = { id: string };
