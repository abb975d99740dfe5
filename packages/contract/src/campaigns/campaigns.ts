import {
  CAMPAIGN_BLOCK_NAMES,
  CAMPAIGN_PAGE_NAMES,
  CAMPAIGN_PICTURE_NAMES,
  campaignApplicationLifecycle,
  campaignLifecycle,
  POSTER_PAGE_NAMES,
  PRIZE_KIND_NAMES,
  prizeLifecycle,
  type CampaignApplicationState,
  type CampaignState,
  type PrizeState,
} from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, nothing } from "../endpoint.ts";

/** Marketing pages read these without the contract's schemas: everything in them is plain text and numbers. */
const open = { family: "portal", access: "public" } as const;
const merchant = { family: "portal", access: "merchant" } as const;
const states = <S extends string>(table: Record<S, unknown>) => Object.keys(table) as [S, ...S[]];
const page = z.enum(CAMPAIGN_PAGE_NAMES);

const publicPrize = z.object({
  position: z.number(),
  name: z.string(),
  kind: z.enum(PRIZE_KIND_NAMES),
  /** Parts of a million. */
  weight: z.number(),
  odds: z.string(),
  isGrand: z.boolean(),
});
const block = z.object({
  kind: z.enum(CAMPAIGN_BLOCK_NAMES),
  title: z.string(),
  lines: z.array(z.string()),
  picture: z.enum(CAMPAIGN_PICTURE_NAMES).nullable(),
  /** Shown instead of the drawing, where it can be. */
  image: z.object({ id: z.uuid(), width: z.number(), height: z.number(), alt: z.string() }).nullable(),
});
const campaignView = z.object({
  id: z.uuid(),
  page,
  name: z.string(),
  state: z.enum(states<CampaignState>(campaignLifecycle.states)),
  isOpen: z.boolean(),
  startsAt: z.string(),
  endsAt: z.string(),
  headline: z.string(),
  intro: z.string(),
  rules: z.array(z.string()),
  blocks: z.array(block),
  prizes: z.array(publicPrize),
  /** Published from the start. */
  seedHash: z.string(),
  /** Published after the end. */
  seed: z.string().nullable(),
  draws: z.number(),
  /** Those that ended on this page before, the latest first. */
  past: z.array(z.object({ id: z.uuid(), name: z.string(), endsAt: z.string() })),
});
export type CampaignView = z.output<typeof campaignView>;

const drawn = z.object({
  id: z.uuid(),
  campaign: z.string(),
  campaignId: z.uuid(),
  /** The how-manieth draw of the campaign; null for a full collection. */
  number: z.number().nullable(),
  position: z.number(),
  prize: z.string(),
  /** Where the random value pointed: another one than `prize` where that was at an end. */
  drawnPrize: z.string(),
  kind: z.enum(PRIZE_KIND_NAMES),
  won: z.boolean(),
  /** 「已记入钱包」 */
  next: z.string(),
  state: z.enum(states<PrizeState>(prizeLifecycle.states)),
  chancesLeft: z.number(),
  random: z.string().nullable(),
  commitment: z.string(),
  at: z.string(),
});
export type DrawnPrize = z.output<typeof drawn>;

const standing = z.object({
  qualified: z.boolean(),
  /** Why not; empty where it is. */
  reason: z.string(),
  /** Where that can be changed. */
  lead: z.object({ label: z.string(), path: z.string() }).nullable(),
  chances: z.number(),
  /** Another chance comes with the next day. */
  moreTomorrow: z.boolean(),
  headline: z.string(),
  /** Positions of the cards that were drawn, for a collection. */
  cards: z.array(z.number()),
  collected: z.boolean(),
  /** The caller's latest draw of this campaign: whoever lost the answer to a draw finds here what it brought. */
  last: drawn.nullable(),
  sinceDay: z.string(),
  invitationCode: z.string(),
});
export type CampaignStanding = z.output<typeof standing>;

const application = z.object({
  company: z.string().trim().min(2, "请填写公司或店铺名称").max(60, "最多 60 个字"),
  contact: z.string().trim().min(2, "请填写联系人").max(30, "最多 30 个字"),
  mobile: z
    .string()
    .trim()
    .regex(/^1\d{10}$/, "请填写 11 位手机号"),
  platform: z.string().trim().min(1, "请填写主要销售平台").max(40, "最多 40 个字"),
  monthlyDollars: z.coerce.number().int("请填写整数").min(0, "请填写每月销售额").max(1_000_000_000, "金额太大"),
  note: z.string().trim().max(300, "最多 300 个字").default(""),
});
export type SunriseApplication = z.output<typeof application>;
const applied = z.object({
  open: z.boolean(),
  applied: z.boolean(),
  state: z.enum(states<CampaignApplicationState>(campaignApplicationLifecycle.states)).nullable(),
  stateText: z.string().nullable(),
  reason: z.string().nullable(),
});

const activities = {
  campaign: endpoint({
    ...open,
    method: "GET",
    path: "/activity/campaign/{page}",
    title: "活动内容",
    input: z.object({
      page,
      /** One that runs or ran on this page: what decided its draws stays readable when another has taken its place. */
      id: z.uuid().optional(),
      /** From the console: a campaign that does not run yet. */
      preview: z.string().max(80).optional(),
    }),
    output: campaignView.nullable(),
  }),
  campaignPoster: endpoint({
    ...open,
    method: "GET",
    path: "/activity/poster/{page}",
    title: "活动海报",
    reply: "file",
    // Drawn anew for every code.
    rateLimit: { per: "address", limit: 120, windowSeconds: 60 },
    input: z.object({
      page: z.enum(POSTER_PAGE_NAMES),
      code: z
        .string()
        .regex(/^[A-Za-z0-9]{4,16}$/, "邀请码不正确")
        .optional(),
    }),
    output: fileReply,
  }),
  campaignPicture: endpoint({
    ...open,
    method: "GET",
    path: "/activity/picture/{id}",
    title: "活动图片",
    reply: "file",
    rateLimit: { per: "address", limit: 600, windowSeconds: 60 },
    input: z.object({ id: z.uuid() }),
    output: fileReply,
  }),
  lotteryQualification: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/lottery/qualification",
    title: "抽奖资格和机会",
    input: z.object({ page: page.default("draw") }),
    output: standing,
  }),
  doubleElevenLottery: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/double/eleven/lottery",
    title: "双十一抽奖",
    // The specification reads it with GET. It uses a chance all the same: only under a key, which a repeated one shares.
    idempotent: true,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: nothing,
    output: drawn,
  }),
  draw: endpoint({
    ...merchant,
    method: "POST",
    path: "/activity/draw",
    title: "抽一次",
    idempotent: true,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ page }),
    output: drawn,
  }),
  collectGrandPrize: endpoint({
    ...merchant,
    method: "POST",
    path: "/activity/collect",
    title: "集齐兑大奖",
    idempotent: true,
    input: z.object({ page: page.default("fu") }),
    output: drawn,
  }),
  userPrizes: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/user/prize",
    title: "我的奖品",
    /** Of one campaign everything that was drawn, also what won nothing: each can be checked by its number. */
    input: z.object({ campaignId: z.uuid().optional() }),
    output: z.array(drawn),
  }),
  successfulInvitations: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/getSuccessInvitationTotal",
    title: "我成功邀请的人数",
    input: z.object({
      /** The caller's own; without it, the caller's as well. */ mobile: z.string().trim().max(20).optional(),
    }),
    output: z.object({ total: z.number() }),
  }),
  applyThirdParty: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/apply/third/party/{id}",
    title: "申请伙伴权益",
    input: z.object({ id: z.uuid() }),
    output: applied,
  }),
  checkSunrise: endpoint({
    ...merchant,
    method: "GET",
    path: "/activity/check/apply/sunRise",
    title: "朝阳计划申请进度",
    input: nothing,
    output: applied,
  }),
  applySunrise: endpoint({
    ...merchant,
    method: "POST",
    path: "/activity/apply/sunRise",
    title: "申请朝阳计划",
    idempotent: true,
    input: application,
    output: applied,
  }),
};

const leLiao = {
  isLeLiaoUser: endpoint({
    ...merchant,
    method: "GET",
    path: "/leLiao/isLeLiaoUser",
    title: "是否乐聊用户",
    input: nothing,
    output: z.object({ isLeLiaoUser: z.boolean() }),
  }),
  canLottery: endpoint({
    ...merchant,
    method: "GET",
    path: "/leLiao/canLottery",
    title: "可以打开的宝箱",
    input: nothing,
    output: z.object({ canLottery: z.boolean(), boxes: z.array(z.object({ id: z.uuid() })) }),
  }),
  raffleRecords: endpoint({
    ...merchant,
    method: "GET",
    path: "/leLiao/listRaffleRecord",
    title: "开箱记录",
    input: nothing,
    output: z.array(drawn),
  }),
  openBox: endpoint({
    ...merchant,
    method: "POST",
    path: "/leLiao/open/{id}",
    title: "打开宝箱",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: drawn,
  }),
};

export const campaignEndpoints = { ...activities, ...leLiao };
