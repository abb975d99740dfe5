import { Refusal } from "@coralhub/contract";
import { addMoney, convertMoney, moneyOf, type Currency, type Money } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { AccountBalance, BalanceRequest } from "./entries-store.ts";
import { readOpenHolds } from "./holds-store.ts";

/**
 * What a merchant has in one currency: what it can use, what is under way because it asked for it, and what we hold until
 * something is clear.
 */
export type CurrencyOverview = { available: Money; processing: Money; held: Money };

/** Where money lies that the merchant can use. */
export const USABLE = ["collection", "wallet"] as const;

/** How accounts are looked at: several questions of one moment may be one look. */
type AskBalances = (request: BalanceRequest) => Promise<AccountBalance[]>;

export async function readOverview(db: Db, ask: AskBalances, merchantId: string): Promise<CurrencyOverview[]> {
  const accounts = await ask({ merchantId, kinds: [...USABLE, "hold"] });
  // What is set aside lies on the accounts of kind "hold": most merchants have nothing there, and need not be asked about.
  const hasHolds = accounts.some(({ kind, balance }) => kind === "hold" && balance.minor !== 0n);
  const holds = hasHolds ? await readOpenHolds(db, merchantId) : [];
  const byCurrency = Map.groupBy(accounts, ({ balance }) => balance.currency);
  return [...byCurrency].map(([currency, own]) => {
    const sum = (amounts: readonly Money[]) =>
      moneyOf(
        currency,
        amounts.reduce((all, { minor }) => all + minor, 0n),
      );
    const set = holds.filter(({ amount }) => amount.currency === currency);
    return {
      available: sum(own.filter(({ kind }) => kind !== "hold").map(({ balance }) => balance)),
      processing: sum(set.filter(({ isOwn }) => isOwn).map(({ amount }) => amount)),
      held: sum(set.filter(({ isOwn }) => !isOwn).map(({ amount }) => amount)),
    };
  });
}

/** What of a merchant's money is summed: what it can use, or also what is under way and what we hold. */
export type Extent = "available" | "all";

/**
 * A merchant's money in one currency at the middle rates of now; null in new books, or where a rate is missing. One
 * reading: what is set aside in this moment is on one side or the other, never on both.
 */
export async function readEquivalent(
  ask: AskBalances,
  fxRates: Pick<FxRates, "reference">,
  merchantId: string,
  { currency, extent }: { currency: Currency; extent: Extent },
): Promise<{ total: Money; asOf: Date } | null> {
  const accounts = await ask({ merchantId, kinds: [...USABLE, "hold"] });
  const byCurrency = Map.groupBy(accounts, ({ balance }) => balance.currency);
  let total: Money = moneyOf(currency, 0n);
  let asOf: Date | null = null;
  try {
    for (const [from, own] of byCurrency) {
      const summed = own.filter(({ kind }) => extent === "all" || kind !== "hold");
      const amount = moneyOf(
        from,
        summed.reduce((all, { balance }) => all + balance.minor, 0n),
      );
      const rate = await fxRates.reference(from, currency);
      if (!asOf || rate.at < asOf) asOf = rate.at;
      total = addMoney(total, convertMoney(amount, currency, rate.mid, "halfEven"));
    }
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return asOf && { total, asOf };
}
