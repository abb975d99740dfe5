import { expect, test } from "vitest";
import { portalRouteOf } from "../addresses/portal-addresses.ts";
import {
  isOwnRecord,
  MONEY_KIND_NAMES,
  MONEY_KINDS,
  moneyRecordAddress,
  moneySides,
  signedAmount,
} from "./money-events.ts";

const recordId = "0199d3f2-6c1a-7b52-8f30-4a1d2c3b4e5f";
const addressFor = (kind: (typeof MONEY_KIND_NAMES)[number]) => moneyRecordAddress({ kind, recordId, reference: "R1" });

test("every kind of event leads to a page of the portal, which opens the record behind it", () => {
  for (const kind of MONEY_KIND_NAMES)
    expect([kind, portalRouteOf(addressFor(kind))]).toEqual([kind, expect.anything()]);
  const whole = MONEY_KIND_NAMES.filter((kind) => !addressFor(kind).includes(recordId));
  // A standing order and an opening fee stand on short pages of their own.
  expect(whole).toEqual(["exchangeOrder", "charge"]);
  expect(MONEY_KIND_NAMES.filter(isOwnRecord)).toEqual(["adjustmentIn", "adjustmentOut", "adjustmentMoved", "reward"]);
});

test("no two kinds bear the same name", () => {
  const labels = MONEY_KIND_NAMES.map((kind) => MONEY_KINDS[kind].label);
  expect(new Set(labels).size).toBe(labels.length);
});

test("what comes is positive, what goes has its minus, what stays the owner's has no sign", () => {
  const minor = (kind: (typeof MONEY_KIND_NAMES)[number]) => signedAmount(kind, { currency: "USD", minor: 5n }).minor;
  expect([minor("income"), minor("loanDrawn"), minor("funding"), minor("depositReturned")]).toEqual([5n, 5n, 5n, 5n]);
  expect([minor("withdrawal"), minor("exchange"), minor("loanRepaid")]).toEqual([-5n, -5n, -5n]);
});

test("an exchange shows what was sold and what was bought; what reaches a payee is no second amount", () => {
  const amount = { currency: "USD", minor: 100n } as const;
  const other = { currency: "HKD", minor: 780n } as const;
  expect(moneySides({ kind: "exchange", amount, other })).toEqual([{ ...amount, minor: -100n }, other]);
  expect(moneySides({ kind: "withdrawal", amount, other })).toEqual([{ ...amount, minor: -100n }]);
  expect(moneySides({ kind: "exchangeOrder", amount, other: null })).toEqual([{ ...amount, minor: -100n }]);
});
