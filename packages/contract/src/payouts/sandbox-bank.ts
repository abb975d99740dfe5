import { PAYOUT_BANK_KEYS, PAYOUT_NOTICE_OUTCOMES, SANDBOX_PAYOUT_PLAN_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const settings = z.object({
  plan: z.enum(SANDBOX_PAYOUT_PLAN_NAMES),
  /** The result comes so much later. */
  delaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
});
const bank = z.enum(PAYOUT_BANK_KEYS).default("citic");
const reference = z.string().trim().min(4, "请填写付款流水号").max(60);

/** The sandbox's paying bank; absent in production. */
export const payoutBankEndpoints = {
  payoutBankSettings: endpoint({
    ...sandbox,
    method: "GET",
    path: "/payout_bank/settings",
    title: "模拟付款银行：怎样处理付款",
    input: z.object({ bank }),
    output: settings,
  }),
  setPayoutBankSettings: endpoint({
    ...sandbox,
    method: "POST",
    path: "/payout_bank/settings",
    title: "设定模拟付款银行",
    input: settings.extend({ bank }),
    output: done,
  }),
  payoutBankPayments: endpoint({
    ...sandbox,
    method: "GET",
    path: "/payout_bank/payments",
    title: "银行收到的付款指令",
    input: nothing,
    output: z.array(
      z.object({
        bank: z.enum(PAYOUT_BANK_KEYS),
        reference: z.string(),
        payee: z.string(),
        bankName: z.string(),
        amount: money,
        state: z.enum(["taken", "paid", "refused", "returned"]),
        /** How often it was instructed: one payment all the same. */
        instructed: z.number().int(),
        at: wireTime,
      }),
    ),
  }),
  decidePayment: endpoint({
    ...sandbox,
    method: "POST",
    path: "/payout_bank/decide",
    title: "银行付款、拒绝、退回，把结果再通知一次，或改口",
    input: z.object({
      reference,
      /** `contradict`: it tells the opposite of what it did, and has done nothing else. */
      decision: z.enum(["pay", "refuse", "return", "returnShort", "tellAgain", "contradict"]),
      /** The bank changes its mind without a word; the next question finds out. */
      tell: z.boolean().default(true),
    }),
    output: z.object({ outcomes: z.array(z.enum(PAYOUT_NOTICE_OUTCOMES)) }),
  }),
};
