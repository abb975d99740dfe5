import {
  FLAGS,
  moneyOf,
  toShanghaiDay,
  toShanghaiTime,
  type CampaignPage,
  type FlagName,
  type PortalPath,
} from "@coralhub/domain";
import { campaignOfPage, hasStoreOn, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { grantChances, listCauses, openChances, type Chance } from "./draws-store.ts";

const DAY_MS = 86_400_000;
const VOLUME_DAYS = 30;
/** Roughly what a unit is in dollars does not matter here: the threshold is asked of what came in as dollars. */
const VOLUME_CURRENCY = "USD";

export const isOpen = ({ state, startsAt, endsAt }: Campaign, now: Date): boolean =>
  state === "running" && startsAt <= now && endsAt > now;

/** Why a merchant may not take part, and where that can be changed. */
export type Barred = { reason: string; lead: { label: string; path: PortalPath } | null };
const barred = (reason: string, lead: Barred["lead"] = null): Barred => ({ reason, lead });

/** Nothing where it may. */
export async function audienceProblem(
  deps: CampaignsDeps,
  { audience }: Pick<Campaign, "audience">,
  merchantId: string,
): Promise<Barred | undefined> {
  const { certified, sources, flag, platform, volumeDollars } = audience;
  if (certified && !(await deps.certification.mayMoveMoney(merchantId)))
    return barred("完成实名认证后才能参加", { label: "去认证", path: "/nav/navEnd" });
  if (sources.length > 0 && !sources.includes((await deps.audience.about(merchantId)).source))
    return barred("本活动只对部分来源的商户开放");
  // A flag that is no longer there is on for nobody.
  if (flag !== null && !(Object.hasOwn(FLAGS, flag) && (await deps.flags.isOn(flag as FlagName, merchantId))))
    return barred("本活动只对受邀商户开放");
  if (platform !== null && !(await hasStoreOn(deps.database.db, merchantId, platform)))
    return barred("绑定指定平台的店铺后才能参加", { label: "去绑定店铺", path: "/bindshop" });
  if (volumeDollars > 0) {
    const until = deps.clock.now();
    const from = new Date(until.getTime() - VOLUME_DAYS * DAY_MS);
    const turnover = await deps.activity.turnover(merchantId, { from, until, kind: "income" });
    const came = turnover.find(({ currency }) => currency === VOLUME_CURRENCY)?.income ?? moneyOf(VOLUME_CURRENCY, 0n);
    if (came.minor < BigInt(volumeDollars) * 100n)
      return barred(`近 ${VOLUME_DAYS} 天美元收款满 ${volumeDollars} 后才能参加`, {
        label: "查看收款",
        path: "/bigIncome/in",
      });
  }
  return undefined;
}

/** What there is a chance for by now; each is named, so that it counts once. */
async function causesOf(
  deps: CampaignsDeps,
  { chances, startsAt, endsAt }: Campaign,
  merchantId: string,
): Promise<string[]> {
  const many = (name: string, count: number) => Array.from({ length: count }, (_none, index) => `${name}:${index + 1}`);
  const causes = many("once", chances.once);
  causes.push(...many(`day:${toShanghaiDay(deps.clock.now())}`, chances.daily));
  if (chances.partner > 0 && (await deps.audience.about(merchantId)).source === "partner")
    causes.push(...many("partner", chances.partner));
  if (chances.friend > 0) {
    const friends = await successfulFriends(deps, merchantId, { startsAt, endsAt });
    causes.push(...friends.flatMap((friend) => many(`friend:${friend}`, chances.friend)));
  }
  return causes;
}

/** Friends who came during a time and have passed certification. */
export async function successfulFriends(
  deps: CampaignsDeps,
  merchantId: string,
  time?: { startsAt: Date; endsAt: Date },
): Promise<string[]> {
  const friends = await deps.audience.invitedBy(merchantId);
  const came = friends.filter(({ at }) => !time || (at >= time.startsAt && at < time.endsAt));
  const certified = await Promise.all(came.map(({ merchantId: friend }) => deps.certification.mayMoveMoney(friend)));
  return came.filter((_friend, index) => certified[index]).map(({ merchantId: friend }) => friend);
}

/** The campaign of a page for one merchant: whether it may take part, and the chances it has now. */
export async function standingOf(deps: CampaignsDeps, merchantId: string, page: CampaignPage) {
  const campaign = await campaignOfPage(deps.database.db, page);
  if (!campaign) return { campaign: undefined, problem: barred("活动还没有开始"), chances: [] as Chance[] };
  const now = deps.clock.now();
  if (!isOpen(campaign, now)) return { campaign, problem: barred(notOpen(campaign, now)), chances: [] as Chance[] };
  const problem = await audienceProblem(deps, campaign, merchantId);
  if (problem !== undefined) return { campaign, problem, chances: [] as Chance[] };
  return { campaign, problem: undefined, chances: await chancesOf(deps, campaign, merchantId) };
}

function notOpen({ state, startsAt, endsAt }: Campaign, now: Date): string {
  if (state === "ended" || endsAt <= now) return "活动已经结束";
  return state === "paused" ? "活动暂停中" : `活动还没有开始，${toShanghaiTime(startsAt).slice(0, 16)} 开始`;
}

/** Whether tomorrow brings another chance. */
export const hasMoreTomorrow = ({ chances, endsAt }: Campaign, now: Date): boolean =>
  chances.daily > 0 && toShanghaiDay(new Date(endsAt.getTime() - 1)) > toShanghaiDay(now);

/** An account of the same person brings no chance; whoever shares no more than a network may be a colleague. */
async function isStranger(deps: CampaignsDeps, merchantId: string, friend: string): Promise<boolean> {
  if (await deps.certification.shareDocument(merchantId, friend)) return false;
  return !(await deps.audience.sharedTraces(merchantId, friend)).includes("device");
}

const FRIEND_CAUSE = /^friend:(?<friend>[^:]+):/;
/** What was not granted yet. Friends are looked at before their first chance, and not again. */
async function newCauses(deps: CampaignsDeps, campaign: Campaign, merchantId: string): Promise<string[]> {
  const granted = new Set(await listCauses(deps.database.db, { merchantId, campaignId: campaign.id }));
  const fresh: string[] = [];
  for (const cause of await causesOf(deps, campaign, merchantId)) {
    if (granted.has(cause)) continue;
    const friend = FRIEND_CAUSE.exec(cause)?.groups?.["friend"];
    if (friend === undefined || (await isStranger(deps, merchantId, friend))) fresh.push(cause);
  }
  return fresh;
}

/** Grants what is due and says what is left. */
export async function chancesOf(deps: CampaignsDeps, campaign: Campaign, merchantId: string): Promise<Chance[]> {
  const key = { merchantId, campaignId: campaign.id };
  const causes = await newCauses(deps, campaign, merchantId);
  if (causes.length > 0) {
    const granted = causes.map((cause) => ({ cause, id: deps.ids.next() }));
    await deps.database.transaction((tx) => grantChances(tx, key, granted, deps.clock.now()));
  }
  return openChances(deps.database.db, key);
}

export const variantFor = async (deps: CampaignsDeps, merchantId: string): Promise<"a" | "b"> =>
  (await deps.flags.isOn("campaignVariant", merchantId)) ? "b" : "a";
