import { Refusal } from "@coralhub/contract";
import { accountCode, formatMoney, fundsMergerLifecycle, type Money } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { lockAccount } from "../accounts/index.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { Receipt } from "../ledger/index.ts";
import type { PoolingDeps } from "./deps.ts";
import { findMerger, saveBefores, type Merger } from "./mergers-store.ts";
import { poolingPosting } from "./pooling-postings.ts";
import { isPoolable, nameOf, requireBigCustomer } from "./preview-pooling.ts";

export type Confirmed = { id: string; total: Money; mergedAt: Date };

/** Moves what the preview showed. However many confirm it, and however often: once. */
export async function confirmPooling(deps: PoolingDeps, ctx: MerchantContext, id: string): Promise<Confirmed> {
  const { merchantId } = ctx;
  await requireBigCustomer(deps, merchantId);
  const key = { merchantId, id };
  const mergedAt = await ctx.once(async (tx) => {
    const merger = await findMerger(tx, key, { lock: true });
    if (!merger) throw new Refusal("not_found");
    if (merger.state === "merged") return merger.mergedAt!.toISOString();
    if (merger.state === "lapsed" || merger.expiresAt <= ctx.now) throw new Refusal("pooling.expired");
    await requireOpen(tx, merchantId, merger);
    const [receipt] = await post(deps, tx, merchantId, merger);
    const { targetBefore, befores } = beforesOf(merger, receipt!);
    await deps.lifecycles.advance(tx, fundsMergerLifecycle, key, "confirm", {
      by: merchantActor(ctx),
      at: receipt!.postedAt,
      set: { postingId: receipt!.postingId, targetBeforeMinor: targetBefore },
    });
    await saveBefores(tx, key, befores);
    return receipt!.postedAt.toISOString();
  });
  const { total } = (await findMerger(deps.database.db, key))!;
  return { id, total, mergedAt: new Date(mergedAt) };
}

/** Frozen since it was shown: nothing of it moves. Nobody freezes them while it does. */
async function requireOpen(tx: Tx, merchantId: string, { target, lines }: Merger): Promise<void> {
  const ids = [target, ...lines].map(({ accountId }) => accountId).toSorted();
  for (const id of ids) {
    const account = (await lockAccount(tx, { merchantId, id }, "share"))!;
    if (!isPoolable(account)) throw new Refusal("pooling.account_unusable", { account: nameOf(account) });
  }
}

/** A balance that has shrunk since names its account, which the books alone do not. */
async function post(deps: PoolingDeps, tx: Tx, merchantId: string, merger: Merger): Promise<Receipt[]> {
  const { id, currency, target, lines } = merger;
  try {
    return await deps.ledger.postIn(tx, [
      poolingPosting({ merchantId, id, currency, targetId: target.accountId, lines }),
    ]);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "ledger.insufficient_funds") throw error;
    // With the connection it has: whoever waits for a second one may wait for somebody who waits for this one.
    for (const { accountId, amount, cardNo } of lines) {
      const balance = await deps.ledger.balance(merchantId, accountCode("collection", currency, accountId), tx);
      if (balance.minor >= amount.minor) continue;
      const values = { account: cardNo ?? accountId, available: formatMoney(balance), currency };
      throw new Refusal("pooling.not_enough", values);
    }
    throw error;
  }
}

/** As the books saw it, which may be more than the preview did. */
function beforesOf({ lines }: Merger, { lines: moved }: Receipt) {
  return {
    targetBefore: moved[0]!.toBalance.minor - moved[0]!.amount.minor,
    befores: new Map(
      lines.map(({ accountId }, at) => [accountId, moved[at]!.fromBalance.minor + moved[at]!.amount.minor]),
    ),
  };
}
