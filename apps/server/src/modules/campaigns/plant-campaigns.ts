import { campaignLifecycle } from "@coralhub/domain";
import { SYSTEM, type Actor, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Tx } from "../../platform/db.ts";
import { insertCampaign, replacePrizes, type Campaign, type Prize } from "./campaigns-store.ts";
import { hashOf, seedContext } from "./draw.ts";

export type CampaignPlant = Omit<Campaign, "state" | "spentMinor" | "draws" | "sealedSeed" | "seedHash"> & {
  decidedBy: Actor & { kind: "operator" };
  prizes: readonly Prize[];
};

const SEED_BYTES = 32;

/** The demo world's campaigns, running. What is already there stays. */
export async function plantCampaigns(
  { secrets, random, lifecycles }: { secrets: Secrets; random: Random; lifecycles: Lifecycles },
  tx: Tx,
  plants: readonly CampaignPlant[],
): Promise<void> {
  for (const { decidedBy, prizes, ...campaign } of plants) {
    const seed = random.bytes(SEED_BYTES).toString("hex");
    const sealedSeed = secrets.seal(seed, seedContext(campaign.id));
    if (!(await insertCampaign(tx, { ...campaign, sealedSeed, seedHash: hashOf(seed) }))) continue;
    await replacePrizes(tx, campaign.id, prizes);
    const { id, madeAt: at } = campaign;
    const set = { decidedBy: decidedBy.id, decidedAt: at };
    await lifecycles.advance(tx, campaignLifecycle, { id }, "schedule", { at, by: decidedBy, set });
    await lifecycles.advance(tx, campaignLifecycle, { id }, "start", { at, by: SYSTEM });
  }
}
