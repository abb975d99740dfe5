import { PAYOUT_LIMIT_NAMES, type PayoutLimitName } from "@coralhub/domain";
import { z } from "zod";
import { proposed } from "../approvals/approvals.ts";
import { endpoint, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";
import { way } from "./families.ts";

const dollars = z
  .number("请填写美元整数")
  .int("请填写美元整数")
  .min(100, "至少 100 美元")
  .max(50_000_000, "最多 5,000 万美元");
const limits = Object.fromEntries(PAYOUT_LIMIT_NAMES.map((name) => [name, dollars])) as Record<
  PayoutLimitName,
  typeof dollars
>;
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "请按 15:30 的样子填写");
const days = z.number("请填写天数").int("请填写整数").min(0, "不能小于 0").max(10, "最多 10 天");
const cost = z.number("请填写美元整数").int("请填写美元整数").min(0, "不能小于 0").max(500, "最多 500 美元").optional();
const wayTerms = { cutOff: time, by: time, days: z.tuple([days, days]), wireDollars: cost, enRouteDollars: cost };
const reason = z.string().trim().min(2, "请写明调整原因").max(500, "最多 500 个字");
const payoutTerms = z.object({
  limits: z.object(limits),
  limitsSetAt: wireTime.nullable(),
  ways: z.array(z.object({ way, ...wayTerms, setAt: wireTime.nullable() })),
});
export type PayoutTermsView = z.output<typeof payoutTerms>;

const finance = { family: "ops", access: "operator:finance" } as const;
/** How much may leave, until when and at what cost: another operator puts a change into force. */
export const termsCalls = {
  payoutTerms: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/payouts/terms",
    title: "付款限额和时限",
    input: nothing,
    output: payoutTerms,
  }),
  proposePayoutLimits: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/limits",
    title: "提出调整付款限额（另一人复核）",
    idempotent: true,
    input: z.object({ ...limits, reason }),
    output: proposed,
  }),
  proposePayoutWay: endpoint({
    ...finance,
    method: "POST",
    path: "/payouts/ways/{way}",
    title: "提出调整一种付款方式的时限和费用（另一人复核）",
    idempotent: true,
    input: z.object({ way, ...wayTerms, reason }),
    output: proposed,
  }),
};
