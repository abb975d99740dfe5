import { MONEY, type LiveTopics } from "../../platform/live-topics.ts";

/** A coupon is spent with a payment or an exchange. */
export const couponsLive: LiveTopics = { asks: [["coupons"]], own: ["coupon"], shows: [MONEY] };
