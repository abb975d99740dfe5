import { authRecordEndpoints, fullPath, homeEndpoints, identityEndpoints, type Endpoint } from "@coralhub/contract";
import type { PageKey } from "@coralhub/domain";

/** Who is here, before any page opens. */
const EVERYWHERE: readonly Endpoint[] = [identityEndpoints.accountInfo, authRecordEndpoints.certificationView];
/** What a page shows first, where the question is always the same. */
const OF_PAGE: Partial<Record<PageKey, Endpoint>> = { home: homeEndpoints.home };

/** What a page's document asks for at once, while the application is still on its way. */
export function firstCalls(key?: PageKey): string[] {
  const own = key && OF_PAGE[key];
  return [...(own ? [own] : []), ...EVERYWHERE].map((endpoint) => fullPath(endpoint));
}
