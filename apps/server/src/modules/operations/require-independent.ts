import { Refusal } from "@coralhub/contract";
import type { Tx } from "../../platform/db.ts";
import { areEntangled } from "./operator-changes-store.ts";

/**
 * The second pair of eyes must belong to a second person: whoever appointed, reset or changed the other's account a day
 * ago or less may hold both. Where the two are one account the caller has a refusal of its own.
 */
export async function requireIndependent(
  tx: Tx,
  { maker, checker, at }: { maker: string; checker: string; at: Date },
): Promise<void> {
  if (await areEntangled(tx, maker, checker, at)) throw new Refusal("operator.not_independent");
}
