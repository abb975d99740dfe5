import { Refusal, type SunriseApplication } from "@coralhub/contract";
import { campaignApplicationLifecycle, mobileText } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import { campaignOfPage, findCampaign, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findApplication, insertApplication, listApplications } from "./draws-store.ts";
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
  const barred = await audienceProblem(deps, campaign, merchantId);
  if (barred) throw new Refusal("campaign.not_for_you", { reason: barred.reason });
  return campaign;
}

export async function applySunrise(deps: CampaignsDeps, ctx: MerchantContext, form: SunriseApplication) {
  const { merchantId } = ctx;
  const campaign = await requireOpen(deps, await campaignOfPage(deps.database.db, "sunrise"), merchantId);
  await ctx.once(async (tx) => {
    const id = deps.ids.next();
    const application = { merchantId, id, campaignId: campaign.id, ...form, createdAt: ctx.now };
    const whom = sealedContact(deps, [merchantId, id], form);
    if (!(await insertApplication(tx, { ...application, ...whom }))) throw new Refusal("campaign.already_applied");
    return null;
  });
  return progressOf(deps, merchantId, campaign);
}

type Contact = { contact: string; mobile: string };
const CELLS = { contact: "campaign_application.contact", mobile: "campaign_application.mobile" } as const;
const sealedContact = ({ secrets }: CampaignsDeps, row: readonly string[], { contact, mobile }: Contact) => ({
  contact: sealCell(secrets, CELLS.contact, row, contact),
  mobile: sealCell(secrets, CELLS.mobile, row, mobile),
});

/** For the desk, which calls them. */
export async function describeApplications({ database, secrets }: CampaignsDeps, limit: number) {
  const applications = await listApplications(database.db, limit);
  return applications.map((application) => {
    const row = [application.merchantId, application.id];
    return {
      ...application,
      contact: openCell(secrets, CELLS.contact, row, application.contact),
      mobile: openCell(secrets, CELLS.mobile, row, application.mobile),
    };
  });
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
  const whom = { contact: contact ?? company, mobile: mobileText(mobile ?? "") };
  const applicationId = deps.ids.next();
  await ctx.once((tx) =>
    insertApplication(tx, {
      merchantId,
      id: applicationId,
      campaignId: campaign.id,
      company,
      ...sealedContact(deps, [merchantId, applicationId], whom),
      platform: "",
      monthlyDollars: 0,
      note: "",
      createdAt: ctx.now,
    }),
  );
  return progressOf(deps, merchantId, campaign);
}
