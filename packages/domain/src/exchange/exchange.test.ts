import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCY_CODES, type Currency } from "../money/currencies.ts";
import { exchangeTransfers, priceExchange } from "./exchange.ts";
import { accountCode, accountParts } from "../ledger/accounts.ts";
import { moneyOf, parseMoney } from "../money/money.ts";

test("prices by the middle rate less the markup", () => {
  const price = priceExchange({
    sell: parseMoney("1000.00", "USD"),
    buyCurrency: "CNY",
    mid: "7.1",
    markupBasisPoints: "30",
  });
  expect(price).toMatchObject({
    rate: "7.0787",
    buy: { minor: 707_870n },
    margin: { minor: 2_130n },
    residue: { minor: 0n },
  });
});

test("buying asks for just enough", () => {
  const price = priceExchange({
    buy: parseMoney("100.00", "CNY"),
    sellCurrency: "USD",
    mid: "7.1",
    markupBasisPoints: "30",
  });
  expect(price.sell.minor).toBe(1_413n);
  expect(price.buy.minor).toBe(10_002n);
});

test("every smallest unit goes somewhere, for any pair, amount and rate", () => {
  const pair = fc
    .tuple(fc.constantFrom(...CURRENCY_CODES), fc.constantFrom(...CURRENCY_CODES))
    .filter(([a, b]) => a !== b);
  fc.assert(
    fc.property(
      pair,
      fc.bigInt(1n, 10n ** 12n),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 300 }),
      ([sell, buy], minor, rate, markup) => {
        const price = priceExchange({
          sell: moneyOf<Currency>(sell, minor),
          buyCurrency: buy,
          mid: (rate / 100_000).toFixed(5),
          markupBasisPoints: String(markup),
        });
        expect(price.residue.minor).toBeGreaterThanOrEqual(0n);
        expect(price.residue.minor).toBeLessThanOrEqual(2n);
        expect(price.margin.minor).toBeGreaterThanOrEqual(0n);
        const legs = exchangeTransfers(price, accountCode("wallet", sell), accountCode("wallet", buy));
        for (const leg of legs) {
          expect(accountParts(leg.from).currency).toBe(leg.amount.currency);
          expect(accountParts(leg.to).currency).toBe(leg.amount.currency);
        }
      },
    ),
  );
});

test("a currency is not exchanged for itself", () => {
  expect(() =>
    priceExchange({ sell: moneyOf("USD", 1n), buyCurrency: "USD", mid: "1", markupBasisPoints: "0" }),
  ).toThrow(RangeError);
});

test(
  "a thousand round trips between any two currencies never gain the customer a unit, nor lose one from the books",
  { timeout: 120_000 },
  () => {
    const pair = fc
      .tuple(fc.constantFrom(...CURRENCY_CODES), fc.constantFrom(...CURRENCY_CODES))
      .filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(
        pair,
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.constantFrom("0", "1", "30", "150.5"),
        ([here, there], start, rateMillis, markupBasisPoints) => {
          const mid = (rateMillis / 1_000).toFixed(3);
          const back = (1_000 / rateMillis).toPrecision(12);
          const inverse = Number(back).toFixed(17);
          let own = { [here]: BigInt(start), [there]: 0n } as Record<Currency, bigint>;
          const house: Partial<Record<Currency, bigint>> = {};
          for (let trip = 0; trip < 1_000; trip += 1) {
            const [sell, buy, rate] = trip % 2 === 0 ? [here, there, mid] : [there, here, inverse];
            const amount = moneyOf(sell, own[sell]);
            if (amount.minor < 1n) break;
            const price = priceExchange({ sell: amount, buyCurrency: buy, mid: rate, markupBasisPoints });
            if (price.buy.minor < 1n) break;
            own = { ...own, [sell]: own[sell] - price.sell.minor, [buy]: own[buy] + price.buy.minor };
            house[sell] = (house[sell] ?? 0n) + price.sell.minor;
            house[buy] = (house[buy] ?? 0n) - price.buy.minor;
          }
          // All of it is either still here or was sold last; nothing more than there was came back.
          expect(own[here]).toBeLessThanOrEqual(BigInt(start));
          expect((house[here] ?? 0n) + own[here]).toBe(BigInt(start));
          expect((house[there] ?? 0n) + own[there]).toBe(0n);
        },
      ),
      { numRuns: 30 },
    );
  },
);
