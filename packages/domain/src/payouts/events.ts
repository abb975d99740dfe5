import { TELL, type MessageEvent } from "../messages/event.ts";

const PAYOUT = { to: "payouts", parameters: { open: "{payoutId}" } } as const;

/** What merchants are told about it. */
export const PAYOUTS_EVENTS = {
  "payout.submitted": {
    label: "提现或付款已提交",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已提交银行",
    body: "到{payee}，预计{eta}到账",
    link: { label: "查看进度", ...PAYOUT },
    channels: TELL.payout,
  },
  "payout.reviewing": {
    label: "提现或付款待审批",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 等待审批",
    body: "{reason}。款项已预留，审批后提交银行，结果会通知您。",
    link: { label: "查看进度", ...PAYOUT },
    channels: TELL.money,
  },
  "payout.completed": {
    label: "提现或付款已到账",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已到账",
    body: "到{payee}",
    link: { label: "查看这笔款", ...PAYOUT },
    channels: TELL.payout,
  },
  "payout.failed": {
    label: "提现或付款没有成功",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 没有成功",
    body: "{reason}。款项和手续费已全部退回余额。",
    link: { label: "查看原因", ...PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
  "payout.returned": {
    label: "提现或付款被退回",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 被银行退回",
    body: "{reason}。款项和手续费已退回余额，请核对收款账户后重试。",
    link: { label: "查看原因", ...PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
  "payout.repriced": {
    label: "付款需要重新确认",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 请重新确认",
    body: "等待审批期间汇率变化超过您约定的范围，款项已退回可用余额，{until} 前按新的汇率确认即可。",
    link: { label: "去确认", ...PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
  "payout.missed": {
    label: "定期付款没有执行",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 没有执行",
    body: "{reason}。没有扣款，可以重新填写。",
    link: { label: "查看原因", ...PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
} as const satisfies Record<string, MessageEvent>;
