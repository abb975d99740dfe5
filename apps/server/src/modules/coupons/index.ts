import { couponEndpoints, type CouponView } from "@coralhub/contract";
import {
  COUPON_REMIND_DAYS,
  couponScope,
  couponWorth,
  moneyOf,
  type CouponSaving,
  type CouponState,
  type FeeBusiness,
  type FeeCoupon,
  type Money,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { Tx } from "../../platform/db.ts";
import {
  countCoupons,
  countProposed,
  findClaim,
  findCoupon,
  findPlan,
  listCoupons,
  moveUses,
  savedOf,
  type CouponAsker,
  type CouponPlan,
  type ListedCoupon,
} from "./coupons-store.ts";
import type { CouponsDeps, CouponsHouse } from "./deps.ts";
import {
  claimableBy,
  ISSUE_JOB,
  issueCoupon,
  issueInBulk,
  receiveMillion,
  redeemCode,
  watchCoupons,
  type Issued,
} from "./issue-coupons.ts";
import { readCodes } from "./codes.ts";
import { decidePlan, describePlans, proposePlan } from "./plans.ts";
import {
  giveCouponsBack,
  holdCoupons,
  offersFor,
  reserveCoupons,
  reserveForMany,
  settleCoupons,
  settleManyCoupons,
  together,
  usableFor,
  type Usable,
} from "./use-coupons.ts";

export { plantCoupons } from "./plant-coupons.ts";
export type { Usable } from "./use-coupons.ts";

export type Coupons = Capability<typeof couponEndpoints> & {
  /** What could be used for a payment, what ends first before the rest. */
  offers(
    merchantId: string,
    payment: { business: FeeBusiness; amount: Money; asker: CouponAsker },
  ): Promise<FeeCoupon[]>;
  /** With the promise of a price that names them, until it ends; the merchant's next promise takes them over. */
  hold(
    merchantId: string,
    savings: readonly CouponSaving[] | undefined,
    promised: { quoteId: string; until: Date; asker: CouponAsker },
  ): Promise<void>;
  /** In the transaction that takes the promise; refused where one of them is gone. */
  reserve(
    tx: Tx,
    merchantId: string,
    savings: readonly CouponSaving[],
    use: { business: FeeBusiness; usedFor: string; quoteId: string | null },
  ): Promise<void>;
  /** The same for a sheet of payments: what could be used in its rows, and what each of them takes. */
  usable(merchantId: string, business: FeeBusiness): Promise<Usable[]>;
  reserveMany(
    tx: Tx,
    merchantId: string,
    uses: readonly { usedFor: string; savings: readonly CouponSaving[] }[],
    promise: { business: FeeBusiness; quoteId: string },
  ): Promise<void>;
  /** A row has become a payment. */
  handOver(tx: Tx, merchantId: string, moves: readonly { from: string; to: string }[]): Promise<void>;
  settle(tx: Tx, merchantId: string, usedFor: string): Promise<void>;
  settleMany(tx: Tx, payments: readonly { merchantId: string; usedFor: string }[]): Promise<void>;
  giveBack(tx: Tx, merchantId: string, ...usedFor: string[]): Promise<void>;
  /** A prize or a reward: one for each cause. */
  issue(tx: Tx, request: { merchantId: string; planId: string; cause: string }): Promise<Issued>;
  /** Of the plan that is claimed by this name, if there is one just now; false where none was issued. */
  issueByClaim(tx: Tx, merchantId: string, claim: string): Promise<boolean>;
  plan(planId: string): Promise<CouponPlan | undefined>;
  /** The plan claimed by this name, as long as there is something left of it. */
  offered(claim: string): Promise<CouponPlan | undefined>;
};

const SHOWN = 200;
const DAY_MS = 86_400_000;
const SHOWN_STATES: readonly (readonly CouponState[])[] = [["unused"], ["used", "reserved"], ["expired"]];

export function createCoupons(house: CouponsHouse): Coupons {
  const deps: CouponsDeps = { ...house, audience: house.identity.audience, sendMessage: house.messages.send };
  const { db } = deps.database;
  const viewOf = async (merchantId: string, id: string) =>
    couponView({ ...(await findCoupon(db, { merchantId, id }))!, saved: [] }, deps.clock.now());
  return {
    endpoints: couponEndpoints,
    handlers: {
      coupons: ({ merchantId }, { status }) => describeCoupons(deps, merchantId, status),
      receiveMillion: async (ctx) => viewOf(ctx.merchantId, await receiveMillion(deps, ctx)),
      redeemCoupon: async (ctx, { code }) => viewOf(ctx.merchantId, await redeemCode(deps, ctx, code)),
      couponPlans: () => describePlans(deps),
      couponCodes: (ctx, { id }) => readCodes(deps, ctx, id),
      proposeCouponPlan: (ctx, request) => proposePlan(deps, ctx, request),
      decideCouponPlan: (ctx, input) => decidePlan(deps, ctx, input),
    },
    jobs: {
      [ISSUE_JOB]: { run: (data) => issueInBulk(deps, (data as { planId: string }).planId) },
      "coupons.watch": { cron: "10 * * * *", run: () => watchCoupons(deps) },
    },
    waiting: { coupons: () => countProposed(db) },
    personalData: async (merchantId) => ({ 优惠券: await countCoupons(db, merchantId) }),
    offers: (merchantId, payment) => offersFor(deps, merchantId, payment),
    async hold(merchantId, savings, promised) {
      if (!savings || savings.length === 0) return;
      await deps.database.transaction((tx) => holdCoupons(deps, tx, merchantId, together(savings), promised));
    },
    usable: (merchantId, business) => usableFor(deps, merchantId, business),
    reserveMany: (tx, merchantId, uses, promise) => reserveForMany(deps, tx, merchantId, uses, promise),
    handOver: (tx, merchantId, moves) => moveUses(tx, merchantId, moves),
    reserve: (tx, merchantId, savings, use) => reserveCoupons(deps, tx, merchantId, savings, use),
    settle: (tx, merchantId, usedFor) => settleCoupons(deps, tx, merchantId, usedFor),
    settleMany: (tx, payments) => settleManyCoupons(deps, tx, payments),
    giveBack: (tx, merchantId, ...usedFor) => giveCouponsBack(deps, tx, merchantId, ...usedFor),
    async issue(tx, { merchantId, planId, cause }) {
      const plan = await findPlan(tx, planId);
      return plan ? issueCoupon(deps, tx, { merchantId, plan, cause }) : { result: "empty" };
    },
    async offered(claim) {
      const plan = await findClaim(deps.database.db, claim, "claim");
      return plan && plan.issued < plan.stock ? plan : undefined;
    },
    async issueByClaim(tx, merchantId, claim) {
      const plan = await findClaim(tx, claim, "claim");
      if (!plan) return false;
      return (await issueCoupon(deps, tx, { merchantId, plan, cause: "claim" })).result === "issued";
    },
    plan: (planId) => findPlan(db, planId),
  };
}

function couponView(coupon: ListedCoupon, now: Date): CouponView {
  const { id, name, kind, state, currency, leftMinor, receivedAt, expiresAt, businesses, saved } = coupon;
  return {
    id,
    name,
    kind,
    state,
    worth: couponWorth(coupon),
    scope: couponScope(coupon),
    businesses: [...businesses],
    left: currency && leftMinor !== null ? moneyOf(currency, leftMinor) : null,
    receivedAt,
    expiresAt,
    endsSoon: state === "unused" && expiresAt.getTime() - now.getTime() <= COUPON_REMIND_DAYS * DAY_MS,
    saved: savedOf(saved),
  };
}

async function describeCoupons(deps: CouponsDeps, merchantId: string, status: number) {
  const { db } = deps.database;
  const [records, counts, claimable] = await Promise.all([
    listCoupons(db, merchantId, SHOWN_STATES[status]!, SHOWN),
    countCoupons(db, merchantId),
    claimableBy(deps, merchantId),
  ]);
  const now = deps.clock.now();
  return {
    records: records.map((coupon) => couponView(coupon, now)),
    counts: {
      unused: counts.unused ?? 0,
      used: (counts.used ?? 0) + (counts.reserved ?? 0),
      expired: counts.expired ?? 0,
    },
    claimable: claimable && { name: claimable.name, worth: couponWorth(claimable), scope: couponScope(claimable) },
  };
}
