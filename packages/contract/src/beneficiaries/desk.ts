import { BANK_CODE_SCHEME_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { saved } from "./inputs.ts";
import { payeeDeskList, payeeDetail } from "./views.ts";

const reader = { family: "ops", access: "operator" } as const;
const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };

/** The operators' side: payee review, and the lists of banks. */
export const payeeDesk = {
  payeeDeskRows: endpoint({
    ...reader,
    method: "POST",
    path: "/beneficiaries/list",
    title: "收款人审核",
    input: listInput(payeeDeskList),
    output: listOutput(payeeDeskList),
  }),
  payeeCase: endpoint({
    ...reader,
    method: "GET",
    path: "/beneficiaries/{merchantId}/{id}",
    title: "一个收款人（查看会记录）",
    input: z.object(ref),
    output: payeeDetail.extend({
      merchantId: z.uuid(),
      /** What screening says, in words. */
      findings: z.array(z.string()),
    }),
  }),
  decidePayee: endpoint({
    ...reviewer,
    method: "POST",
    path: "/beneficiaries/{merchantId}/{id}/decide",
    title: "审核收款人",
    decidesOnMoney: true,
    idempotent: true,
    input: z
      .object({
        ...ref,
        decision: z.enum(["approve", "decline", "askUpdate"]),
        reason: z.string().trim().max(300, "最多 300 个字").default(""),
      })
      .refine(({ decision, reason }) => decision === "approve" || reason.length >= 2, {
        path: ["reason"],
        message: "请写明原因，商户会看到",
      }),
    output: saved,
  }),
  listBank: endpoint({
    ...reviewer,
    method: "POST",
    path: "/beneficiaries/banks",
    title: "补充银行代码",
    input: z.object({
      scheme: z.enum(BANK_CODE_SCHEME_NAMES),
      code: z
        .string()
        .trim()
        .regex(/^[A-Z0-9]{3,11}$/, "代码是 3–11 位字母或数字"),
      name: z.string().trim().min(2, "请填写银行名称").max(100),
    }),
    output: done,
  }),
};
