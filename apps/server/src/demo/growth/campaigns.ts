import {
  knownBlocks,
  parseMoney,
  WHOLE_ODDS,
  type CampaignPage,
  type ChanceRules,
  type PrizeKind,
} from "@coralhub/domain";
import type { CampaignPlant } from "../../modules/campaigns/index.ts";
import { demoCampaignId, demoCouponPlanId } from "../ids.ts";
import { DEMO_OPERATORS, stepBy } from "../operators.ts";

const DAY_MS = 86_400_000;
const [maker, checker] = DEMO_OPERATORS.filter(({ roles }) => roles.includes("finance"));
const usd = (text: string) => parseMoney(text, "USD").minor;

type Prize = { name: string; kind: PrizeKind; odds: number; stock?: number; cost?: string; isGrand?: true };
type Plan = {
  page: CampaignPage;
  name: string;
  days: number;
  certified?: true;
  chances: Partial<ChanceRules>;
  headline: string;
  headlineB?: string;
  intro: string;
  rules: string[];
  blocks?: { title: string; lines: string[] }[];
  budget: string;
  prizes: Prize[];
};
const coupon = (odds: number, stock?: number): Prize => ({
  name: "提现手续费减 3 美元",
  kind: "coupon",
  odds,
  cost: "3.00",
  ...(stock !== undefined && { stock }),
});
const thanks = (odds: number): Prize => ({ name: "谢谢参与", kind: "nothing", odds });
const card = (name: string): Prize => ({ name, kind: "card", odds: 20 });

/** One running campaign for each page; odds in percent. */
const PLANS: readonly Plan[] = [
  {
    page: "draw",
    name: "双十一幸运转盘",
    days: 60,
    certified: true,
    chances: { once: 1, daily: 1 },
    headline: "每天转一次，最高 88 美元",
    headlineB: "今天转一次，现金当场到钱包",
    intro: "现金当场记入钱包，优惠券当场发到账户，提现时自动使用。",
    rules: ["已认证商户参加，参加即得一次机会，之后每天一次。", "奖品数量有限，抽完为止；没有用的机会留到活动结束。"],
    budget: "2000.00",
    prizes: [
      { name: "88 美元", kind: "money", odds: 0.1, stock: 5, cost: "88.00" },
      { name: "8.88 美元", kind: "money", odds: 5, stock: 100, cost: "8.88" },
      coupon(30, 200),
      { name: "珊瑚帆布袋", kind: "goods", odds: 2, stock: 50, cost: "4.00" },
      { name: "1 美元", kind: "money", odds: 22.9, stock: 300, cost: "1.00" },
      thanks(40),
    ],
  },
  {
    page: "ganen",
    name: "感恩回馈",
    days: 45,
    chances: { once: 1 },
    headline: "给您的一份感恩礼",
    intro: "不论您在我们这里收了多少款，都有一份。",
    rules: ["每户一份，领取后 30 天内有效。"],
    budget: "3000.00",
    prizes: [coupon(100, 1_000), thanks(0)],
  },
  {
    page: "treasure",
    name: "出海寻宝",
    days: 40,
    chances: { once: 2, daily: 1, partner: 2 },
    headline: "宝箱里有什么，打开才知道",
    intro: "参加送两个宝箱，每天再得一个，经伙伴来的商户多送两个。",
    rules: ["没有打开的宝箱留到活动结束。", "打开哪一个由您选，结果由开始前定下的种子算出。"],
    budget: "1500.00",
    prizes: [coupon(25, 300), { name: "航海日志笔记本", kind: "goods", odds: 5, stock: 60, cost: "6.00" }, thanks(70)],
  },
  {
    page: "fu",
    name: "集五福",
    days: 50,
    chances: { once: 3, daily: 1 },
    headline: "五张福卡，一份大奖",
    intro: "参加先送三张，每天再抽一张。",
    rules: ["五种福卡概率相同。", "集齐五种即可兑大奖，每户一份。"],
    budget: "3000.00",
    prizes: [
      card("诚信福"),
      card("勤业福"),
      card("合规福"),
      card("平安福"),
      card("富强福"),
      { name: "大奖：提现手续费减 3 美元", kind: "coupon", odds: 0, stock: 500, cost: "3.00", isGrand: true },
    ],
  },
  {
    page: "fiveone",
    name: "五一劳动节",
    days: 30,
    chances: { daily: 1 },
    headline: "实干的人，每天有礼",
    intro: "每天签到抽一次，登记后还有伙伴的节日价。",
    rules: ["每天一次，北京时间零点更新。", "伙伴权益登记一次即可，我们会按您的注册手机号与您联系。"],
    budget: "1000.00",
    prizes: [coupon(40, 300), thanks(60)],
  },
  {
    page: "friends",
    name: "找朋友一起出海",
    days: 90,
    chances: { friend: 1 },
    headline: "好友认证一位，您抽一次",
    intro: "把邀请码或海报发给同行，他们完成实名认证后您得一次抽奖机会。",
    rules: ["活动期间注册并完成认证的好友才算。", "以好友完成实名认证为准，每位好友算一次。"],
    budget: "2000.00",
    prizes: [coupon(80, 500), thanks(20)],
  },
  {
    page: "sunrise",
    name: "朝阳计划",
    days: 120,
    chances: {},
    headline: "给刚起步的卖家一段好走的路",
    intro: "填写情况，我们按您留下的联系方式与您联系。",
    rules: ["每户申请一次，结果发站内消息。", "通过后我们会按您留下的联系方式与您联系，安排优惠和辅导。"],
    blocks: [
      { title: "您会得到", lines: ["新卖家的费率优惠", "一对一开店和收款辅导", "合规与税务线上课程"] },
      { title: "适合谁", lines: ["在跨境平台开店不满一年", "每月销售额 10 万美元以下"] },
    ],
    budget: "0",
    prizes: [],
  },
];

export function demoCampaigns(now: Date): CampaignPlant[] {
  return PLANS.map((plan, index): CampaignPlant => {
    const { page, name, headline, headlineB = "", intro, rules, blocks = [], certified = false } = plan;
    const startsAt = new Date(now.getTime() - 3 * DAY_MS);
    return {
      id: demoCampaignId(index + 1),
      page,
      name,
      startsAt,
      endsAt: new Date(startsAt.getTime() + plan.days * DAY_MS),
      audience: { certified, sources: [], flag: null, platform: null, volumeDollars: 0 },
      chances: { once: 0, daily: 0, friend: 0, partner: 0, ...plan.chances },
      content: { headline, headlineB, intro, rules, blocks: knownBlocks(blocks) },
      currency: "USD",
      budgetMinor: usd(plan.budget),
      madeBy: maker!.id,
      madeAt: startsAt,
      decidedBy: stepBy(checker!),
      prizes: plan.prizes.map(({ name: prize, kind, odds, stock = null, cost = "0", isGrand = false }, at) => ({
        position: at + 1,
        name: prize,
        kind,
        amountMinor: kind === "money" ? usd(cost) : null,
        couponPlanId: kind === "coupon" ? demoCouponPlanId(4) : null,
        costMinor: usd(cost),
        weight: Math.round((odds * WHOLE_ODDS) / 100),
        stock,
        given: 0,
        isGrand,
      })),
    };
  });
}
