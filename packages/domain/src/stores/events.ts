import { TELL, type MessageEvent } from "../messages/event.ts";

const STORE = { to: "store", parameters: { id: "{storeId}" } } as const;
const AGAIN = { label: "重新授权", ...STORE } as const;

/** What merchants are told about it. */
export const STORES_EVENTS = {
  "store.submitted": {
    label: "店铺已提交",
    category: "stores",
    topic: "stores",
    title: "{name}已提交审核",
    body: "{platform} 店铺预计 {due} 前审核完，通过后自动申请收款账户。",
    link: { label: "查看进度", ...STORE },
    channels: TELL.notice,
  },
  "store.approved": {
    label: "店铺已绑定",
    category: "stores",
    topic: "stores",
    title: "{name}已绑定",
    body: "{platform} 店铺审核通过，{next}",
    link: { label: "查看店铺", ...STORE },
    channels: TELL.money,
  },
  "store.declined": {
    label: "店铺审核未通过",
    category: "stores",
    topic: "waiting",
    title: "{name}审核未通过",
    body: "{reason}。修改后可以重新提交。",
    link: { label: "去修改", ...STORE },
    needsAction: true,
    channels: TELL.waiting,
  },
  "store.removed": {
    label: "店铺已解绑",
    category: "stores",
    topic: "stores",
    title: "{name}已解绑",
    body: "{platform} 店铺已解绑，密钥和授权已删除，收入记录保留。请同时在平台后台更换收款账户。",
    link: { label: "店铺管理", to: "stores" },
    channels: TELL.notice,
  },
  "connection.authorised": {
    label: "店铺已授权",
    category: "stores",
    topic: "stores",
    title: "{store} 已授权",
    body: "已连接 {platform}，授权{until}。",
    link: { label: "查看店铺", ...STORE },
    channels: TELL.notice,
  },
  "connection.keysRefused": {
    label: "店铺密钥不被接受",
    category: "stores",
    topic: "stores",
    title: "{store} 的密钥不被接受",
    body: "{platform} 不认这些密钥，可能没有复制完整，或已在平台后台停用。请核对后重新填写。",
    link: { label: "去修改", ...STORE },
    needsAction: true,
    channels: TELL.waiting,
  },
  "connection.expiring": {
    label: "店铺授权即将到期",
    category: "stores",
    topic: "stores",
    title: "{store} 的授权将在 {day} 到期",
    body: "到期后我们读不到 {platform} 的打款信息，入账可能变慢。请在此之前重新授权，只要一分钟。",
    link: AGAIN,
    needsAction: true,
    channels: TELL.waiting,
  },
  "connection.lapsed": {
    label: "店铺授权已失效",
    category: "stores",
    topic: "stores",
    title: "{store} 的授权已失效",
    body: "{platform} 不再接受原来的授权，可能已到期，或在平台后台取消了。收款账户照常收款，请重新授权。",
    link: AGAIN,
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
