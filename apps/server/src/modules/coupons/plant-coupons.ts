import { couponPlanLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Actor, Lifecycles } from "../../platform/lifecycle-engine.ts";
import { insertCoupon, insertPlan, takeFromStock, type CouponPlan } from "./coupons-store.ts";

type PlantedPlan = Omit<CouponPlan, "state" | "issued" | "decidedAt"> & { decidedBy: Actor & { kind: "operator" } };
type PlantedCoupon = { merchantId: string; id: string; planId: string; receivedAt: Date; expiresAt: Date };

/** The demo world's plans, agreed on by two people, and who has received one. What is already there stays. */
export async function plantCoupons(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  plans: readonly PlantedPlan[],
  coupons: readonly PlantedCoupon[],
): Promise<void> {
  for (const { decidedBy, ...plan } of plans) {
    if (!(await insertPlan(tx, plan))) continue;
    const own = coupons.filter(({ planId }) => planId === plan.id);
    const { id, madeAt: at } = plan;
    const set = { decidedBy: decidedBy.id, decidedAt: at };
    await lifecycles.advance(tx, couponPlanLifecycle, { id }, "approve", { at, by: decidedBy, set });
    for (const coupon of own) {
      await takeFromStock(tx, id);
      await insertCoupon(tx, { ...coupon, cause: "bulk", leftMinor: plan.quotaMinor });
    }
  }
}
