import type { Address } from "@coralhub/domain";

/** How a page moves on without knowing the router: the application fills this in at start. */
type Navigation = { go(address: Address): void };

let current: Navigation = { go: (address) => location.assign(address) };

export const provideNavigation = (navigation: Navigation): void => {
  current = navigation;
};
export const goTo = (address: Address): void => current.go(address);
