import { defineLifecycle } from "../lifecycle.ts";

/** Where a friend is on the way from the link to the reward. */
export const invitationLifecycle = defineLifecycle({
  name: "推荐",
  initial: "joined",
  states: {
    joined: { label: "已注册", tone: "info" },
    certified: { label: "已认证", tone: "info" },
    reviewing: { label: "核对中", tone: "warning" },
    rewarded: { label: "奖励已到账", tone: "success" },
    declined: { label: "不符合规则", tone: "neutral" },
  },
  groups: { open: ["reviewing"], moving: ["joined", "certified"], ended: ["rewarded", "declined"] },
  actions: {
    certify: { label: "好友完成认证", from: ["joined"], to: "certified", by: "system" },
    reward: {
      label: "好友有了第一笔业务",
      from: ["certified"],
      to: "rewarded",
      by: "system",
      tells: "invitation.rewarded",
    },
    doubt: { label: "转人工核对", from: ["certified"], to: "reviewing", by: "system" },
    allow: {
      label: "核对通过，发奖励",
      from: ["reviewing"],
      to: "rewarded",
      by: "finance",
      tells: "invitation.rewarded",
    },
    decline: { label: "不发奖励", from: ["reviewing"], to: "declined", by: "finance" },
  },
  stored: {
    table: "invitation_progress",
    key: ["merchant_id", "friend_id"],
    changedAt: "changed_at",
    reachedAt: { rewarded: "rewarded_at" },
    columns: ["doubts", "reward_minor", "reason", "decided_by"],
  },
});
export type InvitationState = keyof typeof invitationLifecycle.states;

/** What a friend is worth: the more came before, the more. In dollars, into the wallet. */
export const INVITATION_TIERS = [
  { from: 1, dollars: 5 },
  { from: 4, dollars: 8 },
  { from: 11, dollars: 12 },
] as const;
export const rewardOf = (ordinal: number): number =>
  INVITATION_TIERS.findLast(({ from }) => ordinal >= from)?.dollars ?? INVITATION_TIERS[0].dollars;
/** Business is real from this much on, in dollars, taken together. */
export const REAL_BUSINESS_DOLLARS = 100;

/** Signs that somebody invited themselves. */
export const INVITATION_DOUBTS = {
  device: "同一设备",
  address: "同一网络地址",
  document: "同一证件主体",
  bankAccount: "同一银行账户",
} as const;
export type InvitationDoubt = keyof typeof INVITATION_DOUBTS;
