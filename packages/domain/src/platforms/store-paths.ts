import { platformByCode } from "./catalogue.ts";
import type { Platform } from "./platform.ts";

/** Where a store is shown, with everything it waits for. In a message's words the id is a place to fill. */
export const storePath = <Id extends string>(id: Id) => `/multipleStores/storeDetails?id=${id}` as const;

/** Where a shop on this platform is bound. */
export const bindPath = ({ routeKey }: Pick<Platform, "routeKey">): string => `/bindshop/${routeKey}`;

/** The binding page with this store's answers, to correct them or to add what the shop did not have before. */
export function correctPath({ merchantsId, platformCode }: { merchantsId: string; platformCode: string }): string {
  const platform = platformByCode(platformCode);
  return platform ? `${bindPath(platform)}?id=${merchantsId}` : storePath(merchantsId);
}
