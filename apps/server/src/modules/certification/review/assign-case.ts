import { Refusal } from "@coralhub/contract";
import { QUEUED } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { handOver, lockApplication, type Application } from "../applications-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { noteEvent } from "./case-events.ts";
import { auditCase, holdBy, reviewerOf, type CaseInput } from "./hold-case.ts";
import { countHeld, operatorName } from "./review-store.ts";

/** Who can be given a case, the least busy first. */
export async function listReviewers(deps: CertificationDeps) {
  const [people, held] = await Promise.all([deps.reviewers(), countHeld(deps.database.db)]);
  return people
    .map(({ id, name }) => ({ id, name, holding: held.get(id) ?? 0 }))
    .toSorted((a, b) => a.holding - b.holding || a.name.localeCompare(b.name, "zh"));
}

/** Gives a case to a colleague: one's own, one that is free or left lying; an admin's word moves any. */
export async function assignCase(
  deps: CertificationDeps,
  ctx: OperatorContext,
  { operatorId, note, ...input }: CaseInput & { operatorId: string; note: string },
): Promise<null> {
  const colleague = (await deps.reviewers()).find(({ id }) => id === operatorId);
  return ctx.once(async (tx) => {
    const application = await lockApplication(tx, input.merchantId, input.id);
    if (!application) throw new Refusal("not_found");
    if (!QUEUED.includes(application.state)) throw new Refusal("state.changed");
    if (!colleague) throw new Refusal("review.no_such_colleague");
    if (!mayHandOver(ctx, application))
      throw new Refusal("review.held", { name: await operatorName(tx, application.heldBy!) });
    // Who proposed it cannot be the second pair of eyes, so it would only lie there.
    if (application.state === "second" && application.proposedBy === colleague.id)
      throw new Refusal("review.second_pair");
    if (application.heldBy === colleague.id) return null;
    await handOver(tx, application, { by: colleague.id, at: ctx.now });
    await noteEvent(deps, tx, application, reviewerOf(ctx), {
      at: ctx.now,
      what: `交给 ${colleague.name}`,
      detail: note,
    });
    await auditCase(deps, tx, ctx, "certification.assigned", { ...input, detail: { to: colleague.name } });
    return null;
  });
}

function mayHandOver(ctx: OperatorContext, { heldBy, heldAt }: Application): boolean {
  const { by, abandonedBefore } = holdBy(ctx);
  return !heldBy || heldBy === by || heldAt! < abandonedBefore || ctx.operator.roles.includes("admin");
}
