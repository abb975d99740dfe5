import { PLATFORMS, platformByCode } from "../platforms/catalogue.ts";
import type { Platform } from "../platforms/platform.ts";
import { fillPath, finderOf, type Address, type ParameterList } from "./address.ts";
import { PORTAL, type PortalKey, type PortalRow } from "./portal.ts";

export type PortalRoute = PortalRow & { key: PortalKey };

/** Platforms whose page a visitor may read before signing in. */
const OPEN_PLATFORMS: readonly string[] = ["paymentwall"];

const platformRoutes = PLATFORMS.map(({ routeKey, name }): PortalRoute => ({
  ...PORTAL.bindPlatform,
  key: "bindPlatform",
  path: `/bindshop/${routeKey}`,
  title: `绑定 ${name}`,
  access: OPEN_PLATFORMS.includes(routeKey) ? "public" : "merchant",
}));

/** Every address there is: rows with a parameter stand once for each of its values. */
export const PORTAL_ROUTES: readonly PortalRoute[] = Object.entries<PortalRow>(PORTAL).flatMap(([name, row]) => {
  const key = name as PortalKey;
  return key === "bindPlatform" ? platformRoutes : [{ ...row, key }];
});

/** The address of a page. What it cannot be opened without must be given; the rest goes into the query. */
export const addressOf = <K extends PortalKey>(key: K, ...[parameters]: ParameterList<(typeof PORTAL)[K]>): Address =>
  fillPath(PORTAL[key].path, parameters);

export const portalRouteOf = finderOf(PORTAL_ROUTES);

/** An address that was stored or typed by a person; nothing where no page answers it. */
export const readAddress = (text: string | null | undefined): Address | null =>
  text?.startsWith("/") && portalRouteOf(text) ? (text as Address) : null;

/** Where a shop on this platform is bound. */
export const bindAddress = ({ routeKey }: Pick<Platform, "routeKey">, parameters: { id?: string } = {}): Address =>
  addressOf("bindPlatform", { platform: routeKey, ...parameters });

/** The binding page with this store's answers, to correct them or to add what the shop did not have before. */
export function correctAddress({ merchantsId, platformCode }: { merchantsId: string; platformCode: string }): Address {
  const platform = platformByCode(platformCode);
  return platform ? bindAddress(platform, { id: merchantsId }) : addressOf("store", { id: merchantsId });
}
