import { Refusal } from "@coralhub/contract";
import type { AuditAction } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import type { PayoutAnswer } from "../apply-for-payout.ts";
import { accountProblem } from "../check-wish.ts";
import { submitPayout } from "../confirm-payout.ts";
import type { PayoutsDeps } from "../deps.ts";
import { insertPayoutEvent } from "../payout-events-store.ts";
import { findPayout, lockPayout, movePayout, type PayoutKey } from "../payouts-store.ts";
import { askBank } from "../send-payout.ts";
import { failPayout } from "../take-standing.ts";

type Decision = PayoutKey & { decision: "approve" | "reject"; reason: string };

export const auditPayout = (
  deps: PayoutsDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id }: PayoutKey,
  { action, detail = {} }: { action: AuditAction; detail?: Record<string, unknown> },
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `payout:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

/** The merchant has asked, one of finance agrees or does not: two different people. */
export async function decidePayout(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { decision, reason, ...key }: Decision,
): Promise<PayoutAnswer> {
  const isCertified = (await deps.certifiedAs(key.merchantId)) !== null;
  return ctx.once(async (tx) => {
    const payout = await lockPayout(tx, key);
    if (!payout) throw new Refusal("not_found");
    if (payout.state !== "awaitingApproval") throw new Refusal("state.changed");
    const decidedBy = ctx.operator.id;
    if (decision === "reject") {
      await failPayout(deps, tx, payout, { action: "reject", reason, decidedBy });
      await auditPayout(deps, tx, ctx, key, { action: "payout.rejected", detail: { reason } });
      return { id: key.id, state: "failed" };
    }
    if (!isCertified) throw new Refusal("payout.account_unusable", { problem: "商户的实名认证尚未有效" });
    const account = await deps.receivingAccounts.lock(tx, { merchantId: key.merchantId, id: payout.accountId });
    const problem = account && accountProblem(payout.channel, account);
    if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
    const at = deps.clock.now();
    if (!(await movePayout(tx, payout, "approve", { at, reason: null, decidedBy }))) throw new Refusal("state.changed");
    await insertPayoutEvent(tx, key, deps.ids.next(), { action: "approve", note: null, at });
    await submitPayout(deps, tx, payout);
    await auditPayout(deps, tx, ctx, key, { action: "payout.approved", detail: { reason } });
    return { id: key.id, state: "submitted" };
  });
}

/** Another question to the bank, now. */
export async function askPayout(deps: PayoutsDeps, ctx: OperatorContext, key: PayoutKey): Promise<PayoutAnswer> {
  await askBank(deps, key).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    deps.log.warn({ err: error, payoutId: key.id }, "the payout bank does not answer");
    throw new Refusal("payout.bank_silent");
  });
  await ctx.once((tx) => auditPayout(deps, tx, ctx, key, { action: "payout.asked" }));
  return { id: key.id, state: (await findPayout(deps.database.db, key))!.state };
}
