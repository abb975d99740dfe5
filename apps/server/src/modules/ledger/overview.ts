import { addMoney, convertMoney, moneyOf, type Currency, type Money } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import { readBalances } from "./entries-store.ts";

/** What a merchant has in one currency: what it can use, and what is set aside. */
export type CurrencyOverview = { available: Money; held: Money };

const USABLE = ["collection", "wallet"] as const;

export async function readOverview(db: Db, merchantId: string): Promise<CurrencyOverview[]> {
  const accounts = await readBalances(db, merchantId, [...USABLE, "hold"]);
  const byCurrency = Map.groupBy(accounts, ({ balance }) => balance.currency);
  return [...byCurrency].map(([currency, own]) => {
    const sumOf = (held: boolean) =>
      own.filter(({ kind }) => (kind === "hold") === held).reduce((sum, { balance }) => sum + balance.minor, 0n);
    return { available: moneyOf(currency, sumOf(false)), held: moneyOf(currency, sumOf(true)) };
  });
}

/** All of it in one currency, at the middle rates of now; null where a rate is missing. */
export async function readEquivalent(
  db: Db,
  fxRates: FxRates,
  merchantId: string,
  currency: Currency,
): Promise<{ total: Money; asOf: Date } | null> {
  const overview = (await readOverview(db, merchantId)).filter(
    ({ available, held }) => available.minor + held.minor > 0n,
  );
  if (overview.length === 0) return null;
  let total: Money = moneyOf(currency, 0n);
  let asOf: Date | undefined;
  try {
    for (const { available, held } of overview) {
      const own = addMoney(available, held);
      const rate = await fxRates.rate(own.currency, currency);
      if (!asOf || rate.at < asOf) asOf = rate.at;
      total = addMoney(total, convertMoney(own, currency, rate.mid, "halfEven"));
    }
  } catch {
    return null;
  }
  return { total, asOf: asOf! };
}
