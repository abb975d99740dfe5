import {
  campaignDeskEndpoints,
  campaignEndpoints,
  campaignPushEndpoints,
  Refusal,
  type CampaignView,
} from "@coralhub/contract";
import {
  addressOf,
  CAMPAIGN_PAGES,
  layoutOf,
  isCampaignPage,
  oddsText,
  PORTAL,
  SERVICE_POSTERS,
  toShanghaiDay,
  toShanghaiTime,
  type CampaignPage,
  type Money,
  type PosterPage,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { createSemaphore } from "../../platform/semaphore.ts";
import type { Tx } from "../../platform/db.ts";
import { applySunrise, applyThirdParty, checkSunrise, describeApplications } from "./apply.ts";
import { campaignOfPage, countVisit, countVisitor, listPast, listPrizes } from "./campaigns-store.ts";
import type { CampaignsDeps, CampaignsHouse } from "./deps.ts";
import { decideApplication, describeCampaigns, moveCampaign, saveCampaign, sendPrize, watchCampaigns } from "./desk.ts";
import { collectGrand, drawnView, drawOnPage, openBox, payReward, seedOf } from "./draw.ts";
import { countRewards, countWaiting, listDrawn, listPositions, listToSend } from "./draws-store.ts";
import { previewed, previewPath } from "./preview.ts";
import { proposePush, PUSH_JOB, putPushIntoForce, sendPushes, stopPush } from "./push.ts";
import { listPushes } from "./pushes-store.ts";
import { firstImage, pictureFile, shownBlocks, takePicture } from "./pictures.ts";
import { readPicture } from "./pictures-store.ts";
import { drawPoster, POSTER_LOOKS, type Poster } from "./poster.ts";
import { hasMoreTomorrow, isOpen, standingOf, successfulFriends, variantFor, type Barred } from "./standing.ts";

export { drawPoster } from "./poster.ts";
export { plantCampaigns, type CampaignPlant } from "./plant-campaigns.ts";

export type Campaigns = Capability<typeof campaignEndpoints> & {
  /** The console's side of it. */
  desk: Capability<typeof campaignDeskEndpoints>;
  /** Telling merchants of it. */
  pushes: Capability<typeof campaignPushEndpoints>;
  poster(request: Poster): Promise<Uint8Array>;
  /** Money the house gives, once for each cause; false where it was given. */
  reward(tx: Tx, request: { merchantId: string; cause: string; title: string; amount: Money }): Promise<boolean>;
};

const SHOWN = 100;
const PAST_SHOWN = 20;
/** All that a merchant can have drawn: prizes do not vanish behind later ones, and each draw can be checked. */
const DRAWS_SHOWN = 1_000;

/** Campaigns that draw at the same moment. */
const CAMPAIGNS_AT_ONCE = 4;

export function createCampaigns(house: CampaignsHouse): Campaigns {
  const deps: CampaignsDeps = {
    ...house,
    audience: house.identity.audience,
    sendMessage: house.messages.send,
    promote: house.messages.promote,
    inTurn: createSemaphore(CAMPAIGNS_AT_ONCE, 1),
  };
  const { db } = deps.database;
  return {
    endpoints: campaignEndpoints,
    handlers: { ...activityHandlers(deps), ...leLiaoHandlers(deps) },
    desk: deskOf(deps),
    pushes: pushesOf(deps),
    poster: drawPoster,
    reward: (tx, request) => payReward(deps, tx, request),
    personalData: async (merchantId) => ({
      活动奖品: (await listDrawn(db, merchantId, { limit: DRAWS_SHOWN })).map(drawnView),
      活动奖金笔数: await countRewards(db, merchantId),
    }),
  };
}

function activityHandlers(deps: CampaignsDeps) {
  const { db } = deps.database;
  return {
    campaign: (_ctx, request) => describeCampaign(deps, request),
    campaignPoster: (_ctx, { page, code }) => posterOfPage(deps, page, code),
    campaignPicture: (_ctx, { id }) => pictureFile(deps, id),
    lotteryQualification: ({ merchantId }, { page }) => qualify(deps, merchantId, page),
    doubleElevenLottery: (ctx) => drawOnPage(deps, ctx, "draw"),
    draw: (ctx, { page }) => drawOnPage(deps, ctx, page),
    collectGrandPrize: (ctx, { page }) => collectGrand(deps, ctx, page),
    async userPrizes({ merchantId }, { campaignId }) {
      const wanted = { campaignId, won: campaignId === undefined, limit: DRAWS_SHOWN };
      return (await listDrawn(db, merchantId, wanted)).map(drawnView);
    },
    async successfulInvitations({ merchantId }, { mobile }) {
      // A number of nobody and one of somebody else are answered alike: nobody learns who our customers are.
      if (mobile !== undefined && !(await deps.audience.byMobile([mobile])).includes(merchantId))
        throw new Refusal("campaign.own_number");
      return { total: (await successfulFriends(deps, merchantId)).length };
    },
    applyThirdParty: (ctx, { id }) => applyThirdParty(deps, ctx, id),
    checkSunrise: ({ merchantId }) => checkSunrise(deps, merchantId),
    applySunrise: (ctx, form) => applySunrise(deps, ctx, form),
  } satisfies Partial<Campaigns["handlers"]>;
}

function leLiaoHandlers(deps: CampaignsDeps) {
  return {
    isLeLiaoUser: async ({ merchantId }) => ({
      isLeLiaoUser: (await deps.audience.about(merchantId)).source === "partner",
    }),
    async canLottery({ merchantId }) {
      const { chances } = await standingOf(deps, merchantId, "treasure");
      return { canLottery: chances.length > 0, boxes: chances.map(({ id }) => ({ id })) };
    },
    raffleRecords: async ({ merchantId }) =>
      (await listDrawn(deps.database.db, merchantId, { page: "treasure", limit: DRAWS_SHOWN })).map(drawnView),
    openBox: (ctx, { id }) => openBox(deps, ctx, id),
  } satisfies Partial<Campaigns["handlers"]>;
}

function deskOf(deps: CampaignsDeps): Campaigns["desk"] {
  const { db } = deps.database;
  return {
    endpoints: campaignDeskEndpoints,
    handlers: {
      campaigns: () => describeCampaigns(deps),
      saveCampaign: (ctx, request) => saveCampaign(deps, ctx, request),
      uploadCampaignPicture: (ctx, { file }) => takePicture(deps, ctx, file),
      moveCampaign: (ctx, move) => moveCampaign(deps, ctx, move),
      previewCampaign: (_ctx, { id }) => previewPath(deps, id),
      prizesToSend: () => listToSend(db, SHOWN),
      sendPrize: (ctx, request) => sendPrize(deps, ctx, request),
      campaignApplications: () => describeApplications(deps, SHOWN),
      decideCampaignApplication: (ctx, request) => decideApplication(deps, ctx, request),
    },
    jobs: { "campaigns.watch": { cron: "* * * * *", run: () => watchCampaigns(deps) } },
    waiting: { campaigns: () => countWaiting(db) },
  };
}

function pushesOf(deps: CampaignsDeps): Campaigns["pushes"] {
  return {
    endpoints: campaignPushEndpoints,
    handlers: {
      campaignPushes: () => listPushes(deps.database.db, SHOWN),
      proposeCampaignPush: (ctx, request) => proposePush(deps, ctx, request),
      stopCampaignPush: (ctx, { id }) => stopPush(deps, ctx, id),
    },
    approvals: { "campaign.push": putPushIntoForce(deps) },
    jobs: { [PUSH_JOB]: { cron: "* * * * *", run: () => sendPushes(deps) } },
  };
}

type PageWords = { label: string; title: string; about: string; path: string; image?: string | undefined };
/** What the page is called and says of itself: a campaign in its own words, a service always the same. */
async function wordsOfPage(deps: CampaignsDeps, page: PosterPage): Promise<PageWords> {
  if (!isCampaignPage(page)) {
    const { title, path } = PORTAL[page];
    return { label: title, title, path, about: SERVICE_POSTERS[page] };
  }
  const { label, about, path } = CAMPAIGN_PAGES[page];
  const campaign = await campaignOfPage(deps.database.db, page);
  const image = campaign && firstImage(layoutOf(campaign.content.blocks));
  return { label, title: campaign?.name ?? label, path, about: campaign?.content.headline ?? about, image };
}

/** With somebody's code the link leads to the register, else to the page itself: a code of nobody would end in a refusal. */
async function posterOfPage(deps: CampaignsDeps, page: PosterPage, typed: string | undefined) {
  const code = typed !== undefined && (await deps.audience.hasCode(typed)) ? typed.toUpperCase() : undefined;
  const { label, title, about, path: own, image } = await wordsOfPage(deps, page);
  const photo = image === undefined ? undefined : await readPicture(deps.database.db, image);
  const path = code ? addressOf("register", { invitationCode: code }) : own;
  const lines = [about, ...(code ? [`邀请码 ${code}`] : [])];
  const body = await drawPoster({ title, lines, url: `${deps.publicUrl}${path}`, look: POSTER_LOOKS[page], photo });
  return { fileName: `${label}.png`, contentType: "image/png", body, opens: true } as const;
}

/** What anybody may read. The seed is told when nothing can be drawn any more. */
async function describeCampaign(
  deps: CampaignsDeps,
  { page, id: named, preview }: { page: CampaignPage; id?: string | undefined; preview?: string | undefined },
): Promise<CampaignView | null> {
  const { db } = deps.database;
  const shown = preview === undefined ? undefined : await previewed(deps, preview);
  const campaign = shown ?? (await campaignOfPage(db, page, named));
  if (!campaign) return null;
  const now = deps.clock.now();
  if (!shown && named === undefined) await countVisit(db, campaign.id, toShanghaiDay(now));
  const { id, name, state, startsAt, endsAt, content, seedHash, draws } = campaign;
  const { headline, intro, rules, blocks } = content;
  const [prizes, past] = await Promise.all([listPrizes(db, id), listPast(db, page, PAST_SHOWN)]);
  return {
    id,
    page,
    name,
    state,
    isOpen: isOpen(campaign, now),
    startsAt: toShanghaiTime(startsAt).slice(0, 16),
    endsAt: toShanghaiTime(endsAt).slice(0, 16),
    headline,
    intro,
    rules,
    blocks: await shownBlocks(db, layoutOf(blocks)),
    prizes: prizes.map(({ position, name: prize, kind, weight, isGrand }) => ({
      position,
      name: prize,
      kind,
      weight,
      odds: oddsText(weight),
      isGrand,
    })),
    seedHash,
    seed: state === "ended" ? seedOf(deps, campaign) : null,
    draws,
    past: past
      .filter((one) => one.id !== id)
      .map((one) => ({ id: one.id, name: one.name, endsAt: toShanghaiTime(one.endsAt).slice(0, 16) })),
  };
}

const reasonOf = (problem: Barred | undefined) => ({ reason: problem?.reason ?? "", lead: problem?.lead ?? null });

async function qualify(deps: CampaignsDeps, merchantId: string, page: CampaignPage) {
  const { db } = deps.database;
  const [{ campaign, problem, chances }, about, variant] = await Promise.all([
    standingOf(deps, merchantId, page),
    deps.audience.about(merchantId),
    variantFor(deps, merchantId),
  ]);
  const { invitationCode } = about;
  const sinceDay = toShanghaiDay(about.registeredAt);
  if (!campaign) {
    const nothing = { chances: 0, moreTomorrow: false, headline: "", cards: [], collected: false, last: null };
    return { qualified: false, ...reasonOf(problem), ...nothing, sinceDay, invitationCode };
  }
  const at = deps.clock.now();
  await countVisitor(db, { merchantId, campaignId: campaign.id, day: toShanghaiDay(at), variant, drew: false, at });
  const [owned, prizes, [last]] = await Promise.all([
    listPositions(db, { merchantId, campaignId: campaign.id }),
    listPrizes(db, campaign.id),
    listDrawn(db, merchantId, { campaignId: campaign.id, limit: 1 }),
  ]);
  const { headline, headlineB } = campaign.content;
  const isOf = (wanted: (prize: (typeof prizes)[number]) => boolean) =>
    owned.filter((position) => prizes.some((prize) => prize.position === position && wanted(prize)));
  return {
    qualified: problem === undefined,
    ...reasonOf(problem),
    chances: chances.length,
    moreTomorrow: hasMoreTomorrow(campaign, at),
    headline: variant === "b" && headlineB !== "" ? headlineB : headline,
    cards: isOf(({ kind }) => kind === "card"),
    collected: isOf(({ isGrand }) => isGrand).length > 0,
    last: last ? drawnView(last) : null,
    sinceDay,
    invitationCode,
  };
}
