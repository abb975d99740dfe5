import { defineLifecycle } from "../lifecycle.ts";

/**
 * A merchant's account with the deposit partner. `filling`: asked for, papers not handed in. `verifying`: the company's
 * operators have not all proven their mail address. `reviewing`: the partner decides. `asked`: it wants to know more.
 */
export const openingLifecycle = defineLifecycle({
  name: "理财账户",
  initial: "none",
  states: {
    none: { label: "未申请", tone: "neutral" },
    filling: { label: "填写资料", tone: "info" },
    verifying: { label: "待经办人验证", tone: "warning" },
    reviewing: { label: "银行审核中", tone: "info" },
    asked: { label: "待补充资料", tone: "warning" },
    open: { label: "已开通", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
    expired: { label: "授权已到期", tone: "warning" },
  },
  groups: {
    open: ["filling", "verifying", "asked", "expired"],
    moving: ["reviewing"],
    ended: ["none", "open", "declined"],
  },
  actions: {
    apply: { label: "申请开通", from: ["none", "declined"], to: "filling", by: "merchant" },
    handIn: { label: "提交资料", from: ["filling"], to: "verifying", by: "merchant" },
    pass: { label: "经办人均已验证", from: ["verifying"], to: "reviewing", by: "system" },
    ask: { label: "要求补充资料", from: ["reviewing"], to: "asked", by: "rail", tells: "deposit.asked" },
    answer: { label: "补充资料", from: ["asked"], to: "reviewing", by: "merchant" },
    approve: { label: "银行确认", from: ["reviewing"], to: "open", by: "rail", tells: "deposit.opened" },
    decline: { label: "银行未通过", from: ["reviewing"], to: "declined", by: "rail", tells: "deposit.declined" },
    expire: { label: "授权到期", from: ["open"], to: "expired", by: "system", tells: "deposit.expired" },
    reauthorise: { label: "重新授权", from: ["expired"], to: "reviewing", by: "merchant" },
  },
  stored: {
    table: "deposit_account",
    key: ["merchant_id"],
    changedAt: "changed_at",
    timeline: true,
    columns: ["currencies", "sealed_answers", "reason", "reference", "applied_at", "authorised_until", "reminded_at"],
  },
});
export type OpeningState = keyof typeof openingLifecycle.states;
export type OpeningAction = keyof typeof openingLifecycle.actions;
export const OPENING_ACTIONS = Object.keys(openingLifecycle.actions) as [OpeningAction, ...OpeningAction[]];

/** What happened, in the words of who reads it here. */
export const OPENING_STEPS: Record<OpeningAction, string> = {
  apply: "申请开通",
  handIn: "提交财务资料和经办人",
  pass: "经办人验证完成，送交合作银行",
  ask: "合作银行要求补充资料",
  answer: "已补充资料",
  approve: "合作银行确认，已开通",
  decline: "合作银行未通过",
  expire: "授权到期",
  reauthorise: "重新授权，送交合作银行",
};

/** The partner asks for the consent again after so long. */
export const AUTHORISATION_MONTHS = 12;
/** The merchant is reminded so many days before. */
export const AUTHORISATION_NOTICE_DAYS = 30;
export const MOST_OPERATORS = 3;
/** Of one answer to the partner's question. */
export const MOST_ANSWER_PAPERS = 10;

type Choices = Readonly<Record<string, string>>;
type FinancialField =
  | { label: string; kind: "choice"; choices: Choices; help?: string }
  | { label: string; kind: "text"; pattern: RegExp; message: string; help?: string };

/** The partner's financial form: the page, the server's checks and what the partner is sent come from these rows. */
export const FINANCIAL_FORM = {
  fundSource: {
    label: "资金来源",
    kind: "choice",
    choices: {
      sales: "跨境销售收入",
      services: "服务收入",
      apps: "应用与广告收入",
      capital: "股东投入",
      savings: "自有积蓄",
    },
  },
  purpose: {
    label: "存款目的",
    kind: "choice",
    choices: { idle: "闲置资金增值", payment: "为采购付款备用", tax: "为税费备用", reserve: "经营储备" },
  },
  expectedAmount: {
    label: "预计存款规模（折合美元）",
    kind: "choice",
    choices: { small: "10 万以下", middle: "10 万至 50 万", large: "50 万至 200 万", huge: "200 万以上" },
  },
  annualTurnover: {
    label: "年营业额（折合美元）",
    kind: "choice",
    choices: { small: "50 万以下", middle: "50 万至 500 万", large: "500 万至 2,000 万", huge: "2,000 万以上" },
  },
  taxResidence: {
    label: "税收居民所在地",
    kind: "choice",
    choices: { CN: "中国内地", HK: "中国香港", SG: "新加坡", other: "其他国家或地区" },
  },
  taxNumber: {
    label: "纳税人识别号",
    kind: "text",
    pattern: /^[A-Za-z0-9-]{5,30}$/,
    message: "请填写 5 到 30 位字母、数字或连字符",
    help: "内地企业为统一社会信用代码，个人为身份证号，香港公司为商业登记号码",
  },
  exposedPerson: {
    label: "经办人或受益人是否担任重要公职",
    kind: "choice",
    choices: { no: "否", yes: "是" },
    help: "包括直系亲属。选「是」不影响申请，合作银行可能要求补充说明",
  },
} as const satisfies Record<string, FinancialField>;
export type FinancialFieldName = keyof typeof FINANCIAL_FORM;
export const FINANCIAL_FIELD_NAMES = Object.keys(FINANCIAL_FORM) as [FinancialFieldName, ...FinancialFieldName[]];

/** What is wrong with an answer, or undefined. */
export function formProblem(name: FinancialFieldName, answer: string): string | undefined {
  const row: FinancialField = FINANCIAL_FORM[name];
  if (row.kind === "choice") return Object.hasOwn(row.choices, answer) ? undefined : `请选择${row.label}`;
  return row.pattern.test(answer) ? undefined : row.message;
}

/** Who at the partner's counter speaks for the company. */
export const OPERATOR_DUTIES = { maker: "经办", checker: "复核" } as const satisfies Record<string, string>;
export type OperatorDuty = keyof typeof OPERATOR_DUTIES;
export const OPERATOR_DUTY_NAMES = Object.keys(OPERATOR_DUTIES) as [OperatorDuty, ...OperatorDuty[]];
