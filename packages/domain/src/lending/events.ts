import { TELL, type MessageEvent } from "../messages/event.ts";

const DETAIL = { label: "查看贷款", to: "loan", parameters: { id: "{id}" } } as const;
const FINANCE = { label: "查看融资服务", to: "icbcFinance" } as const;
const MONEY = { category: "money", topic: "services", channels: TELL.money, link: DETAIL } as const;
const WAITING = {
  category: "money",
  topic: "services",
  channels: TELL.waiting,
  needsAction: true,
  link: DETAIL,
} as const;

/** What merchants hear about their loans. */
export const LENDING_EVENTS = {
  "loan.asked": {
    ...WAITING,
    label: "贷款需补充资料",
    title: "贷款申请需要补充资料",
    body: "{reason}。补充后会继续审批。",
  },
  "loan.declined": {
    ...MONEY,
    label: "贷款未通过",
    title: "贷款申请未通过",
    body: "{reason}。情况变化后可以重新申请。",
  },
  "loan.approved": {
    ...WAITING,
    label: "贷款已批准",
    title: "贷款已批准 {amount}",
    body: "年利率 {rate}%，请在 {until} 前签约，签约后放款到钱包。",
  },
  "loan.paid_out": {
    ...MONEY,
    label: "贷款已放款",
    title: "{amount} 已放款到钱包",
    body: "首次还款日 {day}，应还 {due}。",
  },
  "loan.pay_out_failed": {
    ...WAITING,
    label: "贷款放款未成功",
    title: "{amount} 放款未成功",
    body: "{reason}。可以重新签约。",
  },
  "loan.due": {
    ...WAITING,
    label: "贷款还款提醒",
    title: "{day} 应还 {due}",
    body: "到期从钱包自动扣款，请保证余额。",
  },
  "loan.repaid": { ...MONEY, label: "贷款已还款", title: "已还款 {amount}", body: "剩余本金 {left}。" },
  "loan.overdue": {
    ...WAITING,
    label: "贷款已逾期",
    title: "贷款已逾期，欠款 {due}",
    body: "每天计收罚息，请尽快还款。",
  },
  "loan.closed": { ...MONEY, label: "贷款已结清", title: "贷款已结清", body: "{amount} 的贷款已全部还清。" },
  "loan.lapsed": {
    ...MONEY,
    label: "贷款报价过期",
    title: "贷款报价已过期",
    body: "{amount} 的报价没有签约，已结束。需要时可以重新申请。",
  },
  "icbc.asked": {
    ...WAITING,
    link: FINANCE,
    label: "工行要求说明资料",
    title: "工行要求说明报送的{data}",
    body: "{reason}。说明后会继续处理。",
  },
  "icbc.refused": {
    ...WAITING,
    link: FINANCE,
    label: "工行退回资料",
    title: "工行退回了报送的{data}",
    body: "{reason}。处理后可以重新报送。",
  },
} as const satisfies Record<string, MessageEvent>;
