import { Refusal } from "@coralhub/contract";
import {
  COUPON_AUDIENCES,
  couponLifecycle,
  COUPON_REMIND_DAYS,
  couponWorth,
  MILLION_CLAIM,
  toShanghaiDay,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { findCode, takeCode } from "./codes-store.ts";
import {
  findClaim,
  findPlan,
  hasCoupon,
  insertCoupon,
  listEnding,
  listToRemind,
  markReminded,
  takeFromStock,
  type Coupon,
  type CouponPlan,
} from "./coupons-store.ts";
import type { CouponsDeps } from "./deps.ts";

const DAY_MS = 86_400_000;
const AT_ONCE = 200;
export const ISSUE_JOB = "coupons.issue";

type Issue = { merchantId: string; plan: CouponPlan; cause: string };
export type Issued = { result: "issued"; id: string } | { result: "had" } | { result: "empty" };
/** One for each cause; the stock and the coupon in one transaction, and the merchant is told. */
export async function issueCoupon(deps: CouponsDeps, tx: Tx, { merchantId, plan, cause }: Issue): Promise<Issued> {
  if (await hasCoupon(tx, merchantId, plan.id, cause)) return { result: "had" };
  if (!(await takeFromStock(tx, plan.id))) return { result: "empty" };
  const at = deps.clock.now();
  const id = deps.ids.next();
  const expiresAt = new Date(at.getTime() + plan.validDays * DAY_MS);
  const coupon = { merchantId, id, planId: plan.id, cause, leftMinor: plan.quotaMinor, receivedAt: at, expiresAt };
  // The plan's row is held by now: of two at once the second finds the coupon of the first.
  if (!(await insertCoupon(tx, coupon))) throw new Refusal("coupon.already_claimed");
  const data = { name: plan.name, worth: couponWorth(plan), day: toShanghaiDay(expiresAt) };
  await deps.sendMessage(tx, { event: "coupon.received", merchantId, data });
  return { result: "issued", id };
}

/** Whether the plan is for this merchant. */
async function isFor(deps: CouponsDeps, plan: CouponPlan, merchantId: string): Promise<boolean> {
  if (plan.audience === "all") return true;
  if (plan.audience === "certified") return deps.certification.mayMoveMoney(merchantId);
  return (await deps.audience.byMobile(plan.listed)).includes(merchantId);
}

async function claim(deps: CouponsDeps, ctx: MerchantContext, plan: CouponPlan, code?: string): Promise<string> {
  const { merchantId } = ctx;
  if (!(await isFor(deps, plan, merchantId)))
    throw new Refusal("coupon.not_for_you", { audience: COUPON_AUDIENCES[plan.audience] });
  return ctx.once(async (tx) => {
    const issued = await issueCoupon(deps, tx, { merchantId, plan, cause: "claim" });
    if (issued.result === "had") throw new Refusal("coupon.already_claimed");
    if (issued.result === "empty") throw new Refusal("coupon.all_gone");
    // Of two who type the same code at once, the second finds it used, and has no coupon.
    if (code !== undefined && !(await takeCode(tx, code, merchantId, ctx.now))) throw codeUnknown();
    return issued.id;
  });
}

/** The portal's own offer. */
export async function receiveMillion(deps: CouponsDeps, ctx: MerchantContext): Promise<string> {
  const plan = await findClaim(deps.database.db, MILLION_CLAIM, "claim");
  if (!plan) throw new Refusal("coupon.nothing_to_claim");
  return claim(deps, ctx, plan);
}

const codeUnknown = () =>
  new Refusal("coupon.code_unknown", {}, { code: "兑换码不正确、已用过或已停止兑换，请核对后再试" });

/** One that everybody may use, or one that works once. */
export async function redeemCode(deps: CouponsDeps, ctx: MerchantContext, code: string): Promise<string> {
  const { db } = deps.database;
  const shared = await findClaim(db, code, "code");
  if (shared) return claim(deps, ctx, shared);
  const own = code.toUpperCase();
  const single = await findCode(db, own);
  const plan = single && !single.redeemed ? await findPlan(db, single.planId) : undefined;
  if (plan?.state !== "active") throw codeUnknown();
  return claim(deps, ctx, plan, own);
}

/** What the merchant could claim and has not. */
export async function claimableBy(deps: CouponsDeps, merchantId: string): Promise<CouponPlan | null> {
  const { db } = deps.database;
  const plan = await findClaim(db, MILLION_CLAIM, "claim");
  if (!plan || plan.issued >= plan.stock || !(await isFor(deps, plan, merchantId))) return null;
  return (await hasCoupon(db, merchantId, plan.id, "claim")) ? null : plan;
}

/** A bulk issue, merchant by merchant, each in its own transaction: interrupted, it goes on where it was. */
export async function issueInBulk(deps: CouponsDeps, planId: string): Promise<void> {
  const plan = await findPlan(deps.database.db, planId);
  if (plan?.state !== "active" || plan.way !== "bulk") return;
  const give = async (merchantId: string): Promise<boolean> => {
    if (plan.audience === "certified" && !(await deps.certification.mayMoveMoney(merchantId))) return true;
    const issued = await deps.database.transaction((tx) => issueCoupon(deps, tx, { merchantId, plan, cause: "bulk" }));
    return issued.result !== "empty";
  };
  if (plan.audience === "listed") {
    for (const merchantId of await deps.audience.byMobile(plan.listed)) if (!(await give(merchantId))) return;
    return;
  }
  for (let after: string | null = null; ;) {
    const page: string[] = await deps.audience.page(after, AT_ONCE);
    for (const merchantId of page) if (!(await give(merchantId))) return;
    if (page.length < AT_ONCE) return;
    after = page.at(-1)!;
  }
}

/** What has had its time ends; what ends soon is said once. */
export async function watchCoupons(deps: CouponsDeps): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  for (;;) {
    const ending = await listEnding(db, now, AT_ONCE);
    const moves = ending.map(({ merchantId, id }) => ({ key: { merchantId, id } }));
    await deps.database.transaction((tx) =>
      deps.lifecycles.advanceMany(tx, couponLifecycle, "expire", { at: now, by: SYSTEM }, moves),
    );
    if (ending.length < AT_ONCE) break;
  }
  const soon = new Date(now.getTime() + COUPON_REMIND_DAYS * DAY_MS);
  for (;;) {
    const toRemind = await listToRemind(db, now, soon, AT_ONCE);
    for (const coupon of toRemind) await remind(deps, coupon, now);
    if (toRemind.length < AT_ONCE) return;
  }
}

async function remind(deps: CouponsDeps, coupon: Coupon, now: Date): Promise<void> {
  const { merchantId, name, expiresAt } = coupon;
  const data = { name, worth: couponWorth(coupon), day: toShanghaiDay(expiresAt) };
  await deps.database.transaction(async (tx) => {
    if (await markReminded(tx, coupon, now)) await deps.sendMessage(tx, { event: "coupon.expiring", merchantId, data });
  });
}
