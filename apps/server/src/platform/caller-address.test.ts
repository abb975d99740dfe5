import { isIP } from "@coralhub/contract";
import { expect, test } from "vitest";
import { amongAddresses, hopAddress, isLoopback, limitAddress } from "./caller-address.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s is limited as %s", (ip, expected) => {
  expect(limitAddress(ip)).toBe(expected);
});

test("only this machine is loopback", () => {
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
  expect(["10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1"].some(isLoopback)).toBe(false);
});

test.each([
  [["203.0.113.0/28"], ["203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109"], ["203.0.113.16", "::1", "unknown"]],
  [["203.0.113.9"], ["203.0.113.9", "::ffff:203.0.113.9"], ["203.0.113.10", "fe80::1%eth0"]],
  [["::ffff:203.0.113.0/124"], ["203.0.113.9"], ["203.0.113.16"]],
  [
    ["2001:db8:1::/48", "2001:db8:2::7"],
    ["2001:0db8:1::5", "2001:DB8:2:0:0:0:0:7"],
    ["2001:db8:2::8", "203.0.113.9"],
  ],
  [["10.1.2.3/8"], ["10.9.9.9"], ["11.1.2.3"]],
])("%j holds these and not those", (named, inside, outside) => {
  expect(named.every(isIP)).toBe(true);
  const holds = amongAddresses(named);
  expect([inside.filter((one) => !holds(one)), outside.filter(holds)]).toEqual([[], []]);
});

test("what is taken for an address when it is saved can be compared with when somebody calls", () => {
  const tried = [
    "0.0.0.0",
    "255.255.255.255/32",
    "::",
    "::1",
    "1::",
    "1:2:3:4:5:6:7::",
    "::1.2.3.4",
    "64:ff9b::1.2.3.4/96",
  ];
  expect(tried.filter((one) => !isIP(one))).toEqual([]);
  for (const one of tried) expect(() => amongAddresses([one])("203.0.113.9"), one).not.toThrow();
  const odd = [
    "010.0.0.1",
    "1.2.3.04",
    "1.2.3.4::",
    "1.2.3.256",
    "1.2.3",
    "1:2",
    "::1::",
    "1.2.3.4/0",
    "1.2.3.4/33",
    "::/129",
    "",
  ];
  expect(odd.filter(isIP)).toEqual([]);
});

test("behind proxies the address is the one the outermost of ours was asked by, whatever a caller wrote before it", () => {
  expect(hopAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
  expect(hopAddress("10.0.0.1", "203.0.113.66, 198.51.100.1", 0)).toBe("10.0.0.1");
  expect(hopAddress("10.0.0.1", "203.0.113.66, 198.51.100.1", 1)).toBe("198.51.100.1");
  expect(hopAddress("10.0.0.1", "9.9.9.9, 203.0.113.66, 198.51.100.1", 2)).toBe("203.0.113.66");
  expect(hopAddress("10.0.0.1", "203.0.113.66", 3)).toBe("203.0.113.66");
});
