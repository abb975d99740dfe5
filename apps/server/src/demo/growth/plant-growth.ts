import { FRIEND_CLAIM, MILLION_CLAIM, parseMoney, type CouponBusiness } from "@coralhub/domain";
import { plantCampaigns } from "../../modules/campaigns/index.ts";
import { plantCoupons } from "../../modules/coupons/index.ts";
import type { Database } from "../../platform/db.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { demoCampaigns } from "./campaigns.ts";
import { demoCouponId, demoCouponPlanId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import { DEMO_OPERATORS, stepBy } from "../operators.ts";

const DAY_MS = 86_400_000;
const [maker, checker] = DEMO_OPERATORS.filter(({ roles }) => roles.includes("finance"));
const [company, developer, , big] = DEMO_MERCHANTS;

const none = {
  percent: null,
  currency: null,
  amountMinor: null,
  mostMinor: null,
  quotaMinor: null,
  minimumMinor: null,
  claim: null,
  listed: [],
};

function plans(now: Date) {
  const made = { madeBy: maker!.id, decidedBy: stepBy(checker!), madeAt: new Date(now.getTime() - 5 * DAY_MS) };
  const businesses = (...some: CouponBusiness[]) => some;
  return [
    {
      ...none,
      ...made,
      id: demoCouponPlanId(1),
      name: "百万免手续费额度",
      kind: "quota" as const,
      currency: "CNY" as const,
      quotaMinor: parseMoney("1000000.00", "CNY").minor,
      businesses: businesses("withdrawal", "supplier"),
      stackable: false,
      validDays: 90,
      way: "claim" as const,
      claim: MILLION_CLAIM,
      audience: "certified" as const,
      stock: 10_000,
    },
    {
      ...none,
      ...made,
      id: demoCouponPlanId(2),
      name: "大额提现八折",
      kind: "percent" as const,
      percent: 20,
      currency: "USD" as const,
      mostMinor: parseMoney("100.00", "USD").minor,
      minimumMinor: parseMoney("20000.00", "USD").minor,
      businesses: businesses("withdrawal"),
      stackable: true,
      validDays: 30,
      way: "bulk" as const,
      audience: "certified" as const,
      stock: 1_000,
    },
    {
      ...none,
      ...made,
      id: demoCouponPlanId(3),
      name: "服务商付款立减",
      kind: "amount" as const,
      currency: "USD" as const,
      amountMinor: parseMoney("5.00", "USD").minor,
      minimumMinor: parseMoney("5000.00", "USD").minor,
      businesses: businesses("service"),
      stackable: true,
      validDays: 7,
      way: "code" as const,
      claim: "CORAL2026",
      audience: "all" as const,
      stock: 500,
    },
  ];
}

/** What campaigns give, and what a friend gets. */
function givenAway(now: Date) {
  const made = { madeBy: maker!.id, decidedBy: stepBy(checker!), madeAt: new Date(now.getTime() - 5 * DAY_MS) };
  const terms = {
    ...none,
    ...made,
    kind: "amount" as const,
    currency: "USD" as const,
    amountMinor: parseMoney("3.00", "USD").minor,
    minimumMinor: parseMoney("1000.00", "USD").minor,
    businesses: ["withdrawal" as const],
    stackable: false,
    validDays: 30,
    audience: "all" as const,
    stock: 100_000,
  };
  return [
    { ...terms, id: demoCouponPlanId(4), name: "提现手续费减 3 美元", way: "prize" as const },
    { ...terms, id: demoCouponPlanId(5), name: "新朋友提现券", way: "claim" as const, claim: FRIEND_CLAIM },
  ];
}

/** Coupons of the demo world: one kind to claim, one that was given to those certified, one to be had by a code. */
type Deps = {
  database: Pick<Database, "transaction">;
  lifecycles: Lifecycles;
  secrets: Secrets;
  random: Random;
  now: Date;
};
export async function plantGrowth({ database, lifecycles, secrets, random, now }: Deps): Promise<void> {
  const receivedAt = new Date(now.getTime() - 5 * DAY_MS);
  const given = (n: number, merchantId: string, plan: number, days: number) => ({
    merchantId,
    id: demoCouponId(n),
    planId: demoCouponPlanId(plan),
    receivedAt,
    expiresAt: new Date(receivedAt.getTime() + days * DAY_MS),
  });
  const coupons = [
    given(1, company.merchantId, 2, 30),
    given(2, developer.merchantId, 2, 30),
    given(3, big.merchantId, 2, 30),
    given(4, company.merchantId, 3, 7),
  ];
  await database.transaction(async (tx) => {
    await plantCoupons({ lifecycles }, tx, [...plans(now), ...givenAway(now)], coupons);
    await plantCampaigns({ secrets, random, lifecycles }, tx, demoCampaigns(now));
  });
}
