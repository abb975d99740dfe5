import {
  DEPOSIT_CURRENCY_CODES,
  DEPOSIT_TERM_MONTHS,
  isAnnualRate,
  MATURITY_INSTRUCTION_NAMES,
  MATURITY_INSTRUCTIONS,
  PLACEMENT_STEP_NAMES,
  placementLifecycle,
  stateNames,
  YEAR_DAYS,
} from "@coralhub/domain";
import { z } from "zod";
import { proposed } from "../approvals/approvals.ts";
import { done, endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { codeSent, field } from "../identity/fields.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

const reads = { family: "gateway", access: "merchant", flag: "personalFinance" } as const;
const asks = { family: "gateway", access: "certified", flag: "personalFinance" } as const;
const writes = { ...asks, idempotent: true } as const;
const state = z.enum(stateNames(placementLifecycle));
const depositCurrency = z.enum(DEPOSIT_CURRENCY_CODES);
const termMonths = z.coerce.number().pipe(z.literal(DEPOSIT_TERM_MONTHS, "请选择期限"));
/** act/360 or act/365. */
const yearDays = z.literal(YEAR_DAYS);
const day = wireDay;
const ofId = z.object({ id: z.uuid() });
const channel = z.enum(["sms", "email"]).default("sms");

/** What becomes of it at maturity; a part renewal says how much. */
const instruction = z.object({
  instruction: z.enum(MATURITY_INSTRUCTION_NAMES),
  renewAmount: money.nullable().default(null),
});

const offer = z.object({
  termMonths,
  rate: z.string(),
  valueDate: toldDay,
  maturesOn: toldDay,
  /** The holidays of that year are not announced yet: it may move by a day or two. */
  provisional: z.boolean(),
});
const product = z.object({
  currency: depositCurrency,
  yearDays,
  minimum: money,
  maximum: money,
  offers: z.array(offer),
});
export type DepositProduct = z.output<typeof product>;

const terms = z.object({
  principal: money,
  termMonths,
  rate: z.string(),
  yearDays,
  valueDate: toldDay,
  maturesOn: toldDay,
  days: z.number().int(),
  provisional: z.boolean(),
  /** At maturity, at the agreed rate. */
  interest: money,
});
const session = terms.extend({
  sessionId: z.uuid(),
  expiresAt: wireTime,
  instructionUntil: wireTime,
  breakRate: z.string(),
});
export type PlacementSession = z.output<typeof session>;

const head = terms.extend({
  id: z.uuid(),
  state,
  /** Earned and booked so far. */
  accrued: money,
  instruction: z.enum(MATURITY_INSTRUCTION_NAMES),
  renewAmount: money.nullable(),
  instructionUntil: wireTime,
  daysLeft: z.number().int(),
  createdAt: wireTime,
  endedAt: wireTime.nullable(),
});
export type PlacementHead = z.output<typeof head>;

const detail = head.extend({
  reference: z.string(),
  /** Why the partner refused it. */
  reason: z.string().nullable(),
  /** The one its money came from, and the one it went on to. */
  renewedFrom: z.uuid().nullable(),
  renewedTo: z.uuid().nullable(),
  /** What was paid out in the end. */
  paidInterest: money.nullable(),
  may: z.object({ instruct: z.boolean(), break: z.boolean() }),
  timeline: z.array(
    z.object({ action: z.enum(PLACEMENT_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type PlacementDetail = z.output<typeof detail>;

const columns = {
  createdAt: { header: "存入时间", as: "time" },
  principal: { header: "本金", as: "money" },
  termMonths: { header: "期限（月）" },
  rate: { header: "年利率（%）" },
  valueDate: { header: "起息日" },
  maturesOn: { header: "到期日" },
  interest: { header: "到期利息", as: "money" },
  accrued: { header: "已计利息", as: "money" },
  instruction: {
    header: "到期怎么办",
    options: MATURITY_INSTRUCTION_NAMES.map((value) => ({ value, label: MATURITY_INSTRUCTIONS[value].label })),
  },
  state: { header: "状态", as: "state", lifecycle: placementLifecycle },
} as const;
const filters = {
  state: filter.state("状态", placementLifecycle),
  currency: filter.choice(
    "币种",
    DEPOSIT_CURRENCY_CODES.map((value) => ({ value, label: value })),
  ),
  createdAt: filter.dateRange("存入时间"),
};
const row = head
  .pick({
    id: true,
    state: true,
    principal: true,
    termMonths: true,
    rate: true,
    valueDate: true,
    maturesOn: true,
    interest: true,
    accrued: true,
    instruction: true,
    createdAt: true,
    endedAt: true,
  })
  .extend({ currency: depositCurrency });

/** A merchant's deposits: /personalFinance. */
export const placementList = defineList({ title: "定期存款", row, columns, filters, sort: ["createdAt"] });
/** Every merchant's, for the desk. */
export const placementDeskList = defineList({
  title: "定期存款",
  row: row.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...columns },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});

const placing = {
  depositProducts: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/products",
    title: "定期存款：币种、期限和今天的利率",
    input: nothing,
    output: z.array(product),
  }),
  openPlacementSession: endpoint({
    ...asks,
    method: "POST",
    path: "/guest/outside/anext/placementSession",
    title: "定期存款：报价（5 分钟有效，尚未扣款）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ amount: money, termMonths }).extend(instruction.shape),
    output: session,
  }),
  sendPlacementCode: endpoint({
    ...asks,
    method: "POST",
    path: "/guest/outside/anext/placementSession/captcha",
    title: "定期存款：发送验证码（与金额和期限绑定）",
    input: z.object({ sessionId: z.uuid(), channel }),
    output: codeSent,
  }),
  confirmPlacement: endpoint({
    movesMoney: true,
    ...writes,
    method: "POST",
    path: "/guest/outside/anext/placementSession/confirm",
    title: "定期存款：用验证码确认存入",
    input: z.object({ sessionId: z.uuid(), verifyCode: field.code, channel }),
    output: z.object({ id: z.uuid(), state }),
  }),
};

const holding = {
  userWealth: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/userwealth",
    title: "定期存款总览：本金、已计利息、下一笔到期、可存余额",
    input: nothing,
    output: z.object({
      holdings: z.array(
        z.object({ currency: depositCurrency, principal: money, accrued: money, count: z.number().int() }),
      ),
      next: z.object({ id: z.uuid(), maturesOn: toldDay, amount: money }).nullable(),
      maturities: z.array(z.object({ id: z.uuid(), maturesOn: toldDay, amount: money })),
      spendable: z.array(money),
    }),
  }),
  placements: endpoint({
    ...reads,
    method: "POST",
    path: "/finance/outside/fixeddeposit/page",
    title: "定期存款列表",
    input: listInput(placementList),
    output: listOutput(placementList),
  }),
  placement: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/detail/{id}",
    title: "一笔定期存款和它的经过",
    input: ofId,
    output: detail,
  }),
  placementInterest: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/interest/{id}",
    title: "一笔定期存款每天的利息",
    input: ofId,
    output: z.array(z.object({ day: toldDay, amount: money, total: money })),
  }),
  depositHistory: endpoint({
    ...reads,
    method: "POST",
    path: "/finance/outside/fixeddeposit/history",
    title: "已结束的定期存款",
    input: listInput(placementList),
    output: listOutput(placementList),
  }),
  modifyMaturityInstruction: endpoint({
    movesMoney: true,
    ...writes,
    method: "POST",
    path: "/finance/outside/fixeddeposit/modifyMaturityInstruction",
    title: "修改到期怎么办（截止时间以前）",
    input: ofId.extend(instruction.shape),
    output: done,
  }),
  breakTrial: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/breakTrial/{id}",
    title: "提前支取试算：拿回多少，少拿多少",
    input: ofId,
    output: z.object({
      principal: money,
      interest: money,
      forgone: money,
      total: money,
      rate: z.string(),
      days: z.number(),
    }),
  }),
  sendBreakCode: endpoint({
    ...asks,
    method: "POST",
    path: "/finance/outside/fixeddeposit/break/captcha",
    title: "提前支取：发送验证码",
    input: ofId.extend({ channel }),
    output: codeSent,
  }),
  breakPlacement: endpoint({
    movesMoney: true,
    ...writes,
    method: "POST",
    path: "/finance/outside/fixeddeposit/break",
    title: "提前支取",
    input: ofId.extend({ verifyCode: field.code, channel }),
    output: z.object({ id: z.uuid(), state }),
  }),
  depositStatement: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/statement",
    title: "一段时间的定期存款对账单（PDF）",
    reply: "file",
    input: z.object({ from: day, to: day }),
    output: fileReply,
  }),
  depositForecast: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/forecast",
    title: "各币种往后四个季度预计的净付出，供分期存参考",
    input: nothing,
    output: z.array(
      z.object({
        currency: depositCurrency,
        /** What went out and came in during the last ninety days. */
        paid: money,
        received: money,
        scheduled: money,
        /** What is needed of the balance in each of the four quarters to come. */
        needs: z.array(money).length(4),
      }),
    ),
  }),
  depositCertificate: endpoint({
    ...reads,
    method: "GET",
    path: "/finance/outside/fixeddeposit/certificate/{id}",
    title: "存款证明（PDF）",
    reply: "file",
    input: ofId,
    output: fileReply,
  }),
};

const finance = { family: "ops", access: "operator:finance" } as const;
const rateRow = z.object({
  id: z.uuid(),
  currency: depositCurrency,
  termMonths,
  rate: z.string(),
  from: toldDay,
  proposedBy: z.string(),
  proposedAt: wireTime,
  approvedBy: z.string().nullable(),
  approvedAt: wireTime.nullable(),
});
export type DepositRateRow = z.output<typeof rateRow>;
const currencyTerms = z.object({ currency: depositCurrency, from: toldDay, yearDays, minimum: money, maximum: money });
export type DepositTermsView = z.output<typeof currencyTerms>;
const termsRow = currencyTerms.extend({
  id: z.uuid(),
  reason: z.string(),
  proposedBy: z.uuid(),
  approvedBy: z.uuid(),
  approvedAt: wireTime,
});
export type DepositTermsRow = z.output<typeof termsRow>;

const desk = {
  placementDesk: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/deposits/list",
    title: "定期存款处理台",
    input: listInput(placementDeskList),
    output: listOutput(placementDeskList),
  }),
  placementCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/deposits/{merchantId}/{id}",
    title: "一笔定期存款和它的经过（查看会记录）",
    input: ofId.extend({ merchantId: z.uuid() }),
    output: detail.omit({ may: true }).extend({ merchantId: z.uuid(), mayAsk: z.boolean() }),
  }),
  askPartner: endpoint({
    ...finance,
    method: "POST",
    path: "/deposits/{merchantId}/{id}/ask",
    title: "再向合作银行查询一次",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: ofId.extend({ merchantId: z.uuid() }),
    output: z.object({ state }),
  }),
  depositRates: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/deposits/rates",
    title: "存款利率、起存额、上限和计息天数：现行的、待复核的和将要生效的",
    input: nothing,
    output: z.object({
      current: z.array(z.object({ currency: depositCurrency, offers: z.array(offer) })),
      changes: z.array(rateRow),
      /** Smallest, largest and the days of a year, and what was agreed on about them; what waits is among the approvals. */
      terms: z.object({ current: z.array(currencyTerms), changes: z.array(termsRow) }),
    }),
  }),
  proposeDepositRate: endpoint({
    ...finance,
    method: "POST",
    path: "/deposits/rates/propose",
    title: "提出新的存款利率",
    idempotent: true,
    input: z.object({
      currency: depositCurrency,
      termMonths,
      rate: z.string().trim().refine(isAnnualRate, "请填写年利率，最多 4 位小数，例如 4.05"),
      from: day,
    }),
    output: z.object({ id: z.uuid() }),
  }),
  decideDepositRate: endpoint({
    ...finance,
    method: "POST",
    path: "/deposits/rates/{id}/decide",
    title: "复核新的存款利率",
    idempotent: true,
    input: ofId.extend({ decision: z.enum(["approve", "reject"]) }),
    output: done,
  }),
  proposeDepositTerms: endpoint({
    ...finance,
    method: "POST",
    path: "/deposits/terms/propose",
    title: "提出新的起存额、上限和计息天数（另一人复核）",
    idempotent: true,
    input: z
      .object({
        currency: depositCurrency,
        from: day,
        yearDays,
        minimum: transferable,
        maximum: transferable,
        reason: z.string().trim().min(2, "请写明调整原因").max(500, "最多 500 个字"),
      })
      .refine(({ currency, minimum }) => minimum.currency === currency, { path: ["minimum"], message: "币种要一致" })
      .refine(({ currency, maximum }) => maximum.currency === currency, { path: ["maximum"], message: "币种要一致" }),
    output: proposed,
  }),
};

export const placementEndpoints = { ...placing, ...holding, ...desk };
