/** Every action the audit log can hold, in the words an operator reads. An action without a row here does not compile. */
export const AUDIT_ACTIONS = {
  "operator.signed_in": "操作员登录",
  "operator.totp_enrolled": "绑定验证器",
  "operator.recovery_codes_renewed": "重新生成恢复码",
  "operator.password_changed": "修改密码",
  "operator.created": "新增操作员",
  "operator.roles_changed": "调整角色",
  "operator.disabled": "停用操作员",
  "operator.enabled": "恢复操作员",
  "operator.totp_reset": "解绑验证器",
  "operator.password_reset": "生成初始密码",
  "flag.changed": "调整功能开关",
  "identity.closing_requested": "申请注销账户",
  "identity.closed": "账户已注销",
  "identity.export_read": "下载个人信息副本",
  "identity.recovery_proposed": "换手机申请：初审",
  "identity.recovery_accepted": "换手机申请：通过",
  "identity.recovery_declined": "换手机申请：不通过",
  "audit.exported": "导出审计日志",
  "merchant.viewed": "查看商户",
  "delivery.retried": "重新投递",
  "ledger.adjustment_proposed": "提出人工调账",
  "ledger.adjustment_posted": "复核通过人工调账",
  "ledger.adjustment_rejected": "驳回人工调账",
  "ledger.alarm_cleared": "解除账务告警",
  "ledger.exported": "导出账务数据",
  "fee.rule_set": "调整收费规则",
  "sandbox.clock_advanced": "拨快时钟",
  "sandbox.rail_switched": "切换通道状态",
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What a row says; an action of an earlier version keeps its code. */
export const auditActionLabel = (action: string): string => AUDIT_ACTIONS[action as AuditAction] ?? action;
