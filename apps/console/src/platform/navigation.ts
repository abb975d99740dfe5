import type { Address } from "@coralhub/domain";
/** Where the console lives under the site. Inside it, paths are written without this. */
export const BASE = "/ops";

type Navigation = { go(address: Address, options?: { replace?: boolean }): void };
let current: Navigation | undefined;

/** The router belongs to the application; pages go elsewhere through this. */
export const provideNavigation = (navigation: Navigation): void => void (current = navigation);
/** A page of the console; what is not an address of the route table does not compile. */
export const go: Navigation["go"] = (address, options) => current?.go(address, options);
