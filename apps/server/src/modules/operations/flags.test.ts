import { FLAG_MODES } from "@coralhub/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideFlag, flagPosition, type FlagSetting } from "./flags.ts";

const setting = (over: Partial<FlagSetting>): FlagSetting => ({
  mode: "off",
  percentage: 0,
  merchants: new Set(),
  ...over,
});

test("each mode decides as its label says", () => {
  const listed = new Set(["m1"]);
  expect(decideFlag(setting({ mode: "off", merchants: listed }), "f", "m1")).toBe(false);
  expect(decideFlag(setting({ mode: "list", merchants: listed }), "f", "m1")).toBe(true);
  expect(decideFlag(setting({ mode: "list", merchants: listed, percentage: 100 }), "f", "m2")).toBe(false);
  expect(decideFlag(setting({ mode: "percentage", merchants: listed, percentage: 0 }), "f", "m1")).toBe(true);
  expect(decideFlag(setting({ mode: "on" }), "f", "m2")).toBe(true);
});

test("a visitor sees only what is open to everyone", () => {
  for (const mode of Object.keys(FLAG_MODES) as FlagSetting["mode"][]) {
    expect(decideFlag(setting({ mode, percentage: 100 }), "f", undefined)).toBe(mode === "on");
  }
});

test("raising the percentage never takes the feature from anyone", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (merchant, a, b) => {
      const at = (percentage: number) => decideFlag(setting({ mode: "percentage", percentage }), "f", merchant);
      return !at(Math.min(a, b)) || at(Math.max(a, b));
    }),
  );
});

test("a percentage opens about that share, and different flags choose different merchants", () => {
  const merchants = Array.from({ length: 4000 }, (_, i) => `merchant-${i}`);
  const share = merchants.filter((id) => flagPosition("a", id) < 30).length / merchants.length;
  expect(share).toBeGreaterThan(0.27);
  expect(share).toBeLessThan(0.33);
  const both =
    merchants.filter((id) => flagPosition("a", id) < 30 && flagPosition("b", id) < 30).length / merchants.length;
  expect(both).toBeLessThan(0.13);
});
