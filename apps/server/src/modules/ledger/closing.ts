import { addressOf, ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, moneyOf, moneyText, type Currency } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { ClosingBlocker } from "../../platform/capability.ts";
import { readBalances } from "./entries-store.ts";

/** Order quota is counted like money but is none. */
const MONEY_KINDS = ACCOUNT_KIND_NAMES.filter((kind) => ACCOUNT_KINDS[kind].side === "merchant" && kind !== "quota");

/** Nobody leaves money behind: an account is closed only when all of it, held money too, has gone to its owner. */
export async function readClosingBlockers(db: Db, merchantId: string): Promise<ClosingBlocker[]> {
  const sums = new Map<Currency, bigint>();
  for (const { balance } of await readBalances(db, merchantId, MONEY_KINDS)) {
    if (balance.minor > 0n) sums.set(balance.currency, (sums.get(balance.currency) ?? 0n) + balance.minor);
  }
  if (sums.size === 0) return [];
  const left = [...sums].map(([currency, minor]) => moneyText(moneyOf(currency, minor))).join("、");
  return [{ reason: `账户里还有 ${left}，请先全部提现`, link: addressOf("payouts", { do: "withdraw" }) }];
}
