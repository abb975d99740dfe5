import { Refusal } from "@coralhub/contract";
import type { OperatorContext } from "../../../platform/context.ts";
import { lockStanding, moveStanding } from "../certification-store.ts";
import type { CertificationDeps } from "../deps.ts";

type Input = { merchantId: string; reason: string };

/** Stops money at once; certification itself is not lost. */
export const freezeMerchant = (deps: CertificationDeps, ctx: OperatorContext, input: Input) =>
  change(deps, ctx, input, "freeze");
export const unfreezeMerchant = (deps: CertificationDeps, ctx: OperatorContext, input: Input) =>
  change(deps, ctx, input, "unfreeze");

function change(
  deps: CertificationDeps,
  ctx: OperatorContext,
  { merchantId, reason }: Input,
  action: "freeze" | "unfreeze",
) {
  const freezing = action === "freeze";
  return ctx.once(async (tx) => {
    if (!(await lockStanding(tx, merchantId))) throw new Refusal("not_found");
    if (!(await moveStanding(tx, merchantId, action, ctx.now, freezing ? reason : null)))
      throw new Refusal("state.changed");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: freezing ? "certification.frozen" : "certification.unfrozen",
      subject: `merchant:${merchantId}`,
      detail: { reason },
      address: ctx.address,
    });
    if (freezing) await deps.sendMessage(tx, { event: "certification.frozen", merchantId, data: { reason } });
    else await deps.sendMessage(tx, { event: "certification.unfrozen", merchantId, data: {} });
    return null;
  });
}
