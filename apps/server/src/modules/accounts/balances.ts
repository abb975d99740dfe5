import { accountParts } from "@coralhub/domain";
import type { AccountsDeps } from "./deps.ts";

export type AccountMoney = { available: bigint; processing: bigint; held: bigint };

/** What the books say of every receiving account, by its id: what can be used, what is under way, and what we hold. */
export async function balancesOf(
  { ledger }: Pick<AccountsDeps, "ledger">,
  merchantId: string,
): Promise<ReadonlyMap<string, AccountMoney>> {
  const sums = new Map<string, AccountMoney>();
  const add = (id: string | null | undefined, part: keyof AccountMoney, minor: bigint) => {
    if (id === null || id === undefined) return;
    const sum = sums.get(id) ?? { available: 0n, processing: 0n, held: 0n };
    sums.set(id, { ...sum, [part]: sum[part] + minor });
  };
  const [balances, holds] = await Promise.all([
    ledger.balances(merchantId, ["collection"]),
    ledger.openHolds(merchantId),
  ]);
  for (const { owner, balance } of balances) add(owner, "available", balance.minor);
  for (const { home, amount, isOwn } of holds) {
    const { kind, owner } = accountParts(home);
    if (kind === "collection") add(owner, isOwn ? "processing" : "held", amount.minor);
  }
  return sums;
}
