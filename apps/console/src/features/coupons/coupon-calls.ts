import { couponEndpoints } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { couponPlans, couponCodes, proposeCouponPlan, decideCouponPlan } = couponEndpoints;
export const calls = connect({ couponPlans, couponCodes, proposeCouponPlan, decideCouponPlan });
export const KEY = ["coupons"] as const;
export const plansQuery = queryOptions({ queryKey: KEY, queryFn: () => calls.couponPlans({}) });
