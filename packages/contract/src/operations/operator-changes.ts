import { OPERATOR_CHANGE_KINDS, OPERATOR_REST_HOURS, operatorChangeLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing, OPERATOR_ROLES, type OperatorRole } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

export const ROLE_NAMES = Object.keys(OPERATOR_ROLES) as [OperatorRole, ...OperatorRole[]];
const roles = z.array(z.enum(ROLE_NAMES)).min(1, "请至少选择一个角色").max(ROLE_NAMES.length);
const operatorId = z.uuid();
export const operatorEmail = z.string().trim().toLowerCase().max(120).regex(z.regexes.email, "请输入正确的邮箱地址");

const admin = { family: "ops", access: "operator:admin" } as const;

const operatorRow = z.object({
  id: operatorId,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLE_NAMES)),
  totpEnrolled: z.boolean(),
  disabled: z.boolean(),
  lastSignInAt: wireTime.nullable(),
  createdAt: wireTime,
  /** Until then the account decides nothing about money; null when it rests no more. */
  restsUntil: wireTime.nullable(),
});
export type OperatorRow = z.output<typeof operatorRow>;

const operatorChange = z.object({
  id: z.uuid(),
  kind: z.enum(OPERATOR_CHANGE_KINDS),
  operatorId: operatorId.nullable(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLE_NAMES)).nullable(),
  reason: z.string(),
  state: z.enum(stateNames(operatorChangeLifecycle)),
  /** Null: appointed on the server itself. */
  proposedBy: operatorId.nullable(),
  proposedByName: z.string().nullable(),
  proposedAt: wireTime,
  decidedByName: z.string().nullable(),
  decidedAt: wireTime.nullable(),
  note: z.string().nullable(),
});
export type OperatorChange = z.output<typeof operatorChange>;

/** Operators and how they change: appointing, roles and resets take two admins, disabling takes one. */
export const operatorChangeEndpoints = {
  operators: endpoint({
    ...admin,
    method: "GET",
    path: "/operators",
    title: "操作员列表",
    input: nothing,
    output: z.array(operatorRow),
  }),
  operatorChanges: endpoint({
    ...admin,
    method: "GET",
    path: "/operator_changes",
    title: "操作员变更：待确认的和最近处理过的",
    input: nothing,
    output: z.array(operatorChange),
  }),
  proposeOperatorChange: endpoint({
    ...admin,
    method: "POST",
    path: "/operator_changes",
    title: `提出操作员变更（由另一位管理员确认，生效后 ${OPERATOR_REST_HOURS} 小时内不能处理资金）`,
    idempotent: true,
    input: z
      .object({
        kind: z.enum(OPERATOR_CHANGE_KINDS),
        /** Whose account; absent for a new operator. */
        operatorId: operatorId.optional(),
        email: operatorEmail.optional(),
        name: z.string().trim().min(1, "请输入姓名").max(40).optional(),
        roles: roles.optional(),
        reason: z.string().trim().min(2, "请写明原因").max(200),
      })
      .refine(({ kind, email }) => kind !== "appoint" || email, { path: ["email"], message: "请输入邮箱" })
      .refine(({ kind, name }) => kind !== "appoint" || name, { path: ["name"], message: "请输入姓名" })
      .refine(({ kind, operatorId: id }) => kind === "appoint" || id, { path: ["operatorId"], message: "请选择操作员" })
      .refine(({ kind, roles: given }) => (kind !== "appoint" && kind !== "changeRoles") || given, {
        path: ["roles"],
        message: "请至少选择一个角色",
      }),
    output: z.object({ id: z.uuid(), state: z.enum(stateNames(operatorChangeLifecycle)) }),
  }),
  decideOperatorChange: endpoint({
    ...admin,
    method: "POST",
    path: "/operator_changes/{id}/decide",
    title: "确认、不同意或撤回操作员变更",
    idempotent: true,
    input: z.object({
      id: z.uuid(),
      decision: z.enum(["confirm", "decline", "withdraw"]),
      note: z.string().trim().max(200).default(""),
    }),
    output: z.object({ state: z.enum(stateNames(operatorChangeLifecycle)) }),
  }),
  disableOperator: endpoint({
    ...admin,
    method: "POST",
    path: "/operators/{id}/disable",
    title: "停用操作员",
    input: z.object({ id: operatorId }),
    output: done,
  }),
};
