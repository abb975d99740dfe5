import { ALL_ENDPOINTS } from "@coralhub/contract";
import { expect, test } from "vitest";
import { isAnswer, readsAlike } from "./callers.ts";

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

test("whoever outside is not there is told as such; a server that failed has not answered", () => {
  expect(isAnswer({ status: 409, reason: "state.changed" })).toBe(true);
  expect(isAnswer({ status: 503, reason: "card.issuer_silent" })).toBe(true);
  expect(isAnswer({ status: 500, reason: "server.failed" })).toBe(false);
  expect(isAnswer({ status: 503, reason: "server.busy" })).toBe(false);
  expect(isAnswer({ status: 502, reason: undefined })).toBe(false);
});
