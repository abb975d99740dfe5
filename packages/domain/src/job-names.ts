/** Every job that runs behind the pages, in the words an operator reads. A module's job without a row here does not compile. */
export const JOB_NAMES = {
  "platform.sweep-sessions": "清理过期登录",
  "platform.sweep-rate-limits": "清理频次记录",
  "platform.sweep-files": "清理未用的上传文件",
  "platform.sweep-outbox": "清理早已送达的外发记录",
  "identity.apply-factor-changes": "手机、邮箱更换到期生效",
  "identity.close-accounts": "账户注销到期",
  "identity.export-personal-data": "准备个人信息副本",
  "identity.forget-proofs": "清理用过的验证码",
  "certification.assess": "认证资料核验",
  "certification.simulate-review": "模拟审核员审核",
  "certification.watch-expiry": "证件到期提醒",
  "stores.simulate-review": "模拟店铺审核",
  "stores.tend-authorisations": "续期店铺授权、提醒到期",
  "stores.check-connections": "检查平台连接",
  "ledger.check-invariants": "账务核对",
  "ledger.compare-rails": "通道对账",
  "ledger.seal-days": "每日封账",
  "collections.export-incomes": "导出收款明细",
  "collections.empty-exports": "清理过期的导出文件",
  "receivingBank.tell": "模拟收款银行的通知",
  "collections.watch-incomes": "收款核验与到期提醒",
  "payouts.watch": "查询付款结果、清理未验证的付款",
  "payoutBank.tell": "模拟付款银行的通知",
  "exchange.keep-rates": "记录汇率",
  "exchange.watch-orders": "执行换汇委托",
  "operations.forget-attempts": "清理登录尝试记录",
} as const satisfies Record<string, string>;
export type JobName = keyof typeof JOB_NAMES;

/** What a row says; a queue of an earlier version keeps its code. */
export const jobLabel = (name: string): string => JOB_NAMES[name as JobName] ?? name;
