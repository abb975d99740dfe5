import type { AccountsDeps } from "./deps.ts";

export type AccountMoney = { available: bigint; held: bigint };
const HELD_FOR = "collection:";

/** What the books say of every receiving account, by its id: what can be used, and what is held. */
export async function balancesOf(
  { ledger }: Pick<AccountsDeps, "ledger">,
  merchantId: string,
): Promise<ReadonlyMap<string, AccountMoney>> {
  const sums = new Map<string, AccountMoney>();
  for (const { kind, owner, balance } of await ledger.balances(merchantId, ["collection", "hold"])) {
    const held = kind === "hold";
    if (owner === null || (held && !owner.startsWith(HELD_FOR))) continue;
    const id = held ? owner.slice(HELD_FOR.length) : owner;
    const sum = sums.get(id) ?? { available: 0n, held: 0n };
    sums.set(id, {
      available: sum.available + (held ? 0n : balance.minor),
      held: sum.held + (held ? balance.minor : 0n),
    });
  }
  return sums;
}
