import {
  DEPOSIT_CURRENCY_CODES,
  FINANCIAL_FIELD_NAMES,
  formProblem,
  MOST_ANSWER_PAPERS,
  OPENING_ACTIONS,
  openingLifecycle,
  OPERATOR_DUTY_NAMES,
  stateNames,
  type FinancialFieldName,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, nothing, uploadedFile } from "../endpoint.ts";
import { field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const reads = { family: "gateway", access: "merchant", flag: "personalFinance" } as const;
const writes = { family: "gateway", access: "certified", flag: "personalFinance", idempotent: true } as const;
/** Mails to people who have no account here: adding and correcting count with asking again. */
const operatorCodes = { per: "caller", limit: 20, windowSeconds: 3600, together: "deposit operator codes" } as const;
const state = z.enum(stateNames(openingLifecycle));
const standing = z.object({ state });
const currencies = z.array(z.enum(DEPOSIT_CURRENCY_CODES));

/** Answers to the partner's form as far as they are given; each one is checked by its row of the form. */
const answers = z.partialRecord(z.enum(FINANCIAL_FIELD_NAMES), z.string().trim().max(60)).superRefine((given, ctx) => {
  for (const [name, answer] of Object.entries(given)) {
    const message = answer === undefined ? undefined : formProblem(name as FinancialFieldName, answer);
    if (message !== undefined) ctx.addIssue({ code: "custom", path: [name], message });
  }
});

const partnerOperator = z.object({
  id: z.uuid(),
  name: z.string(),
  duty: z.enum(OPERATOR_DUTY_NAMES),
  /** Masked: whoever reads the page need not know it whole. */
  email: z.string(),
  verifiedAt: wireTime.nullable(),
});
export type PartnerOperator = z.output<typeof partnerOperator>;

const opening = z.object({
  state,
  /** Why it was declined, or what the partner wants to know. */
  reason: z.string().nullable(),
  currencies,
  /** A person speaks for themselves; a company names its operators. */
  needsOperators: z.boolean(),
  operators: z.array(partnerOperator),
  answers,
  /** The consent ends then; null before it was given. */
  authorisedUntil: wireTime.nullable(),
  /** Handed in with answers to the partner's questions, and when the partner had each. */
  papers: z.array(z.object({ fileId: z.uuid(), fileName: z.string(), receivedAt: wireTime.nullable() })),
  events: z.array(
    z.object({ action: z.enum(OPENING_ACTIONS), label: z.string(), at: wireTime, note: z.string().nullable() }),
  ),
});
export type DepositOpening = z.output<typeof opening>;

/** The partner opens the account with the papers we hold: the merchant must agree. */
const agreed = z.literal(true, "请先同意把认证资料提供给合作银行");

/** Every merchant's account with the partner, for the desk. */
export const depositOpeningList = defineList({
  title: "理财开户",
  row: z.object({
    merchantId: z.uuid(),
    state,
    currencies,
    appliedAt: wireTime,
    changedAt: wireTime,
    authorisedUntil: wireTime.nullable(),
    reason: z.string().nullable(),
  }),
  columns: {
    merchantId: { header: "商户", as: "code" },
    currencies: { header: "意向币种" },
    appliedAt: { header: "申请时间", as: "time" },
    state: { header: "状态", as: "state", lifecycle: openingLifecycle },
    changedAt: { header: "最近变化", as: "time" },
    authorisedUntil: { header: "授权到期", as: "time" },
    reason: { header: "原因或问题" },
  },
  filters: {
    state: filter.state("状态", openingLifecycle),
    appliedAt: filter.dateRange("申请时间"),
    merchantId: filter.text("商户编号", "exact"),
  },
  sort: ["appliedAt"],
});

export const openingEndpoints = {
  moduleInfo: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/module/info",
    title: "个人理财开通到哪一步",
    input: nothing,
    output: opening,
  }),
  applyForModule: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/module/apply",
    title: "申请开通个人理财",
    input: z.object({
      currencies: currencies
        .min(1, "请至少选择一个币种")
        .max(DEPOSIT_CURRENCY_CODES.length)
        .refine((chosen) => new Set(chosen).size === chosen.length, "同一个币种只选一次"),
      agreed,
    }),
    output: standing,
  }),
  saveFinancialForm: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/financialKycForm",
    title: "合作银行财务资料：保存（可以分几次）",
    input: z.object({ answers }),
    output: done,
  }),
  searchMembers: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/anext/memberSearch",
    title: "从认证资料里找可以做经办人的人",
    input: z.object({ keyword: z.string().trim().max(40).default("") }),
    output: z.array(z.object({ name: z.string(), role: z.string() })),
  }),
  saveOperator: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/operatorInfo",
    title: "经办人：添加或修改",
    sendsCode: true,
    rateLimit: operatorCodes,
    input: z.object({
      /** Absent: a new one. */
      id: z.uuid().optional(),
      name: z.string().trim().min(2, "请填写经办人姓名").max(60, "最多 60 个字"),
      duty: z.enum(OPERATOR_DUTY_NAMES),
      email: z.email("请填写正确的邮箱").max(120),
    }),
    output: z.object({ id: z.uuid() }),
  }),
  removeOperator: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/operatorInfo/remove",
    title: "经办人：移除",
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  openDepositAccount: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/accountOpening",
    title: "提交财务资料和经办人，向合作银行开户",
    input: nothing,
    output: standing,
  }),
  resendOperatorCode: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/resendVerify",
    title: "经办人验证码：重新发送",
    sendsCode: true,
    rateLimit: operatorCodes,
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  verifyOperator: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/verifyOperator",
    title: "经办人：用收到的验证码验证",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ id: z.uuid(), code: field.code }),
    output: standing,
  }),
  uploadDepositPaper: endpoint({
    family: "gateway",
    access: "certified",
    flag: "personalFinance",
    method: "POST",
    path: "/guest/outside/anext/answer/upload",
    title: "回答合作银行的问题：上传文件",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile() }),
    output: z.object({ fileId: z.uuid(), fileName: z.string() }),
  }),
  answerPartner: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/answer",
    title: "回答合作银行的问题（文字和文件）",
    input: z.object({
      answer: z.string().trim().min(4, "请写明情况").max(500, "最多 500 个字"),
      papers: z.array(z.uuid()).max(MOST_ANSWER_PAPERS, `最多 ${MOST_ANSWER_PAPERS} 份文件`).default([]),
    }),
    output: standing,
  }),
  reauthorise: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/reauth",
    title: "授权到期后重新授权",
    input: z.object({ agreed }),
    output: standing,
  }),
  depositOpenings: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "POST",
    path: "/deposits/openings/list",
    title: "理财开户列表",
    input: listInput(depositOpeningList),
    output: listOutput(depositOpeningList),
  }),
  depositOpeningCase: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "GET",
    path: "/deposits/openings/{merchantId}",
    title: "一个商户的理财开户（查看会记录）",
    input: z.object({ merchantId: z.uuid() }),
    output: opening.extend({ merchantId: z.uuid() }),
  }),
  depositPaper: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "GET",
    path: "/deposits/openings/{merchantId}/papers/{fileId}",
    title: "看一份交给合作银行的文件（查看会记录）",
    reply: "file",
    input: z.object({ merchantId: z.uuid(), fileId: z.uuid() }),
    output: fileReply,
  }),
};
