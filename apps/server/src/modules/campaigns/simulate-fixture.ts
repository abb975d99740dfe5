import {
  approvalEndpoints,
  campaignDeskEndpoints,
  campaignPushEndpoints,
  campaignEndpoints as calls,
  type CallInput,
} from "@coralhub/contract";
import { WHOLE_ODDS } from "@coralhub/domain";
import type { MerchantStep, Simulation, Step } from "@coralhub/testkit/simulate";

const desk = { ...campaignDeskEndpoints, ...campaignPushEndpoints };
const DAY_MS = 86_400_000;
type Input = CallInput<typeof desk.saveCampaign.input>;
type Prize = Input["prizes"][number];
const prize = (name: string, kind: Prize["kind"], weight: number, more: Partial<Prize> = {}): Prize => ({
  name,
  kind,
  weight,
  cost: "0",
  couponPlanId: null,
  stock: null,
  isGrand: false,
  ...more,
});
const THIRD = Math.floor(WHOLE_ODDS / 3);
const PRIZES = [
  prize("8.88 美元", "money", THIRD, { cost: "8.88", stock: 50 }),
  prize("保温杯", "goods", THIRD, { cost: "5.00", stock: 50 }),
  prize("谢谢参与", "nothing", WHOLE_ODDS - 2 * THIRD),
];

async function draw({ me, chance }: MerchantStep): Promise<void> {
  if (chance.may(0.3))
    return void (await me.call(calls.applySunrise, {
      company: me.name || "南屿贸易",
      contact: "林知夏",
      mobile: me.mobile,
      platform: "AMAZON",
      monthlyDollars: 20_000,
    }));
  await me.call(calls.lotteryQualification, { page: "draw" });
  await me.call(calls.draw, { page: "draw" });
  await me.call(calls.userPrizes, {});
}
/** One prepares, another lets it run; it is paused, goes on, ends. */
async function run({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const campaigns = await one.call(desk.campaigns, {});
  const open = campaigns.filter(({ state }) => state !== "ended" && state !== "draft");
  if (open.length > 1 || (open.length > 0 && chance.may(0.6))) {
    const { id, state } = chance.pick(open);
    const actions = {
      scheduled: ["withdraw", "end"],
      running: ["pause", "pause", "end"],
      paused: ["resume", "resume", "end"],
    } as const;
    if (!(state in actions)) return;
    const action = chance.pick(actions[state as keyof typeof actions]);
    await one.attempt(desk.moveCampaign, { id, action });
    // What was stopped by mistake goes on at once.
    if (action === "pause" && chance.may(0.5)) await one.attempt(desk.moveCampaign, { id, action: "resume" });
    return;
  }
  const now = world.clock.now().getTime();
  const page = open.some((campaign) => campaign.page === "draw") ? ("sunrise" as const) : ("draw" as const);
  const saved = await one.attempt(desk.saveCampaign, {
    id: null,
    page,
    name: `活动 ${chance.below(1000)}`,
    startsAt: new Date(now + (chance.may(0.3) ? DAY_MS : -DAY_MS)),
    endsAt: new Date(now + chance.between(2, 9) * DAY_MS),
    audience: { certified: page === "draw", sources: [], flag: null, platform: null, volumeDollars: 0 },
    chances: { once: page === "draw" ? 2 : 0, daily: page === "draw" ? 2 : 0, friend: 0, partner: 0 },
    content: { headline: "双十一抽奖", headlineB: "", intro: "说明", rules: ["一条规则"], blocks: [] },
    currency: "USD",
    budget: chance.may(0.3) ? "20.00" : "1000.00",
    prizes: page === "draw" ? PRIZES : [],
  });
  if (!saved) return;
  const alone = await one.attempt(desk.moveCampaign, { ...saved, action: "schedule" });
  if (alone !== undefined) world.broken("两个人才办得了的活动", "one person scheduled their own campaign");
  await other.attempt(desk.moveCampaign, { ...saved, action: "schedule" });
}
/** One wants everybody told of it, another agrees or does not; what has not been sent yet is stopped now and then. */
async function push({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const open = (await one.call(desk.campaignPushes, {})).filter(
    ({ state }) => state === "waiting" || state === "sending",
  );
  if (open.length > 0 && chance.may(0.5))
    return void (await one.attempt(desk.stopCampaignPush, { id: chance.pick(open).id }));
  const running = (await one.call(desk.campaigns, {})).filter(({ state }) => state === "running");
  if (running.length === 0) return;
  const proposed = await one.attempt(desk.proposeCampaignPush, {
    campaignId: chance.pick(running).id,
    channels: ["inApp"],
    title: "双十一抽奖开始了",
    body: "每天两次机会",
    reason: "活动开始",
    ...(chance.may(0.5) && { sendAt: new Date(world.clock.now().getTime() + DAY_MS) }),
  });
  if (!proposed) return;
  const decided = { id: proposed.approvalId, decision: "approve" } as const;
  const alone = await one.attempt(approvalEndpoints.decideApproval, decided);
  if (alone !== undefined) world.broken("两个人才发得出的推送", "one person pushed their own campaign");
  await other.attempt(approvalEndpoints.decideApproval, {
    ...decided,
    decision: chance.may(0.85) ? "approve" : "reject",
    note: "复核",
  });
}
async function handle({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("finance", 2);
  for (const { merchantId, id } of await reviewer.call(desk.prizesToSend, {}))
    await reviewer.attempt(desk.sendPrize, { merchantId, id, note: "SF1234567890" });
  for (const { merchantId, id, state } of await reviewer.call(desk.campaignApplications, {}))
    if (state === "waiting")
      await reviewer.attempt(desk.decideCampaignApplication, {
        merchantId,
        id,
        ...(chance.may(0.6) ? { decision: "accept" } : { decision: "decline", reason: "名额已满" }),
      });
}

export const campaignsSimulation: Simulation = {
  actors: [
    { name: "商户参加活动", by: "merchant", weight: 1, act: draw },
    { name: "财务办活动", by: "operator", perDay: 0.5, act: run },
    { name: "财务推送活动", by: "operator", perDay: 0.3, act: push },
    { name: "寄送奖品和处理活动申请", by: "operator", perDay: 0.3, act: handle },
  ],
};
