import { FLAGS, moneyOf, toShanghaiDay, type CampaignPage, type FlagName } from "@coralhub/domain";
import { campaignOfPage, hasStoreOn, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { grantChances, openChances, type Chance } from "./draws-store.ts";

const DAY_MS = 86_400_000;
const VOLUME_DAYS = 30;
/** Roughly what a unit is in dollars does not matter here: the threshold is asked of what came in as dollars. */
const VOLUME_CURRENCY = "USD";

export const isOpen = ({ state, startsAt, endsAt }: Campaign, now: Date): boolean =>
  state === "running" && startsAt <= now && endsAt > now;

/** Why a merchant may not take part; nothing where it may. */
export async function audienceProblem(
  deps: CampaignsDeps,
  { audience }: Pick<Campaign, "audience">,
  merchantId: string,
): Promise<string | undefined> {
  const { certified, sources, flag, platform, volumeDollars } = audience;
  if (certified && !(await deps.certification.mayMoveMoney(merchantId))) return "完成实名认证后才能参加";
  if (sources.length > 0 && !sources.includes((await deps.audience.about(merchantId)).source))
    return "本活动只对部分来源的商户开放";
  // A flag that is no longer there is on for nobody.
  if (flag !== null && !(Object.hasOwn(FLAGS, flag) && (await deps.flags.isOn(flag as FlagName, merchantId))))
    return "本活动只对受邀商户开放";
  if (platform !== null && !(await hasStoreOn(deps.database.db, merchantId, platform)))
    return "绑定指定平台的店铺后才能参加";
  if (volumeDollars > 0) {
    const until = deps.clock.now();
    const from = new Date(until.getTime() - VOLUME_DAYS * DAY_MS);
    const turnover = await deps.activity.turnover(merchantId, { from, until, kind: "income" });
    const came = turnover.find(({ currency }) => currency === VOLUME_CURRENCY)?.income ?? moneyOf(VOLUME_CURRENCY, 0n);
    if (came.minor < BigInt(volumeDollars) * 100n) return `近 ${VOLUME_DAYS} 天美元收款满 ${volumeDollars} 后才能参加`;
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
  if (!campaign) return { campaign: undefined, problem: "活动还没有开始", chances: [] as Chance[] };
  const now = deps.clock.now();
  if (!isOpen(campaign, now)) return { campaign, problem: "活动还没有开始或已经结束", chances: [] as Chance[] };
  const problem = await audienceProblem(deps, campaign, merchantId);
  if (problem !== undefined) return { campaign, problem, chances: [] as Chance[] };
  return { campaign, problem: undefined, chances: await chancesOf(deps, campaign, merchantId) };
}

/** Grants what is due and says what is left. */
export async function chancesOf(deps: CampaignsDeps, campaign: Campaign, merchantId: string): Promise<Chance[]> {
  const key = { merchantId, campaignId: campaign.id };
  const causes = await causesOf(deps, campaign, merchantId);
  const at = deps.clock.now();
  await deps.database.transaction((tx) =>
    grantChances(
      tx,
      key,
      causes.map((cause) => ({ cause, id: deps.ids.next() })),
      at,
    ),
  );
  return openChances(deps.database.db, key);
}

export const variantFor = async (deps: CampaignsDeps, merchantId: string): Promise<"a" | "b"> =>
  (await deps.flags.isOn("campaignVariant", merchantId)) ? "b" : "a";
