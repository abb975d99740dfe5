import { Refusal } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import { markPaid } from "./charges-store.ts";
import type { CollectionsDeps } from "./deps.ts";
import { chargePosting } from "./income-postings.ts";

/** From the balance of the account it was charged for. */
export function payCharge(deps: CollectionsDeps, ctx: MerchantContext, chargeId: string): Promise<null> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const postingId = deps.ids.next();
    const charge = await markPaid(tx, merchantId, chargeId, { postingId, at: ctx.now });
    if (!charge) throw new Refusal("account.charge_unknown");
    await deps.ledger.postIn(tx, [chargePosting({ merchantId, chargeId, ...charge }, postingId)]);
    return null;
  });
}
