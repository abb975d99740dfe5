import { SANDBOX_OPENING_PLAN_NAMES, SANDBOX_PLACEMENT_PLAN_NAMES, PARTNER_NOTICE_OUTCOMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const settings = z.object({
  openings: z.enum(SANDBOX_OPENING_PLAN_NAMES),
  placements: z.enum(SANDBOX_PLACEMENT_PLAN_NAMES),
  /** The answer comes so much later. */
  delaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
});

/** The sandbox's deposit partner; absent in production. */
export const depositPartnerEndpoints = {
  depositPartnerSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/deposit_partner/settings",
    title: "模拟存款银行：怎样处理开户和存款",
    input: nothing,
    output: settings,
  }),
  setDepositPartnerSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/deposit_partner/settings",
    title: "设定模拟存款银行",
    input: settings,
    output: done,
  }),
  depositPartnerRequests: endpoint({
    ...sandbox,
    method: "GET",
    path: "/deposit_partner/requests",
    title: "合作银行收到的开户和存款",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        kind: z.enum(["opening", "placement"]),
        about: z.string(),
        amount: money.nullable(),
        state: z.string(),
        /** How often it was sent: one request all the same. */
        sent: z.number().int(),
        /** What it has read of the merchant's papers. */
        papers: z.array(z.object({ fileName: z.string(), sizeBytes: z.number().int(), sha256: z.string() })),
        at: wireTime,
      }),
    ),
  }),
  decidePartnerRequest: endpoint({
    ...sandbox,
    method: "POST",
    path: "/deposit_partner/decide",
    title: "合作银行答应、拒绝、追问，或把结果再通知一次",
    input: z.object({
      reference: z.string().trim().min(4, "请填写流水号").max(60),
      decision: z.enum(["accept", "refuse", "ask", "tellAgain"]),
    }),
    output: z.object({ outcomes: z.array(z.enum(PARTNER_NOTICE_OUTCOMES)) }),
  }),
};
