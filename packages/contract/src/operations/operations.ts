import {
  FLAG_MODES,
  FLAGS,
  MONEY_DIRECTION_NAMES,
  MONEY_KIND_NAMES,
  MONEY_STEP_NAMES,
  type FlagMode,
  type FlagName,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money, nothing } from "../endpoint.ts";
import { operatorChangeEndpoints, operatorEmail, ROLE_NAMES } from "./operator-changes.ts";
import { recordEndpoints } from "./records.ts";
import { wireTime } from "../wire-time.ts";

const operatorId = z.uuid();
const password = z.string().min(1, "请输入密码").max(128);
/** Six digits from the authenticator, or one of the recovery codes. */
const secondFactor = z
  .string()
  .trim()
  .regex(/^(\d{6}|[a-z0-9]{5}-?[a-z0-9]{5})$/i, "请输入 6 位动态码，或形如 ab3de-f4ghj 的恢复码");

/** What an operator must still do before the console opens. */
export const SETUP_STEPS = { password: "修改初始密码", totp: "绑定验证器" } as const;
export type SetupStep = keyof typeof SETUP_STEPS;

const self = z.object({
  id: operatorId,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLE_NAMES)),
  totpEnrolled: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Empty when set-up is finished; until then only the own account opens (`operator:self`). */
  setup: z.array(z.enum(Object.keys(SETUP_STEPS) as [SetupStep, ...SetupStep[]])),
  sandbox: z.boolean(),
  /** Until then this account decides nothing about money; null when it rests no more. */
  restsUntil: wireTime.nullable(),
});
export type OperatorSelf = z.output<typeof self>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const merchantBrief = z.object({ id: z.uuid(), name: z.string(), mobile: z.string() });

const flagRow = z.object({
  flag: z.enum(Object.keys(FLAGS) as [FlagName, ...FlagName[]]),
  mode: z.enum(Object.keys(FLAG_MODES) as [FlagMode, ...FlagMode[]]),
  percentage: z.number().int().min(0).max(100),
  merchants: z.array(merchantBrief),
  changedAt: wireTime.nullable(),
  changedBy: z.string().nullable(),
});
export type FlagRow = z.output<typeof flagRow>;

const mine = { family: "ops", access: "operator:self" } as const;
const everyone = { family: "ops", access: "operator" } as const;
const admin = { family: "ops", access: "operator:admin" } as const;

/** An operator's own account. Open to everyone signed in, also before set-up is finished. */
const ownAccountEndpoints = {
  signIn: endpoint({
    method: "POST",
    path: "/login",
    title: "操作员登录",
    family: "ops",
    access: "public",
    rateLimit: { per: "address", limit: 120, windowSeconds: 60 },
    input: z.object({
      email: operatorEmail,
      password,
      totp: secondFactor.optional(),
      /** What an earlier sign-in on this browser was given: its attempts are counted apart from those of strangers. */
      device: z.string().max(100).optional(),
    }),
    output: self.extend({ token: z.string(), device: z.string() }),
  }),
  signOut: endpoint({
    ...mine,
    method: "POST",
    path: "/logout",
    title: "操作员退出登录",
    input: nothing,
    output: done,
  }),
  me: endpoint({ ...mine, method: "GET", path: "/me", title: "当前操作员", input: nothing, output: self }),
  beginTotp: endpoint({
    ...mine,
    method: "POST",
    path: "/totp/begin",
    title: "开始绑定验证器",
    input: z.object({ password, totp: secondFactor.optional() }),
    /** `qr` is an SVG path over a square of `qrSize` modules: drawn by the page, so no picture has to pass the content policy. */
    output: z.object({ secret: z.string(), uri: z.string(), qr: z.string(), qrSize: z.number().int() }),
  }),
  confirmTotp: endpoint({
    ...mine,
    method: "POST",
    path: "/totp/confirm",
    title: "完成绑定验证器",
    input: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, "请输入 6 位动态码"),
    }),
    output: recoveryCodes,
  }),
  renewRecoveryCodes: endpoint({
    ...mine,
    method: "POST",
    path: "/totp/recovery_codes",
    title: "重新生成恢复码",
    input: z.object({ totp: secondFactor }),
    output: recoveryCodes,
  }),
  changePassword: endpoint({
    ...mine,
    method: "POST",
    path: "/password",
    title: "修改密码，并退出其他设备",
    input: z.object({ current: password, next: password }),
    output: done,
  }),
  sessions: endpoint({
    ...mine,
    method: "GET",
    path: "/sessions",
    title: "登录中的设备",
    input: nothing,
    output: z.array(
      z.object({
        id: z.string(),
        createdAt: wireTime,
        lastSeenAt: wireTime,
        address: z.string(),
        userAgent: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
  endSession: endpoint({
    ...mine,
    method: "POST",
    path: "/sessions/end",
    title: "让一台设备退出",
    input: z.object({ id: z.string().max(64) }),
    output: done,
  }),
};

const flagEndpoints = {
  flags: endpoint({
    ...everyone,
    method: "GET",
    path: "/flags",
    title: "功能开关",
    input: nothing,
    output: z.array(flagRow),
  }),
  changeFlag: endpoint({
    ...admin,
    method: "POST",
    path: "/flags/{flag}",
    title: "调整功能开关",
    input: z.object({
      flag: flagRow.shape.flag,
      mode: flagRow.shape.mode,
      percentage: flagRow.shape.percentage,
      merchantIds: z.array(z.uuid("请填写商户编号")).max(1000),
      reason: z.string().trim().min(2, "请写明调整原因").max(200),
    }),
    output: done,
  }),
};

const moneyMatter = z.object({
  id: z.uuid(),
  kind: z.enum(MONEY_KIND_NAMES),
  direction: z.enum(MONEY_DIRECTION_NAMES),
  step: z.enum(MONEY_STEP_NAMES),
  amount: money,
  counterparty: z.string(),
  at: wireTime,
});
/** Where the money of a merchant stands, for whoever helps them. */
const merchantStanding = z.object({
  balances: z.array(z.object({ available: money, inTransit: money, processing: money, held: money })),
  stores: z.array(z.object({ id: z.uuid(), name: z.string(), platform: z.string() })),
  payments: z.array(moneyMatter),
  holds: z.array(moneyMatter),
});
export type MerchantStanding = z.output<typeof merchantStanding>;

const merchantEndpoints = {
  colleagues: endpoint({
    ...everyone,
    method: "GET",
    path: "/colleagues",
    title: "同事的姓名",
    input: nothing,
    output: z.array(z.object({ id: operatorId, name: z.string() })),
  }),
  searchMerchants: endpoint({
    ...everyone,
    method: "GET",
    path: "/merchants",
    title: "按手机号、名称或编号查找商户",
    input: z.object({ text: z.string().trim().max(100).default("") }),
    output: z.array(
      merchantBrief.extend({ email: z.string().nullable(), certification: z.number().int(), createdAt: wireTime }),
    ),
  }),
  merchant: endpoint({
    ...everyone,
    method: "GET",
    path: "/merchants/{id}",
    title: "商户概况",
    input: z.object({ id: z.uuid() }),
    output: merchantBrief.extend({
      email: z.string().nullable(),
      userSource: z.number().int(),
      certification: z.number().int(),
      createdAt: wireTime,
      sessions: z.array(
        z.object({ createdAt: wireTime, lastSeenAt: wireTime, address: z.string(), userAgent: z.string() }),
      ),
      consents: z.array(z.object({ document: z.string(), version: z.string(), at: wireTime })),
      messages: z.object({ total: z.number().int(), unread: z.number().int() }),
      flags: z.array(z.object({ flag: flagRow.shape.flag, on: z.boolean() })),
      standing: merchantStanding,
      /** What the merchant and colleagues did last, newest first; looks are left out. */
      timeline: z.array(z.object({ id: z.uuid(), at: wireTime, what: z.string(), who: z.string() })),
    }),
  }),
};

export const operationsEndpoints = {
  ...ownAccountEndpoints,
  ...operatorChangeEndpoints,
  ...flagEndpoints,
  ...merchantEndpoints,
  ...recordEndpoints,
};
