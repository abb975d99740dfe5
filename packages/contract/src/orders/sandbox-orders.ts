import { SANDBOX_ORDER_PLAN_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing, transferable } from "../endpoint.ts";

const lever = { family: "sandbox", access: "operator" } as const;

const orderPlan = z.object({ plan: z.enum(SANDBOX_ORDER_PLAN_NAMES) });

/** The simulated platforms' orders. */
export const sandboxOrderEndpoints = {
  proveTrade: endpoint({
    ...lever,
    method: "POST",
    path: "/orders/prove",
    title: "让平台给商户送来一批已完成的订单",
    input: z.object({ merchantId: z.uuid(), platformCode: z.string().max(40).default("AMAZON"), amount: transferable }),
    output: z.object({ uploadId: z.uuid(), granted: money }),
  }),
  orderPlan: endpoint({
    ...lever,
    method: "GET",
    path: "/orders/plan",
    title: "平台怎样给出订单",
    input: nothing,
    output: orderPlan,
  }),
  setOrderPlan: endpoint({
    ...lever,
    method: "POST",
    path: "/orders/plan",
    title: "设定平台怎样给出订单",
    input: orderPlan,
    output: done,
  }),
  refundOrder: endpoint({
    ...lever,
    method: "POST",
    path: "/orders/refund",
    title: "买家退款",
    input: z.object({ merchantId: z.uuid(), orderId: z.uuid(), amount: transferable }),
    output: z.object({ taken: money, owed: money }),
  }),
};
