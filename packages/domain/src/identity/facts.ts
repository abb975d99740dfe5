import type { CapabilityFacts } from "../capability-facts.ts";
import { IDENTITY_EVENTS } from "./events.ts";

export const identityFacts = {
  jobs: {
    "identity.apply-factor-changes": "手机、邮箱更换到期生效",
    "identity.close-accounts": "账户注销到期",
    "identity.find-left-money": "查找已注销商户的款项",
    "identity.export-personal-data": "准备个人信息副本",
    "identity.forget-proofs": "清理用过的验证码",
  },
  auditActions: {
    "identity.closing_requested": "申请注销账户",
    "identity.closed": "账户已注销",
    "identity.export_read": "下载个人信息副本",
    "identity.recovery_proposed": "换手机申请：初审",
    "identity.recovery_accepted": "换手机申请：通过",
    "identity.recovery_declined": "换手机申请：不通过",
    "identity.alarm_seen": "确认入口告警",
  },
  messages: IDENTITY_EVENTS,
  desks: ["recoveries", "doorAlarms"],
} as const satisfies CapabilityFacts;
