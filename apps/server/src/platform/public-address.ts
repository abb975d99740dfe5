import { BlockList, isIP } from "node:net";

/** Everything the registries set aside: private, loopback, link-local (cloud metadata), documentation, multicast … */
const RESERVED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
const RESERVED_V6 = [
  // Only 2000::/3 is handed out at all; within it these carry another address or nobody.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
];

const reserved = new BlockList();
for (const range of RESERVED_V4) add(range, "ipv4");
for (const range of RESERVED_V6) add(range, "ipv6");
const assigned = new BlockList();
assigned.addSubnet("2000::", 3, "ipv6");

/** Forms that hide another address (IPv4-mapped, NAT64, 6to4, Teredo) are not public, whatever they hide. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4");
    case 6:
      return assigned.check(address, "ipv6") && !reserved.check(address, "ipv6");
    default:
      return false;
  }
}

function add(range: string, family: "ipv4" | "ipv6"): void {
  const [network, prefix] = range.split("/");
  reserved.addSubnet(network!, Number(prefix), family);
}
