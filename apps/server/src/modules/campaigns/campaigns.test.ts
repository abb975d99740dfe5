import {
  campaignDeskEndpoints as desk_,
  campaignEndpoints as calls,
  couponEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { WHOLE_ODDS, type CampaignPage } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDraw } from "../../../../../tools/verify-draw.mjs";
import { nextNumber, takePrize } from "./draws-store.ts";
import { certified, startDesk, until, type Desk } from "../income/income-fixture.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

type Wish = CallInput<typeof desk_.saveCampaign.input>;
type Prize = Wish["prizes"][number];
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
const nothing = (weight: number) => prize("谢谢参与", "nothing", weight);
const DAY_MS = 86_400_000;

function wishFor(page: CampaignPage, prizes: Prize[], more: Partial<Wish> = {}): Wish {
  const now = desk.clock.now().getTime();
  return {
    id: null,
    page,
    name: `活动 ${page}`,
    startsAt: new Date(now - DAY_MS),
    endsAt: new Date(now + 7 * DAY_MS),
    audience: { certified: true, sources: [], flag: null, platform: null, volumeDollars: 0 },
    chances: { once: 1, daily: 0, friend: 0, partner: 0 },
    content: { headline: "标题", headlineB: "", intro: "说明", rules: ["一条规则"], blocks: [] },
    currency: "USD",
    budget: "1000.00",
    prizes,
    ...more,
  };
}

const watch = () =>
  desk.app.platform.database.transaction((tx) => desk.app.platform.jobs.send(tx, "campaigns.watch", {}));
const stateOf = async (id: string) =>
  (await desk.call(desk_.campaigns, {}, desk.finance)).find((campaign) => campaign.id === id)!;

/** Saved by one, scheduled by another, started by the clock. */
async function running(wish: Wish): Promise<string> {
  const { id } = await desk.call(desk_.saveCampaign, wish, desk.finance);
  await desk.call(desk_.moveCampaign, { id, action: "schedule" }, desk.admin);
  await watch();
  await until(async () => ((await stateOf(id)).state === "running" ? true : undefined));
  return id;
}
const end = (id: string) => desk.call(desk_.moveCampaign, { id, action: "end" }, desk.admin);
const balanceOf = async (merchant: TestMerchant) => {
  const [row] = await desk.database.query<{ balance: string }>(
    "select balance::text from ledger_balance where merchant_id = $1 and code = 'wallet:USD'",
    [merchant.userId],
  );
  return row?.balance ?? "0";
};

test("two people, odds that add up, one campaign for a page at a time", async () => {
  const merchant = await certified(desk);
  await expect(desk.call(calls.doubleElevenLottery, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.none_running",
  });
  const { id } = await desk.call(desk_.saveCampaign, wishFor("draw", [nothing(999_999)]), desk.finance);
  await expect(desk.call(desk_.moveCampaign, { id, action: "schedule" }, desk.admin)).rejects.toMatchObject({
    reason: "campaign.not_ready",
  });
  await desk.call(desk_.saveCampaign, { ...wishFor("draw", [nothing(WHOLE_ODDS)]), id }, desk.finance);
  await expect(desk.call(desk_.moveCampaign, { id, action: "schedule" }, desk.finance)).rejects.toMatchObject({
    reason: "campaign.same_person",
  });
  await desk.call(desk_.moveCampaign, { id, action: "schedule" }, desk.admin);
  const rival = await desk.call(desk_.saveCampaign, wishFor("draw", [nothing(WHOLE_ODDS)]), desk.finance);
  await expect(desk.call(desk_.moveCampaign, { id: rival.id, action: "schedule" }, desk.admin)).rejects.toMatchObject({
    reason: "campaign.page_taken",
  });
  await expect(desk.call(desk_.saveCampaign, { ...wishFor("draw", []), id }, desk.finance)).rejects.toMatchObject({
    reason: "state.changed",
  });
  await end(id);
});

test("fifty draws at once with one chance are one; its money is in the wallet and in the list; the seed checks", async () => {
  const merchant = await certified(desk);
  const prizes = [prize("8.88 美元", "money", 999_999, { cost: "8.88", stock: 5 }), nothing(1)];
  const id = await running(wishFor("draw", prizes));
  expect(await desk.call(calls.lotteryQualification, {}, merchant)).toMatchObject({ qualified: true, chances: 1 });
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => desk.call(calls.doubleElevenLottery, {}, merchant)),
  );
  const won = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  expect(won).toHaveLength(1);
  expect(won[0]).toMatchObject({ prize: "8.88 美元", won: true, chancesLeft: 0 });
  expect(await balanceOf(merchant)).toBe("888");
  const events = await desk.database.query("select kind, net_minor::text from money_event where merchant_id = $1", [
    merchant.userId,
  ]);
  expect(events).toEqual([{ kind: "reward", net_minor: "888" }]);
  expect(await desk.call(calls.userPrizes, {}, merchant)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ draws: 1, winners: 1, spent: { minor: 888n } });

  expect((await desk.call(calls.campaign, { page: "draw" }))!.seed).toBeNull();
  await end(id);
  const { seed, seedHash, prizes: odds } = (await desk.call(calls.campaign, { page: "draw" }))!;
  const draw = { campaignId: id, seed: seed!, seedHash, number: won[0]!.number!, prizes: odds, drawn: "8.88 美元" };
  expect(checkDraw(draw)).toBeNull();
  expect(checkDraw({ ...draw, drawn: "谢谢参与" })).toContain("应抽中");
  expect(checkDraw({ ...draw, seed: "00" })).toContain("不符");
});

test(
  "a thousand at once for a stock of ten get ten, and the budget is never exceeded",
  { timeout: 60_000 },
  async () => {
    const prizes = [prize("1 美元", "money", 999_999, { cost: "1.00", stock: 10 }), nothing(1)];
    const [plenty, scarce] = [
      await running(wishFor("fiveone", prizes)),
      await running(wishFor("ganen", [{ ...prizes[0]!, stock: 500 }, nothing(1)], { budget: "7.50" })),
    ];
    const { database, clock } = desk.app.platform;
    const take = (id: string) =>
      database.transaction(async (tx) => {
        await nextNumber(tx, id, clock.now());
        return takePrize(tx, id, 1);
      });
    const many = async (id: string, count: number) => {
      // As many at once as there are connections; the rest waits its turn.
      const taken: (number | null | undefined)[] = [];
      const lane = async () => {
        while (taken.length < count) {
          const place = taken.push(undefined) - 1;
          taken[place] = (await take(id))?.after;
        }
      };
      await Promise.all(Array.from({ length: 50 }, lane));
      return taken.flatMap((after) => after ?? []).toSorted((one, other) => one - other);
    };
    expect(await many(plenty, 1_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await stateOf(plenty)).toMatchObject({ draws: 1_000, spent: { minor: 1_000n } });
    expect(await many(scarce, 100)).toHaveLength(7);
    expect(await stateOf(scarce)).toMatchObject({ spent: { minor: 700n } });
    await Promise.all([end(plenty), end(scarce)]);
  },
);

test("at the end of the budget the campaign pauses by itself", async () => {
  const merchant = await certified(desk);
  const prizes = [prize("3 美元", "money", 999_999, { cost: "3.00", stock: 100 }), nothing(1)];
  const chances = { once: 5, daily: 0, friend: 0, partner: 0 };
  const id = await running(wishFor("draw", prizes, { budget: "7.00", chances }));
  const draw = () => desk.call(calls.draw, { page: "draw" }, merchant);
  expect((await draw()).prize).toBe("3 美元");
  expect((await draw()).prize).toBe("3 美元");
  await expect(draw()).rejects.toMatchObject({ reason: "campaign.none_running" });
  expect(await stateOf(id)).toMatchObject({ state: "paused", spent: { minor: 600n } });
  await end(id);
});

test("boxes, cards, coupons and goods; an application; whom it is for", async () => {
  const { id: planId } = await desk.call(
    couponEndpoints.proposeCouponPlan,
    {
      name: "活动券",
      kind: "percent",
      percent: 50,
      businesses: ["withdrawal"],
      stackable: false,
      validDays: 30,
      way: "prize",
      audience: "all",
      stock: 10,
    },
    desk.finance,
  );
  await desk.call(couponEndpoints.decideCouponPlan, { id: planId, decision: "approve" }, desk.admin);
  const merchant = await certified(desk);
  const other = await desk.registerMerchant();

  const goods = prize("帆布袋", "goods", 999_999, { cost: "4.00", stock: 5 });
  await running(wishFor("treasure", [goods, nothing(1)]));
  expect(await desk.call(calls.isLeLiaoUser, {}, merchant)).toEqual({ isLeLiaoUser: false });
  const { boxes } = await desk.call(calls.canLottery, {}, merchant);
  const opened = await desk.call(calls.openBox, { id: boxes[0]!.id }, merchant);
  expect(opened).toMatchObject({ prize: "帆布袋", state: "toSend" });
  await expect(desk.call(calls.openBox, { id: boxes[0]!.id }, merchant)).rejects.toMatchObject({
    reason: "campaign.box_opened",
  });
  await expect(desk.call(calls.openBox, { id: boxes[0]!.id }, other)).rejects.toMatchObject({ reason: "not_found" });
  expect(await desk.call(calls.raffleRecords, {}, merchant)).toHaveLength(1);
  await desk.call(desk_.sendPrize, { merchantId: merchant.userId, id: opened.id, note: "顺丰 SF123" }, desk.reviewer);
  expect(await desk.call(calls.userPrizes, {}, merchant)).toMatchObject([{ state: "sent", next: "顺丰 SF123" }]);

  const cards = [prize("福一", "card", 500_000), prize("福二", "card", 500_000)];
  const grand = prize("大奖", "coupon", 0, { couponPlanId: planId, stock: 5, isGrand: true });
  await running(wishFor("fu", [...cards, grand], { chances: { once: 10, daily: 0, friend: 0, partner: 0 } }));
  await expect(desk.call(calls.collectGrandPrize, {}, merchant)).rejects.toMatchObject({
    reason: "campaign.not_collected",
  });
  for (let draws = 0; draws < 10; draws++) await desk.call(calls.draw, { page: "fu" }, merchant);
  const [first, second] = await Promise.allSettled([
    desk.call(calls.collectGrandPrize, {}, merchant),
    desk.call(calls.collectGrandPrize, {}, merchant),
  ]);
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await desk.call(couponEndpoints.coupons, {}, merchant)).counts.unused).toBe(1);
  await expect(desk.call(calls.draw, { page: "fu" }, other)).rejects.toMatchObject({ reason: "campaign.not_for_you" });

  const sunrise = await running(
    wishFor("sunrise", [], {
      audience: { certified: false, sources: [], flag: null, platform: null, volumeDollars: 0 },
    }),
  );
  const form = { company: "南屿", contact: "周宁", mobile: "13800000001", platform: "Amazon", monthlyDollars: 3000 };
  expect(await desk.call(calls.checkSunrise, {}, other)).toMatchObject({ open: true, applied: false });
  expect(await desk.call(calls.applySunrise, form, other)).toMatchObject({ applied: true, state: "waiting" });
  await expect(desk.call(calls.applySunrise, form, other)).rejects.toMatchObject({
    reason: "campaign.already_applied",
  });
  expect(await desk.call(calls.applyThirdParty, { id: sunrise }, merchant)).toMatchObject({ state: "waiting" });
  const applications = await desk.call(desk_.campaignApplications, {}, desk.reviewer);
  const { merchantId, id } = applications.find((one) => one.company === "南屿")!;
  await desk.call(desk_.decideCampaignApplication, { merchantId, id, decision: "accept" }, desk.reviewer);
  expect(await desk.call(calls.checkSunrise, {}, other)).toMatchObject({ state: "accepted" });
  expect(await desk.call(calls.successfulInvitations, { mobile: "13911112222" })).toEqual({ total: 0 });
});
