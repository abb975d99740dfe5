import { MONEY_SEND_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { proposed } from "../approvals/approvals.ts";
import { done, endpoint, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const finance = { family: "ops", access: "operator:finance" } as const;

const heldKey = z.object({ topic: z.enum(MONEY_SEND_NAMES), reference: z.string().min(1).max(200) });
const heldSend = heldKey.extend({
  /** Nobody's while a payment that came in belongs to no merchant. */
  merchantId: z.uuid().nullable(),
  merchantName: z.string().nullable(),
  /** The payment, placement or repayment it is about; null of a return. */
  subjectId: z.uuid().nullable(),
  reason: z.string(),
  since: wireTime,
  nextLookAt: wireTime,
});
export type HeldSend = z.output<typeof heldSend>;

export const outflowEndpoints = {
  heldSends: endpoint({
    ...finance,
    method: "GET",
    path: "/held-sends",
    title: "被冻结、认证失效或账务告警拦下的出款",
    input: nothing,
    output: z.array(heldSend),
  }),
  recheckSend: endpoint({
    ...finance,
    method: "POST",
    path: "/held-sends/recheck",
    title: "立即复查一笔被拦下的出款",
    idempotent: true,
    input: heldKey,
    output: done,
  }),
  proposeRelease: endpoint({
    ...finance,
    method: "POST",
    path: "/held-sends/release",
    title: "提出放行一笔被拦下的退回或还款",
    idempotent: true,
    input: heldKey.extend({ reason: z.string().trim().min(1, "请写明放行原因").max(500) }),
    output: proposed,
  }),
};
