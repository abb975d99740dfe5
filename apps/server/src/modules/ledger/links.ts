import { Refusal } from "@coralhub/contract";
import {
  formatMoney,
  holdCode,
  homeCode,
  moneyOf,
  type AccountCode,
  type Currency,
  type Money,
  type PostingReason,
  type Transfer,
} from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { readHold, readReversible } from "./links-store.ts";
import type { BulkRow } from "../../platform/bulk-row.ts";
import type { Posting } from "./posting.ts";

type Head = {
  merchantId: string;
  key: string;
  reason: PostingReason;
  reference?: string;
  business?: readonly BulkRow[];
};

/** Sets money of an account aside. The receipt's posting id is the hold's name from then on. */
export const holdPosting = <C extends Currency>(
  head: Head,
  account: AccountCode<NoInfer<C>>,
  amount: Money<C>,
  /** What belongs to the same event, a fee taken at once for example. */
  linked: readonly Transfer[] = [],
): Posting => ({ ...head, transfers: [{ from: account, to: holdCode(account), amount }, ...linked] });

/** Where a part of the held money goes; what is not named goes back where it came from. */
export type HoldPart = { to: AccountCode; amount: Money };

/** How a hold on an account is taken apart: the named parts are posted, the rest is released. No parts: released whole. */
export function resolutionTransfers(account: AccountCode, held: Money, parts: readonly HoldPart[]): Transfer[] {
  const hold = holdCode(account);
  const rest = held.minor - parts.reduce((sum, { amount }) => sum + amount.minor, 0n);
  if (rest < 0n || parts.some(({ amount }) => amount.currency !== held.currency)) {
    throw new Refusal("ledger.hold_exceeded", { held: formatMoney(held), currency: held.currency });
  }
  const posted = parts.filter(({ amount }) => amount.minor > 0n).map(({ to, amount }) => ({ from: hold, to, amount }));
  return rest > 0n ? [...posted, { from: hold, to: account, amount: moneyOf(held.currency, rest) }] : posted;
}

/** The same where only the hold's name is known: what is held is read from the books. */
export async function resolutionPosting(
  db: Db,
  head: Head,
  holdId: string,
  parts: readonly HoldPart[],
): Promise<Posting> {
  const hold = await readHold(db, head.merchantId, holdId);
  if (!hold) throw new Refusal("ledger.hold_unknown");
  const held = moneyOf(hold.currency, hold.amount);
  return { ...head, resolves: holdId, transfers: resolutionTransfers(homeCode(hold.code), held, parts) };
}

/**
 * Takes a posting back (红冲), once. Money that had come from a hold goes back to the account it was held for.
 * With `amounts`, only so much of each original transfer, in its order; never more than it was.
 */
export async function reversalPosting(
  db: Db,
  head: Head,
  postingId: string,
  amounts?: readonly Money[],
): Promise<Posting> {
  const originals = await readReversible(db, head.merchantId, postingId);
  const transfers = originals.flatMap(({ from, to, amount }, line): Transfer[] => {
    const back = { from: homeCode(to), to: homeCode(from), amount: amounts ? amounts[line] : amount };
    if (back.from === back.to || !back.amount || back.amount.minor === 0n) return [];
    if (back.amount.currency !== amount.currency || back.amount.minor > amount.minor || back.amount.minor < 0n) {
      throw new Refusal("ledger.nothing_to_reverse");
    }
    return [{ ...back, amount: back.amount }];
  });
  if (transfers.length === 0) throw new Refusal("ledger.nothing_to_reverse");
  return { ...head, reverses: postingId, transfers };
}
