import type { KeyConnector, Platform } from "./platform.ts";
import type { StoreFieldName } from "./store-fields.ts";

/** What each key connector wants to be told. */
export const KEY_FIELDS = {
  coupang: ["vendorId", "accessKey", "secretKey"],
  qoo10: ["username", "password", "apiKey"],
  bigcommerce: ["storeHash", "clientId", "token"],
  threeCart: ["token"],
  shopifyPrivate: ["apiKey", "password", "version"],
} as const satisfies Record<KeyConnector, readonly StoreFieldName[]>;

/** Among them what names the account itself: with another of these it is another account's money. */
export const NAMING_FIELDS: readonly StoreFieldName[] = ["vendorId", "username", "storeHash"];

export function keyConnectorOf({ connect }: Pick<Platform, "connect">): KeyConnector | undefined {
  if (connect.by === "keys") return connect.connector;
  return connect.by === "either" ? connect.keys : undefined;
}

export function keyFieldsOf(platform: Pick<Platform, "connect">): readonly StoreFieldName[] {
  const connector = keyConnectorOf(platform);
  return connector ? KEY_FIELDS[connector] : [];
}
