import { expect, test } from "vitest";
import { isLoopback, limitAddress } from "./caller-address.ts";

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
