import { Refusal, type OperatorRole } from "@coralhub/contract";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { newInitialPassword } from "./initial-password.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";
import {
  clearTotp,
  insertOperator,
  lockActiveAdmins,
  lockOperator,
  setDisabled,
  setPassword,
  setRoles,
  type Operator,
} from "./operators-store.ts";
import { clearAttempts } from "./sign-in-attempts-store.ts";

async function lockTarget(tx: Tx, id: string): Promise<Operator> {
  const operator = await lockOperator(tx, id);
  if (!operator) throw new Refusal("not_found");
  return operator;
}

/** Refused on oneself: an account must not be able to shed its own second factor or lock everyone out. */
function notYourself(ctx: OperatorContext, id: string): void {
  if (ctx.operator.id === id) throw new Refusal("operator.not_yourself");
}

export async function createOperator(
  deps: OperationsDeps,
  ctx: OperatorContext,
  input: { email: string; name: string; roles: OperatorRole[] },
): Promise<{ id: string }> {
  const passwordHash = await deps.passwords.hash(newInitialPassword(deps.random));
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const added = await insertOperator(tx, { ...input, id, passwordHash, passwordInitial: true, createdAt: ctx.now });
    if (!added) throw new Refusal("operator.email_taken", {}, { email: "这个邮箱已经有操作员账号" });
    await deps.audit.record(
      tx,
      byOperator(ctx, {
        action: "operator.created",
        subject: `operator:${id}`,
        detail: { email: input.email, roles: input.roles },
      }),
    );
    return { id };
  });
}

export function changeRoles(
  deps: OperationsDeps,
  ctx: OperatorContext,
  { id, roles }: { id: string; roles: OperatorRole[] },
): Promise<null> {
  return ctx.once(async (tx) => {
    const admins = await lockActiveAdmins(tx);
    const before = await lockTarget(tx, id);
    if (!roles.includes("admin") && admins.every((admin) => admin === id)) throw new Refusal("operator.last_admin");
    await setRoles(tx, id, [...new Set(roles)]);
    await deps.audit.record(
      tx,
      byOperator(ctx, {
        action: "operator.roles_changed",
        subject: `operator:${id}`,
        detail: { email: before.email, from: before.roles, to: roles },
      }),
    );
    return null;
  });
}

export function disableOperator(deps: OperationsDeps, ctx: OperatorContext, id: string): Promise<null> {
  notYourself(ctx, id);
  return ctx.once(async (tx) => {
    const operator = await lockTarget(tx, id);
    await setDisabled(tx, id, ctx.now);
    await deps.sessions.endAllOf(tx, "operator", id);
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "operator.disabled", subject: `operator:${id}`, detail: { email: operator.email } }),
    );
    return null;
  });
}

export function enableOperator(deps: OperationsDeps, ctx: OperatorContext, id: string): Promise<null> {
  return ctx.once(async (tx) => {
    const operator = await lockTarget(tx, id);
    await setDisabled(tx, id, null);
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "operator.enabled", subject: `operator:${id}`, detail: { email: operator.email } }),
    );
    return null;
  });
}

export function resetTotp(deps: OperationsDeps, ctx: OperatorContext, id: string): Promise<null> {
  notYourself(ctx, id);
  return ctx.once(async (tx) => {
    const operator = await lockTarget(tx, id);
    await clearTotp(tx, id);
    await deps.sessions.endAllOf(tx, "operator", id);
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "operator.totp_reset", subject: `operator:${id}`, detail: { email: operator.email } }),
    );
    return null;
  });
}

export async function resetPassword(
  deps: OperationsDeps,
  ctx: OperatorContext,
  id: string,
): Promise<{ initialPassword: string }> {
  notYourself(ctx, id);
  const initialPassword = newInitialPassword(deps.random);
  const hash = await deps.passwords.hash(initialPassword);
  return ctx.once(async (tx) => {
    const operator = await lockTarget(tx, id);
    await setPassword(tx, id, hash, true);
    await clearAttempts(tx, operator.email);
    await deps.sessions.endAllOf(tx, "operator", id);
    await deps.audit.record(
      tx,
      byOperator(ctx, {
        action: "operator.password_reset",
        subject: `operator:${id}`,
        detail: { email: operator.email },
      }),
    );
    return { initialPassword };
  });
}
