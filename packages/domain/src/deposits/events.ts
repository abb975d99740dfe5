import { TELL, type MessageEvent } from "../messages/event.ts";

const LINK = { label: "查看", to: "personalFinance" } as const;
const OPENING = { label: "去处理", to: "depositOpening" } as const;
const DETAIL = { label: "查看存款", to: "deposit", parameters: { id: "{id}" } } as const;
const MONEY = { category: "money", topic: "services", channels: TELL.money } as const;
const WAITING = { category: "money", topic: "services", channels: TELL.waiting, needsAction: true } as const;

/** What merchants hear about their deposits and the account behind them. */
export const DEPOSITS_EVENTS = {
  "deposit.asked": {
    ...WAITING,
    label: "存款开户需补充资料",
    title: "合作银行请您补充资料",
    body: "{reason}。补充后会继续办理。",
    link: OPENING,
  },
  "deposit.opened": {
    ...MONEY,
    label: "存款账户已开通",
    title: "理财账户已开通",
    body: "合作银行已确认您的账户，现在可以存定期。",
    link: LINK,
  },
  "deposit.declined": {
    ...WAITING,
    label: "存款开户未通过",
    title: "理财账户开户未通过",
    body: "{reason}。处理后可以重新申请。",
    link: OPENING,
  },
  "deposit.expiring": {
    ...MONEY,
    label: "存款授权即将到期",
    title: "理财账户授权将于 {day} 到期",
    body: "到期后重新授权，才能存入新的定期；已有的存款照常计息，到期时还没有重新授权的不再续存，转入钱包。",
    link: LINK,
  },
  "deposit.expired": {
    ...WAITING,
    label: "存款授权已到期",
    title: "理财账户授权已到期",
    body: "重新授权后可以继续存定期；已有的存款照常计息，到期时还没有重新授权的不再续存，转入钱包。",
    link: OPENING,
  },
  "deposit.begun": {
    ...MONEY,
    label: "定期存款已起息",
    title: "{amount} 已存入定期",
    body: "年利率 {rate}%，{day} 起息，{maturity} 到期。",
    link: DETAIL,
  },
  "deposit.refused": {
    ...WAITING,
    label: "定期存款未成交",
    title: "{amount} 未能存入定期",
    body: "{reason}。资金已退回钱包，可以换个期限或稍后再存。",
    link: DETAIL,
  },
  "deposit.maturing": {
    ...MONEY,
    label: "定期存款即将到期",
    title: "{amount} 定期将于 {maturity} 到期",
    body: "到期安排：{instruction}。{until} 前可以修改。",
    link: DETAIL,
  },
  "deposit.matured": {
    ...MONEY,
    label: "定期存款已到期",
    title: "定期到期，{amount} 已转入钱包",
    body: "其中利息 {interest}。",
    link: DETAIL,
  },
  "deposit.renewed": {
    ...MONEY,
    label: "定期存款已续存",
    title: "定期到期，{amount} 已续存",
    body: "新的年利率 {rate}%，{maturity} 到期；转入钱包 {paid}。",
    link: DETAIL,
  },
  "deposit.broken": {
    ...MONEY,
    label: "定期存款已提前支取",
    title: "提前支取，{amount} 已转入钱包",
    body: "其中利息 {interest}，按提前支取利率计算。",
    link: DETAIL,
  },
} as const satisfies Record<string, MessageEvent>;
