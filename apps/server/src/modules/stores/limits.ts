import { Refusal } from "@coralhub/contract";
import { STORE_LIMITS, type Platform } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { countForLimits, countStores, type StoreCounts } from "./stores-store.ts";

/** The first limit that `more` further stores would break. */
function overLimit(counts: StoreCounts, platform: Platform | undefined, more = 1): Refusal | undefined {
  if (counts.pending + more > STORE_LIMITS.pending)
    return new Refusal("store.limit_pending", { limit: STORE_LIMITS.pending });
  if (platform && counts.platform + more > STORE_LIMITS.platform)
    return new Refusal("store.limit_platform", { platform: platform.name, limit: STORE_LIMITS.platform });
  if (counts.total + more > STORE_LIMITS.total) return new Refusal("store.limit_total", { limit: STORE_LIMITS.total });
  return undefined;
}

/** Counted while nobody else of this merchant can add one. */
export async function refuseOverLimit(tx: Tx, merchantId: string, platform: Platform): Promise<void> {
  const refusal = overLimit(await countForLimits(tx, merchantId, platform.code), platform);
  if (refusal) throw refusal;
}

export async function describeLimits(db: Db, merchantId: string, platform: Platform | undefined) {
  const counts = await countStores(db, merchantId, platform?.code ?? null);
  const refusal = overLimit(counts, platform);
  return {
    allowed: refusal === undefined,
    reason: refusal?.message ?? "",
    pending: { used: counts.pending, limit: STORE_LIMITS.pending },
    stores: platform
      ? { used: counts.platform, limit: STORE_LIMITS.platform }
      : { used: counts.total, limit: STORE_LIMITS.total },
  };
}
