import type { OperatorContext } from "../../platform/context.ts";
import { listWaiting, type BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import { describeForDesk } from "./describe-batch.ts";

const MOST_AT_ONCE = 200;
type Decision = BatchKey & { decision: "approve" | "reject"; reason: string };

/** Every look at a merchant's sheet is recorded. */
export async function lookAtBatch(deps: BatchesDeps, ctx: OperatorContext, key: BatchKey) {
  const described = await describeForDesk(deps, key);
  await ctx.once((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "batch.viewed",
      subject: `batch:${key.id}`,
      address: ctx.address,
      detail: { merchantId: key.merchantId },
    }),
  );
  return described;
}

/** The merchant has asked, one of finance decides on all rows that wait; a long sheet in several goes. */
export async function decideBatch(deps: BatchesDeps, ctx: OperatorContext, { decision, reason, ...key }: Decision) {
  const ids = await listWaiting(deps.database.db, key, MOST_AT_ONCE + 1);
  const now = ids.slice(0, MOST_AT_ONCE);
  const decided = await deps.payouts.decide(ctx, key.merchantId, { ids: now, decision, reason });
  return { decided, left: (await listWaiting(deps.database.db, key, 10_000)).length };
}
