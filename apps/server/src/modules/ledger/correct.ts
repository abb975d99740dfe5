import { Refusal } from "@coralhub/contract";
import {
  ACCOUNT_KINDS,
  accountParts,
  CORRECTIONS,
  formatMoney,
  homeCode,
  moneyOf,
  PAIRED,
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

type Booked = Pick<BookedPosting, "reason" | "reverses" | "reversedBy" | "resolvedReason">;

const kindOf = (code: AccountCode) => accountParts(code).kind;

/** Whether its business lets this way back be taken by hand. */
function isLetGo({ reason, resolvedReason }: Booked, { from, to }: Transfer): boolean {
  const rule = CORRECTIONS[reason];
  if (rule === "all") return true;
  if ("after" in rule) return resolvedReason === rule.after;
  if ("outOf" in rule) return kindOf(from) === rule.outOf && ACCOUNT_KINDS[kindOf(to)].side === "merchant";
  return "into" in rule && kindOf(to) === rule.into;
}

/** The other half of it stands in another book: taken back here alone it would be in none, or in both. */
const isPaired = ({ from, to }: Transfer): boolean => [from, to].some((code) => kindOf(code) === "house.clearing");

const isOpenWay = (posting: Booked, way: Transfer): boolean => !isPaired(way) && isLetGo(posting, way);

/** Where it is put right instead; null where all of it may be taken back by hand. */
function insteadOf(posting: Booked, ways: readonly Transfer[]): string | null {
  const rule = CORRECTIONS[posting.reason];
  if (rule !== "all" && (ways.length === 0 || !ways.every((way) => isLetGo(posting, way)))) return rule.instead;
  return ways.some(isPaired) ? PAIRED : null;
}

/** Why nothing of a posting may be taken back by hand, whatever its business. */
function refusalOf({ reverses, reversedBy }: Booked): Refusal | undefined {
  if (reverses !== null) return new Refusal("ledger.correction_of_correction");
  if (reversedBy !== null) return new Refusal("ledger.already_reversed");
  return undefined;
}

/** What of a posting may be taken back by hand, and where the rest is put right. */
export function correctableOf(
  posting: Booked,
  transfers: readonly Transfer[],
): { correctable: { from: string; to: string; most: Money }[]; instead: string | null } {
  if (refusalOf(posting)) return { correctable: [], instead: null };
  const ways = waysBack(transfers);
  return {
    correctable: ways
      .filter((way) => isOpenWay(posting, way))
      .map(({ from, to, amount }) => ({ from, to, most: amount })),
    instead: insteadOf(posting, ways),
  };
}

type Correction = { merchantId: string; corrects: string; from: AccountCode; to: AccountCode; amount: Money };
/**
 * Who proposes it hears at once what is wrong; who agrees to it is asked again, for the business may have gone on since. What
 * the business has let go of stays so: nothing need be locked for it. The books insist on the rest when it is posted.
 */
export async function checkCorrection(tx: Tx, { merchantId, corrects, from, to, amount }: Correction): Promise<void> {
  const posting = await readPosting(tx, merchantId, corrects);
  if (!posting) throw new Refusal("ledger.posting_unknown");
  const refusal = refusalOf(posting);
  if (refusal) throw refusal;
  const ways = waysBack(await readReversible(tx, merchantId, corrects));
  const way = ways.find((back) => back.from === from && back.to === to);
  const instead = insteadOf(posting, ways);
  if (instead !== null && (!way || !isOpenWay(posting, way))) {
    throw new Refusal("ledger.correction_by_business", { instead });
  }
  if (!way) throw new Refusal("ledger.correction_elsewhere");
  if (amount.minor > way.amount.minor) {
    throw new Refusal("ledger.correction_exceeds", { most: formatMoney(way.amount), currency: amount.currency });
  }
}
