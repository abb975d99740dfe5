import { conversionPath } from "../exchange/conversions.ts";
import { incomePath } from "../income/incomes.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";
import { payoutPath } from "./payouts.ts";

const PAYMENT = incomePath("{incomeId}");
const PAYOUT = payoutPath("{payoutId}");

/** What happens to the merchant's money, shops and cards. */
export const MONEY_EVENTS = {
  "income.inTransit": {
    label: "平台已打款",
    category: "money",
    topic: "income",
    title: "{from} 打款 {amount} 已在途",
    body: "预计 {eta} 到{account}",
    link: { label: "查看这笔款", path: PAYMENT },
    channels: TELL.money,
  },
  "income.credited": {
    label: "款项已入账",
    category: "money",
    topic: "income",
    title: "{from} {amount} 已入账",
    body: "可用余额 {balance}",
    link: { label: "查看这笔款", path: PAYMENT },
    channels: TELL.money,
  },
  "income.held": {
    label: "款项暂扣",
    category: "money",
    topic: "waiting",
    title: "{amount} 暂扣，{reason}",
    body: "{detail}，请在 {due} 前说明关系。",
    link: { label: "去说明", path: PAYMENT },
    needsAction: true,
    channels: TELL.waiting,
  },
  "orders.needed": {
    label: "待补充订单材料",
    category: "orders",
    topic: "waiting",
    title: "{amount} 待补充，缺 {count} 份订单",
    body: "{from}，{due} 前补齐，之后 2 小时内入账。",
    link: { label: "上传订单", path: "/uploadPreIndex" },
    needsAction: true,
    channels: TELL.waiting,
  },
  "payout.submitted": {
    label: "提现或付款已提交",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已提交银行",
    body: "到{payee}，预计{eta}到账",
    link: { label: "查看进度", path: PAYOUT },
    channels: TELL.payout,
  },
  "payout.reviewing": {
    label: "提现或付款待审批",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 等待审批",
    body: "{reason}。款项已预留，审批后提交银行，结果会通知您。",
    link: { label: "查看进度", path: PAYOUT },
    channels: TELL.money,
  },
  "payout.completed": {
    label: "提现或付款已到账",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 已到账",
    body: "到{payee}",
    link: { label: "查看这笔款", path: PAYOUT },
    channels: TELL.payout,
  },
  "payout.failed": {
    label: "提现或付款没有成功",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 没有成功",
    body: "{reason}。款项和手续费已全部退回余额。",
    link: { label: "查看原因", path: PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
  "payout.returned": {
    label: "提现或付款被退回",
    category: "money",
    topic: "payout",
    title: "{kind} {amount} 被银行退回",
    body: "{reason}。款项和手续费已退回余额，请核对收款账户后重试。",
    link: { label: "查看原因", path: PAYOUT },
    needsAction: true,
    channels: TELL.payout,
  },
  "exchange.done": {
    label: "换汇完成",
    category: "money",
    topic: "payout",
    title: "换汇完成，得到 {bought}",
    body: "用 {sold}，汇率 {rate}",
    link: { label: "查看这笔换汇", path: conversionPath("{conversionId}") },
    channels: TELL.money,
  },
  "card.declined": {
    label: "珊瑚卡交易被拒",
    category: "card",
    topic: "card",
    title: "珊瑚卡 {card} 一笔 {amount} 被拒",
    body: "{reason}",
    link: { label: "查看卡片", path: "/vcc" },
    channels: TELL.card,
  },
} as const satisfies Record<string, MessageEvent>;
