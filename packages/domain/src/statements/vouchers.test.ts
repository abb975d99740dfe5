import fc from "fast-check";
import { expect, test } from "vitest";
import { isComing, MONEY_KIND_NAMES, MONEY_KINDS, type MoneyKind } from "../activity/money-events.ts";
import { moneyOf } from "../money/money.ts";
import { voucherLines, type VoucherEvent } from "./vouchers.ts";

/** Between the merchant's own accounts, the deposit's principal among them. */
const STAYS_OWN: ReadonlySet<MoneyKind> = new Set([
  "funding",
  "exchangeOrder",
  "pooling",
  "adjustmentMoved",
  "cardWithdrawal",
  "depositPlaced",
  "depositReturned",
]);

const event: fc.Arbitrary<VoucherEvent> = fc
  .record({
    kind: fc.constantFrom(...MONEY_KIND_NAMES),
    whole: fc.bigInt({ min: 100n, max: 10_000_000n }),
    fee: fc.bigInt({ min: 0n, max: 99n }),
    yuan: fc.bigInt({ min: 100n, max: 70_000_000n }),
  })
  .map(({ kind, whole, fee, yuan }) => ({
    kind,
    amount: moneyOf("USD", whole),
    fee: moneyOf("USD", fee),
    net: moneyOf("USD", isComing(kind) ? whole : -whole),
    yuanMinor: yuan,
    bought: kind === "exchange" ? { money: moneyOf("EUR", whole), yuanMinor: yuan + fee - 50n } : null,
    counterparty: "甲",
    reference: null,
    bookedAt: new Date("2026-11-10T02:00:00Z"),
    cameBack: false,
  }));

test("what left and came back leaves nothing behind on any account", () => {
  fc.assert(
    fc.property(event, (paid) => {
      fc.pre(MONEY_KINDS[paid.kind].direction === "out");
      const back: VoucherEvent = { ...paid, net: moneyOf("USD", -paid.net.minor), cameBack: true };
      const left = new Map<string, bigint>();
      for (const { account, debitMinor, creditMinor } of voucherLines([paid, back])) {
        left.set(account.code, (left.get(account.code) ?? 0n) + debitMinor - creditMinor);
      }
      expect([...left.values()].filter((minor) => minor !== 0n)).toEqual([]);
    }),
  );
});

test("every voucher balances to the fen, and what stays the merchant's own makes none", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), (events) => {
      const byNumber = Map.groupBy(voucherLines(events), ({ number }) => number);
      for (const lines of byNumber.values()) {
        const debits = lines.reduce((sum, line) => sum + line.debitMinor, 0n);
        expect(lines.reduce((sum, line) => sum + line.creditMinor, 0n)).toBe(debits);
        expect(lines.length).toBeGreaterThan(1);
      }
      expect(byNumber.size).toBe(events.filter(({ kind }) => !STAYS_OWN.has(kind)).length);
    }),
  );
});

const told = (event: Pick<VoucherEvent, "kind" | "fee" | "net" | "yuanMinor" | "bought">) =>
  voucherLines([
    {
      ...event,
      amount: event.net,
      counterparty: "甲",
      reference: null,
      bookedAt: new Date("2026-11-10T02:00:00Z"),
      cameBack: false,
    },
  ]).map(({ account, original, debitMinor, creditMinor }) => [
    account.name,
    original.currency,
    debitMinor,
    creditMinor,
  ]);

test("an exchange brings the bought currency, takes the sold one, and costs the difference", () => {
  const [fee, net] = [moneyOf("USD", 10n), moneyOf("USD", -1000n)];
  const bought = { money: moneyOf("EUR", 900n), yuanMinor: 7000n };
  expect(told({ kind: "exchange", fee, net, yuanMinor: -7100n, bought })).toEqual([
    ["其他货币资金", "EUR", 7000n, 0n],
    ["财务费用", "CNY", 100n, 0n],
    ["其他货币资金", "USD", 0n, 7100n],
  ]);
});

test("of money moved to the cards only the fee is written", () => {
  const funding = { kind: "cardFunding", bought: null } as const;
  const [fee, none] = [moneyOf("USD", 10n), moneyOf("USD", 0n)];
  expect(told({ ...funding, fee, net: moneyOf("USD", -10n), yuanMinor: -71n })).toEqual([
    ["财务费用", "USD", 71n, 0n],
    ["其他货币资金", "USD", 0n, 71n],
  ]);
  expect(told({ ...funding, fee: none, net: none, yuanMinor: 0n })).toEqual([]);
});
