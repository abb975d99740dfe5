import { isConnected, PLATFORMS, type AuthorisationState, type StoreState } from "@coralhub/domain";

/** Platforms whose stores are tied to them by consent or keys. */
export const CONNECTED: readonly string[] = PLATFORMS.filter((platform) => isConnected(platform)).map(
  ({ code }) => code,
);
export const ENDING: readonly AuthorisationState[] = ["expiring", "lapsed"];

/** Declined, its platform account to be proven, or bound with an authorisation that is missing, ends soon or has ended. */
export const needsAction = (store: {
  platform: string;
  state: StoreState;
  authorisation: AuthorisationState;
  mustProve: boolean;
}): boolean =>
  store.state === "declined" ||
  store.mustProve ||
  (store.state === "bound" &&
    (ENDING.includes(store.authorisation) || (store.authorisation === "none" && CONNECTED.includes(store.platform))));
