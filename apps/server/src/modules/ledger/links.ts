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

/** Takes a hold apart: the named parts are posted, the rest is released, in one posting. No parts: released whole. */
export async function resolutionPosting(
  db: Db,
  head: Head,
  holdId: string,
  parts: readonly HoldPart[],
): Promise<Posting> {
  const hold = await readHold(db, head.merchantId, holdId);
  if (!hold) throw new Refusal("ledger.hold_unknown");
  const posted = parts.reduce((sum, part) => sum + part.amount.minor, 0n);
  const rest = hold.amount - posted;
  if (rest < 0n || parts.some((part) => part.amount.currency !== hold.currency)) {
    const held = formatMoney(moneyOf(hold.currency, hold.amount));
    throw new Refusal("ledger.hold_exceeded", { held, currency: hold.currency });
  }
  const transfers: Transfer[] = parts.map(({ to, amount }) => ({ from: hold.code, to, amount }));
  if (rest > 0n) {
    transfers.push({ from: hold.code, to: homeCode(hold.code), amount: moneyOf(hold.currency, rest) });
  }
  return { ...head, resolves: holdId, transfers };
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
