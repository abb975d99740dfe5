import { TELL, type MessageEvent } from "../messages/event.ts";

const PAYMENT = { to: "income", parameters: { open: "{incomeId}" } } as const;
const INCOME = { label: "查看这笔款", ...PAYMENT } as const;

/** What merchants are told about it. */
export const INCOME_EVENTS = {
  "income.evidence": {
    label: "款项待补充材料",
    category: "money",
    topic: "waiting",
    title: "{amount} 待补充材料",
    body: "{from} 的这笔款需要：{text}。请在 {due} 前提交。",
    link: { label: "去补充", ...PAYMENT },
    needsAction: true,
    channels: TELL.waiting,
  },
  "income.watched": {
    label: "款项暂扣待核查",
    category: "money",
    topic: "income",
    title: "{amount} 暂扣，{reason}",
    body: "{from} 的这笔款由我们核查，您暂时不用做什么，有结果会通知您。",
    link: INCOME,
    channels: TELL.waiting,
  },
  "income.overdue": {
    label: "补充材料已逾期",
    category: "money",
    topic: "waiting",
    title: "{amount} 逾期未补材料",
    body: "{from} 的这笔款可能退回付款方。现在提交材料仍可入账。",
    link: { label: "去补充", ...PAYMENT },
    needsAction: true,
    channels: TELL.waiting,
  },
  "income.returned": {
    label: "款项已退回付款方",
    category: "money",
    topic: "income",
    title: "{amount} 已退回 {from}",
    body: "{reason}",
    link: INCOME,
    channels: TELL.waiting,
  },
  "income.inTransit": {
    label: "平台已打款",
    category: "money",
    topic: "income",
    title: "{from} 打款 {amount} 已在途",
    body: "预计 {eta} 到{account}",
    link: { label: "查看这笔款", ...PAYMENT },
    channels: TELL.money,
  },
  "income.credited": {
    label: "款项已入账",
    category: "money",
    topic: "income",
    title: "{from} {amount} 已入账",
    body: "可用余额 {balance}",
    link: { label: "查看这笔款", ...PAYMENT },
    channels: TELL.money,
  },
  "income.held": {
    label: "款项暂扣",
    category: "money",
    topic: "waiting",
    title: "{amount} 暂扣，{reason}",
    body: "{detail}，请在 {due} 前说明关系。",
    link: { label: "去说明", ...PAYMENT },
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
