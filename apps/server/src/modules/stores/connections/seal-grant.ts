import type { Secrets } from "../../../platform/secrets.ts";
import type { Grant } from "../../../rails/marketplaces/index.ts";
import { lastFourOf } from "../save-secrets.ts";
import type { StoreKey } from "../stores-store.ts";

/** Bound to its row: a sealed token copied to another store opens nowhere. */
const contextOf = ({ merchantId, id }: StoreKey): string => `store connection:${merchantId}:${id}`;
const DAY_MS = 86_400_000;

type Sealed = Omit<Grant, "accessEndsAt" | "endsAt"> & { accessEndsAt: string | null; endsAt: string | null };
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function openGrant(secrets: Secrets, key: StoreKey & { sealed: Uint8Array }): Grant {
  const kept = JSON.parse(secrets.openText(key.sealed, contextOf(key))) as Sealed;
  return { ...kept, accessEndsAt: dateOf(kept.accessEndsAt), endsAt: dateOf(kept.endsAt) };
}

/** What a grant becomes in its row. */
export function sealGrant(secrets: Secrets, key: StoreKey, grant: Grant, now: Date) {
  return {
    sealed: secrets.seal(JSON.stringify(grant), contextOf(key)),
    lastFour: lastFourOf(grant.accessToken),
    endsAt: grant.endsAt,
    refreshAfter: refreshTime(grant, now),
  };
}

/** After three quarters of its life, and never later than a day before its end. */
function refreshTime({ accessEndsAt }: Grant, now: Date): Date | null {
  if (accessEndsAt === null) return null;
  const lifeMs = accessEndsAt.getTime() - now.getTime();
  return new Date(accessEndsAt.getTime() - Math.min(DAY_MS, lifeMs / 4));
}
