import { TELL, type MessageEvent } from "../messages/event.ts";

const PAYEE = { to: "payees", parameters: { open: "{payeeId}" } } as const;

/** Where money may go: whoever can change that can take it, so the owner hears of it on every channel. */
export const PAYEE_EVENTS = {
  "payee.bound": {
    label: "收款账户已添加或修改",
    category: "security",
    topic: "security",
    title: "{what}{kind}账户 {payee}",
    body: "{until} 前向它付款累计最多 {limit}。如果不是您操作的，请立即停用它、修改密码并联系客服。",
    link: { label: "查看收款账户", ...PAYEE },
    urgent: true,
    channels: TELL.security,
  },
  /** Once for a sheet, not for every row. */
  "payee.imported": {
    label: "批量导入收款账户",
    category: "security",
    topic: "security",
    title: "导入了 {count} 个{kind}账户",
    body: "{until} 前向每个账户付款有累计上限。如果不是您操作的，请立即停用这些账户、修改密码并联系客服。",
    link: { label: "查看收款账户", to: "payees" },
    urgent: true,
    channels: TELL.security,
  },
  "payee.default_chosen": {
    label: "默认收款账户已更换",
    category: "security",
    topic: "security",
    title: "{currency} 默认收款账户改为 {payee}",
    body: "没有另选账户的提现会付到这里。如果不是您操作的，请立即改回、修改密码并联系客服。",
    link: { label: "查看收款账户", ...PAYEE },
    urgent: true,
    channels: TELL.security,
  },
  "payee.approved": {
    label: "收款人审核通过",
    category: "money",
    topic: "payout",
    title: "{kind} {name} 已通过审核",
    body: "现在可以付款了。",
    link: { label: "查看", ...PAYEE },
    channels: TELL.payout,
  },
  "payee.declined": {
    label: "收款人审核未通过",
    category: "money",
    topic: "waiting",
    title: "{kind} {name} 没有通过审核",
    body: "{reason}。修改后会重新审核。",
    link: { label: "去修改", ...PAYEE },
    needsAction: true,
    channels: TELL.waiting,
  },
  "payee.outdated": {
    label: "收款人需要更新",
    category: "money",
    topic: "waiting",
    title: "{kind} {name} 需要更新资料",
    body: "{reason}。更新前不能付款。",
    link: { label: "去更新", ...PAYEE },
    needsAction: true,
    channels: TELL.waiting,
  },
  "payee.filled": {
    label: "供应商已填写账户",
    category: "money",
    topic: "waiting",
    title: "{name} 已填写收款账户",
    body: "请核对后保存，确认前不能付款。",
    link: { label: "去核对", ...PAYEE },
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
