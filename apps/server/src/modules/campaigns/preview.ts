import { Refusal } from "@coralhub/contract";
import { CAMPAIGN_PAGES } from "@coralhub/domain";
import { readSigned, signText } from "../../platform/signed-text.ts";
import { findCampaign, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";

const PURPOSE = "campaign preview";

/** The page as it will be, before anything of it counts: for whoever has the address. */
export async function previewPath(deps: CampaignsDeps, id: string): Promise<{ path: string }> {
  const campaign = await findCampaign(deps.database.db, id);
  if (!campaign) throw new Refusal("not_found");
  return { path: `${CAMPAIGN_PAGES[campaign.page].path}?preview=${signText(deps.secrets, id, PURPOSE)}` };
}

/** Undefined where the address was not made by us: the page then shows what runs. */
export async function previewed(deps: CampaignsDeps, token: string): Promise<Campaign | undefined> {
  const id = readSigned(deps.secrets, token, PURPOSE);
  return id === undefined ? undefined : findCampaign(deps.database.db, id);
}
