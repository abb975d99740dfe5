import { Refusal } from "@coralhub/contract";
import { moduleLifecycle, PRODUCT_MODULES, withoutFullStop } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { ServicesDeps } from "./deps.ts";
import { findApplication, type ModuleKey } from "./module-applications-store.ts";

type Verdict = ModuleKey & { decision: "approve" | "decline"; reason: string };

/** A colleague passes on what the partner answered; the merchant is told, and the log says who decided. */
export function decideModule(deps: ServicesDeps, ctx: OperatorContext, verdict: Verdict): Promise<null> {
  const { merchantId, module, decision } = verdict;
  const key = { merchantId, module };
  const declined = decision === "decline";
  const reason = declined ? verdict.reason : null;
  return ctx.once(async (tx) => {
    const by = ctx.operator.id;
    const application = await findApplication(tx, key);
    // Never asked for.
    if (!application) throw new Refusal("state.changed");
    const { label } = PRODUCT_MODULES[module];
    await deps.lifecycles.advance(tx, moduleLifecycle, { ...key, id: application.id }, decision, {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { decidedBy: by, reason },
      note: reason,
      message: declined
        ? { event: "module.declined", data: { module: label, reason: withoutFullStop(verdict.reason) } }
        : { event: "module.opened", data: { module: label } },
    });
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
