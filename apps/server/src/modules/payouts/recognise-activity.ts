import { addressOf, moneyOf, payoutLifecycle } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import type { MoneyMatter } from "../../platform/capability.ts";
import { payoutIdOf } from "./apply-for-payout.ts";
import { payeeText } from "./payout-words.ts";
import { findPayouts } from "./payouts-store.ts";

/** The books know amounts; who was paid, and where that is read, the payment knows. */
export async function recognisePayouts(
  db: Db,
  merchantId: string,
  matters: readonly MoneyMatter[],
): Promise<MoneyMatter[]> {
  const idOf = ({ reference }: MoneyMatter) => (reference === null ? undefined : payoutIdOf(reference));
  const ids = matters.flatMap((matter) => idOf(matter) ?? []);
  const found = ids.length > 0 ? await findPayouts(db, merchantId, ids) : [];
  const payouts = new Map(found.map((payout) => [payout.id, payout]));
  return matters.map((matter) => {
    const payout = payouts.get(idOf(matter) ?? "");
    if (!payout || matter.reference === null) return matter;
    const to = `${payout.kind === "withdrawal" ? "提现到" : "付款给"} ${payeeText(payout)}`;
    // What left is told as the lists of payments tell it: the whole amount, its fee within.
    const { currency, minor } = payout.amount;
    const amount = matter.amount.minor < 0n ? moneyOf(currency, -minor) : matter.amount;
    const title = matter.title.replace("付款", to);
    // One payment has one state, in one word and one colour, wherever it stands.
    const state = payoutLifecycle.states[payout.state];
    return { ...matter, title, amount, state, path: addressOf("payouts", { open: payout.id }) };
  });
}
