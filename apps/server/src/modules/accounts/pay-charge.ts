import { Refusal } from "@coralhub/contract";
import { accountChargeLifecycle } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { lockAccount } from "./accounts-store.ts";
import { findCharge } from "./charges-store.ts";
import type { AccountsDeps } from "./deps.ts";
import { chargePosting } from "./accounts-postings.ts";

/** From the balance of the account it was charged for; nothing leaves a frozen one, not even to us. */
export function payCharge(deps: AccountsDeps, ctx: MerchantContext, chargeId: string): Promise<null> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const key = { merchantId, id: chargeId };
    const charge = await findCharge(tx, key);
    const account = charge && (await lockAccount(tx, { merchantId, id: charge.accountId }, "share"));
    if (!account) throw new Refusal("account.charge_unknown");
    if (account.state !== "open") throw new Refusal("account.not_open");
    const postingId = deps.ids.next();
    const change = { by: merchantActor(ctx), at: ctx.now, set: { postingId } };
    const paid = await deps.lifecycles.tryAdvance(tx, accountChargeLifecycle, key, "pay", change);
    if (!paid) throw new Refusal("account.charge_unknown");
    await deps.ledger.postIn(tx, [chargePosting({ merchantId, chargeId, ...charge }, postingId)]);
    return null;
  });
}
