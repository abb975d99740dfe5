import type { Tx } from "../../platform/db.ts";
import { insertCoupon, insertPlan, activatePlan, type CouponPlan } from "./coupons-store.ts";

type PlantedPlan = Omit<CouponPlan, "state" | "issued" | "decidedAt"> & { decidedBy: string };
type PlantedCoupon = { merchantId: string; id: string; planId: string; receivedAt: Date; expiresAt: Date };

/** The demo world's plans, agreed on by two people, and who has received one. What is already there stays. */
export async function plantCoupons(
  tx: Tx,
  plans: readonly PlantedPlan[],
  coupons: readonly PlantedCoupon[],
): Promise<void> {
  for (const { decidedBy, ...plan } of plans) {
    if (!(await insertPlan(tx, plan))) continue;
    const own = coupons.filter(({ planId }) => planId === plan.id);
    await activatePlan(tx, plan.id, { decidedBy, at: plan.madeAt, issued: own.length });
    for (const coupon of own) await insertCoupon(tx, { ...coupon, cause: "bulk", leftMinor: plan.quotaMinor });
  }
}
