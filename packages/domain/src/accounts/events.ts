import { TELL, type MessageEvent } from "../messages/event.ts";

const ACCOUNT = { label: "查看账户", to: "accounts" } as const;

/** What merchants are told about it. */
export const ACCOUNTS_EVENTS = {
  "account.opened": {
    label: "收款账户已开通",
    category: "stores",
    topic: "stores",
    title: "{account}已开通",
    body: "账号 {number}。把账户资料填到{platform}后台，就可以收款。",
    link: { label: "查看账户资料", to: "accounts" },
    channels: TELL.money,
  },
  "account.refused": {
    label: "收款账户未开通",
    category: "stores",
    topic: "waiting",
    title: "{account}没有开通",
    body: "{reason}。修改后可以重新申请。",
    link: { label: "重新申请", to: "accounts" },
    needsAction: true,
    channels: TELL.waiting,
  },
  "account.frozen": {
    label: "收款账户已冻结",
    category: "stores",
    topic: "waiting",
    title: "{account}已冻结",
    body: "{reason}。冻结期间到账的款项会暂扣，解冻后继续核验。",
    link: ACCOUNT,
    channels: TELL.waiting,
  },
  "account.unfrozen": {
    label: "收款账户已解冻",
    category: "stores",
    topic: "stores",
    title: "{account}已解冻",
    body: "账户恢复收款，暂扣的款项正在重新核验。",
    link: ACCOUNT,
    channels: TELL.money,
  },
  "account.closed": {
    label: "收款账户已关闭",
    category: "stores",
    topic: "stores",
    title: "{account}已关闭",
    body: "{reason}。请不要再让平台向这个账户打款。",
    link: ACCOUNT,
    channels: TELL.waiting,
  },
  "account.reopened": {
    label: "已关闭的收款账户有款项退回",
    category: "money",
    topic: "waiting",
    title: "{account}有款项退回",
    body: "账户已经关闭，退回的款项可以重新提现或付款，不能再收款。",
    link: ACCOUNT,
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
