import { expect, test } from "vitest";
import { PASSWORD_STRENGTHS, passwordProblem, passwordStrength } from "./passwords.ts";

test.each(["short1A", "onlyletters", "1234567890", "a".repeat(20) + "1", "has space 12", "密码password12"])(
  "%s breaks a rule",
  (password) => {
    expect(passwordProblem(password)).toMatch(/^密码需要/);
    expect(passwordStrength(password)).toBe(0);
  },
);

test.each([
  "password123",
  "P@ssw0rd!",
  "Qwerty123456",
  "1q2w3e4r5t",
  "abc123456",
  "12345678a",
  "aaaa1111",
  "CoralHub2026",
  "Woaini520",
])("%s is what everyone tries first", (password) => {
  expect(passwordProblem(password)).toMatch(/太常见/);
});

test("the owner's own number or address is refused", () => {
  expect(passwordProblem("Ab13800000001", ["13800000001"])).toMatch(/不要包含/);
  expect(passwordProblem("Ab13800000001x", [])).toBeUndefined();
});

test("strength grows with length and variety", () => {
  const names = ["xk29dkq2", "Xk29dkq2", "Xk29dkq2kd#1", "Coral#2026"].map(
    (password) => PASSWORD_STRENGTHS[passwordStrength(password)],
  );
  expect(names).toEqual(["一般", "较强", "很强", "较强"]);
});
