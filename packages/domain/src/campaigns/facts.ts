import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

const ABOUT = { category: "notice", topic: "notice", channels: TELL.notice } as const;

export const campaignsFacts = {
  jobs: {
    "campaigns.push": "把活动推送给商户",
    "campaigns.watch": "活动按时开始和结束",
  },
  auditActions: {
    "campaign.saved": "保存活动草稿",
    "campaign.picture_uploaded": "上传活动图片",
    "campaign.push_agreed": "活动推送生效",
    "campaign.push_stopped": "停止活动推送",
    "campaign.moved": "活动排期、暂停、结束",
    "campaign.prize_sent": "寄出活动奖品",
    "campaign.application_decided": "处理活动申请",
  },
  approvals: { "campaign.push": "推送活动" },
  reasons: {
    "promotion.paid": "营销奖励",
  },
  messages: {
    "campaign.push": {
      category: "notice",
      topic: "offers",
      channels: TELL.offers,
      label: "活动推荐",
      title: "{title}",
      body: "{body}",
    },
    "campaign.prize_won": {
      ...ABOUT,
      label: "活动中奖",
      title: "「{campaign}」中奖：{prize}",
      body: "{next}",
      link: { label: "查看优惠券", to: "coupons" },
    },
    "campaign.prize_sent": {
      ...ABOUT,
      label: "活动奖品已寄出",
      title: "奖品「{prize}」已寄出",
      body: "{note}",
    },
    "campaign.application_accepted": {
      ...ABOUT,
      label: "活动申请通过",
      title: "「{campaign}」申请已通过",
      body: "我们会按您留下的联系方式与您联系。",
    },
    "campaign.application_declined": {
      ...ABOUT,
      label: "活动申请未通过",
      title: "「{campaign}」申请未通过",
      body: "{reason}。",
    },
  } as const satisfies Record<string, MessageEvent>,
  desks: ["campaigns"],
} as const satisfies CapabilityFacts;
