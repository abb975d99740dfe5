import { Refusal, type SunriseApplication } from "@coralhub/contract";
import { campaignApplicationLifecycle, mobileText } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { campaignOfPage, findCampaign, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findApplication, insertApplication } from "./draws-store.ts";
import { audienceProblem, isOpen } from "./standing.ts";

async function progressOf(deps: CampaignsDeps, merchantId: string, campaign: Campaign | undefined) {
  const application = campaign && (await findApplication(deps.database.db, merchantId, campaign.id));
  const state = application?.state ?? null;
  return {
    open: campaign !== undefined && isOpen(campaign, deps.clock.now()),
    applied: application !== undefined,
    state,
    stateText: state && campaignApplicationLifecycle.states[state].label,
    reason: application?.reason ?? null,
  };
}

export const checkSunrise = async (deps: CampaignsDeps, merchantId: string) =>
  progressOf(deps, merchantId, await campaignOfPage(deps.database.db, "sunrise"));

async function requireOpen(deps: CampaignsDeps, campaign: Campaign | undefined, merchantId: string): Promise<Campaign> {
  if (!campaign || !isOpen(campaign, deps.clock.now())) throw new Refusal("campaign.none_running");
  const reason = await audienceProblem(deps, campaign, merchantId);
  if (reason !== undefined) throw new Refusal("campaign.not_for_you", { reason });
  return campaign;
}

export async function applySunrise(deps: CampaignsDeps, ctx: MerchantContext, form: SunriseApplication) {
  const { merchantId } = ctx;
  const campaign = await requireOpen(deps, await campaignOfPage(deps.database.db, "sunrise"), merchantId);
  await ctx.once(async (tx) => {
    const application = { merchantId, id: deps.ids.next(), campaignId: campaign.id, ...form, createdAt: ctx.now };
    if (!(await insertApplication(tx, application))) throw new Refusal("campaign.already_applied");
    return null;
  });
  return progressOf(deps, merchantId, campaign);
}

/** One click: whom to call is known. Asking again says how far it is. */
export async function applyThirdParty(deps: CampaignsDeps, ctx: MerchantContext, id: string) {
  const { merchantId } = ctx;
  const known = await findCampaign(deps.database.db, id);
  if (!known || known.state === "draft") throw new Refusal("not_found");
  const campaign = await requireOpen(deps, known, merchantId);
  const [{ mobile, contact }, briefs] = await Promise.all([
    deps.audience.about(merchantId),
    deps.certification.briefsOf([merchantId]),
  ]);
  const company = briefs.get(merchantId)?.name ?? contact ?? mobileText(mobile ?? "");
  await ctx.once((tx) =>
    insertApplication(tx, {
      merchantId,
      id: deps.ids.next(),
      campaignId: campaign.id,
      company,
      contact: contact ?? company,
      mobile: mobileText(mobile ?? ""),
      platform: "",
      monthlyDollars: 0,
      note: "",
      createdAt: ctx.now,
    }),
  );
  return progressOf(deps, merchantId, campaign);
}
