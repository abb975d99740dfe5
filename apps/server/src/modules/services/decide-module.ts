import { Refusal } from "@coralhub/contract";
import { PRODUCT_MODULES, withoutFullStop } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { ServicesDeps } from "./deps.ts";
import { insertEvent, moveToDecided, type ModuleKey } from "./module-applications-store.ts";

type Verdict = ModuleKey & { decision: "approve" | "decline"; reason: string };

/** A colleague passes on what the partner answered; the merchant is told, and the log says who decided. */
export function decideModule(deps: ServicesDeps, ctx: OperatorContext, verdict: Verdict): Promise<null> {
  const { merchantId, module, decision } = verdict;
  const key = { merchantId, module };
  const declined = decision === "decline";
  const reason = declined ? verdict.reason : null;
  return ctx.once(async (tx) => {
    const by = ctx.operator.id;
    if (!(await moveToDecided(tx, key, { decision, by, at: ctx.now, reason }))) throw new Refusal("state.changed");
    await insertEvent(tx, key, { id: deps.ids.next(), action: decision, at: ctx.now, reason });
    const { label } = PRODUCT_MODULES[module];
    await deps.sendMessage(
      tx,
      declined
        ? { event: "module.declined", merchantId, data: { module: label, reason: withoutFullStop(verdict.reason) } }
        : { event: "module.opened", merchantId, data: { module: label } },
    );
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: by },
      action: declined ? "module.declined" : "module.opened",
      subject: `module:${merchantId}:${module}`,
      address: ctx.address,
      detail: { merchantId, module, reason },
    });
    return null;
  });
}
