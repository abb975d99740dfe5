import {
  INCOME_SHARES,
  isAnnualRate,
  LOAN_PAPER_NAMES,
  LOAN_PRODUCTS,
  LOAN_PRODUCT_NAMES,
  LOAN_PURPOSE_NAMES,
  LOAN_STEP_NAMES,
  LOAN_TERMS,
  loanLifecycle,
  REPAYMENT_SOURCE_NAMES,
  REPAYMENT_WAY_NAMES,
  REPAYMENT_WAYS,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, transferable, uploadedFile } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

const reads = { family: "portal", access: "merchant", method: "GET" } as const;
const writes = { family: "portal", access: "certified", method: "POST", idempotent: true } as const;
const state = z.enum(stateNames(loanLifecycle));
const product = z.enum(LOAN_PRODUCT_NAMES, "请选择产品");
const way = z.enum(REPAYMENT_WAY_NAMES, "请选择还款方式");
const termMonths = z.coerce.number().pipe(z.literal(LOAN_TERMS, "请选择期限"));
const incomeShare = z.coerce.number().pipe(z.literal(INCOME_SHARES, "请选择比例"));
const ofId = z.object({ id: z.uuid() });
const channel = z.enum(["sms", "email"]).default("sms");
const papers = z.array(z.uuid()).max(10, "最多 10 份材料");

const reason = z.object({ label: z.string(), value: z.string(), points: z.number().int(), most: z.number().int() });
const overview = z.object({
  products: z.array(
    z.object({
      product,
      name: z.string(),
      about: z.string(),
      lender: z.string(),
      rate: z.string(),
      terms: z.array(z.number().int()),
      ways: z.array(way),
      minimum: money,
      maximum: money,
      /** What this merchant can ask for now; nothing where the income does not carry it. */
      available: money,
      papers: z.array(z.enum(LOAN_PAPER_NAMES)),
    }),
  ),
  score: z.object({ score: z.number().int(), reasons: z.array(reason), average: money, limit: money }),
  owed: money,
  open: z.number().int(),
});
export type LoanOverview = z.output<typeof overview>;

const instalment = z.object({
  no: z.number().int(),
  dueOn: toldDay,
  principal: money,
  interest: money,
  penalty: money,
  paid: money,
  left: money,
  state: z.enum(["coming", "due", "late", "paid"]),
});
const repayment = z.object({
  id: z.uuid(),
  /** Its number in the list of payments and on statements. */
  reference: z.string(),
  at: wireTime,
  source: z.enum(REPAYMENT_SOURCE_NAMES),
  amount: money,
  principal: money,
  interest: money,
  penalty: money,
});
const head = z.object({
  id: z.uuid(),
  state,
  product,
  amount: money,
  rate: z.string(),
  termMonths: z.number().int(),
  way,
  outstanding: money,
  createdAt: wireTime,
});
const detail = head.extend({
  asked: money,
  purpose: z.enum(LOAN_PURPOSE_NAMES),
  reference: z.string(),
  reason: z.string().nullable(),
  offerUntil: wireTime.nullable(),
  drawnOn: toldDay.nullable(),
  incomeShare: z.number().int(),
  due: money,
  payoff: money,
  next: z.object({ dueOn: toldDay, amount: money }).nullable(),
  score: z.object({ score: z.number().int(), reasons: z.array(reason) }),
  papers: z.array(
    z.object({
      fileId: z.uuid(),
      paper: z.enum(LOAN_PAPER_NAMES),
      fileName: z.string(),
      /** The lender has read it since; null before it was handed over. */
      receivedAt: wireTime.nullable(),
    }),
  ),
  plan: z.array(instalment),
  repayments: z.array(repayment),
  timeline: z.array(
    z.object({ action: z.enum(LOAN_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type LoanDetail = z.output<typeof detail>;

const columns = {
  createdAt: { header: "申请时间", as: "time" },
  product: {
    header: "产品",
    options: LOAN_PRODUCT_NAMES.map((value) => ({ value, label: LOAN_PRODUCTS[value].name })),
  },
  amount: { header: "金额", as: "money" },
  rate: { header: "年利率（%）" },
  termMonths: { header: "期限（月）" },
  way: {
    header: "还款方式",
    options: REPAYMENT_WAY_NAMES.map((value) => ({ value, label: REPAYMENT_WAYS[value].label })),
  },
  outstanding: { header: "剩余本金", as: "money" },
  state: { header: "状态", as: "state", lifecycle: loanLifecycle },
} as const;
const filters = {
  state: filter.state("状态", loanLifecycle),
  product: filter.choice(
    "产品",
    LOAN_PRODUCT_NAMES.map((value) => ({ value, label: LOAN_PRODUCTS[value].name })),
  ),
  createdAt: filter.dateRange("申请时间"),
};
/** A merchant's loans: /loan/apply. */
export const loanList = defineList({ title: "贷款", row: head, columns, filters, sort: ["createdAt"] });
/** Every merchant's, for the desk. */
export const loanDeskList = defineList({
  title: "贷款",
  row: head.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...columns },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});

const applying = {
  loanOverview: endpoint({
    ...reads,
    path: "/loan/overview",
    title: "贷款：产品、预评分和可借额度",
    input: nothing,
    output: overview,
  }),
  loans: endpoint({
    ...reads,
    method: "POST",
    path: "/loan/list",
    title: "我的贷款",
    input: listInput(loanList),
    output: listOutput(loanList),
  }),
  uploadLoanPaper: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/loan/paper/upload",
    title: "上传贷款材料",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile(), paper: z.enum(LOAN_PAPER_NAMES) }),
    output: z.object({ fileId: z.uuid(), paper: z.enum(LOAN_PAPER_NAMES), fileName: z.string() }),
  }),
  applyForLoan: endpoint({
    ...writes,
    path: "/loan/apply",
    title: "申请贷款",
    input: z.object({
      product,
      amount: transferable,
      termMonths,
      way,
      purpose: z.enum(LOAN_PURPOSE_NAMES, "请选择用途"),
      incomeShare: incomeShare.default(0),
      papers,
      agreed: z.literal(true, "请先同意把收款数据提供给资金方"),
    }),
    output: z.object({ id: z.uuid(), state }),
  }),
  loan: endpoint({
    ...reads,
    path: "/loan/detail/{id}",
    title: "一笔贷款：计划、还款和经过",
    input: ofId,
    output: detail,
  }),
  answerLoan: endpoint({
    ...writes,
    path: "/loan/answer",
    title: "补充贷款资料",
    input: ofId.extend({ answer: z.string().trim().min(2, "请写明补充内容").max(1000, "最多 1000 个字"), papers }),
    output: z.object({ state }),
  }),
  cancelLoan: endpoint({
    ...writes,
    path: "/loan/cancel",
    title: "取消贷款申请",
    input: ofId,
    output: z.object({ state }),
  }),
};

const using = {
  loanContract: endpoint({
    ...reads,
    path: "/loan/contract/{id}",
    title: "贷款合同（PDF）",
    reply: "file",
    input: ofId,
    output: fileReply,
  }),
  sendLoanCode: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/loan/sign/captcha",
    title: "贷款签约：发送验证码（与金额绑定）",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  signLoan: endpoint({
    movesMoney: true,
    ...writes,
    path: "/loan/sign",
    title: "贷款签约，放款到钱包",
    input: ofId.extend({ verifyCode: field.code, channel }),
    output: z.object({ state }),
  }),
  repayLoan: endpoint({
    movesMoney: true,
    ...writes,
    path: "/loan/repay",
    title: "还款：指定金额，或不填金额一次结清；多出的部分不会扣",
    input: ofId.extend({ amount: transferable.nullable().default(null) }),
    output: z.object({ state, taken: money, outstanding: money }),
  }),
  shareIncome: endpoint({
    movesMoney: true,
    ...writes,
    path: "/loan/share",
    title: "按收款比例还款",
    input: ofId.extend({ incomeShare }),
    output: done,
  }),
};

const ofCase = ofId.extend({ merchantId: z.uuid() });
const currentRate = z.object({ product: z.enum(LOAN_PRODUCT_NAMES), rate: z.string() });
const rateChange = currentRate.extend({
  id: z.uuid(),
  from: toldDay,
  madeByName: z.string(),
  decidedByName: z.string(),
  decidedAt: wireTime,
});
const desk = {
  loanDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/loans/list",
    title: "贷款处理台",
    input: listInput(loanDeskList),
    output: listOutput(loanDeskList),
  }),
  loanCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/loans/{merchantId}/{id}",
    title: "一笔贷款和它的经过（查看会记录）",
    input: ofCase,
    output: detail.extend({ merchantId: z.uuid() }),
  }),
  loanPaper: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "GET",
    path: "/loans/{merchantId}/{id}/papers/{fileId}",
    title: "看一份贷款材料（查看会记录）",
    reply: "file",
    input: ofCase.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
  reviewLoan: endpoint({
    family: "ops",
    access: "operator:reviewer",
    method: "POST",
    path: "/loans/{merchantId}/{id}/review",
    title: "审核贷款资料：送资金方、要求补充或不通过",
    decidesOnMoney: true,
    idempotent: true,
    input: ofCase.extend({
      decision: z.enum(["pass", "ask", "decline"]),
      note: z.string().trim().max(300, "最多 300 个字").default(""),
    }),
    output: z.object({ state }),
  }),
  loanTerms: endpoint({
    family: "portal",
    access: "public",
    method: "GET",
    path: "/loan/terms",
    title: "贷款产品今天的年利率",
    input: nothing,
    output: z.array(currentRate),
  }),
  loanRates: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/loans/rates",
    title: "贷款利率表：现行的和历次调整",
    input: nothing,
    output: z.object({ current: z.array(currentRate), changes: z.array(rateChange) }),
  }),
  proposeLoanRate: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/loans/rates",
    title: "提出新的贷款利率，由另一位财务复核",
    idempotent: true,
    input: currentRate.extend({
      rate: z.string().trim().refine(isAnnualRate, "请填写年利率，最多 4 位小数，例如 9.6"),
      from: wireDay,
      reason: z.string().trim().min(2, "请写明原因").max(100, "最多 100 个字"),
    }),
    output: z.object({ approvalId: z.uuid() }),
  }),
  askLender: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/loans/{merchantId}/{id}/ask",
    title: "再向资金方查询一次",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: ofCase,
    output: z.object({ state }),
  }),
};

export const loanEndpoints = { ...applying, ...using, ...desk };
