import {
  COUPON_AUDIENCE_NAMES,
  COUPON_BUSINESSES,
  COUPON_KIND_NAMES,
  COUPON_WAY_NAMES,
  couponLifecycle,
  couponPlanLifecycle,
  type CouponPlanState,
  type CouponState,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const finance = { family: "ops", access: "operator:finance" } as const;
const states = <S extends string>(table: Record<S, unknown>) => Object.keys(table) as [S, ...S[]];

const couponView = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(COUPON_KIND_NAMES),
  state: z.enum(states<CouponState>(couponLifecycle.states)),
  /** 「手续费减 50%」 */
  worth: z.string(),
  /** 「提现、供应商付款，单笔满 1,000.00 USD」 */
  scope: z.string(),
  businesses: z.array(z.enum(COUPON_BUSINESSES)),
  /** What of a free quota is left. */
  left: money.nullable(),
  receivedAt: wireTime,
  expiresAt: wireTime,
  /** Soon enough to say so. */
  endsSoon: z.boolean(),
  /** What it has saved so far, by currency. */
  saved: z.array(money),
});
export type CouponView = z.output<typeof couponView>;

const typedAmount = z.string().trim().max(24).optional();
const planRequest = z.object({
  name: z.string().trim().min(2, "请填写名称").max(30, "名称最多 30 个字"),
  kind: z.enum(COUPON_KIND_NAMES),
  percent: z.number().int().min(1, "比例在 1 到 100 之间").max(100, "比例在 1 到 100 之间").optional(),
  currency: currency.optional(),
  amount: typedAmount,
  most: typedAmount,
  quota: typedAmount,
  minimum: typedAmount,
  businesses: z.array(z.enum(COUPON_BUSINESSES)).min(1, "请选择适用的业务").max(COUPON_BUSINESSES.length),
  stackable: z.boolean(),
  validDays: z.number().int().min(1, "有效期 1 到 366 天").max(366, "有效期 1 到 366 天"),
  way: z.enum(COUPON_WAY_NAMES),
  claim: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{4,24}$/, "领取名称或兑换码为 4 到 24 位字母、数字")
    .optional(),
  audience: z.enum(COUPON_AUDIENCE_NAMES),
  /** Mobile numbers, where the audience is a list. */
  listed: z.array(z.string().trim().max(20)).max(2_000, "名单最多 2000 个手机号").default([]),
  stock: z.number().int().min(1, "数量 1 到 1000000").max(1_000_000, "数量 1 到 1000000"),
});
export type CouponPlanRequest = z.output<typeof planRequest>;

const planView = z.object({
  id: z.uuid(),
  state: z.enum(states<CouponPlanState>(couponPlanLifecycle.states)),
  name: z.string(),
  kind: z.enum(COUPON_KIND_NAMES),
  way: z.enum(COUPON_WAY_NAMES),
  worth: z.string(),
  scope: z.string(),
  claim: z.string().nullable(),
  audience: z.enum(COUPON_AUDIENCE_NAMES),
  listed: z.number(),
  validDays: z.number(),
  stock: z.number(),
  issued: z.number(),
  used: z.number(),
  /** What the fees were reduced by, by currency. */
  saved: z.array(money),
  madeBy: z.uuid(),
  madeByName: z.string(),
  madeAt: wireTime,
  decidedAt: wireTime.nullable(),
});
export type CouponPlanView = z.output<typeof planView>;

export const couponEndpoints = {
  coupons: endpoint({
    ...merchant,
    method: "POST",
    path: "/user/coupon",
    title: "我的优惠券",
    input: z.object({
      /** 0 未使用, 1 已使用, 2 已过期. */
      status: z.coerce.number().int().min(0).max(2).default(0),
    }),
    output: z.object({
      records: z.array(couponView),
      counts: z.object({ unused: z.number(), used: z.number(), expired: z.number() }),
      /** What can be claimed now, and was not yet. */
      claimable: z.object({ name: z.string(), worth: z.string(), scope: z.string() }).nullable(),
    }),
  }),
  receiveMillion: endpoint({
    ...merchant,
    method: "POST",
    path: "/coupon/receive/million",
    title: "领取百万免手续费额度",
    idempotent: true,
    input: nothing,
    output: couponView,
  }),
  redeemCoupon: endpoint({
    ...merchant,
    method: "POST",
    path: "/coupon/redeem",
    title: "用兑换码领取优惠券",
    idempotent: true,
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({ code: z.string().trim().min(1, "请填写兑换码").max(24, "兑换码不正确，请核对") }),
    output: couponView,
  }),
  couponPlans: endpoint({
    ...finance,
    method: "GET",
    path: "/coupons/plans",
    title: "优惠券方案",
    input: nothing,
    output: z.array(planView),
  }),
  couponCodes: endpoint({
    ...finance,
    method: "GET",
    path: "/coupons/plans/{id}/codes",
    title: "下载一次性兑换码（会记录）",
    reply: "file",
    input: z.object({ id: z.uuid() }),
    output: fileReply,
  }),
  proposeCouponPlan: endpoint({
    ...finance,
    method: "POST",
    path: "/coupons/plans",
    title: "提出优惠券方案",
    idempotent: true,
    input: planRequest,
    output: z.object({ id: z.uuid() }),
  }),
  decideCouponPlan: endpoint({
    ...finance,
    method: "POST",
    path: "/coupons/plans/{id}/decide",
    title: "复核优惠券方案",
    idempotent: true,
    input: z.object({ id: z.uuid(), decision: z.enum(["approve", "reject", "stop"]) }),
    output: done,
  }),
};
