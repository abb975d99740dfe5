import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Tx } from "../../platform/db.ts";
import { insertCampaign, openCampaign, replacePrizes, type Campaign, type Prize } from "./campaigns-store.ts";
import { hashOf, seedContext } from "./draw.ts";

export type CampaignPlant = Omit<Campaign, "state" | "spentMinor" | "draws" | "sealedSeed" | "seedHash"> & {
  decidedBy: string;
  prizes: readonly Prize[];
};

const SEED_BYTES = 32;

/** The demo world's campaigns, running. What is already there stays. */
export async function plantCampaigns(
  { secrets, random }: { secrets: Secrets; random: Random },
  tx: Tx,
  plants: readonly CampaignPlant[],
): Promise<void> {
  for (const { decidedBy, prizes, ...campaign } of plants) {
    const seed = random.bytes(SEED_BYTES).toString("hex");
    const sealedSeed = secrets.seal(seed, seedContext(campaign.id));
    if (!(await insertCampaign(tx, { ...campaign, sealedSeed, seedHash: hashOf(seed) }))) continue;
    await replacePrizes(tx, campaign.id, prizes);
    await openCampaign(tx, campaign.id, decidedBy, campaign.madeAt);
  }
}
