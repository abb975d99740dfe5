import { MarketplaceError } from "./marketplace.ts";

/** The shop's host from the address the merchant gave; whether it may be called is the guarded fetch's to say. */
export function hostOf(shopUrl: string | null): string {
  const text = shopUrl && !/^https?:\/\//i.test(shopUrl) ? `https://${shopUrl}` : shopUrl;
  if (!text || !URL.canParse(text)) throw new MarketplaceError("address", "the shop has no address");
  return new URL(text).host.toLowerCase();
}
