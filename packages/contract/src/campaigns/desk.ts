import {
  CAMPAIGN_BLOCK_LIMITS,
  CAMPAIGN_BLOCK_NAMES,
  CAMPAIGN_PAGE_NAMES,
  CAMPAIGN_PICTURE_NAMES,
  campaignApplicationLifecycle,
  campaignLifecycle,
  PRIZE_KIND_NAMES,
  prizeLifecycle,
  type CampaignApplicationState,
  type CampaignState,
  type PrizeState,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, money, nothing, uploadedFile } from "../endpoint.ts";
import { givenTime, wireTime } from "../wire-time.ts";

const finance = { family: "ops", access: "operator:finance" } as const;
const operator = { family: "ops", access: "operator" } as const;
const states = <S extends string>(table: Record<S, unknown>) => Object.keys(table) as [S, ...S[]];

const version = z.string().max(64);
const block = z.object({
  kind: z.enum(CAMPAIGN_BLOCK_NAMES).default("text"),
  picture: z.enum(CAMPAIGN_PICTURE_NAMES).nullable().default(null),
  /** A picture that was uploaded, and what is on it; the drawing stands in where it cannot be shown. */
  image: z.uuid().nullable().default(null),
  alt: z.string().trim().max(CAMPAIGN_BLOCK_LIMITS.alt, `最多 ${CAMPAIGN_BLOCK_LIMITS.alt} 个字`).default(""),
  title: z.string().trim().max(CAMPAIGN_BLOCK_LIMITS.title, `最多 ${CAMPAIGN_BLOCK_LIMITS.title} 个字`),
  lines: z.array(z.string().trim().min(1).max(200)).max(12),
});
const prize = z.object({
  name: z.string().trim().min(1, "请填写奖品名称").max(30, "最多 30 个字"),
  kind: z.enum(PRIZE_KIND_NAMES),
  /** Of a money prize: what is paid. Of the others: what one costs us. */
  cost: z.string().trim().max(24).default("0"),
  couponPlanId: z.uuid().nullable().default(null),
  weight: z.number().int().min(0).max(1_000_000),
  stock: z.number().int().min(0).max(1_000_000).nullable(),
  isGrand: z.boolean().default(false),
});
const chances = z.object({
  once: z.number().int().min(0).max(10),
  daily: z.number().int().min(0).max(10),
  friend: z.number().int().min(0).max(10),
  partner: z.number().int().min(0).max(10),
});
const audience = z.object({
  certified: z.boolean(),
  sources: z.array(z.string().max(20)).max(5).default([]),
  flag: z.string().max(40).nullable().default(null),
  platform: z.string().max(40).nullable().default(null),
  volumeDollars: z.number().int().min(0).max(1_000_000_000).default(0),
});
const content = z.object({
  headline: z.string().trim().min(2, "请填写标题").max(40, "最多 40 个字"),
  headlineB: z.string().trim().max(40, "最多 40 个字").default(""),
  intro: z.string().trim().min(2, "请填写说明").max(200, "最多 200 个字"),
  rules: z.array(z.string().trim().min(1).max(200)).min(1, "请至少写一条规则").max(12),
  blocks: z.array(block).max(CAMPAIGN_BLOCK_LIMITS.blocks).default([]),
});
const request = z.object({
  id: z.uuid().nullable().default(null),
  page: z.enum(CAMPAIGN_PAGE_NAMES),
  name: z.string().trim().min(2, "请填写名称").max(30, "最多 30 个字"),
  startsAt: givenTime,
  endsAt: givenTime,
  audience,
  chances,
  content,
  currency,
  budget: z.string().trim().max(24),
  prizes: z.array(prize).max(12),
});
export type CampaignRequest = z.output<typeof request>;

const deskRow = z.object({
  id: z.uuid(),
  page: z.enum(CAMPAIGN_PAGE_NAMES),
  name: z.string(),
  state: z.enum(states<CampaignState>(campaignLifecycle.states)),
  startsAt: wireTime,
  endsAt: wireTime,
  audience,
  chances,
  content,
  budget: money,
  spent: money,
  draws: z.number(),
  prizes: z.array(prize.extend({ position: z.number(), given: z.number(), costMoney: money })),
  /** By the version people read. */
  counts: z.array(z.object({ variant: z.enum(["all", "a", "b"]), visits: z.number(), draws: z.number() })),
  winners: z.number(),
  applications: z.number(),
  seedHash: z.string(),
  madeBy: z.uuid(),
  madeByName: z.string(),
  madeAt: wireTime,
  /** Of everything a second person agrees on: whoever schedules sends back the one they read. */
  version,
});
export type CampaignDeskRow = z.output<typeof deskRow>;

const prizeRow = z.object({
  merchantId: z.uuid(),
  id: z.uuid(),
  campaign: z.string(),
  prize: z.string(),
  state: z.enum(states<PrizeState>(prizeLifecycle.states)),
  note: z.string().nullable(),
  drawnAt: wireTime,
});
export type PrizeToSend = z.output<typeof prizeRow>;
const applicationRow = z.object({
  merchantId: z.uuid(),
  id: z.uuid(),
  campaign: z.string(),
  state: z.enum(states<CampaignApplicationState>(campaignApplicationLifecycle.states)),
  company: z.string(),
  contact: z.string(),
  mobile: z.string(),
  platform: z.string(),
  monthlyDollars: z.number(),
  note: z.string(),
  reason: z.string().nullable(),
  createdAt: wireTime,
});
export type CampaignApplicationRow = z.output<typeof applicationRow>;

export const campaignDeskEndpoints = {
  campaigns: endpoint({
    ...finance,
    method: "GET",
    path: "/campaigns",
    title: "活动",
    input: nothing,
    output: z.array(deskRow),
  }),
  saveCampaign: endpoint({
    ...finance,
    method: "POST",
    path: "/campaigns",
    title: "保存活动草稿",
    idempotent: true,
    input: request,
    output: z.object({ id: z.uuid(), version }),
  }),
  uploadCampaignPicture: endpoint({
    ...finance,
    method: "POST",
    body: "multipart",
    path: "/campaigns/pictures",
    title: "上传活动图片",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 3600 },
    input: z.object({ file: uploadedFile() }),
    output: z.object({ id: z.uuid(), width: z.number(), height: z.number() }),
  }),
  moveCampaign: endpoint({
    ...finance,
    method: "POST",
    path: "/campaigns/{id}/move",
    title: "排期、暂停、继续、结束活动",
    idempotent: true,
    input: z.object({
      id: z.uuid(),
      action: z.enum(["schedule", "withdraw", "pause", "resume", "end"]),
      /** Needed to schedule. */
      version: version.optional(),
    }),
    output: done,
  }),
  previewCampaign: endpoint({
    ...finance,
    method: "GET",
    path: "/campaigns/{id}/preview",
    title: "活动页预览地址，未开始也能看",
    input: z.object({ id: z.uuid() }),
    output: z.object({ path: z.string() }),
  }),
  prizesToSend: endpoint({
    ...operator,
    method: "GET",
    path: "/campaigns/prizes",
    title: "待寄送的奖品",
    input: nothing,
    output: z.array(prizeRow),
  }),
  sendPrize: endpoint({
    ...operator,
    method: "POST",
    path: "/campaigns/prizes/send",
    title: "登记寄出",
    idempotent: true,
    input: z.object({
      merchantId: z.uuid(),
      id: z.uuid(),
      note: z.string().trim().min(2, "请填写快递公司和单号").max(100, "最多 100 个字"),
    }),
    output: done,
  }),
  campaignApplications: endpoint({
    ...operator,
    method: "GET",
    path: "/campaigns/applications",
    title: "活动申请",
    input: nothing,
    output: z.array(applicationRow),
  }),
  decideCampaignApplication: endpoint({
    ...operator,
    method: "POST",
    path: "/campaigns/applications/decide",
    title: "处理活动申请",
    idempotent: true,
    input: z.object({
      merchantId: z.uuid(),
      id: z.uuid(),
      decision: z.enum(["accept", "decline"]),
      reason: z.string().trim().max(100, "最多 100 个字").default(""),
    }),
    output: done,
  }),
};
