import { ALL_ENDPOINTS } from "@coralhub/contract";
import { expect, test } from "vitest";
import { readsAlike } from "./callers.ts";

const { changeMobile, changePassword } = ALL_ENDPOINTS.identity;
const meant = { mobile: "13710000001", verifyCode: "123456", oldVerifyCode: undefined };

test("a new phone typed with a blank is read as the phone that was meant: whoever is answered has changed it", () => {
  expect(readsAlike(changeMobile, { ...meant, mobile: "13710000001 " }, meant)).toBe(true);
  expect(readsAlike(changeMobile, meant, meant)).toBe(true);
});

test("another phone is another, and so is a password with a blank", () => {
  expect(readsAlike(changeMobile, { ...meant, mobile: "0" }, meant)).toBe(false);
  expect(readsAlike(changeMobile, { ...meant, mobile: "13710000002" }, meant)).toBe(false);
  const password = { oldPassword: "Coral#2026", newPassword: "Coral#123456" };
  expect(readsAlike(changePassword, { ...password, newPassword: "Coral#123456 " }, password)).toBe(false);
});
