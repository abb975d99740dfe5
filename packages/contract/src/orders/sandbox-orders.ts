import { z } from "zod";
import { endpoint, money, transferable } from "../endpoint.ts";

const lever = { family: "sandbox", access: "operator" } as const;

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
  refundOrder: endpoint({
    ...lever,
    method: "POST",
    path: "/orders/refund",
    title: "买家退款",
    input: z.object({ merchantId: z.uuid(), orderId: z.uuid(), amount: transferable }),
    output: z.object({ taken: money, owed: money }),
  }),
};
