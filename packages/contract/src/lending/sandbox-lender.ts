import {
  PARTNER_NOTICE_OUTCOMES,
  SANDBOX_LENDER_PLAN_NAMES,
  SANDBOX_PAY_OUT_PLAN_NAMES,
  SANDBOX_UPLOAD_PLAN_NAMES,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const settings = z.object({
  applications: z.enum(SANDBOX_LENDER_PLAN_NAMES),
  payOuts: z.enum(SANDBOX_PAY_OUT_PLAN_NAMES),
  uploads: z.enum(SANDBOX_UPLOAD_PLAN_NAMES),
  delaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
});

/** The sandbox's lender; absent in production. */
export const lenderEndpoints = {
  lenderSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/lender/settings",
    title: "模拟资金方：怎样处理申请、放款和报送",
    input: nothing,
    output: settings,
  }),
  setLenderSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/lender/settings",
    title: "设定模拟资金方",
    input: settings,
    output: done,
  }),
  lenderRequests: endpoint({
    ...sandbox,
    method: "GET",
    path: "/lender/requests",
    title: "资金方收到的申请、放款和报送",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        kind: z.enum(["application", "payOut", "upload"]),
        about: z.string(),
        amount: money.nullable(),
        state: z.string(),
        sent: z.number().int(),
        /** What it has read of the merchant's papers. */
        papers: z.array(z.object({ fileName: z.string(), sizeBytes: z.number().int(), sha256: z.string() })),
        at: wireTime,
      }),
    ),
  }),
  decideLenderRequest: endpoint({
    ...sandbox,
    method: "POST",
    path: "/lender/decide",
    title: "资金方答应、拒绝、追问，或把结果再通知一次",
    input: z.object({
      reference: z.string().trim().min(4, "请填写流水号").max(60),
      decision: z.enum(["accept", "refuse", "ask", "tellAgain"]),
    }),
    output: z.object({ outcomes: z.array(z.enum(PARTNER_NOTICE_OUTCOMES)) }),
  }),
};
