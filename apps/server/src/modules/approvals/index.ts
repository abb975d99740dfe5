import { approvalEndpoints, approvalList, Refusal } from "@coralhub/contract";
import { approvalLifecycle, type ApprovalDecision, type ApprovalFact, type ApprovalKind } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Capability, Together } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import { operatorActor, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import { byOperator, requireIndependent } from "../operations/index.ts";
import { approvalSource, countPending, insertApproval, lockApproval } from "./approvals-store.ts";

type ApprovalsHouse = {
  database: Pick<Database, "db">;
  ids: Ids;
  audit: Audit;
  lists: Lists;
  lifecycles: Lifecycles;
  together: Pick<Together, "approved">;
};

export type Proposal = {
  kind: ApprovalKind;
  /** What it is about: the same is not proposed twice while one waits. */
  subject: string;
  /** In one line, and in full: what the second operator reads before deciding. */
  what: string;
  facts: readonly ApprovalFact[];
  /** What the capability needs to put it into force; it comes back as JSON. */
  content: unknown;
  reason: string;
};

export type Approvals = {
  /** The first pair of hands: nothing changes yet. */
  propose(tx: Tx, ctx: OperatorContext, proposal: Proposal): Promise<{ approvalId: string }>;
};

const EVERYONE = { scope: "all" } as const;
const MOST_COUNTED = 100;

/** Changes that take two operators. A capability names the kind, proposes, and is asked to do it once another agreed. */
export function createApprovals(deps: ApprovalsHouse): Capability<typeof approvalEndpoints> & Approvals {
  return {
    endpoints: approvalEndpoints,
    handlers: {
      approvals: (_ctx, input) => deps.lists.page(EVERYONE, approvalList, approvalSource, input),
      decideApproval: (ctx, input) => decide(deps, ctx, input),
    },
    waiting: { approvals: () => countPending(deps.database.db, MOST_COUNTED) },
    async propose(tx, ctx, proposal) {
      const id = deps.ids.next();
      const fresh = await insertApproval(tx, { ...proposal, id, proposedBy: ctx.operator.id, proposedAt: ctx.now });
      if (!fresh) throw new Refusal("approval.waiting");
      const { kind, subject, what, reason } = proposal;
      const detail = { kind, subject, what, reason };
      await deps.audit.record(tx, byOperator(ctx, { action: "approval.proposed", subject: `approval:${id}`, detail }));
      return { approvalId: id };
    },
  };
}

/** The second pair of hands, never the same one: agreeing puts it into force in the same transaction. */
function decide(
  deps: ApprovalsHouse,
  ctx: OperatorContext,
  { id, decision, note }: { id: string; decision: ApprovalDecision; note: string },
) {
  return ctx.once(async (tx) => {
    const approval = await lockApproval(tx, id);
    if (!approval) throw new Refusal("not_found");
    if (approval.state !== "pending") throw new Refusal("state.changed");
    const own = approval.proposedBy === ctx.operator.id;
    if (decision === "withdraw" && !own) throw new Refusal("approval.not_yours");
    if (decision === "approve") {
      if (own) throw new Refusal("approval.two_people");
      await requireIndependent(tx, { maker: approval.proposedBy, checker: ctx.operator.id, at: ctx.now });
      await deps.together.approved(approval.kind, tx, ctx, {
        content: approval.content,
        reason: approval.reason,
        proposedBy: approval.proposedBy,
      });
    }
    const state = await deps.lifecycles.advance(tx, approvalLifecycle, { id }, decision, {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { decidedBy: ctx.operator.id, note },
    });
    const { kind, subject, what } = approval;
    await deps.audit.record(
      tx,
      byOperator(ctx, {
        action: `approval.${state as "approved" | "rejected" | "withdrawn"}`,
        subject: `approval:${id}`,
        detail: { kind, subject, what, note },
      }),
    );
    return { state };
  });
}
