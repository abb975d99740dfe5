import { couponEndpoints as calls, type CallInput } from "@coralhub/contract";
import {
  lawByQuery,
  type Merchant,
  type MerchantStep,
  type Simulation,
  type Step,
  type World,
} from "@coralhub/testkit/simulate";

const CODES = ["CORAL5", "CORAL10", "SHORT1"] as const;
type Input = CallInput<typeof calls.proposeCouponPlan.input>;

async function claim({ me, chance }: MerchantStep): Promise<void> {
  const { claimable } = await me.call(calls.coupons, { status: 0 });
  if (claimable && chance.may(0.6)) await me.call(calls.receiveMillion, {});
  else await me.call(calls.redeemCoupon, { code: chance.pick(CODES) });
}
/** One proposes, another agrees, somebody stops it again. */
async function plan({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("finance", 1), world.operator("finance", 2)];
  const plans = await one.call(calls.couponPlans, {});
  const active = plans.filter(({ state }) => state === "active");
  if (active.length > 1 && chance.may(0.3))
    return void (await one.attempt(calls.decideCouponPlan, { id: chance.pick(active).id, decision: "stop" }));
  const offer = chance.may(0.3);
  const code = CODES[plans.filter(({ claim: name }) => name !== null).length];
  const request: Input = {
    name: offer ? "百万免手续费额度" : "手续费立减",
    ...(offer
      ? { kind: "quota", currency: "CNY", quota: "1000000.00", way: "claim", audience: "certified" }
      : { kind: "percent", percent: 50, way: code ? "code" : "bulk", audience: "all", ...(code && { claim: code }) }),
    businesses: ["withdrawal", "supplier", "exchange"],
    stackable: false,
    validDays: chance.pick([3, 30]),
    listed: [],
    stock: 100,
  };
  const proposed = await one.attempt(calls.proposeCouponPlan, request);
  if (!proposed) return;
  const alone = await one.attempt(calls.decideCouponPlan, { ...proposed, decision: "approve" });
  if (alone !== undefined) world.broken("两个人才给得出的优惠", "one person approved their own coupon plan");
  const decision = chance.may(0.85) ? ("approve" as const) : ("reject" as const);
  await other.attempt(calls.decideCouponPlan, { ...proposed, decision });
}

/** A coupon is used as often as its uses say, and what is reserved belongs to something under way. */
const USES = `
  select 'coupon ' || c.id || ' is reserved by nothing' as problem from coupon c
   where c.state = 'reserved' and not exists (select from coupon_use u where u.merchant_id = c.merchant_id
     and u.coupon_id = c.id and u.state = 'reserved')
  union all
  select 'plan ' || p.id || ' gave out ' || count(c.id) || ' of ' || p.stock from coupon_plan p
    join coupon c on c.plan_id = p.id group by p.id, p.stock having count(c.id) > p.stock`;

async function countsAgree({ database }: World, me: Merchant): Promise<string[]> {
  const { counts } = await me.call(calls.coupons, { status: 0 });
  const [row] = await database.query<{ unused: number; used: number; expired: number }>(
    `select count(*) filter (where state = 'unused')::int as unused, count(*) filter (where state in ('used', 'reserved'))::int as used,
            count(*) filter (where state = 'expired')::int as expired from coupon where merchant_id = $1`,
    [me.userId],
  );
  return (["unused", "used", "expired"] as const)
    .filter((name) => row![name] !== counts[name])
    .map((name) => `${name}: page ${counts[name]}, table ${row![name]}`);
}

export const couponsSimulation: Simulation = {
  actors: [
    { name: "商户领优惠券", by: "merchant", weight: 1, act: claim },
    { name: "财务制定优惠券", by: "operator", perDay: 0.5, act: plan },
  ],
  laws: [
    lawByQuery("优惠券占用有主，发放不超", "always", USES),
    { name: "优惠券的分类数就是张数", when: "daily", violations: countsAgree },
  ],
};
