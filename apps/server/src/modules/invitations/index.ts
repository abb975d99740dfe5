import { invitationEndpoints, Refusal, type InvitationReview } from "@coralhub/contract";
import {
  addressOf,
  BRAND,
  INVITATION_DOUBTS,
  INVITATION_TIERS,
  invitationLifecycle,
  mobileText,
  moneyOf,
  REAL_BUSINESS_DOLLARS,
  FRIEND_CLAIM,
  REACH_WORDS,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { InvitationsDeps, InvitationsHouse } from "./deps.ts";
import { countReviews, listFriends, listReviews } from "./invitations-store.ts";
import { giveReward, watchInvitations } from "./watch-invitations.ts";

const SHOWN = 100;
const dollars = (whole: number) => moneyOf("USD", BigInt(whole) * 100n);

export function createInvitations(house: InvitationsHouse): Capability<typeof invitationEndpoints> {
  const deps: InvitationsDeps = { ...house, audience: house.identity.audience };
  const { db } = deps.database;
  return {
    endpoints: invitationEndpoints,
    handlers: {
      invitations: ({ merchantId }) => describe(deps, merchantId),
      async invitationPoster({ merchantId }) {
        const { invitationCode } = await deps.audience.about(merchantId);
        return {
          fileName: `推荐海报-${invitationCode}.png`,
          contentType: "image/png",
          body: await posterOf(deps, merchantId),
        };
      },
      invitationReviews: () => describeReviews(deps),
      decideInvitation: (ctx, input) => decide(deps, ctx, input),
    },
    jobs: { "invitations.watch": { cron: "*/5 * * * *", run: () => watchInvitations(deps) } },
    waiting: { invitations: () => countReviews(db) },
    personalData: async (merchantId) => ({
      推荐: (await listFriends(db, merchantId)).map(({ state, joinedAt }) => ({ state, joinedAt })),
    }),
  };
}

async function linkOf(deps: InvitationsDeps, merchantId: string) {
  const { invitationCode: code } = await deps.audience.about(merchantId);
  return { code, link: `${deps.publicUrl}${addressOf("register", { invitationCode: code })}` };
}

async function posterOf(deps: InvitationsDeps, merchantId: string): Promise<Uint8Array> {
  const [{ code, link }, gift] = await Promise.all([linkOf(deps, merchantId), deps.coupons.offered(FRIEND_CLAIM)]);
  const lines = [REACH_WORDS, ...(gift ? [`注册即得「${gift.name}」`] : []), `邀请码 ${code}`];
  return deps.campaigns.poster({ title: `邀请您用${BRAND.name}`, lines, url: link });
}

async function describe(deps: InvitationsDeps, merchantId: string) {
  const [friends, { code, link }] = await Promise.all([
    listFriends(deps.database.db, merchantId),
    linkOf(deps, merchantId),
  ]);
  const rewards = friends.flatMap(({ rewardMinor }) => rewardMinor ?? []);
  return {
    code,
    link,
    rewarded: rewards.length,
    total: moneyOf(
      "USD",
      rewards.reduce((sum, minor) => sum + minor, 0n),
    ),
    tiers: INVITATION_TIERS.map(({ from, dollars: reward }) => ({ from, reward: dollars(reward) })),
    businessFrom: dollars(REAL_BUSINESS_DOLLARS),
    friends: friends
      .map(({ state, joinedAt, rewardMinor }, index) => ({
        number: index + 1,
        state,
        joinedAt,
        reward: rewardMinor === null ? null : moneyOf("USD", rewardMinor),
      }))
      .toReversed(),
  };
}

async function describeReviews(deps: InvitationsDeps): Promise<InvitationReview[]> {
  const reviews = await listReviews(deps.database.db, SHOWN);
  const ids = [...new Set(reviews.flatMap(({ merchantId, friendId }) => [merchantId, friendId]))];
  const [briefs, abouts] = await Promise.all([
    deps.certification.briefsOf(ids),
    Promise.all(ids.map(async (id) => [id, await deps.audience.about(id)] as const)),
  ]);
  const mobiles = new Map(abouts.map(([id, { mobile }]) => [id, mobileText(mobile ?? "")]));
  const nameOf = (id: string) => briefs.get(id)?.name ?? mobiles.get(id) ?? "";
  return reviews.map(({ merchantId, friendId, state, doubts, reason, joinedAt }) => ({
    merchantId,
    friendId,
    inviterName: nameOf(merchantId),
    friendName: nameOf(friendId),
    state,
    doubts: doubts.map((doubt) => INVITATION_DOUBTS[doubt]),
    reason,
    joinedAt,
  }));
}

type Decision = { merchantId: string; friendId: string; decision: "allow" | "decline"; reason: string };
function decide(
  deps: InvitationsDeps,
  ctx: OperatorContext,
  { merchantId, friendId, decision, reason }: Decision,
): Promise<null> {
  if (decision === "decline" && reason === "")
    throw new Refusal("invitation.reason_needed", {}, { reason: "请写明原因" });
  const key = { merchantId, friendId };
  const by = operatorActor(ctx);
  const decidedBy = ctx.operator.id;
  return ctx.once(async (tx) => {
    if (decision === "allow") await giveReward(deps, tx, key, { action: "allow", by, decidedBy });
    else {
      const set = { reason, decidedBy };
      await deps.lifecycles.advance(tx, invitationLifecycle, key, "decline", { at: ctx.now, by, set, note: reason });
    }
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: decidedBy },
      action: decision === "allow" ? "invitation.allowed" : "invitation.declined",
      subject: `invitation:${friendId}`,
      address: ctx.address,
      detail: { merchantId, reason },
    });
    return null;
  });
}
