import { createHash } from "node:crypto";
import { Refusal, type CampaignDeskRow, type CampaignRequest } from "@coralhub/contract";
import {
  CAMPAIGN_PAGES,
  campaignApplicationLifecycle,
  campaignLifecycle,
  collectionProblem,
  FLAGS,
  formatMoney,
  knownBlocks,
  moneyOf,
  parseMoney,
  platformByCode,
  prizeLifecycle,
  prizeProblem,
  USER_SOURCES,
  type AuditAction,
  type Currency,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { operatorActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../operations/index.ts";
import {
  findCampaign,
  findRival,
  insertCampaign,
  listCampaigns,
  listDue,
  listPrizes,
  lockCampaign,
  replacePrizes,
  updateDraft,
  type Campaign,
  type DeskCampaign,
  type Prize,
} from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { hashOf, seedContext } from "./draw.ts";
import { findApplicationById, findDrawn } from "./draws-store.ts";
import { requirePictures } from "./pictures.ts";

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

function prizesOf({ prizes, currency }: CampaignRequest): Prize[] {
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
      // Never drawn: it has no place on the line of odds that everybody checks draws by.
      weight: isGrand ? 0 : weight,
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
  request: CampaignRequest,
): Promise<{ id: string; version: string }> {
  const prizes = prizesOf(request);
  if (request.endsAt <= request.startsAt)
    throw new Refusal("campaign.content_incomplete", {}, { endsAt: "结束应晚于开始" });
  const { page, name, startsAt, endsAt, audience, chances, content, currency } = request;
  const budgetMinor = minorOf(request.budget, currency, "budget");
  await requirePictures(deps.database.db, knownBlocks(content.blocks));
  const made = { madeBy: ctx.operator.id, madeAt: ctx.now };
  return ctx.once(async (tx) => {
    const id = request.id ?? deps.ids.next();
    const campaign = { id, page, name, startsAt, endsAt, audience, chances, content, currency, budgetMinor, ...made };
    if (request.id) {
      if (!(await updateDraft(tx, campaign))) throw new Refusal("state.changed");
    } else {
      const seed = deps.random.bytes(SEED_BYTES).toString("hex");
      const sealedSeed = deps.secrets.seal(seed, seedContext(id));
      await insertCampaign(tx, { ...campaign, sealedSeed, seedHash: hashOf(seed) });
    }
    await replacePrizes(tx, id, prizes);
    const version = await versionNow(tx, (await findCampaign(tx, id))!);
    const detail = { name, page, budget: formatMoney(moneyOf(currency, budgetMinor)), currency };
    await record(deps, tx, ctx, { subject: `campaign:${id}`, action: "campaign.saved", detail });
    return { id, version };
  });
}

/** Names what was saved, by whom, so that nobody agrees on something else than they read. */
function versionOf(c: Campaign, prizes: readonly Prize[]): string {
  const frame = [c.id, c.page, c.name, c.startsAt, c.endsAt, c.currency, c.budgetMinor, c.madeBy];
  const given = prizes.map((p) => [p.name, p.kind, p.costMinor, p.couponPlanId, p.weight, p.stock, p.isGrand]);
  const text = JSON.stringify([frame, c.audience, c.chances, c.content, given], (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
const versionNow = async (db: Db, campaign: Campaign): Promise<string> =>
  versionOf(campaign, await listPrizes(db, campaign.id));

/** What stands in the way of a start. */
async function readyProblem(
  deps: CampaignsDeps,
  campaign: Campaign,
  prizes: readonly Prize[],
): Promise<string | undefined> {
  if (campaign.endsAt <= deps.clock.now()) return "结束时间已过";
  const { flag, sources, platform, certified } = campaign.audience;
  if (flag !== null && !Object.hasOwn(FLAGS, flag)) return `没有「${flag}」这个功能开关`;
  const unknown = sources.find((source) => !Object.hasOwn(USER_SOURCES, source));
  if (unknown !== undefined) return `没有「${unknown}」这种账户来源`;
  if (platform !== null && !platformByCode(platform)) return `没有代码是「${platform}」的平台`;
  const misplaced = collectionProblem(campaign.page, prizes);
  if (misplaced !== undefined) return misplaced;
  if (CAMPAIGN_PAGES[campaign.page].activity === "application") {
    const drawsNothing = Object.values(campaign.chances).every((count) => count === 0);
    return drawsNothing ? undefined : "申请类活动不抽奖，请把抽奖机会都改为 0";
  }
  const drawn = prizes.filter(({ isGrand }) => !isGrand);
  const problem = prizeProblem(drawn);
  if (problem !== undefined) return problem;
  if (prizes.some(({ kind }) => kind === "money") && !certified) return "有现金奖品时只能对已认证商户开放";
  if (drawn.at(-1)!.costMinor > 0n) return "保底奖品不能有成本";
  const costless = prizes.find(({ kind, costMinor }) => (kind === "coupon" || kind === "goods") && costMinor === 0n);
  if (costless) return `请填写「${costless.name}」的单份成本，预算按它计算`;
  for (const { couponPlanId, name } of prizes) {
    if (couponPlanId === null) continue;
    const plan = await deps.coupons.plan(couponPlanId);
    if (plan?.state !== "active" || plan.way !== "prize") return `「${name}」的优惠券方案没有生效，或不是活动奖品`;
  }
  return undefined;
}

type Move = {
  id: string;
  action: "schedule" | "withdraw" | "pause" | "resume" | "end";
  version?: string | undefined;
};
/** The one who made it does not let it start; anybody of finance may stop it. What is scheduled is what was read. */
export async function moveCampaign(deps: CampaignsDeps, ctx: OperatorContext, request: Move): Promise<null> {
  const { id, action, version } = request;
  const { db } = deps.database;
  const known = await findCampaign(db, id);
  if (!known) throw new Refusal("not_found");
  const lets = action === "schedule" || action === "resume";
  if (action === "schedule" && known.state === "draft") {
    const prizes = await listPrizes(db, id);
    if (known.madeBy !== ctx.operator.id && versionOf(known, prizes) !== version) throw new Refusal("campaign.changed");
    const problem = await readyProblem(deps, known, prizes);
    if (problem !== undefined) throw new Refusal("campaign.not_ready", { problem });
  }
  return ctx.once(async (tx) => {
    const campaign = (await lockCampaign(tx, known))!;
    if (lets) {
      if (campaign.madeBy === ctx.operator.id) throw new Refusal("campaign.same_person");
      await requireIndependent(tx, { maker: campaign.madeBy, checker: ctx.operator.id, at: ctx.now });
    }
    // What was looked at above is what is held now: a draft saved meanwhile is another.
    if (action === "schedule" && campaign.state === "draft" && (await versionNow(tx, campaign)) !== version)
      throw new Refusal("campaign.changed");
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
  const rowOf = async ({ currency, budgetMinor, spentMinor, ...campaign }: DeskCampaign) => {
    const prizes = await listPrizes(db, campaign.id);
    return {
      ...campaign,
      content: { ...campaign.content, blocks: knownBlocks(campaign.content.blocks) },
      budget: moneyOf(currency, budgetMinor),
      spent: moneyOf(currency, spentMinor),
      version: versionOf({ ...campaign, currency, budgetMinor, spentMinor }, prizes),
      prizes: prizes.map(({ costMinor, ...prize }) => ({
        ...prize,
        cost: formatMoney(moneyOf(currency, costMinor)),
        costMoney: moneyOf(currency, costMinor),
      })),
    };
  };
  return Promise.all(campaigns.map(rowOf));
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
export async function decideApplication(deps: CampaignsDeps, ctx: OperatorContext, request: Decision): Promise<null> {
  const { merchantId, id, decision, reason } = request;
  if (decision === "decline" && reason === "")
    throw new Refusal("campaign.content_incomplete", {}, { reason: "请写明原因，申请人会看到" });
  const known = await findApplicationById(deps.database.db, merchantId, id);
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
