import { inDollarCents, payoutLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Entrance, Lifecycles } from "../../platform/lifecycle-engine.ts";
import { insertReferences, type NewPayout } from "./payouts-store.ts";

type Column = (typeof payoutLifecycle)["stored"]["columns"][number];
/** New payments, with the steps they have behind them already: none, unless they are of the past. */
export type EnteringPayout = NewPayout & { steps?: Entrance<Column>["steps"] };

/** Their references stand beside them from the first moment, so that whatever the bank says finds its way. */
export async function enterPayouts(
  { lifecycles }: { lifecycles: Lifecycles },
  tx: Tx,
  payouts: readonly EnteringPayout[],
): Promise<void> {
  await lifecycles.enterMany(tx, payoutLifecycle, payouts.map(entranceOf));
  await insertReferences(tx, payouts);
}

function entranceOf({ steps = [], ...payout }: EnteringPayout): Entrance<Column> {
  const { merchantId, id, amount, sources, reference, createdAt, ...rest } = payout;
  return {
    key: { merchantId, id },
    values: {
      ...rest,
      createdAt,
      changedAt: createdAt,
      currency: amount.currency,
      amountMinor: amount.minor,
      weightCents: inDollarCents(amount),
      sources: sources.map(({ code, amount: part }) => ({ code, minor: part.minor.toString() })),
      railReference: reference,
    },
    steps,
  };
}
