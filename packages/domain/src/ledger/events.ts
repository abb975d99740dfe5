import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about corrections made by hand. */
export const LEDGER_EVENTS = {
  "ledger.adjusted": {
    label: "账户余额人工调整",
    category: "money",
    topic: "income",
    title: "{change} {amount}",
    body: "由两位财务人员提出并复核，原因：{reason}。如有疑问请联系客服。",
    link: { label: "查看这笔调账", to: "moneyEvents", parameters: { open: "{adjustmentId}" } },
    channels: TELL.payout,
  },
  "ledger.claimAdjusted": {
    label: "额度、担保和利息人工调整",
    category: "money",
    topic: "income",
    title: "{change} {amount}",
    body: "由两位财务人员提出并复核，原因：{reason}。如有疑问请联系客服。",
    channels: TELL.payout,
  },
} as const satisfies Record<string, MessageEvent>;
