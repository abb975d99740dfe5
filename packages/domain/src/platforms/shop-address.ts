import type { Platform } from "./platform.ts";

/**
 * A shop's address as the directory keeps it: one spelling for the many ways of writing the same shop. Where shops are names under
 * their platform's, a page of a shop is the shop.
 */
export function normalShopAddress(text: string, platform?: Pick<Platform, "subdomains">): string | undefined {
  const written = text.trim();
  if (written === "" || /\s/.test(written)) return undefined;
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  } catch {
    return undefined;
  }
  if (!["https:", "http:"].includes(url.protocol) || url.username || url.password || url.port) return undefined;
  if (!isPublicName(url.hostname)) return undefined;
  const page = platform?.subdomains ? "" : `${url.pathname.replace(/\/+$/, "")}${url.search}`;
  return `https://${url.hostname.replace(/^www\./, "")}${page}`;
}

/** A name with a dot and a letter-only ending: no addresses in numbers, no names of our own network. */
const isPublicName = (host: string): boolean =>
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/.test(host) &&
  !/\.(localhost|local|internal|lan|home|arpa|test|invalid|onion)$/.test(host);

const belongsTo = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

/** What to tell someone whose address is not one of the platform's shops, or nothing. */
export function shopAddressFault(text: string, platform: Pick<Platform, "hosts" | "name">): string | undefined {
  const address = normalShopAddress(text);
  if (!address) return "请填写完整的店铺网址，以 https:// 开头";
  const { hostname } = new URL(address);
  if (platform.hosts.length === 0 || platform.hosts.some((site) => belongsTo(hostname, site))) return undefined;
  return `这不是 ${platform.name} 的地址，应以 ${platform.hosts.slice(0, 3).join("、")}${platform.hosts.length > 3 ? " 等" : " "}结尾`;
}
