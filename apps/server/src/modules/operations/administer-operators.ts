import { OPERATOR_ROLES, Refusal, type OperatorRole } from "@coralhub/contract";
import {
  OPERATOR_CHANGE_LIFE_HOURS,
  OPERATOR_CHANGES,
  operatorChangeLifecycle,
  type AuditAction,
  type OperatorChangeKind,
  type OperatorChangeState,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";
import { newInitialPassword } from "./initial-password.ts";
import {
  hasHadOtherAdmins,
  insertChange,
  listChanges,
  listPendingBefore,
  lockChange,
  type ListedChange,
  type OperatorChangeRow,
} from "./operator-changes-store.ts";
import {
  clearTotp,
  findOperatorByEmail,
  insertOperator,
  lockActiveAdmins,
  lockOperator,
  setDisabled,
  setPassword,
  setRoles,
  type Operator,
} from "./operators-store.ts";
import { forgetPlaces } from "./places-store.ts";
import { requireIndependent } from "./require-independent.ts";
import { askForInitialPassword } from "./send-initial-password.ts";
import { clearAttempts } from "./sign-in-attempts-store.ts";
import { tellAdmins } from "./tell-operators.ts";

async function lockTarget(tx: Tx, id: string): Promise<Operator> {
  const operator = await lockOperator(tx, id);
  if (!operator) throw new Refusal("not_found");
  return operator;
}

/** Refused on oneself: an account must not be able to shed its own second factor or lock everyone out. */
function notYourself(ctx: OperatorContext, id: string | null): void {
  if (ctx.operator.id === id) throw new Refusal("operator.not_yourself");
}

/** The admins in use, held until the transaction ends; the caller must still be one of them. */
async function lockAdminsWith(tx: Tx, ctx: OperatorContext): Promise<string[]> {
  const admins = await lockActiveAdmins(tx);
  if (!admins.includes(ctx.operator.id)) throw new Refusal("session.expired");
  return admins;
}

const lapseBefore = (now: Date) => new Date(now.getTime() - OPERATOR_CHANGE_LIFE_HOURS * 3_600_000);
const CHANGES_SHOWN = 100;
/** What nobody can decide any more is over, whether or not the clock has said so yet. */
export async function shownChanges({ database: { db } }: OperationsDeps, now: Date): Promise<ListedChange[]> {
  const isOver = ({ state, proposedAt }: ListedChange) => state === "pending" && proposedAt < lapseBefore(now);
  return (await listChanges(db, CHANGES_SHOWN)).map((change) =>
    isOver(change) ? { ...change, state: "lapsed" } : change,
  );
}
export async function lapseOldChanges({ lifecycles }: Pick<OperationsDeps, "lifecycles">, tx: Tx, now: Date) {
  const moves = (await listPendingBefore(tx, lapseBefore(now))).map((id) => ({ key: { id } }));
  if (moves.length > 0)
    await lifecycles.advanceMany(tx, operatorChangeLifecycle, "lapse", { at: now, by: SYSTEM }, moves);
}

export type ProposedChange = {
  kind: OperatorChangeKind;
  operatorId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  roles?: OperatorRole[] | undefined;
  reason: string;
};
type Answer = { id: string; state: OperatorChangeState };

/** The first admin's part: nothing has changed yet. Only the second admin of an installation is appointed alone. */
export async function proposeOperatorChange(
  deps: OperationsDeps,
  ctx: OperatorContext,
  input: ProposedChange,
): Promise<Answer> {
  const unusable = await deps.passwords.hash(newInitialPassword(deps.random));
  return ctx.once(async (tx) => {
    await lockAdminsWith(tx, ctx);
    await lapseOldChanges(deps, tx, ctx.now);
    const target = await targetOf(tx, ctx, input);
    const alone =
      input.kind === "appoint" && input.roles!.includes("admin") && !(await hasHadOtherAdmins(tx, ctx.operator.id));
    const change: OperatorChangeRow = {
      id: deps.ids.next(),
      kind: input.kind,
      ...target,
      roles: input.kind === "appoint" || input.kind === "changeRoles" ? [...new Set(input.roles)] : null,
      reason: input.reason,
      state: "pending",
      proposedBy: ctx.operator.id,
      proposedAt: ctx.now,
    };
    if (!(await insertChange(tx, { ...change, decidedAt: null }))) throw new Refusal("operator.change_pending");
    await deps.audit.record(tx, entryOf(ctx, "operator.change_proposed", change));
    if (alone) return { id: change.id, state: await confirm(deps, tx, ctx, change, { unusable, alone, note: "" }) };
    await tellAdmins(
      deps,
      tx,
      `${ctx.operator.name}提出${wordsOf(change)}。请另一位管理员在运营后台「操作员」确认或拒绝。`,
    );
    return { id: change.id, state: change.state };
  });
}

async function targetOf(tx: Tx, ctx: OperatorContext, input: ProposedChange) {
  if (input.kind === "appoint") {
    if (await findOperatorByEmail(tx, input.email!)) throw emailTaken();
    return { operatorId: null, email: input.email!, name: input.name! };
  }
  if (input.kind !== "changeRoles") notYourself(ctx, input.operatorId!);
  const { id, email, name, disabledAt } = await lockTarget(tx, input.operatorId!);
  if ((input.kind === "enable") !== (disabledAt !== null)) throw new Refusal("state.changed");
  return { operatorId: id, email, name };
}
const emailTaken = () => new Refusal("operator.email_taken", {}, { email: "这个邮箱已经有操作员账号" });

type Decision = { id: string; decision: "confirm" | "decline" | "withdraw"; note: string };

/** The second admin's part. Neither the one who proposed it nor the one it is about confirms it. */
export async function decideOperatorChange(
  deps: OperationsDeps,
  ctx: OperatorContext,
  { id, decision, note }: Decision,
): Promise<{ state: OperatorChangeState }> {
  const unusable = await deps.passwords.hash(newInitialPassword(deps.random));
  return ctx.once(async (tx) => {
    const admins = await lockAdminsWith(tx, ctx);
    const change = await lockChange(tx, id);
    if (!change) throw new Refusal("not_found");
    if (change.state !== "pending") throw new Refusal("state.changed");
    if (decision !== "confirm") return { state: await refuse(deps, tx, ctx, change, { decision, note }) };
    if (change.proposedAt < lapseBefore(ctx.now)) throw new Refusal("operator.change_lapsed");
    if (change.proposedBy === ctx.operator.id) throw new Refusal("operator.two_admins");
    notYourself(ctx, change.operatorId);
    if (!change.proposedBy || !admins.includes(change.proposedBy)) throw new Refusal("operator.proposer_gone");
    await requireIndependent(tx, { maker: change.proposedBy, checker: ctx.operator.id, at: ctx.now });
    return { state: await confirm(deps, tx, ctx, change, { unusable, alone: false, note }) };
  });
}

async function refuse(
  deps: OperationsDeps,
  tx: Tx,
  ctx: OperatorContext,
  change: OperatorChangeRow,
  { decision, note }: { decision: "decline" | "withdraw"; note: string },
): Promise<OperatorChangeState> {
  if (decision === "withdraw" && change.proposedBy !== ctx.operator.id) throw new Refusal("access.denied");
  const set = { decidedBy: ctx.operator.id, note };
  const doing = { at: ctx.now, by: operatorActor(ctx), set };
  const state = await deps.lifecycles.advance(tx, operatorChangeLifecycle, { id: change.id }, decision, doing);
  const action = decision === "decline" ? "operator.change_declined" : "operator.change_withdrawn";
  await deps.audit.record(tx, entryOf(ctx, action, change, { note }));
  const { label } = operatorChangeLifecycle.actions[decision];
  await tellAdmins(deps, tx, `${ctx.operator.name}${label}了${wordsOf(change)}。${note}`);
  return state;
}

type Confirmation = { unusable: string; alone: boolean; note: string };

async function confirm(
  deps: OperationsDeps,
  tx: Tx,
  ctx: OperatorContext,
  change: OperatorChangeRow,
  { unusable, alone, note }: Confirmation,
): Promise<OperatorChangeState> {
  const operatorId = change.operatorId ?? deps.ids.next();
  const action = await applyChange(deps, tx, { ...change, operatorId }, { now: ctx.now, unusable });
  const set = { operatorId, decidedBy: alone ? null : ctx.operator.id, note };
  const doing = { at: ctx.now, by: operatorActor(ctx), set };
  const state = await deps.lifecycles.advance(tx, operatorChangeLifecycle, { id: change.id }, "confirm", doing);
  const told = { proposedBy: change.proposedBy, note };
  await deps.audit.record(tx, entryOf(ctx, action, { ...change, operatorId }, told));
  await tellAdmins(
    deps,
    tx,
    `${wordsOf(change)}已由${ctx.operator.name}${alone ? "单独办理（首位管理员任命第二位）" : "确认"}并生效，24 小时内不能处理资金。如有疑问请立即停用该账号。`,
    { concerned: change.kind === "appoint" ? [] : [change.email] },
  );
  return state;
}

type Applied = OperatorChangeRow & { operatorId: string };

async function applyChange(
  deps: OperationsDeps,
  tx: Tx,
  change: Applied,
  { now, unusable }: { now: Date; unusable: string },
): Promise<AuditAction> {
  const { kind, operatorId: id, email, name } = change;
  if (kind === "appoint") {
    const roles = change.roles!;
    const made = { id, email, name, roles, passwordHash: unusable, passwordInitial: true, createdAt: now };
    if (!(await insertOperator(tx, made))) throw emailTaken();
    await askForInitialPassword(deps, tx, id, change.id);
    return "operator.created";
  }
  const target = await lockTarget(tx, id);
  switch (kind) {
    case "enable":
      await setDisabled(tx, id, null);
      return "operator.enabled";
    case "changeRoles": {
      const admins = await lockActiveAdmins(tx);
      if (!change.roles!.includes("admin") && admins.every((admin) => admin === id))
        throw new Refusal("operator.last_admin");
      await setRoles(tx, id, change.roles!);
      return "operator.roles_changed";
    }
    case "resetPassword":
      await setPassword(tx, id, unusable, true);
      await clearAttempts(tx, target.email);
      await forgetPlaces(tx, id);
      await deps.sessions.endAllOf(tx, "operator", id);
      await askForInitialPassword(deps, tx, id, change.id);
      return "operator.password_reset";
    case "resetTotp":
      await clearTotp(tx, id);
      await deps.sessions.endAllOf(tx, "operator", id);
      return "operator.totp_reset";
  }
}

/** One admin is enough to take power away; of two who disable each other at the same moment one stays. */
export function disableOperator(deps: OperationsDeps, ctx: OperatorContext, id: string): Promise<null> {
  notYourself(ctx, id);
  return ctx.once(async (tx) => {
    await lockAdminsWith(tx, ctx);
    const operator = await lockTarget(tx, id);
    await setDisabled(tx, id, ctx.now);
    await deps.sessions.endAllOf(tx, "operator", id);
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "operator.disabled", subject: `operator:${id}`, detail: { email: operator.email } }),
    );
    await tellAdmins(deps, tx, `${ctx.operator.name}停用了操作员「${operator.name}」（${operator.email}）。`, {
      concerned: [operator.email],
    });
    return null;
  });
}

const rolesText = (roles: readonly OperatorRole[]) => roles.map((role) => OPERATOR_ROLES[role]).join("、");

const wordsOf = ({ kind, name, email, roles, reason }: OperatorChangeRow): string =>
  `「${OPERATOR_CHANGES[kind].label}」：${name}（${email}）${roles ? `，角色 ${rolesText(roles)}` : ""}，原因：${reason}`;

/** An entry of the audit log about what became of a change. */
const entryOf = (
  ctx: OperatorContext,
  action: AuditAction,
  { id, kind, operatorId, email, roles, reason }: OperatorChangeRow,
  more: Record<string, unknown> = {},
) =>
  byOperator(ctx, {
    action,
    subject: operatorId ? `operator:${operatorId}` : `operatorChange:${id}`,
    detail: { change: id, kind, email, ...(roles && { roles }), reason, ...more },
  });
