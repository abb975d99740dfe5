import { Refusal } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import { lockAccount } from "./accounts-store.ts";
import { findChargedAccount, markPaid } from "./charges-store.ts";
import type { CollectionsDeps } from "./deps.ts";
import { chargePosting } from "./income-postings.ts";

/** From the balance of the account it was charged for; nothing leaves a frozen one, not even to us. */
export function payCharge(deps: CollectionsDeps, ctx: MerchantContext, chargeId: string): Promise<null> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const id = await findChargedAccount(tx, merchantId, chargeId);
    const account = id && (await lockAccount(tx, { merchantId, id }, "share"));
    if (!account) throw new Refusal("account.charge_unknown");
    if (account.state !== "open") throw new Refusal("account.not_open");
    const postingId = deps.ids.next();
    const charge = await markPaid(tx, merchantId, chargeId, { postingId, at: ctx.now });
    if (!charge) throw new Refusal("account.charge_unknown");
    await deps.ledger.postIn(tx, [chargePosting({ merchantId, chargeId, ...charge }, postingId)]);
    return null;
  });
}
