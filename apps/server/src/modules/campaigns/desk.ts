import { Refusal, type CampaignDeskRow, type CampaignWish } from "@coralhub/contract";
import {
  campaignApplicationLifecycle,
  campaignLifecycle,
  formatMoney,
  moneyOf,
  parseMoney,
  prizeLifecycle,
  prizeProblem,
  type AuditAction,
  type Currency,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../operations/index.ts";
import {
  findCampaign,
  findRival,
  insertCampaign,
  listCampaigns,
  listDue,
  listPrizes,
  replacePrizes,
  updateDraft,
  type Campaign,
  type Prize,
} from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { hashOf, seedContext } from "./draw.ts";
import { findDrawn, listApplications } from "./draws-store.ts";

const CAMPAIGNS_SHOWN = 100;
const SEED_BYTES = 32;

type Deed = { subject: string; action: AuditAction; detail: object };
const record = (deps: CampaignsDeps, tx: Tx, ctx: OperatorContext, { subject, action, detail }: Deed) =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject,
    address: ctx.address,
    detail: { ...detail },
  });

function minorOf(text: string, currency: Currency, field: string): bigint {
  try {
    const { minor } = parseMoney(text === "" ? "0" : text.replaceAll(",", ""), currency);
    if (minor >= 0n) return minor;
  } catch {
    // Said below, at the field.
  }
  throw new Refusal("campaign.content_incomplete", {}, { [field]: "请填写正确的金额" });
}

function prizesOf({ prizes, currency }: CampaignWish): Prize[] {
  return prizes.map(({ name, kind, cost, couponPlanId, weight, stock, isGrand }, index) => {
    const costMinor = minorOf(cost, currency, "prizes");
    if (kind === "money" && costMinor === 0n)
      throw new Refusal("campaign.content_incomplete", {}, { prizes: `请填写「${name}」的金额` });
    if (kind === "coupon" && couponPlanId === null)
      throw new Refusal("campaign.content_incomplete", {}, { prizes: `请选择「${name}」的优惠券方案` });
    return {
      position: index + 1,
      name,
      kind,
      amountMinor: kind === "money" ? costMinor : null,
      couponPlanId: kind === "coupon" ? couponPlanId : null,
      costMinor,
      weight,
      stock,
      given: 0,
      isGrand,
    };
  });
}

/** Kept as a draft: nothing of it is seen or counts before another has looked. */
export async function saveCampaign(
  deps: CampaignsDeps,
  ctx: OperatorContext,
  wish: CampaignWish,
): Promise<{ id: string }> {
  const prizes = prizesOf(wish);
  if (wish.endsAt <= wish.startsAt) throw new Refusal("campaign.content_incomplete", {}, { endsAt: "结束应晚于开始" });
  const { page, name, startsAt, endsAt, audience, chances, content, currency } = wish;
  const budgetMinor = minorOf(wish.budget, currency, "budget");
  const made = { madeBy: ctx.operator.id, madeAt: ctx.now };
  return ctx.once(async (tx) => {
    const id = wish.id ?? deps.ids.next();
    const campaign = { id, page, name, startsAt, endsAt, audience, chances, content, currency, budgetMinor, ...made };
    if (wish.id) {
      if (!(await updateDraft(tx, campaign))) throw new Refusal("state.changed");
    } else {
      const seed = deps.random.bytes(SEED_BYTES).toString("hex");
      const sealedSeed = deps.secrets.seal(seed, seedContext(id));
      await insertCampaign(tx, { ...campaign, sealedSeed, seedHash: hashOf(seed) });
    }
    await replacePrizes(tx, id, prizes);
    const detail = { name, page, budget: formatMoney(moneyOf(currency, budgetMinor)), currency };
    await record(deps, tx, ctx, { subject: `campaign:${id}`, action: "campaign.saved", detail });
    return { id };
  });
}

/** What stands in the way of a start. */
async function readyProblem(
  deps: CampaignsDeps,
  campaign: Campaign,
  prizes: readonly Prize[],
): Promise<string | undefined> {
  if (campaign.endsAt <= deps.clock.now()) return "结束时间已过";
  if (campaign.page === "sunrise") return undefined;
  const drawn = prizes.filter(({ isGrand }) => !isGrand);
  const problem = prizeProblem(drawn);
  if (problem !== undefined) return problem;
  if (prizes.some(({ kind }) => kind === "money") && !campaign.audience.certified)
    return "有现金奖品时只能对已认证商户开放";
  if (drawn.at(-1)!.costMinor > 0n) return "保底奖品不能有成本";
  for (const { couponPlanId, name } of prizes) {
    if (couponPlanId === null) continue;
    const plan = await deps.coupons.plan(couponPlanId);
    if (plan?.state !== "active" || plan.way !== "prize") return `「${name}」的优惠券方案没有生效，或不是活动奖品`;
  }
  return undefined;
}

type Move = { id: string; action: "schedule" | "withdraw" | "pause" | "resume" | "end" };
/** The one who made it does not let it start; anybody of finance may stop it. */
export async function moveCampaign(deps: CampaignsDeps, ctx: OperatorContext, { id, action }: Move): Promise<null> {
  const { db } = deps.database;
  const campaign = await findCampaign(db, id);
  if (!campaign) throw new Refusal("not_found");
  const lets = action === "schedule" || action === "resume";
  if (action === "schedule") {
    const problem = await readyProblem(deps, campaign, await listPrizes(db, id));
    if (problem !== undefined) throw new Refusal("campaign.not_ready", { problem });
  }
  return ctx.once(async (tx) => {
    if (lets) {
      if (campaign.madeBy === ctx.operator.id) throw new Refusal("campaign.same_person");
      await requireIndependent(tx, { maker: campaign.madeBy, checker: ctx.operator.id, at: ctx.now });
    }
    const rival = action === "schedule" ? await findRival(tx, campaign) : undefined;
    if (rival !== undefined) throw new Refusal("campaign.page_taken", { name: rival });
    await deps.lifecycles.advance(tx, campaignLifecycle, { id }, action, {
      at: ctx.now,
      by: operatorActor(ctx),
      ...(lets && { set: { decidedBy: ctx.operator.id, decidedAt: ctx.now } }),
    });
    const detail = { name: campaign.name, action };
    await record(deps, tx, ctx, { subject: `campaign:${id}`, action: "campaign.moved", detail });
    return null;
  });
}

/** Starts and ends by the clock. */
export async function watchCampaigns(deps: CampaignsDeps): Promise<void> {
  const at = deps.clock.now();
  for (const { id, action } of await listDue(deps.database.db, at)) {
    await deps.database.transaction((tx) =>
      deps.lifecycles.tryAdvance(tx, campaignLifecycle, { id }, action, { at, by: SYSTEM }),
    );
  }
}

export async function describeCampaigns(deps: CampaignsDeps): Promise<CampaignDeskRow[]> {
  const { db } = deps.database;
  const campaigns = await listCampaigns(db, CAMPAIGNS_SHOWN);
  return Promise.all(
    campaigns.map(async ({ currency, budgetMinor, spentMinor, ...campaign }) => ({
      ...campaign,
      budget: moneyOf(currency, budgetMinor),
      spent: moneyOf(currency, spentMinor),
      prizes: (await listPrizes(db, campaign.id)).map(({ costMinor, ...prize }) => ({
        ...prize,
        cost: formatMoney(moneyOf(currency, costMinor)),
        costMoney: moneyOf(currency, costMinor),
      })),
    })),
  );
}

type Sent = { merchantId: string; id: string; note: string };
export async function sendPrize(
  deps: CampaignsDeps,
  ctx: OperatorContext,
  { merchantId, id, note }: Sent,
): Promise<null> {
  const drawn = await findDrawn(deps.database.db, merchantId, id);
  if (!drawn) throw new Refusal("not_found");
  return ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, prizeLifecycle, { merchantId, id }, "send", {
      at: ctx.now,
      by: operatorActor(ctx),
      set: { note, decidedBy: ctx.operator.id },
      message: { event: "campaign.prize_sent", data: { prize: drawn.prize, note } },
    });
    const detail = { merchantId, prize: drawn.prize, note };
    await record(deps, tx, ctx, { subject: `draw:${id}`, action: "campaign.prize_sent", detail });
    return null;
  });
}

type Decision = { merchantId: string; id: string; decision: "accept" | "decline"; reason: string };
export async function decideApplication(deps: CampaignsDeps, ctx: OperatorContext, wish: Decision): Promise<null> {
  const { merchantId, id, decision, reason } = wish;
  if (decision === "decline" && reason === "")
    throw new Refusal("campaign.content_incomplete", {}, { reason: "请写明原因，申请人会看到" });
  const known = (await listApplications(deps.database.db, 1_000)).find(
    (one) => one.id === id && one.merchantId === merchantId,
  );
  if (!known) throw new Refusal("not_found");
  const { campaign } = known;
  return ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, campaignApplicationLifecycle, { merchantId, id }, decision, {
      at: ctx.now,
      by: operatorActor(ctx),
      set: { reason: reason || null, decidedBy: ctx.operator.id },
      message:
        decision === "accept"
          ? { event: "campaign.application_accepted", data: { campaign } }
          : { event: "campaign.application_declined", data: { campaign, reason: reason.replace(/。$/, "") } },
    });
    const detail = { merchantId, campaign, decision, reason };
    await record(deps, tx, ctx, {
      subject: `campaign-application:${id}`,
      action: "campaign.application_decided",
      detail,
    });
    return null;
  });
}
