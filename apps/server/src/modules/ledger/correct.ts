import { Refusal } from "@coralhub/contract";
import {
  formatMoney,
  homeCode,
  moneyOf,
  RETURNED_BY_BANKS,
  type AccountCode,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { readPosting, type BookedPosting } from "./books-store.ts";
import { readReversible } from "./links-store.ts";

/** The ways back of a posting's transfers, each pair of accounts once: at most so much can be taken back on it. */
function waysBack(transfers: readonly Transfer[]): Transfer[] {
  const ways = new Map<string, Transfer>();
  for (const { from, to, amount } of transfers) {
    const back = { from: homeCode(to), to: homeCode(from) };
    if (back.from === back.to) continue;
    const name = `${back.from} ${back.to}`;
    const minor = (ways.get(name)?.amount.minor ?? 0n) + amount.minor;
    ways.set(name, { ...back, amount: moneyOf(amount.currency, minor) });
  }
  return [...ways.values()];
}

/** Why nothing of a posting may be taken back by hand. */
function refusalOf({ reason, reverses, reversedBy }: BookedPosting): Refusal | undefined {
  if (reverses !== null) return new Refusal("ledger.correction_of_correction");
  if (reversedBy !== null) return new Refusal("ledger.already_reversed");
  if (RETURNED_BY_BANKS.includes(reason)) return new Refusal("ledger.correction_by_return");
  return undefined;
}

/** What of a posting may be taken back by hand; nothing where the books or its business forbid it. */
export const correctableOf = (
  posting: BookedPosting,
  transfers: readonly Transfer[],
): { from: string; to: string; most: Money }[] =>
  refusalOf(posting) ? [] : waysBack(transfers).map(({ from, to, amount }) => ({ from, to, most: amount }));

type Correction = { merchantId: string; corrects: string; from: AccountCode; to: AccountCode; amount: Money };
/** The books insist on it when it is posted; who proposes it hears at once what is wrong. */
export async function checkCorrection(tx: Tx, { merchantId, corrects, from, to, amount }: Correction): Promise<void> {
  const posting = await readPosting(tx, merchantId, corrects);
  if (!posting) throw new Refusal("ledger.posting_unknown");
  const refusal = refusalOf(posting);
  if (refusal) throw refusal;
  const way = waysBack(await readReversible(tx, merchantId, corrects)).find(
    (back) => back.from === from && back.to === to,
  );
  if (!way) throw new Refusal("ledger.correction_elsewhere");
  if (amount.minor > way.amount.minor) {
    throw new Refusal("ledger.correction_exceeds", { most: formatMoney(way.amount), currency: amount.currency });
  }
}
