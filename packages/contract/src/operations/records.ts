import { AUDIT_ACTIONS, WAITING_DESKS } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireAddress } from "../wire-address.ts";
import { wireTime } from "../wire-time.ts";

/** What a record is about, by the word before its number. */
export const AUDIT_SUBJECTS: Readonly<Record<string, string>> = {
  account: "收款账户",
  adjustment: "人工调账",
  alarm: "账务告警",
  approval: "双人复核",
  audit: "审计日志",
  bank: "银行名录",
  batch: "批量付款",
  beneficiary: "收款人",
  campaign: "活动",
  campaign_picture: "活动图片",
  card: "卡片",
  card_dispute: "卡片争议",
  card_programme: "发卡计划",
  card_transfer: "卡钱包来款",
  certification: "实名认证",
  delivery: "对外投递",
  deposit: "定期存款",
  draw: "抽奖奖品",
  escrow: "担保交易",
  fee: "收费规则",
  file: "文件",
  flag: "功能开关",
  fx: "换汇货币对",
  fx_jump: "汇率跳动",
  income: "收款",
  invitation: "推荐",
  ledger: "账务",
  loan: "贷款",
  merchant: "商户",
  mybank: "网商银行绑定",
  notice: "公告",
  offline: "线下汇款",
  open_app: "开放接口应用",
  operator: "操作员",
  orderPlan: "模拟订单",
  payout: "付款",
  payoutTerms: "付款条件",
  push: "活动推送",
  rail: "模拟通道",
  sandbox: "沙箱",
  shop: "刷卡商户",
  store: "店铺",
  taxrefund: "出口退税",
  unclaimed: "无主来款",
  wallet: "钱包",
  wallet_transfer: "钱包转账",
};
/** What a record tells beside what was done: the words for its parts. */
export const AUDIT_DETAILS: Readonly<Record<string, string>> = {
  what: "内容",
  width: "宽（像素）",
  height: "高（像素）",
  note: "说明",
  contradictions: "核对的银行说法",
  reason: "原因",
  memo: "备注",
  text: "正文",
  title: "标题",
  name: "名称",
  email: "邮箱",
  amount: "金额",
  amountMinor: "金额（最小单位）",
  currency: "币种",
  from: "原来",
  to: "改为",
  before: "原来",
  after: "改为",
  effectiveFrom: "生效时间",
  publishAt: "发布时间",
  proposedBy: "提议人",
  merchantId: "商户编号",
  accountId: "收款账户编号",
  fileId: "文件编号",
  fileName: "文件名",
  evidenceFileId: "凭据文件编号",
  postingId: "分录编号",
  unclaimedId: "无主来款编号",
  lastFour: "尾号",
  bankName: "银行",
  bank: "银行",
  books: "账簿",
  platform: "平台",
  connector: "对接平台",
  account: "账号",
  version: "资料版本",
  count: "笔数",
  orders: "订单数",
  payees: "收款人",
  totals: "合计",
  toSeller: "付给卖家",
  enabled: "启用",
  address: "地址",
  topic: "主题",
  roles: "角色",
  hours: "交易时间",
  serial: "证书序列号",
  problem: "问题",
  questions: "追问",
  accept: "是否通过",
  audience: "发给谁",
  listed: "名单人数",
  mode: "开放范围",
  percentage: "开放比例（%）",
  merchants: "指定商户数",
  action: "动作",
  decision: "决定",
  ended: "结束了什么",
  factor: "验证方式",
  filters: "筛选条件",
  hold: "暂扣原因",
  key: "密钥编号",
  kind: "种类",
  outcome: "结论",
  plan: "方案",
  proposal: "提议编号",
  repriced: "重新报价后到账（最小单位）",
  resolution: "处理方式",
  rows: "行数",
  seq: "序号",
  state: "状态",
  statement: "银行对账单",
  subject: "对象",
  verdicts: "逐项结论",
  webhook: "回调地址编号",
};
export const AUDIT_ACTORS = { operator: "操作员", merchant: "商户", system: "系统" } as const;

/** The audit log as a list; `action` is the stable code, `what` its words. */
export const auditList = defineList({
  title: "审计日志",
  row: z.object({
    id: z.string(),
    at: wireTime,
    actorKind: z.enum(["operator", "merchant", "system"]),
    actor: z.string(),
    action: z.string(),
    what: z.string(),
    subject: z.string(),
    detail: z.string(),
    address: z.string(),
  }),
  columns: {
    at: { header: "时间", as: "time" },
    actor: { header: "操作人" },
    what: { header: "操作" },
    subject: { header: "对象", as: "code" },
    detail: { header: "详情" },
    address: { header: "来源地址", as: "code" },
  },
  filters: {
    at: filter.dateRange("时间"),
    action: filter.choice(
      "操作",
      Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
    ),
    actorKind: filter.choice(
      "操作人类型",
      Object.entries(AUDIT_ACTORS).map(([value, label]) => ({ value, label })),
    ),
    actor: filter.text("操作人"),
    subject: filter.text("对象"),
  },
  sort: ["at"],
});

const auditState = z.object({
  rows: z.number().int(),
  /** Absent while nobody has checked yet. */
  verified: z
    .object({ intact: z.boolean(), rows: z.number().int(), problem: z.string().nullable(), at: wireTime })
    .nullable(),
});

/** A message to the outside that stopped or keeps failing. */
const troubledDelivery = z.object({
  topic: z.string(),
  reference: z.string(),
  state: z.enum(["waiting", "refused"]),
  attempts: z.number().int(),
  lastProblem: z.string(),
  createdAt: wireTime,
  dueAt: wireTime,
});

const systemState = z.object({
  deliveries: z.array(troubledDelivery),
  jobs: z.array(
    z.object({ name: z.string(), waiting: z.number().int(), active: z.number().int(), failed: z.number().int() }),
  ),
  /** False while this process cannot hear the others: pages then update only when asked. */
  live: z.boolean(),
});
export type SystemState = z.output<typeof systemState>;

const admin = { family: "ops", access: "operator:admin" } as const;

const waitingEndpoints = {
  waiting: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/waiting",
    title: "各处理台有多少在等（数到 100 为止）",
    input: nothing,
    output: z.record(z.enum(WAITING_DESKS), z.number().int()),
  }),
  search: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/search",
    title: "全局查找：商户、店铺、收款、付款、收款账户、参考号",
    input: z.object({ text: z.string().trim().min(2, "请输入至少 2 个字").max(100) }),
    output: z.array(z.object({ kind: z.string(), title: z.string(), detail: z.string(), path: wireAddress })),
  }),
};

export const recordEndpoints = {
  ...waitingEndpoints,
  auditRows: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/list",
    title: "审计日志",
    input: listInput(auditList),
    output: listOutput(auditList),
  }),
  exportAudit: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/export",
    title: "导出审计日志",
    reply: "file",
    input: z.object({ filters: listInput(auditList).shape.filters }),
    output: fileReply,
  }),
  auditState: endpoint({
    ...admin,
    method: "GET",
    path: "/audit/state",
    title: "审计日志是否完整",
    input: nothing,
    output: auditState,
  }),
  verifyAudit: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/verify",
    title: "从头核对审计日志",
    rateLimit: { per: "caller", limit: 6, windowSeconds: 60 },
    input: nothing,
    output: auditState,
  }),
  system: endpoint({
    ...admin,
    method: "GET",
    path: "/system",
    title: "系统状态",
    input: nothing,
    output: systemState,
  }),
  retryDelivery: endpoint({
    ...admin,
    method: "POST",
    path: "/system/deliveries/retry",
    title: "重新投递一条停下的消息",
    input: z.object({ topic: z.string().max(100), reference: z.string().max(200) }),
    output: done,
  }),
};
