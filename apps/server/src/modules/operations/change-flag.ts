import { Refusal } from "@coralhub/contract";
import type { OperatorContext } from "../../platform/context.ts";
import { announceFlagChange } from "./flags.ts";
import { readFlagSettings, writeFlag, type FlagChange } from "./flags-store.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";

export async function changeFlag(deps: OperationsDeps, ctx: OperatorContext, change: FlagChange): Promise<null> {
  const known = await deps.identity.merchants.named(change.merchantIds);
  const unknown = change.merchantIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Refusal("flag.merchant_unknown", { merchants: unknown.slice(0, 3).join("、") });

  const answer = await ctx.once(async (tx) => {
    const before = (await readFlagSettings(tx)).get(change.flag);
    await writeFlag(tx, change, ctx.operator.id, ctx.now);
    await announceFlagChange(deps.live, tx, change.flag);
    const entry = byOperator(ctx, {
      action: "flag.changed",
      subject: `flag:${change.flag}`,
      detail: {
        reason: change.reason,
        from: before && { mode: before.mode, percentage: before.percentage, merchants: before.merchants.size },
        to: { mode: change.mode, percentage: change.percentage, merchants: change.merchantIds.length },
      },
    });
    await deps.audit.record(tx, entry);
    return null;
  });
  deps.flags.forget();
  return answer;
}
