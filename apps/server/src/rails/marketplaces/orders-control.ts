import { sandboxOrderEndpoints } from "@coralhub/contract";
import type { Money } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Capability } from "../../platform/capability.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { readOrderPlan, saveOrderPlan } from "./sandbox/order-plan-store.ts";

type Market = {
  prove(
    tx: Tx,
    request: { merchantId: string; platformCode: string; amount: Money },
  ): Promise<{ uploadId: string; granted: Money }>;
  refund(tx: Tx, key: { merchantId: string; id: string }, amount: Money): Promise<{ taken: Money; owed: Money }>;
};

/** Levers of the simulated platforms' orders. */
export function createMarketOrders({
  audit,
  database,
  orders,
}: {
  audit: Audit;
  database: Pick<Database, "db">;
  orders: { market: Market };
}): Capability<typeof sandboxOrderEndpoints> {
  const { market } = orders;
  return {
    endpoints: sandboxOrderEndpoints,
    handlers: {
      proveTrade: (ctx, { merchantId, platformCode, amount }) =>
        ctx.once(async (tx) => {
          const proven = await market.prove(tx, { merchantId, platformCode, amount });
          await audit.record(tx, {
            actor: { kind: "operator", id: ctx.operator.id },
            action: "sandbox.orders_used",
            subject: proven.uploadId,
            address: ctx.address,
            detail: { merchantId },
          });
          return proven;
        }),
      orderPlan: async () => ({ plan: await readOrderPlan(database.db) }),
      setOrderPlan: (ctx, { plan }) =>
        ctx.once(async (tx) => {
          await saveOrderPlan(tx, plan, ctx.now);
          await audit.record(tx, {
            actor: { kind: "operator", id: ctx.operator.id },
            action: "sandbox.orders_used",
            subject: "orderPlan",
            address: ctx.address,
            detail: { plan },
          });
          return null;
        }),
      refundOrder: (ctx, { merchantId, orderId, amount }) =>
        ctx.once(async (tx) => {
          const split = await market.refund(tx, { merchantId, id: orderId }, amount);
          await audit.record(tx, {
            actor: { kind: "operator", id: ctx.operator.id },
            action: "sandbox.orders_used",
            subject: orderId,
            address: ctx.address,
            detail: { merchantId },
          });
          return split;
        }),
    },
  };
}
