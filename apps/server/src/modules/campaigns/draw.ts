import { createHash, createHmac } from "node:crypto";
import { Refusal, type DrawnPrize } from "@coralhub/contract";
import {
  CAMPAIGN_PAGES,
  campaignLifecycle,
  drawText,
  moneyOf,
  prizeAt,
  toShanghaiDay,
  toShanghaiTime,
  type CampaignPage,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { lockOpenOwner } from "../identity/index.ts";
import { rewardPosting } from "./campaigns-postings.ts";
import {
  campaignOfPage,
  countVisitor,
  findCampaign,
  listPrizes,
  type Campaign,
  type Prize,
} from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import {
  findChanceCampaign,
  findDrawn,
  holdRunning,
  insertDraw,
  insertReward,
  isExhausted,
  listPositions,
  nextNumber,
  openChances,
  takeChance,
  returnPrize,
  takePrize,
  type Drawn,
} from "./draws-store.ts";
import { audienceProblem, chancesOf, isOpen, variantFor } from "./standing.ts";

export const seedContext = (campaignId: string): string => `campaign seed:${campaignId}`;
export const hashOf = (seed: string): string => createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");
export const seedOf = (
  { secrets }: Pick<CampaignsDeps, "secrets">,
  { id, sealedSeed }: Pick<Campaign, "id" | "sealedSeed">,
): string => secrets.openText(sealedSeed, seedContext(id));
/** What decides a draw: nobody can know it before, and everybody can compute it after the end. */
export const randomOf = (seed: string, campaignId: string, number: number): string =>
  createHmac("sha256", Buffer.from(seed, "hex")).update(drawText(campaignId, number)).digest("hex");

async function requireOpen(deps: CampaignsDeps, campaign: Campaign | undefined, merchantId: string): Promise<Campaign> {
  if (!campaign || !isOpen(campaign, deps.clock.now())) throw new Refusal("campaign.none_running");
  const barred = await audienceProblem(deps, campaign, merchantId);
  if (barred) throw new Refusal("campaign.not_for_you", { reason: barred.reason });
  return campaign;
}

/** One chance of the campaign that runs on a page. */
export async function drawOnPage(deps: CampaignsDeps, ctx: MerchantContext, page: CampaignPage): Promise<DrawnPrize> {
  const campaign = await requireOpen(deps, await campaignOfPage(deps.database.db, page), ctx.merchantId);
  await chancesOf(deps, campaign, ctx.merchantId);
  return drawIn(deps, ctx, campaign);
}

/** A certain chance: a treasure box is one. */
export async function openBox(deps: CampaignsDeps, ctx: MerchantContext, id: string): Promise<DrawnPrize> {
  const { db } = deps.database;
  const box = await findChanceCampaign(db, ctx.merchantId, id);
  if (!box) throw new Refusal("not_found");
  const campaign = await requireOpen(deps, await findCampaign(db, box.campaignId), ctx.merchantId);
  if (box.used) throw new Refusal("campaign.box_opened");
  return drawIn(deps, ctx, campaign, id);
}

async function drawIn(
  deps: CampaignsDeps,
  ctx: MerchantContext,
  campaign: Campaign,
  boxId?: string,
): Promise<DrawnPrize> {
  const { merchantId } = ctx;
  if (CAMPAIGN_PAGES[campaign.page].activity === "application") throw new Refusal("campaign.nothing_to_draw");
  const prizes = (await listPrizes(deps.database.db, campaign.id)).filter(({ isGrand }) => !isGrand);
  const seed = seedOf(deps, campaign);
  const variant = await variantFor(deps, merchantId);
  const decide = async (tx: Tx): Promise<DrawnPrize> => {
    const at = deps.clock.now();
    const key = { merchantId, campaignId: campaign.id };
    // Asked whatever comes: a refusal that came with money only would tell what the next number brings.
    if (prizes.some(({ kind }) => kind === "money")) await requirePayouts(deps, tx);
    // The campaign's row first, for everybody: draws of one campaign come one after the other.
    const number = await nextNumber(tx, campaign.id, at);
    if (number === undefined) throw new Refusal("campaign.none_running");
    const chance = await takeChance(tx, key, at, boxId);
    if (!chance) throw new Refusal(boxId ? "campaign.box_opened" : "campaign.no_chance");
    const left = (await openChances(tx, key)).length;
    const random = randomOf(seed, campaign.id, number);
    const drawn = prizeAt(prizes, random);
    const id = deps.ids.next();
    const { prize, stock } = await takeOrFallBack(deps, tx, { merchantId, campaign, drawId: id }, [
      drawn,
      prizes.at(-1)!,
    ]);
    await insertDraw(tx, {
      ...key,
      id,
      number,
      cause: chance.cause,
      chancesBefore: left + 1,
      chancesAfter: left,
      random,
      commitment: campaign.seedHash,
      drawnPosition: drawn.position,
      position: prize.position,
      stockBefore: stock.before,
      stockAfter: stock.after,
      state: prize.kind === "goods" ? "toSend" : "given",
      at,
    });
    await handOver(deps, tx, { merchantId, campaign, prize, drawId: id });
    await countVisitor(tx, { ...key, day: toShanghaiDay(at), variant, drew: true, at });
    await pauseIfExhausted(deps, tx, campaign.id, at);
    return drawnView((await findDrawn(tx, merchantId, id))!);
  };
  return deps.inTurn(() => ctx.once(decide), campaign.id);
}

async function pauseIfExhausted(deps: CampaignsDeps, tx: Tx, id: string, at: Date): Promise<void> {
  if (await isExhausted(tx, id))
    await deps.lifecycles.tryAdvance(tx, campaignLifecycle, { id }, "exhaust", { at, by: SYSTEM });
}

/** What was drawn, or where its stock, the budget or the coupons behind it are at an end, what stands last and has none. */
async function takeOrFallBack(deps: CampaignsDeps, tx: Tx, won: Omit<Won, "prize">, prizes: readonly [Prize, Prize]) {
  const campaignId = won.campaign.id;
  for (const prize of prizes) {
    const stock = await takePrize(tx, campaignId, prize.position);
    if (!stock) continue;
    if (await issued(deps, tx, { ...won, prize })) return { prize, stock };
    await returnPrize(tx, campaignId, prize.position);
  }
  throw new Refusal("campaign.none_running");
}

/** False where the plan behind a coupon has none left or was stopped. */
async function issued(deps: CampaignsDeps, tx: Tx, { merchantId, prize, drawId }: Won): Promise<boolean> {
  if (prize.kind !== "coupon") return true;
  const request = { merchantId, planId: prize.couponPlanId!, cause: `draw:${drawId}` };
  return (await deps.coupons.issue(tx, request)).result === "issued";
}

type Won = { merchantId: string; campaign: Campaign; prize: Prize; drawId: string };
/** Money is booked, and everything said, in the transaction of the draw; a coupon was issued when the prize was taken. */
async function handOver(deps: CampaignsDeps, tx: Tx, { merchantId, campaign, prize, drawId }: Won): Promise<void> {
  if (prize.kind === "money") {
    const amount = moneyOf(campaign.currency, prize.amountMinor!);
    await payReward(deps, tx, { merchantId, cause: `draw:${drawId}`, title: campaign.name, amount });
  }
  if (prize.kind === "nothing" || prize.kind === "card") return;
  const data = { campaign: campaign.name, prize: prize.name, next: nextText(prize.kind) };
  await deps.sendMessage(tx, { event: "campaign.prize_won", merchantId, data });
}

async function requirePayouts(deps: CampaignsDeps, tx: Tx): Promise<void> {
  if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
}

type Reward = { merchantId: string; cause: string; title: string; amount: ReturnType<typeof moneyOf> };
/** Once for each cause, out of the house's promotion account into the wallet of a merchant who still is with us. */
export async function payReward(
  deps: CampaignsDeps,
  tx: Tx,
  { merchantId, cause, title, amount }: Reward,
): Promise<boolean> {
  await requirePayouts(deps, tx);
  if (!(await lockOpenOwner(tx, merchantId))) throw new Refusal("campaign.payee_closed");
  const id = deps.ids.next();
  const isNew = await insertReward(tx, { merchantId, id, cause, title, amount, at: deps.clock.now() });
  if (isNew) await deps.ledger.postIn(tx, [rewardPosting({ merchantId, id, cause, amount })]);
  return isNew;
}

/** A full collection brings the grand prize, once. */
export async function collectGrand(deps: CampaignsDeps, ctx: MerchantContext, page: CampaignPage): Promise<DrawnPrize> {
  const { merchantId } = ctx;
  const { db } = deps.database;
  const campaign = await requireOpen(deps, await campaignOfPage(db, page), merchantId);
  const prizes = await listPrizes(db, campaign.id);
  const grand = prizes.find(({ isGrand }) => isGrand);
  if (!grand) throw new Refusal("campaign.none_running");
  const decide = async (tx: Tx): Promise<DrawnPrize> => {
    const at = deps.clock.now();
    // The campaign's row first, as in a draw: one that ended or was paused meanwhile gives nothing.
    if (!(await holdRunning(tx, campaign.id, at))) throw new Refusal("campaign.none_running");
    const owned = await listPositions(tx, { merchantId, campaignId: campaign.id });
    if (owned.includes(grand.position)) throw new Refusal("campaign.already_collected");
    const missing = prizes.filter(({ kind, position }) => kind === "card" && !owned.includes(position));
    if (missing.length > 0)
      throw new Refusal("campaign.not_collected", { missing: missing.map(({ name }) => name).join("、") });
    const stock = await takePrize(tx, campaign.id, grand.position);
    if (!stock) throw new Refusal("campaign.grand_gone");
    const id = deps.ids.next();
    const isFirst = await insertDraw(tx, {
      merchantId,
      campaignId: campaign.id,
      id,
      number: null,
      cause: "collected",
      chancesBefore: 0,
      chancesAfter: 0,
      random: null,
      commitment: campaign.seedHash,
      drawnPosition: grand.position,
      position: grand.position,
      stockBefore: stock.before,
      stockAfter: stock.after,
      state: grand.kind === "goods" ? "toSend" : "given",
      at,
    });
    if (!isFirst) throw new Refusal("campaign.already_collected");
    const won = { merchantId, campaign, prize: grand, drawId: id };
    if (!(await issued(deps, tx, won))) throw new Refusal("coupon.all_gone");
    await handOver(deps, tx, won);
    await pauseIfExhausted(deps, tx, campaign.id, at);
    return drawnView((await findDrawn(tx, merchantId, id))!);
  };
  return deps.inTurn(() => ctx.once(decide), campaign.id);
}

function nextText(kind: Prize["kind"]): string {
  if (kind === "money") return "已记入钱包";
  if (kind === "coupon") return "已发到「优惠券」，付款时自动使用";
  if (kind === "goods") return "运营会联系您并寄出";
  if (kind === "card") return "集齐全部可兑大奖";
  return "下次再来";
}

export const drawnView = (d: Drawn): DrawnPrize => ({
  id: d.id,
  campaign: d.campaign,
  campaignId: d.campaignId,
  number: d.number,
  position: d.position,
  prize: d.prize,
  drawnPrize: d.drawnPrize,
  kind: d.kind,
  won: d.kind !== "nothing",
  next: d.note ?? nextText(d.kind),
  state: d.state,
  chancesLeft: d.chancesAfter,
  random: d.random,
  commitment: d.commitment,
  at: toShanghaiTime(d.drawnAt),
});
