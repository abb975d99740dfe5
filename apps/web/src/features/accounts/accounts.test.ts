import type { ReceivingAccountRow } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { expect, test } from "vitest";
import { byCurrency, copyText, daysOf, monthsBetween } from "./account-words.ts";

const usd = (minor: bigint) => moneyOf("USD", minor);
const at = new Date("2026-11-10T02:05:00Z");
const account = (over: Partial<ReceivingAccountRow>): ReceivingAccountRow => ({
  id: "a1",
  platform: "AMAZON",
  currency: "USD",
  country: "US",
  holderName: "NANYU",
  state: "open",
  accountNumber: "834022174402",
  bankName: "First Harbor Bank",
  reason: null,
  appliedAt: at,
  openedAt: at,
  stores: [{ id: "s1", name: "南屿優選", platform: "AMAZON", state: "bound", lastIncomeAt: null }],
  available: usd(100n),
  processing: usd(0n),
  held: usd(20n),
  inTransit: usd(3n),
  lastIncomeAt: null,
  expectedBy: null,
  ...over,
});

test("accounts stand by currency and sums never mix them", () => {
  const groups = byCurrency([
    account({}),
    account({
      id: "a2",
      currency: "EUR",
      available: moneyOf("EUR", 7n),
      processing: moneyOf("EUR", 0n),
      held: moneyOf("EUR", 0n),
      inTransit: moneyOf("EUR", 0n),
    }),
    account({ id: "a3", available: usd(50n) }),
  ]);
  expect(groups.map(({ currency, accounts }) => [currency, accounts.length])).toEqual([
    ["USD", 2],
    ["EUR", 1],
  ]);
  expect(groups[0]).toMatchObject({ available: usd(150n), held: usd(40n), inTransit: usd(6n) });
});

test("copying everything gives plain lines with labels", () => {
  expect(
    copyText({
      way: "ACH",
      hint: "",
      fields: [
        { label: "户名", value: "NANYU" },
        { label: "账号", value: "8340" },
      ],
    }),
  ).toBe("户名: NANYU\n账号: 8340");
});

test("statements go back to the account's first month", () => {
  expect(monthsBetween("2025-11", "2026-02")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
  expect(monthsBetween("2026-02", "2026-02")).toEqual(["2026-02"]);
  expect(daysOf("2026-02")).toBe("2026-02-01~2026-02-28");
  expect(daysOf("2028-02")).toBe("2028-02-01~2028-02-29");
});
