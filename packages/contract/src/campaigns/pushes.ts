import { MESSAGE_CHANNELS, PUSH_WORDS, pushLifecycle, type MessageChannel, type PushState } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { givenTime, wireTime } from "../wire-time.ts";

const finance = { family: "ops", access: "operator:finance" } as const;
const channel = z.enum(Object.keys(MESSAGE_CHANNELS) as [MessageChannel, ...MessageChannel[]]);
const numbers = z.object({ sent: z.number(), unwanted: z.number(), capped: z.number(), unreachable: z.number() });

const pushRow = z.object({
  id: z.uuid(),
  campaign: z.string(),
  state: z.enum(Object.keys(pushLifecycle.states) as [PushState, ...PushState[]]),
  channels: z.array(channel),
  title: z.string(),
  body: z.string(),
  sendAt: wireTime,
  /** Merchants the campaign is for, as far as it has come. */
  audience: z.number(),
  numbers: z.object({ inApp: numbers, sms: numbers, email: numbers }),
  madeByName: z.string(),
  decidedByName: z.string(),
});
export type CampaignPushRow = z.output<typeof pushRow>;

const request = z.object({
  campaignId: z.uuid(),
  channels: z.array(channel).min(1, "请至少选一种方式").max(3),
  title: z.string().trim().min(2, "请填写标题").max(PUSH_WORDS.title, `最多 ${PUSH_WORDS.title} 个字`),
  body: z.string().trim().min(2, "请填写内容").max(PUSH_WORDS.body, `最多 ${PUSH_WORDS.body} 个字`),
  /** Not said: as soon as another has agreed. */
  sendAt: givenTime.optional(),
  reason: z.string().trim().min(2, "请写明为什么推送").max(PUSH_WORDS.reason, `最多 ${PUSH_WORDS.reason} 个字`),
});
export type CampaignPushRequest = z.output<typeof request>;

export const campaignPushEndpoints = {
  campaignPushes: endpoint({
    ...finance,
    method: "GET",
    path: "/campaigns/pushes",
    title: "活动推送",
    input: nothing,
    output: z.array(pushRow),
  }),
  proposeCampaignPush: endpoint({
    ...finance,
    method: "POST",
    path: "/campaigns/pushes",
    title: "提出推送活动，由另一位复核",
    idempotent: true,
    input: request,
    output: z.object({ approvalId: z.uuid() }),
  }),
  stopCampaignPush: endpoint({
    ...finance,
    method: "POST",
    path: "/campaigns/pushes/{id}/stop",
    title: "停止推送",
    idempotent: true,
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
};
