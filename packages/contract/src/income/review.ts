import { INCOME_PROPOSAL_NAMES, stateNames, unclaimedIncomeLifecycle } from "@coralhub/domain";
import { z } from "zod";
import { incomeDeskList, unclaimedIncomeList } from "./review-lists.ts";
import { incomeDetail, incomeHead } from "./views.ts";
import { done, endpoint, fileReply } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const reviewer = { family: "ops", access: "operator:reviewer" } as const;
/** Both who proposes and who decides must see what it is about. */
const reader = { family: "ops", access: "operator" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");
const decision = z.enum(["approve", "reject"]);
const incomeAnswer = z.object({ state: incomeHead.shape.state });

const incomeDesk = {
  incomeDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/income/list",
    title: "收款处理台",
    input: listInput(incomeDeskList),
    output: listOutput(incomeDeskList),
  }),
  incomeCase: endpoint({
    ...reader,
    method: "GET",
    path: "/income/{merchantId}/{id}",
    title: "一笔收款：规则、材料和经过（查看会记录）",
    input: z.object(ref),
    output: incomeDetail.omit({ may: true, claimable: true }).extend({
      merchantId: z.uuid(),
      payerAccount: z.string().nullable(),
      proposal: z
        .object({
          what: z.enum(INCOME_PROPOSAL_NAMES),
          reason: z.string(),
          by: z.string(),
          at: wireTime,
          mine: z.boolean(),
        })
        .nullable(),
      may: z.object({
        credit: z.boolean(),
        proposeCredit: z.boolean(),
        ask: z.boolean(),
        proposeReturn: z.boolean(),
        decide: z.boolean(),
      }),
    }),
  }),
  incomeCaseDocument: endpoint({
    ...reader,
    method: "GET",
    path: "/income/{merchantId}/{id}/document/{fileId}",
    title: "查看一份材料（查看会记录）",
    reply: "file",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  creditIncome: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/credit",
    decidesOnMoney: true,
    title: "核实无误，入账",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: incomeAnswer,
  }),
  askIncomeEvidence: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/ask",
    title: "请商户补充材料",
    idempotent: true,
    input: z.object({
      ...ref,
      text: z.string().trim().min(4, "请写明要补充什么，商户会看到").max(300, "最多 300 个字"),
    }),
    output: incomeAnswer,
  }),
  proposeCredit: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/credit/propose",
    decidesOnMoney: true,
    title: "付款方命中筛查名单：提出入账（由另一位同事复核）",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: done,
  }),
  proposeReturn: endpoint({
    ...reviewer,
    method: "POST",
    path: "/income/{merchantId}/{id}/return",
    decidesOnMoney: true,
    title: "提出退回付款方（由另一位同事复核）",
    idempotent: true,
    input: z.object({ ...ref, reason }),
    output: done,
  }),
  decideIncome: endpoint({
    ...finance,
    method: "POST",
    path: "/income/{merchantId}/{id}/decide",
    title: "复核入账或退回",
    idempotent: true,
    input: z.object({
      ...ref,
      /** What is agreed to or not: a proposal that has changed meanwhile is another one. */
      what: z.enum(INCOME_PROPOSAL_NAMES),
      decision,
      note: z.string().trim().max(300).default(""),
    }),
    output: incomeAnswer,
  }),
};

const unclaimedDesk = {
  unclaimedIncomes: endpoint({
    ...reader,
    method: "POST",
    path: "/unclaimed_income/list",
    title: "无主来款列表",
    input: listInput(unclaimedIncomeList),
    output: listOutput(unclaimedIncomeList),
  }),
  proposeUnclaimed: endpoint({
    ...reviewer,
    method: "POST",
    path: "/unclaimed_income/{id}/propose",
    decidesOnMoney: true,
    title: "提出归入商户账户或退回（由另一位同事复核）",
    idempotent: true,
    input: z
      .object({
        id: z.uuid(),
        proposal: z.enum(["assign", "return"]),
        merchantId: z.uuid("请填写商户编号").optional(),
        accountId: z.uuid("请选择收款账户").optional(),
        reason,
      })
      .refine(({ proposal, merchantId, accountId }) => proposal === "return" || (merchantId && accountId), {
        path: ["accountId"],
        message: "请选择归入的商户和收款账户",
      }),
    output: done,
  }),
  decideUnclaimed: endpoint({
    ...finance,
    method: "POST",
    path: "/unclaimed_income/{id}/decide",
    title: "复核无主来款",
    idempotent: true,
    input: z.object({ id: z.uuid(), decision, note: z.string().trim().max(300).default("") }),
    output: z.object({ state: z.enum(stateNames(unclaimedIncomeLifecycle)) }),
  }),
};

/** The operators' side of income. */
export const incomeDeskEndpoints = { ...incomeDesk, ...unclaimedDesk };
