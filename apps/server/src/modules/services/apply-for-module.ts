import { Refusal } from "@coralhub/contract";
import { PRODUCT_MODULES, type DepositCurrency, type ModuleState } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { ServicesDeps } from "./deps.ts";
import { findApplication, insertEvent, moveToApplied, type ModuleKey } from "./module-applications-store.ts";

/** The merchant's wish, and again after a refusal. */
export function applyForModule(
  deps: ServicesDeps,
  ctx: MerchantContext,
  { module, currencies }: Pick<ModuleKey, "module"> & { currencies: DepositCurrency[] },
): Promise<{ state: ModuleState }> {
  const key = { merchantId: ctx.merchantId, module };
  return ctx.once(async (tx) => {
    const { label } = PRODUCT_MODULES[module];
    if (!(await moveToApplied(tx, key, { currencies, at: ctx.now }))) {
      const standing = await findApplication(tx, key);
      if (standing?.state === "open") throw new Refusal("module.already_open", { module: label });
      throw new Refusal("module.waiting");
    }
    await insertEvent(tx, key, { id: deps.ids.next(), action: "apply", at: ctx.now, reason: null });
    await deps.sendMessage(tx, { event: "module.applied", merchantId: ctx.merchantId, data: { module: label } });
    return { state: "applied" };
  });
}
