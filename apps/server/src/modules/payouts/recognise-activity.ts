import { addressOf } from "@coralhub/domain";
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
    const body = matter.body.replace(matter.reference, `到${payeeText(payout)}`);
    return { ...matter, body, path: addressOf("payouts", { open: payout.id }) };
  });
}
