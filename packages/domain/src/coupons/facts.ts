import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

const LINK = { label: "查看优惠券", to: "coupons" } as const;
const ABOUT = { category: "notice", topic: "notice", link: LINK } as const;

export const couponsFacts = {
  jobs: {
    "coupons.issue": "发放优惠券",
    "coupons.watch": "优惠券到期和提醒",
  },
  auditActions: {
    "coupon.plan_proposed": "提出优惠券方案",
    "coupon.plan_approved": "复核通过优惠券方案",
    "coupon.plan_rejected": "驳回优惠券方案",
    "coupon.codes_read": "下载优惠券兑换码",
    "coupon.plan_stopped": "停止发放优惠券",
  },
  messages: {
    "coupon.received": {
      ...ABOUT,
      label: "收到优惠券",
      title: "收到优惠券「{name}」",
      body: "{worth}，{day} 前有效。付款时自动选最省的一张。",
      channels: TELL.notice,
    },
    "coupon.expiring": {
      ...ABOUT,
      label: "优惠券即将到期",
      title: "优惠券「{name}」{day} 到期",
      body: "{worth}，到期后不能再用。",
      channels: TELL.notice,
    },
    "coupon.returned": {
      ...ABOUT,
      label: "优惠券已退还",
      title: "优惠券「{name}」已退还",
      body: "付款没有成功，优惠券可以再用，{day} 前有效。",
      channels: TELL.notice,
    },
  } as const satisfies Record<string, MessageEvent>,
  desks: ["coupons"],
} as const satisfies CapabilityFacts;
