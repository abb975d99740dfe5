import type { CapabilityFacts } from "../capability-facts.ts";

export const operationsFacts = {
  jobs: {
    "operations.forget-attempts": "清理登录尝试记录",
    "operations.anchor-audit": "核对审计日志并存证链头",
  },
  auditActions: {
    "operator.signed_in": "操作员登录",
    "operator.totp_enrolled": "绑定验证器",
    "operator.recovery_codes_renewed": "重新生成恢复码",
    "operator.password_changed": "修改密码",
    "operator.change_proposed": "提出操作员变更",
    "operator.change_declined": "操作员变更：不同意",
    "operator.change_withdrawn": "撤回操作员变更",
    "operator.admin_appointed": "在服务器上任命管理员",
    "operator.created": "新增操作员",
    "operator.roles_changed": "调整角色",
    "operator.disabled": "停用操作员",
    "operator.enabled": "恢复操作员",
    "operator.totp_reset": "解绑验证器",
    "operator.password_reset": "重置密码",
    "flag.changed": "调整功能开关",
    "audit.exported": "导出审计日志",
    "audit.anchored": "审计日志存证",
    "merchant.viewed": "查看商户",
    "delivery.retried": "重新投递",
    "sandbox.clock_advanced": "拨快时钟",
    "sandbox.rail_switched": "切换通道状态",
  },
  desks: ["operators"],
} as const satisfies CapabilityFacts;
