import type { CapabilityFacts } from "../capability-facts.ts";
import { CERTIFICATION_EVENTS } from "./events.ts";

export const certificationFacts = {
  jobs: {
    "certification.assess": "认证资料核验",
    "certification.simulate-review": "模拟审核员审核",
    "certification.watch-expiry": "证件到期提醒",
  },
  auditActions: {
    "certification.viewed": "查看认证申请",
    "certification.document_read": "查看认证材料",
    "certification.taken": "领取认证申请",
    "certification.released": "放回认证申请",
    "certification.assigned": "指派认证申请",
    "certification.fields_judged": "认证逐项审核",
    "certification.decided": "认证判定",
    "certification.asked": "要求补充资料",
    "certification.enquiry_pursued": "补充要求：追问或了结",
    "certification.frozen": "冻结账户",
    "certification.unfrozen": "解冻账户",
    "sandbox.reviewer_changed": "设定模拟审核员",
  },
  messages: CERTIFICATION_EVENTS,
  desks: ["certification"],
  apiScopes: {
    "certification:read": "查看认证状态和认证资料",
    "certification:write": "答复认证的补充要求",
  },
  webhookTopics: {
    "certification.approved": { label: "认证通过", when: ["certification.approve"] },
    "certification.rejected": { label: "认证未通过", when: ["certification.reject"] },
    "certification.asked": { label: "认证要求补充", when: ["certification.ask"] },
    "certification.expired": { label: "认证到期", when: ["certification.expire"] },
    "certification.frozen": { label: "账户冻结", when: ["certification.freeze"] },
  },
} as const satisfies CapabilityFacts;
