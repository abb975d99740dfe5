import { invitationEndpoints as calls } from "@coralhub/contract";
import type { Merchant, MerchantStep, Simulation, Step, World } from "@coralhub/testkit/simulate";

async function look({ me }: MerchantStep): Promise<void> {
  await me.call(calls.invitations, {});
}
/** Whoever comes later often comes by somebody's word. */
async function invitedBy({ merchants }: World, chance: Step["chance"]): Promise<string | undefined> {
  const present = merchants.filter(Boolean);
  if (present.length === 0 || !chance.may(0.6)) return undefined;
  return (await chance.pick(present).call(calls.invitations, {})).code;
}
async function decide({ world, chance }: Step): Promise<void> {
  const finance = world.operator("finance", 1);
  for (const { merchantId, friendId } of await finance.call(calls.invitationReviews, {}))
    await finance.attempt(calls.decideInvitation, {
      merchantId,
      friendId,
      decision: chance.may(0.6) ? "allow" : "decline",
      reason: "已核对",
    });
}
/** Rewards that are told add up, and were paid. */
async function rewardsAgree({ database }: World, me: Merchant): Promise<string[]> {
  const { friends, rewarded, total } = await me.call(calls.invitations, {});
  const told = friends.filter(({ state }) => state === "rewarded");
  const sum = told.reduce((minor, { reward }) => minor + (reward?.minor ?? 0n), 0n);
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from invitation_progress where merchant_id = $1",
    [me.userId],
  );
  return [
    ...(told.length === rewarded && sum === total.minor
      ? []
      : [`${rewarded} rewarded with ${total.minor}, rows say ${sum}`]),
    ...(friends.length === count ? [] : [`${friends.length} friends on the page, ${count} in the table`]),
  ];
}

export const invitationsSimulation: Simulation = {
  invitedBy,
  actors: [
    { name: "商户看推荐", by: "merchant", weight: 0.4, act: look },
    { name: "财务核对推荐", by: "operator", perDay: 0.4, act: decide },
  ],
  laws: [{ name: "推荐奖励加得起来", when: "daily", violations: rewardsAgree }],
};
