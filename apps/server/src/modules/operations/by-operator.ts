import type { AuditRecord } from "../../platform/audit.ts";
import type { OperatorContext } from "../../platform/context.ts";

/** An entry of the audit log about what this operator is doing now. */
export const byOperator = (
  ctx: OperatorContext,
  entry: Pick<AuditRecord, "action" | "subject" | "detail">,
): AuditRecord => ({
  ...entry,
  actor: { kind: "operator", id: ctx.operator.id },
  address: ctx.address,
});
