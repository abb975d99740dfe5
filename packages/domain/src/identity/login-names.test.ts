import { expect, test } from "vitest";
import { maskEmail, maskMobile, mobileText, normaliseEmail, normaliseMobile, parseLoginName } from "./login-names.ts";

test.each([
  ["13800000001", "+8613800000001"],
  [" 138 0000 0001 ", "+8613800000001"],
  ["１３８００００0001", "+8613800000001"],
  ["86138-0000-0001", "+8613800000001"],
  ["+852 6123 4567", "+85261234567"],
  ["0085261234567", "+85261234567"],
  ["+44 7911 123456", "+447911123456"],
])("%s is the mobile number %s", (text, number) => {
  expect(normaliseMobile(text)).toBe(number);
});

test.each(["", "12345678901", "075512345678", "+85221234567", "138000000012", "+999123456789", "13800000001;--"])(
  "%s is no mobile number",
  (text) => {
    expect(normaliseMobile(text)).toBeUndefined();
  },
);

test("an e-mail is compared without case", () => {
  expect(normaliseEmail(" Owner@Example.COM ")).toBe("owner@example.com");
  for (const bad of [
    "a@b",
    "a b@c.de",
    "@c.de",
    "a@@c.de",
    "a..b@c.de",
    `${"a".repeat(65)}@c.de`,
    "a@c.de\r\nBcc: x@y.z",
  ]) {
    expect(normaliseEmail(bad)).toBeUndefined();
  }
});

test("what is typed at sign-in is a number or an address", () => {
  expect(parseLoginName("13800000001")).toEqual({ kind: "mobile", value: "+8613800000001" });
  expect(parseLoginName("a@b.co")).toEqual({ kind: "email", value: "a@b.co" });
  expect(parseLoginName("whoever")).toBeUndefined();
});

test("masks keep what a person recognises", () => {
  expect(maskMobile("+8613800000001")).toBe("138 •••• 0001");
  expect(maskMobile("+85261234567")).toBe("+852 •••• 4567");
  expect(maskEmail("jnlin@nanyu-home.com")).toBe("jn•••@nanyu-home.com");
  expect(mobileText("+8613800000001")).toBe("13800000001");
});
