import { BlockList, isIPv6 } from "node:net";

/** An IPv4 address inside IPv6 is the IPv4 address. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/**
 * The address limits count by. One IPv6 customer owns a whole /64, so its last half does not distinguish callers.
 */
export function limitAddress(ip: string): string {
  if (!isIPv6(plain(ip))) return plain(ip);
  const [head = "", tail] = ip.split("%")[0]!.split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=\w)/, ""))
    .join(":")}::/64`;
}

/** Whether an address is one of these, or lies in one of these ranges. */
export function amongAddresses(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of named) {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(plain(address), familyOf(plain(address)));
}

/**
 * The address behind so many proxies, each of which adds to `X-Forwarded-For` whom it was asked by: the same one the web
 * framework finds, for whoever asks before it has the request.
 */
export function hopAddress(connected: string, forwarded: string | string[] | undefined, proxies: number): string {
  if (proxies === 0 || forwarded === undefined) return connected;
  const before = String(forwarded).split(",").toReversed();
  return [connected, ...before][Math.min(proxies, before.length)]!.trim();
}

/** The network a limited address lies in: an IPv4 /24, an IPv6 /48. */
export const networkOf = (limited: string): string =>
  limited.includes(":") ? limited.split(":").slice(0, 3).join(":") : limited.split(".").slice(0, 3).join(".");

/** `X-Forwarded-For` counts only where the configuration names the proxies; the framework has decided that already. */
export const callerAddress = (request: { ip: string }): string => limitAddress(request.ip);

export const isLoopback = (ip: string): boolean => ip === "::1" || /^(::ffff:)?127\./.test(ip);
