import { Refusal } from "@coralhub/contract";
import { moduleLifecycle, PRODUCT_MODULES, type DepositCurrency, type ModuleState } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { ServicesDeps } from "./deps.ts";
import { ensureApplication, findApplication, type ModuleKey } from "./module-applications-store.ts";

/** The merchant's wish, and again after a refusal. */
export function applyForModule(
  deps: ServicesDeps,
  ctx: MerchantContext,
  { module, currencies }: Pick<ModuleKey, "module"> & { currencies: DepositCurrency[] },
): Promise<{ state: ModuleState }> {
  const key = { merchantId: ctx.merchantId, module };
  return ctx.once(async (tx) => {
    const { label } = PRODUCT_MODULES[module];
    const standing = await ensureApplication(tx, key, { id: deps.ids.next(), currencies, at: ctx.now });
    const applied = await deps.lifecycles.tryAdvance(tx, moduleLifecycle, { ...key, id: standing.id }, "apply", {
      by: merchantActor(ctx),
      at: ctx.now,
      set: { currencies, decidedAt: null, decidedBy: null, reason: null },
      message: { event: "module.applied", data: { module: label } },
    });
    if (applied) return { state: "applied" };
    const now = await findApplication(tx, key);
    if (now?.state === "open") throw new Refusal("module.already_open", { module: label });
    throw new Refusal("module.waiting");
  });
}
