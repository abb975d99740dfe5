import { Refusal } from "@coralhub/contract";
import { HOLD_MINUTES, QUEUED } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { findApplication, holdApplication, letGo, lockApplication, type Application } from "../applications-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { noteEvent, type Reviewer } from "./case-events.ts";
import { operatorName } from "./review-store.ts";

export type CaseInput = { merchantId: string; id: string };
export const reviewerOf = ({ operator: { id, name, roles } }: OperatorContext): Reviewer => ({
  kind: "operator",
  id,
  name,
  roles,
});

export const auditCase = (
  deps: CertificationDeps,
  tx: Tx,
  ctx: OperatorContext,
  action: Parameters<CertificationDeps["audit"]["record"]>[1]["action"],
  { merchantId, id, detail }: CaseInput & { detail?: Record<string, unknown> },
) =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `certification:${merchantId}:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

/** One case, one reviewer: whoever takes it first has it until they let go, decide, or leave it lying. */
export function takeCase(deps: CertificationDeps, ctx: OperatorContext, input: CaseInput): Promise<null> {
  return ctx.once(async (tx) => {
    const application = await findApplication(tx, input.merchantId, input.id);
    if (!application) throw new Refusal("not_found");
    const taken = await holdApplication(tx, input.merchantId, input.id, holdBy(ctx));
    if (!taken) {
      if (!QUEUED.includes(application.state)) throw new Refusal("state.changed");
      throw new Refusal("review.held", { name: await operatorName(tx, application.heldBy!) });
    }
    if (application.heldBy !== ctx.operator.id)
      await noteEvent(deps, tx, application, reviewerOf(ctx), { at: ctx.now, what: "领取" });
    await auditCase(deps, tx, ctx, "certification.taken", input);
    return null;
  });
}

export const holdBy = (ctx: OperatorContext) => ({
  by: ctx.operator.id,
  at: ctx.now,
  abandonedBefore: new Date(ctx.now.getTime() - HOLD_MINUTES * 60_000),
  from: QUEUED,
});

export function releaseCase(deps: CertificationDeps, ctx: OperatorContext, input: CaseInput): Promise<null> {
  return ctx.once(async (tx) => {
    const application = await findApplication(tx, input.merchantId, input.id);
    if (!application) throw new Refusal("not_found");
    if (!(await letGo(tx, input.merchantId, input.id, ctx.operator.id))) throw new Refusal("review.not_held");
    await noteEvent(deps, tx, application, reviewerOf(ctx), { at: ctx.now, what: "放回" });
    await auditCase(deps, tx, ctx, "certification.released", input);
    return null;
  });
}

/** The row locked, and in the caller's own hands, in the version they looked at. */
export async function heldCase(
  tx: Tx,
  ctx: OperatorContext,
  input: CaseInput & { version: number },
): Promise<Application> {
  const application = await lockApplication(tx, input.merchantId, input.id);
  if (!application) throw new Refusal("not_found");
  if (application.version !== input.version || !QUEUED.includes(application.state)) throw new Refusal("state.changed");
  if (application.heldBy !== ctx.operator.id) throw new Refusal("review.not_held");
  return application;
}
