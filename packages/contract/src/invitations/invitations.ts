import { invitationLifecycle, type InvitationState } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const merchant = { family: "portal", access: "merchant" } as const;
const state = z.enum(Object.keys(invitationLifecycle.states) as [InvitationState, ...InvitationState[]]);

const overview = z.object({
  code: z.string(),
  link: z.string(),
  rewarded: z.number(),
  total: money,
  tiers: z.array(z.object({ from: z.number(), reward: money })),
  businessFrom: money,
  /** Who they are stays theirs: an order number and a day. */
  friends: z.array(z.object({ number: z.number(), state, joinedAt: wireTime, reward: money.nullable() })),
});
export type InvitationOverview = z.output<typeof overview>;

const review = z.object({
  merchantId: z.uuid(),
  friendId: z.uuid(),
  inviterName: z.string(),
  friendName: z.string(),
  state,
  doubts: z.array(z.string()),
  reason: z.string().nullable(),
  joinedAt: wireTime,
});
export type InvitationReview = z.output<typeof review>;

export const invitationEndpoints = {
  invitations: endpoint({
    ...merchant,
    method: "GET",
    path: "/invitation/overview",
    title: "推荐有礼",
    input: nothing,
    output: overview,
  }),
  invitationPoster: endpoint({
    ...merchant,
    method: "GET",
    path: "/invitation/poster",
    title: "推荐海报",
    reply: "file",
    input: nothing,
    output: fileReply,
  }),
  invitationReviews: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "GET",
    path: "/invitations/reviews",
    title: "待核对的推荐",
    input: nothing,
    output: z.array(review),
  }),
  decideInvitation: endpoint({
    family: "ops",
    access: "operator:finance",
    method: "POST",
    path: "/invitations/decide",
    title: "核对推荐",
    idempotent: true,
    input: z.object({
      merchantId: z.uuid(),
      friendId: z.uuid(),
      decision: z.enum(["allow", "decline"]),
      reason: z.string().trim().max(100, "最多 100 个字").default(""),
    }),
    output: done,
  }),
};
