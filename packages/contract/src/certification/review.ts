import {
  applicationLifecycle,
  CERTIFICATION_FORMS,
  RISK_RULES,
  SUBMISSION_KINDS,
  type CertificationForm,
  type RiskRule,
  type SubmissionKind,
} from "@coralhub/domain";
import { z } from "zod";
import { applicationHead, enquiryView, fieldView, fileView, formName, historyView } from "./answers.ts";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const labelled = <K extends string>(table: Record<K, string | { label: string }>) =>
  (Object.keys(table) as K[]).map((value) => {
    const row = table[value];
    return { value, label: typeof row === "string" ? row : row.label };
  });

/** The desk's queue and its archive: the same rows, narrowed by state. Soonest due is the order of `asc`. */
export const reviewList = defineList({
  title: "认证审核",
  row: applicationHead.omit({ applicationId: true, decidedAt: true }).extend({
    id: z.string(),
    merchantId: z.string(),
    subjectName: z.string(),
    riskScore: z.number().int(),
    highRisk: z.enum(["yes", "no"]),
    assessed: z.boolean(),
    /** Who is at it, by name; empty where it is free. */
    holder: z.string(),
    decidedAt: wireTime.nullable(),
  }),
  columns: {
    number: { header: "申请编号", as: "code" },
    subjectName: { header: "名称" },
    form: { header: "类型" },
    submissionKind: { header: "提交" },
    state: { header: "状态", as: "state", lifecycle: applicationLifecycle },
    riskScore: { header: "风险评分" },
    holder: { header: "审核员" },
    submittedAt: { header: "提交时间", as: "time" },
    dueAt: { header: "应完成", as: "time" },
  },
  filters: {
    state: filter.state("状态", applicationLifecycle),
    form: filter.choice("类型", labelled<CertificationForm>(CERTIFICATION_FORMS)),
    submissionKind: filter.choice("提交", labelled<SubmissionKind>(SUBMISSION_KINDS)),
    highRisk: filter.choice("风险", [
      { value: "yes", label: "需要复核" },
      { value: "no", label: "一般" },
    ]),
    subjectName: filter.text("名称"),
    number: filter.text("申请编号", "exact"),
    merchantId: filter.text("商户", "exact"),
    holder: filter.text("审核员"),
    submittedAt: filter.dateRange("提交时间"),
    dueAt: filter.dateRange("应完成"),
  },
  sort: ["dueAt", "submittedAt"],
});

const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const act = { ...reviewer, method: "POST", output: done } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
/** The version the operator looked at: a newer one must be looked at first. */
const version = z.number().int().min(1);
const reason = z.string().trim().max(300, "最多 300 个字");

const caseView = applicationHead.extend({
  merchantId: z.string(),
  subjectName: z.string(),
  /** The same with values in words; `raw` is what was sent, `before` the answer of the version before, null where it is the same. */
  fields: z.array(
    fieldView.extend({
      kind: z.string(),
      text: z.string(),
      raw: z.string(),
      before: z.string().nullable(),
      /** What our own checks say, such as a check digit; empty where they say nothing. */
      note: z.string(),
    }),
  ),
  files: z.array(fileView),
  enquiries: z.array(enquiryView),
  history: z.array(historyView),
  risk: z.object({
    assessed: z.boolean(),
    score: z.number().int(),
    high: z.boolean(),
    facts: z.array(
      z.object({
        rule: z.enum(Object.keys(RISK_RULES) as [RiskRule, ...RiskRule[]]),
        label: z.string(),
        points: z.number().int(),
        detail: z.string(),
      }),
    ),
  }),
  /** Who is at it, and whether that is the caller. */
  holder: z.object({ name: z.string(), mine: z.boolean(), since: wireTime }).nullable(),
  /** The first reviewer of a case that waits for a second one. */
  proposedBy: z.string().nullable(),
  /** Where the merchant stands as a whole. */
  status: z.number().int(),
  openUserId: z.string().nullable(),
});

/** The operators' review desk. */
export const reviewEndpoints = {
  reviewQueue: endpoint({
    ...reviewer,
    method: "POST",
    path: "/certification/list",
    title: "认证审核列表",
    input: listInput(reviewList),
    output: listOutput(reviewList),
  }),
  reviewCase: endpoint({
    ...reviewer,
    method: "GET",
    path: "/certification/{merchantId}/{id}",
    title: "认证申请：资料、材料、风险和经过（查看会记录）",
    input: z.object(ref),
    output: caseView,
  }),
  reviewDocument: endpoint({
    ...reviewer,
    method: "GET",
    path: "/certification/{merchantId}/{id}/document/{fileId}",
    title: "认证申请：查看一份材料（查看会记录）",
    reply: "file",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  takeCase: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/take",
    title: "领取申请",
    input: z.object(ref),
  }),
  releaseCase: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/release",
    title: "放回申请",
    input: z.object(ref),
  }),
  reviewers: endpoint({
    ...reviewer,
    method: "GET",
    path: "/certification/reviewers",
    title: "可以审核的同事，和各自手里的件数",
    input: nothing,
    output: z.array(z.object({ id: z.string(), name: z.string(), holding: z.number().int() })),
  }),
  assignCase: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/assign",
    title: "把申请交给一位同事",
    input: z.object({ ...ref, operatorId: z.uuid("请选择同事"), note: reason.default("") }),
  }),
  judgeFields: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/fields",
    title: "逐项通过或驳回",
    input: z.object({
      ...ref,
      version,
      verdicts: z
        .array(
          z.object({
            field: z.string().max(120),
            /** `null` takes a verdict back. */
            verdict: z.enum(["accepted", "rejected"]).nullable(),
            reason: reason.default(""),
          }),
        )
        .min(1)
        .max(400),
    }),
  }),
  decideCase: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/decide",
    title: "判定：通过、不通过，或复核时退回重审",
    decidesOnMoney: true,
    idempotent: true,
    input: z.object({ ...ref, version, outcome: z.enum(["approve", "reject", "sendBack"]), note: reason.default("") }),
    output: z.object({ state: applicationHead.shape.state }),
  }),
  askMerchant: endpoint({
    ...act,
    path: "/certification/{merchantId}/{id}/ask",
    title: "要求补充资料",
    idempotent: true,
    input: z.object({
      ...ref,
      version,
      /** `field` empty: about something else than a field, such as a payment. */
      questions: z
        .array(z.object({ field: z.string().max(120).default(""), text: reason.min(2, "请写明要补充什么") }))
        .min(1)
        .max(20),
    }),
  }),
  pursueEnquiry: endpoint({
    ...act,
    path: "/certification/{merchantId}/enquiry/{id}/pursue",
    title: "补充要求：追问或了结",
    decidesOnMoney: true,
    idempotent: true,
    input: z.object({
      ...ref,
      /** Left out: the matter is settled. */ text: reason.min(2, "请写明要补充什么").optional(),
    }),
  }),
  freezeMerchant: endpoint({
    ...act,
    path: "/certification/{merchantId}/freeze",
    title: "冻结账户",
    idempotent: true,
    input: z.object({ merchantId: z.uuid(), reason: reason.min(4, "请写明原因，商户会看到") }),
  }),
  unfreezeMerchant: endpoint({
    ...act,
    path: "/certification/{merchantId}/unfreeze",
    title: "解冻账户",
    decidesOnMoney: true,
    idempotent: true,
    input: z.object({ merchantId: z.uuid(), reason: reason.min(4, "请写明原因") }),
  }),
  reviewStatistics: endpoint({
    ...reviewer,
    method: "GET",
    path: "/certification/statistics",
    title: "认证审核统计",
    input: nothing,
    output: z.object({
      waiting: z.number().int(),
      second: z.number().int(),
      supplement: z.number().int(),
      /** Past the promise, and due within the hour. */
      overdue: z.number().int(),
      dueSoon: z.number().int(),
      mine: z.number().int(),
      /** The last seven days, today included. */
      days: z.array(
        z.object({
          day: z.string(),
          approved: z.number().int(),
          rejected: z.number().int(),
          /** Of the day's decisions, those within the promise. */
          inTime: z.number().int(),
        }),
      ),
      byForm: z.array(z.object({ form: formName, waiting: z.number().int() })),
    }),
  }),
};

const reviewerSettings = z.object({
  on: z.boolean(),
  delaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
});
const sandbox = { family: "sandbox", access: "operator" } as const;
/** The sandbox's own reviewer; absent in production. */
export const simulationEndpoints = {
  simulatedReviewer: endpoint({
    ...sandbox,
    method: "GET",
    path: "/certification/reviewer",
    title: "模拟审核员：开关、延时和规则",
    input: nothing,
    output: reviewerSettings.extend({ rules: z.array(z.string()) }),
  }),
  setSimulatedReviewer: endpoint({
    ...sandbox,
    method: "POST",
    path: "/certification/reviewer",
    title: "设定模拟审核员",
    input: reviewerSettings,
    output: done,
  }),
};
