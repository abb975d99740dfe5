import { Refusal, type CouponPlanView, type CouponPlanRequest } from "@coralhub/contract";
import {
  couponPlanLifecycle,
  couponScope,
  couponWorth,
  MILLION_CLAIM,
  MOST_COUPON_CODES,
  parseMoney,
  type AuditAction,
  type CouponTerms,
  type Currency,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../operations/index.ts";
import { makeCodes } from "./codes.ts";
import { findPlan, insertPlan, listPlans, savedOf } from "./coupons-store.ts";
import type { CouponsDeps } from "./deps.ts";
import { ISSUE_JOB } from "./issue-coupons.ts";

const PLANS_SHOWN = 200;

type Problems = Record<string, string>;
function minorOf(
  field: string,
  text: string | undefined,
  currency: Currency | undefined,
  problems: Problems,
): bigint | null {
  if (text === undefined || text === "") return null;
  if (!currency) {
    problems["currency"] = "有金额时请选择币种";
    return null;
  }
  try {
    const { minor } = parseMoney(text.replaceAll(",", ""), currency);
    if (minor > 0n) return minor;
  } catch {
    // Said below, at the field.
  }
  problems[field] = "请填写大于零的金额";
  return null;
}

/** The parts its kind is made of, and no others. */
function termsOf(request: CouponPlanRequest): CouponTerms {
  const problems: Problems = {};
  const read = (field: "amount" | "most" | "quota" | "minimum") =>
    minorOf(field, request[field], request.currency, problems);
  const { kind, businesses, stackable } = request;
  const only = <T>(of: CouponTerms["kind"], value: T): T | null => (kind === of ? value : null);
  const terms: CouponTerms = {
    kind,
    percent: only("percent", request.percent ?? null),
    currency: request.currency ?? null,
    amountMinor: only("amount", read("amount")),
    mostMinor: only("percent", read("most")),
    quotaMinor: only("quota", read("quota")),
    minimumMinor: read("minimum"),
    businesses,
    stackable,
  };
  if (kind === "percent" && terms.percent === null) problems["percent"] ??= "请填写减免比例";
  if (kind === "amount" && terms.amountMinor === null) problems["amount"] ??= "请填写减免金额";
  if (kind === "quota" && terms.quotaMinor === null) problems["quota"] ??= "请填写免手续费额度";
  if (Object.keys(problems).length > 0) throw new Refusal("coupon.terms_incomplete", {}, problems);
  return terms;
}

/** What it is claimed by: the portal's own offer unless another is named, or a code. */
function claimOf({ way, claim }: CouponPlanRequest): string | null {
  if (way === "claim") return claim ?? MILLION_CLAIM;
  if (way !== "code") return null;
  if (!claim) throw new Refusal("coupon.terms_incomplete", {}, { claim: "请填写兑换码" });
  return claim.toUpperCase();
}

type Deed = { id: string; action: AuditAction; detail: object };
const record = (deps: CouponsDeps, tx: Tx, ctx: OperatorContext, { id, action, detail }: Deed) =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `coupon-plan:${id}`,
    address: ctx.address,
    detail: { ...detail },
  });

export function proposePlan(
  deps: CouponsDeps,
  ctx: OperatorContext,
  request: CouponPlanRequest,
): Promise<{ id: string }> {
  const terms = termsOf(request);
  const { name, way, audience, listed, validDays, stock } = request;
  if (audience === "listed" && listed.length === 0)
    throw new Refusal("coupon.terms_incomplete", {}, { listed: "请填写名单" });
  if (way === "codes" && stock > MOST_COUPON_CODES)
    throw new Refusal("coupon.terms_incomplete", {}, { stock: `一次性兑换码最多 ${MOST_COUPON_CODES} 个` });
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const made = { madeBy: ctx.operator.id, madeAt: ctx.now };
    const plan = { id, ...terms, name, way, claim: claimOf(request), audience, listed, validDays, stock, ...made };
    if (!(await insertPlan(tx, plan))) throw new Refusal("coupon.claim_taken");
    const detail = { name, worth: couponWorth(terms), scope: couponScope(terms), stock, way, audience };
    await record(deps, tx, ctx, { id, action: "coupon.plan_proposed", detail });
    return { id };
  });
}

const AUDITED = {
  approve: "coupon.plan_approved",
  reject: "coupon.plan_rejected",
  stop: "coupon.plan_stopped",
} as const satisfies Record<string, AuditAction>;

/** What costs money takes two people; anybody of finance may stop it. */
export async function decidePlan(
  deps: CouponsDeps,
  ctx: OperatorContext,
  { id, decision }: { id: string; decision: keyof typeof AUDITED },
): Promise<null> {
  const plan = await findPlan(deps.database.db, id);
  if (!plan) throw new Refusal("not_found");
  return ctx.once(async (tx) => {
    if (decision === "approve") {
      if (plan.madeBy === ctx.operator.id) throw new Refusal("coupon.same_person");
      await requireIndependent(tx, { maker: plan.madeBy, checker: ctx.operator.id, at: ctx.now });
    }
    await deps.lifecycles.advance(tx, couponPlanLifecycle, { id }, decision, {
      at: ctx.now,
      by: operatorActor(ctx),
      set: { decidedBy: ctx.operator.id, decidedAt: ctx.now },
    });
    if (decision === "approve" && plan.way === "codes") await makeCodes(deps, tx, id, plan.stock);
    if (decision === "approve" && plan.way === "bulk") await deps.jobs.send(tx, ISSUE_JOB, { planId: id });
    await record(deps, tx, ctx, { id, action: AUDITED[decision], detail: { name: plan.name } });
    return null;
  });
}

export async function describePlans(deps: CouponsDeps): Promise<CouponPlanView[]> {
  const plans = await listPlans(deps.database.db, PLANS_SHOWN);
  return plans.map((plan) => ({
    ...plan,
    worth: couponWorth(plan),
    scope: couponScope(plan),
    listed: plan.listed.length,
    saved: savedOf(plan.saved),
  }));
}
