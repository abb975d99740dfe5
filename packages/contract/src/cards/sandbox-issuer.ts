import { CARD_MESSAGE_OUTCOMES, CURRENCY_CODES, DISPUTE_NOTICES, SANDBOX_ISSUER_PLAN_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing, transferable } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";
import { shopName } from "./views.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const settings = z.object({
  plan: z.enum(SANDBOX_ISSUER_PLAN_NAMES),
  /** Opening a card takes so long. */
  openingSeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
  /** A shop settles so long after the authorisation by itself; null: only when told to. */
  settleAfterSeconds: z
    .number()
    .int()
    .min(0, "不能为负")
    .max(30 * 86_400, "最长 30 天")
    .nullable(),
});
const outcome = z.object({
  paymentReference: z.string(),
  outcomes: z.array(z.enum(CARD_MESSAGE_OUTCOMES)),
  approved: z.boolean(),
  code: z.string(),
  amount: money.nullable(),
  /** The issuer decided in our place. */
  standIn: z.boolean(),
});
const reference = z.string().trim().min(4, "请填写交易号").max(60);

/** The sandbox's card issuer; absent in production. */
export const cardIssuerEndpoints = {
  issuerSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/card_issuer/settings",
    title: "模拟发卡方：怎样行事",
    input: nothing,
    output: settings,
  }),
  setIssuerSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/card_issuer/settings",
    title: "设定模拟发卡方",
    input: settings,
    output: done,
  }),
  issuerCards: endpoint({
    ...sandbox,
    method: "GET",
    path: "/card_issuer/cards",
    title: "发卡方的卡（只有标识和尾号）",
    input: nothing,
    output: z.array(z.object({ token: z.string(), lastFour: z.string(), holder: z.string(), state: z.string() })),
  }),
  issuerPayments: endpoint({
    ...sandbox,
    method: "GET",
    path: "/card_issuer/payments",
    title: "发卡方的交易",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        lastFour: z.string(),
        shopName: z.string(),
        amount: money,
        authorised: money,
        settled: money,
        approved: z.boolean(),
        code: z.string(),
        standIn: z.boolean(),
        at: wireTime,
      }),
    ),
  }),
  swipe: endpoint({
    ...sandbox,
    method: "POST",
    path: "/card_issuer/swipe",
    title: "刷卡：在一家商户消费",
    input: z.object({
      token: z.string().trim().min(8, "请选择卡片").max(60),
      /** As the shop charges it. */
      amount: money.refine(({ minor }) => minor >= 0n, "金额不能为负"),
      shopName,
      code: z
        .string()
        .regex(/^\d{4}$/, "请填写 4 位商户类别码")
        .default("7311"),
      country: z.string().length(2, "请填写国家代码").default("US"),
      /** A shop that would take less. */
      partial: z.boolean().default(false),
      times: z.number().int().min(1).max(5).default(1),
    }),
    output: outcome,
  }),
  actOnPayment: endpoint({
    ...sandbox,
    method: "POST",
    path: "/card_issuer/act",
    title: "商户的后续：追加、撤销、清算、退款、到期",
    input: z.object({
      reference,
      action: z.enum(["increment", "reverse", "settle", "refund", "expire", "repeat"]),
      /** None: all of it. */
      amount: transferable.optional(),
      /** Settles a part; more is to come. */
      more: z.boolean().default(false),
      times: z.number().int().min(1).max(5).default(1),
    }),
    output: outcome,
  }),
  forcePost: endpoint({
    ...sandbox,
    method: "POST",
    path: "/card_issuer/force_post",
    title: "没有授权的清算",
    input: z.object({
      token: z.string().trim().min(8, "请选择卡片").max(60),
      amount: transferable,
      shopName,
      code: z
        .string()
        .regex(/^\d{4}$/, "请填写 4 位商户类别码")
        .default("7311"),
      country: z.string().length(2, "请填写国家代码").default("US"),
    }),
    output: outcome,
  }),
  answerChargeback: endpoint({
    ...sandbox,
    method: "POST",
    path: "/card_issuer/chargeback",
    title: "卡组织对拒付的答复",
    input: z.object({
      disputeId: z.uuid(),
      answer: z.enum(DISPUTE_NOTICES),
      note: z.string().trim().max(200).default(""),
    }),
    output: z.object({ outcome: z.enum(["taken", "repeated", "unknown"]) }),
  }),
  issuerCurrencies: endpoint({
    ...sandbox,
    method: "GET",
    path: "/card_issuer/currencies",
    title: "商户可以用的币种",
    input: nothing,
    output: z.array(z.enum(CURRENCY_CODES)),
  }),
};
