import { Refusal } from "@coralhub/contract";
import { passwordProblem } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";
import { replacePassword } from "./operators-store.ts";
import { proveSelf } from "./prove-self.ts";

export async function changePassword(
  deps: OperationsDeps,
  ctx: OperatorContext,
  { current, next }: { current: string; next: string },
): Promise<null> {
  const { id, email } = ctx.operator;
  const problem = current === next ? "不能与当前密码相同" : passwordProblem(next, [email.split("@")[0] ?? ""]);
  if (problem) throw new Refusal("operator.password_weak", { problem }, { next: problem });
  const proven = await proveSelf(deps, ctx, current);
  const hash = await deps.passwords.hash(next);
  return ctx.once(async (tx) => {
    if (!(await replacePassword(tx, id, hash, proven))) throw new Refusal("state.changed");
    await deps.sessions.endAllOf(tx, "operator", id, ctx.session.id);
    await deps.audit.record(tx, byOperator(ctx, { action: "operator.password_changed", subject: `operator:${id}` }));
    return null;
  });
}
