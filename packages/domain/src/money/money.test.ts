import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CURRENCIES, CURRENCY_CODES, toCurrency } from "./currencies.ts";
import {
  addMoney,
  allocateMoney,
  compareMoney,
  formatMoney,
  isNegative,
  isZero,
  moneyOf,
  negateMoney,
  parseMoney,
  splitMoney,
  subtractMoney,
  type Money,
} from "./money.ts";

/** The largest bigint of PostgreSQL. */
const LARGEST = 2n ** 63n - 1n;
const anyMoney = fc.record({
  currency: fc.constantFrom(...CURRENCY_CODES),
  minor: fc.bigInt({ min: -LARGEST, max: LARGEST }),
});

describe("text", () => {
  test("every amount survives the wire", () => {
    fc.assert(
      fc.property(anyMoney, (m) => {
        expect(parseMoney(formatMoney(m), m.currency)).toEqual(m);
      }),
    );
  });

  test.each(CURRENCY_CODES)("the largest amount in %s survives, and nothing beyond it is one", (currency) => {
    for (const minor of [LARGEST, -LARGEST]) {
      const money = moneyOf(currency, minor);
      expect(parseMoney(formatMoney(money), currency)).toEqual(money);
    }
    for (const minor of [LARGEST + 1n, -LARGEST - 1n, 10n ** 19n]) {
      expect(() => parseMoney(formatMoney(moneyOf(currency, minor)), currency)).toThrow(RangeError);
    }
  });

  test.each(["", "1.", ".5", "1e3", "1.234", "１２", "+1", " 1", "0x10", "1,000.00", "NaN", "-"])(
    "%j is not an amount in USD",
    (text) => expect(() => parseMoney(text, "USD")).toThrow(RangeError),
  );

  test("the currency decides the decimals", () => {
    expect(formatMoney(moneyOf("JPY", 1200n))).toBe("1200");
    expect(formatMoney(moneyOf("USD", -5n))).toBe("-0.05");
    expect(() => parseMoney("1200.5", "JPY")).toThrow(RangeError);
    expect(toCurrency("gae")).toBe("AED");
    expect(CURRENCIES.VND.digits).toBe(0);
  });
});

describe("arithmetic", () => {
  test("adds, subtracts, compares and negates within one currency", () => {
    const a = moneyOf("USD", 150n);
    const b = moneyOf("USD", 250n);
    expect(addMoney(a, b)).toEqual(moneyOf("USD", 400n));
    expect(subtractMoney(a, b)).toEqual(moneyOf("USD", -100n));
    expect([compareMoney(a, b), compareMoney(b, a), compareMoney(a, a)]).toEqual([-1, 1, 0]);
    expect(negateMoney(a).minor).toBe(-150n);
    expect([isZero(moneyOf("USD", 0n)), isNegative(negateMoney(a))]).toEqual([true, true]);
  });

  test("currencies known only at run time are refused there", () => {
    const usd: Money = moneyOf("USD", 1n);
    const eur: Money = moneyOf("EUR", 1n);
    expect(() => addMoney(usd, eur)).toThrow(TypeError);
    expect(() => compareMoney(usd, eur)).toThrow(TypeError);
  });

  test("mixing currencies does not compile", { timeout: 60_000 }, () => {
    const folder = join(import.meta.dirname, "../../../../.cache", `money-types-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(
        join(folder, "mixed.ts"),
        [
          `import { addMoney, compareMoney, moneyOf, parseMoney, subtractMoney, type Money } from "../../packages/domain/src/money/money.ts";`,
          `const usd = moneyOf("USD", 1n);`,
          `export const fine: Money<"USD"> = addMoney(usd, parseMoney("1", "USD"));`,
          `export const a = addMoney(usd, moneyOf("EUR", 1n));`,
          `export const b = subtractMoney(moneyOf("JPY", 1n), usd);`,
          `export const c = compareMoney(usd, moneyOf("HKD", 1n));`,
          `export const d: Money<"CNY"> = usd;`,
          `export const e = moneyOf("XXX", 1n);`,
        ].join("\n"),
      );
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: "../../tsconfig.base.json",
          compilerOptions: { incremental: false },
          include: ["*.ts"],
        }),
      );
      let output = "";
      try {
        execFileSync(join(folder, "../../node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], {
          encoding: "utf8",
        });
      } catch (error) {
        output = String((error as { stdout: string }).stdout);
      }
      const wrongLines = [...output.matchAll(/mixed\.ts\((\d+),/g)].map((match) => Number(match[1]));
      expect(new Set(wrongLines), output).toEqual(new Set([4, 5, 6, 7, 8]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("sharing", () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 12 });
  test("no unit is lost, none is invented, each share is within one unit of exact", () => {
    fc.assert(
      fc.property(anyMoney, weights, (total, parts) => {
        fc.pre(parts.some((part) => part > 0n));
        const shares = allocateMoney(total, parts);
        const sum = parts.reduce((a, b) => a + b, 0n);
        expect(shares.reduce((a, b) => a + b.minor, 0n)).toBe(total.minor);
        shares.forEach((share, i) => {
          const off = share.minor * sum - total.minor * parts[i]!;
          expect(off < sum && off > -sum).toBe(true);
        });
      }),
    );
  });

  test("splits evenly, the first parts larger", () => {
    expect(splitMoney(moneyOf("USD", 100n), 3).map((m) => m.minor)).toEqual([34n, 33n, 33n]);
    expect(splitMoney(moneyOf("USD", -100n), 3).map((m) => m.minor)).toEqual([-34n, -33n, -33n]);
    expect(() => splitMoney(moneyOf("USD", 1n), 0)).toThrow(RangeError);
    expect(() => allocateMoney(moneyOf("USD", 1n), [-1n, 2n])).toThrow(RangeError);
  });
});
