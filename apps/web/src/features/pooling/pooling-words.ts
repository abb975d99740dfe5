import type { PoolAccount } from "@coralhub/contract";
import { moneyOf, parseMoney, type Currency, type Money } from "@coralhub/domain";

/** What is typed beside each chosen account; nothing typed means all that is available. */
export type Draft = { targetId: string | undefined; amounts: Readonly<Record<string, string>> };
export type Source = { accountId: string; amount?: Money };

/** Where money can come from once the target is chosen. */
export const givers = (accounts: readonly PoolAccount[], targetId: string | undefined): PoolAccount[] =>
  accounts.filter(({ id, poolable, available }) => id !== targetId && poolable && available.minor > 0n);

function amountOf(text: string, account: PoolAccount): Money | string {
  if (text.trim() === "") return account.available;
  try {
    const amount = parseMoney(text.replaceAll(",", "").trim(), account.available.currency);
    if (amount.minor <= 0n) return "请填写大于零的金额";
    return amount.minor > account.available.minor ? "超过可用余额" : amount;
  } catch {
    return "请填写正确的金额";
  }
}

export type Plan = {
  sources: Source[];
  total: Money;
  /** By account: what is wrong with its amount. */
  problems: Record<string, string>;
};

/** The request as what the server is asked for, and how much it comes to. */
export function planOf(currency: Currency, accounts: readonly PoolAccount[], { targetId, amounts }: Draft): Plan {
  const problems: Record<string, string> = {};
  const sources: Source[] = [];
  let minor = 0n;
  for (const account of givers(accounts, targetId)) {
    const text = amounts[account.id];
    if (text === undefined) continue;
    const amount = amountOf(text, account);
    if (typeof amount === "string") {
      problems[account.id] = amount;
      continue;
    }
    minor += amount.minor;
    sources.push({ accountId: account.id, ...(text.trim() !== "" && { amount }) });
  }
  return { sources, total: moneyOf(currency, minor), problems };
}
