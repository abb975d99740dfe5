import type { Address } from "@coralhub/domain";

type Navigation = { go(address: Address, options?: { replace?: boolean }): void };

let current: Navigation = { go: (address) => location.assign(address) };

/** The router belongs to the application, which fills this in at start: pages move on without knowing it. */
export const provideNavigation = (navigation: Navigation): void => {
  current = navigation;
};

/** A page of the application; what is not an address of the route table does not compile. */
export const goTo: Navigation["go"] = (address, options) => current.go(address, options);
