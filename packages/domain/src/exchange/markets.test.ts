import { expect, test } from "vitest";
import { ALWAYS_OPEN, FX_MARKETS, marketOf, marketStanding } from "./markets.ts";
import { FX_PAIRS, isExchanged } from "./pairs.ts";

const at = (time: string) => new Date(`${time}+08:00`);
const standing = (market: "onshore" | "global", time: string) => marketStanding(FX_MARKETS[market], at(time));

test("the yuan's market keeps its hours, weekends and holidays, and says when it opens", () => {
  expect(standing("onshore", "2026-11-16T12:00:00")).toEqual({ isOpen: true, closesAt: at("2026-11-16T23:30:00") });
  expect(standing("onshore", "2026-11-16T09:29:59")).toEqual({ isOpen: false, opensAt: at("2026-11-16T09:30:00") });
  expect(standing("onshore", "2026-11-20T23:30:00")).toEqual({ isOpen: false, opensAt: at("2026-11-23T09:30:00") });
  expect(standing("onshore", "2026-10-01T12:00:00")).toEqual({ isOpen: false, opensAt: at("2026-10-08T09:30:00") });
});

test("the world's market is open through the nights of the week", () => {
  expect(standing("global", "2026-11-18T03:00:00")).toEqual({ isOpen: true, closesAt: at("2026-11-21T05:00:00") });
  expect(standing("global", "2026-11-22T12:00:00")).toEqual({ isOpen: false, opensAt: at("2026-11-23T05:00:00") });
});

test("what is always open does not close, what is never open does not open", () => {
  const never = { holidays: null, hours: [] };
  expect(marketStanding({ holidays: null, hours: ALWAYS_OPEN }, at("2026-11-22T12:00:00"))).toEqual({
    isOpen: true,
    closesAt: null,
  });
  expect(marketStanding(never, at("2026-11-22T12:00:00"))).toEqual({ isOpen: false, opensAt: null });
});

test("every pair has a market and terms in order; two local currencies are not exchanged with each other", () => {
  expect(marketOf("USD", "CNY")).toBe("onshore");
  expect(marketOf("USD", "EUR")).toBe("global");
  expect(isExchanged("IDR", "VND")).toBe(false);
  expect(isExchanged("IDR", "USD")).toBe(true);
  for (const { terms } of FX_PAIRS) {
    expect(Number(terms.minimum)).toBeGreaterThan(0);
    expect(Number(terms.maximum)).toBeGreaterThan(Number(terms.minimum));
    expect(Number(terms.dayLimit)).toBeGreaterThan(Number(terms.maximum));
  }
});
