import { hasArrived } from "@coralhub/domain";
import type { BookedByHand } from "../../platform/capability.ts";
import type { Tx } from "../../platform/db.ts";
import { claimReference, findReference, lockIncome, takeReference } from "./incomes-store.ts";

/**
 * Two people have booked what its notice never told of. The notice may still come, or be taken at this moment: whoever is
 * first has it, and an announcement nothing is to come of any more lapses like every other.
 */
export async function leaveToHands(tx: Tx, { rail, reference, postingId }: BookedByHand): Promise<void> {
  if (await claimReference(tx, { rail, reference }, { ownerId: null, incomeId: postingId })) return;
  const known = await findReference(tx, rail, reference);
  if (known?.ownerId == null) return;
  const income = await lockIncome(tx, { merchantId: known.ownerId, id: known.incomeId });
  if (income && !hasArrived(income.state)) await takeReference(tx, { rail, reference, id: income.id }, postingId);
}
