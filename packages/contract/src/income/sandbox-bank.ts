import { NOTICE_OUTCOMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing, transferable } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const bankSettings = z.object({
  openingDelaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
  /** The bank refuses whoever applies from now on. */
  refuse: z.boolean(),
});
/** What came of each notice; the ones that are late have none yet. */
const outcomes = z.array(z.enum(NOTICE_OUTCOMES));
/** The sandbox's receiving bank; absent in production. */
export const receivingBankEndpoints = {
  bankSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/receiving_bank/settings",
    title: "模拟收款银行：开户快慢和拒绝",
    input: nothing,
    output: bankSettings,
  }),
  setBankSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/settings",
    title: "设定模拟收款银行",
    input: bankSettings,
    output: done,
  }),
  payIn: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/pay_in",
    title: "向收款账户打款",
    input: z.object({
      /** Any number; one that is nobody's becomes unclaimed money. */
      accountNumber: z.string().trim().min(4, "请填写收款账号").max(40),
      amount: transferable,
      /** Left out: the name under which the platform usually pays. */
      payer: z.string().trim().min(2).max(140).optional(),
      remittance: z.string().trim().max(140).default(""),
      /** `announced` only tells of it; pay in again with the same reference to let it arrive. */
      stage: z.enum(["announced", "arrived"]).default("arrived"),
      reference: z
        .string()
        .regex(/^[A-Za-z0-9-]{4,60}$/, "流水号只用字母、数字和连字符")
        .optional(),
      /** The bank tells of it so much later. */
      delaySeconds: z.number().int().min(0).max(86_400).default(0),
      /** Every notice comes this many times. */
      times: z.number().int().min(1).max(20).default(1),
      /** The arrival is told before the announcement. */
      outOfOrder: z.boolean().default(false),
    }),
    output: z.object({ reference: z.string(), outcomes }),
  }),
  announceAgain: endpoint({
    ...sandbox,
    method: "POST",
    path: "/receiving_bank/announce_again",
    title: "把一笔打款再通知一次（只应入账一次）",
    input: z.object({ reference: z.string().trim().min(4, "请填写流水号").max(60) }),
    output: z.object({ outcomes }),
  }),
  bankPayments: endpoint({
    ...sandbox,
    method: "GET",
    path: "/receiving_bank/payments",
    title: "最近的打款",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        accountNumber: z.string(),
        payer: z.string(),
        amount: money,
        at: wireTime,
        /** How often it was told, and not yet. */
        told: z.number().int(),
        waiting: z.number().int(),
      }),
    ),
  }),
};
