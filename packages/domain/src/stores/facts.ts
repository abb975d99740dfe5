import type { CapabilityFacts } from "../capability-facts.ts";
import { STORES_EVENTS } from "./events.ts";

export const storesFacts = {
  jobs: {
    "stores.simulate-review": "模拟店铺审核",
    "stores.renew-authorisations": "续期店铺授权、提醒到期",
    "stores.check-connections": "检查平台连接",
  },
  auditActions: {
    "store.viewed": "查看店铺",
    "store.document_read": "查看店铺材料",
    "store.approved": "店铺审核：通过",
    "store.declined": "店铺审核：不通过",
    "store.claim_viewed": "查看平台账号归属申请",
    "store.claim_granted": "平台账号归属：转给申请人",
    "store.claim_declined": "平台账号归属：不通过",
    "sandbox.authorisation_revoked": "模拟平台收回授权",
  },
  messages: STORES_EVENTS,
  desks: ["stores", "accountClaims"],
  apiScopes: {
    "stores:read": "查看店铺",
    "stores:write": "绑定和修改店铺",
  },
  webhookTopics: {
    "store.bound": { label: "店铺绑定", when: ["store.approve"] },
    "store.declined": { label: "店铺未通过", when: ["store.decline"] },
    "store.authorisation_lapsed": { label: "店铺授权失效", when: ["store.lapse"] },
  },
} as const satisfies CapabilityFacts;
