import { TELL, type MessageEvent } from "../messages/event.ts";

const STORE = { to: "store", parameters: { id: "{storeId}" } } as const;

/** What merchants hear about the stores they bind. */
export const STORE_EVENTS = {
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
} as const satisfies Record<string, MessageEvent>;
