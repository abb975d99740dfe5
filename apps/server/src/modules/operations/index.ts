import { anchorAudit } from "./anchor-audit.ts";
import { operationsEndpoints, Refusal, type OperatorRole } from "@coralhub/contract";
import {
  auditActionLabel,
  FLAGS,
  OPERATOR_CHANGE_LIFE_HOURS,
  WAITING_DESKS,
  type FlagName,
  type WaitingDesk,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Capability } from "../../platform/capability.ts";
import {
  decideOperatorChange,
  disableOperator,
  lapseOldChanges,
  shownChanges,
  proposeOperatorChange,
} from "./administer-operators.ts";
import { readDeeds } from "./audit-store.ts";
import { byOperator } from "./by-operator.ts";
import { changeFlag } from "./change-flag.ts";
import { changePassword } from "./change-password.ts";
import type { OperationsDeps } from "./deps.ts";
import { beginTotp, confirmTotp, renewRecoveryCodes } from "./enrol-totp.ts";
import { readFlagHistory, readFlagSettings } from "./flags-store.ts";
import { findOperatorById, listOperators, type Operator } from "./operators-store.ts";
import { countPendingChanges, restingUntil, restOf } from "./operator-changes-store.ts";
import { createRecords } from "./records.ts";
import { describeSelf, setupSteps, signIn } from "./sign-in.ts";
import { deliverInitialPassword, INITIAL_PASSWORD_TOPIC } from "./send-initial-password.ts";
import { deliverMail, MAIL_TOPIC } from "./tell-operators.ts";
import { forgetOldAttempts } from "./count-attempt.ts";
import { searchEverything } from "./search-everything.ts";

export { byOperator } from "./by-operator.ts";
export { appointAdmin } from "./appoint-admin.ts";
export { requireIndependent } from "./require-independent.ts";
export { createFlags, type Flags } from "./flags.ts";
export { plantFlag } from "./plant-flags.ts";
export { plantOperators } from "./plant-operators.ts";
export { createSandboxControl } from "./sandbox-control.ts";
export type { MerchantBrief, MerchantDirectory, MerchantListing, MerchantOverview } from "./merchant-directory.ts";

/** Operators who hold this role (an admin holds all), are set up and not disabled. */
export async function operatorsWith(
  deps: Pick<OperationsDeps, "database" | "sandbox">,
  role: OperatorRole,
): Promise<{ id: string; name: string }[]> {
  const isReady = (operator: Operator) => !operator.disabledAt && setupSteps(operator, deps.sandbox).length === 0;
  const mayWork = ({ roles }: Operator) => roles.includes(role) || roles.includes("admin");
  return (await listOperators(deps.database.db))
    .filter((operator) => isReady(operator) && mayWork(operator))
    .map(({ id, name }) => ({ id, name }));
}

export type Operations = Capability<typeof operationsEndpoints> & {
  /** For the guard of every operator call. */
  findOperator(
    operatorId: string,
  ): Promise<{ operator: OperatorContext["operator"]; setUp: boolean; restsUntil: Date | null } | undefined>;
};

const SHOWN_DEEDS = 20;

/** What waits there is for admins to know. */
const ADMIN_DESKS: ReadonlySet<WaitingDesk> = new Set(["operators", "doorAlarms"]);

export function createOperations(deps: OperationsDeps): Operations {
  return {
    endpoints: operationsEndpoints,
    handlers: { ...ownAccount(deps), ...administration(deps), ...flagsAndMerchants(deps), ...createRecords(deps) },
    outbox: {
      [MAIL_TOPIC]: deliverMail(deps.rails.notifications),
      [INITIAL_PASSWORD_TOPIC]: deliverInitialPassword(deps),
    },
    waiting: { operators: () => changesWaiting(deps) },
    jobs: {
      "operations.anchor-audit": { cron: "40 2 * * *", run: () => anchorAudit(deps) },
      "operations.forget-attempts": {
        cron: "17 4 * * *",
        async run() {
          await forgetOldAttempts(deps.database.db, deps.wallClock.now());
          await deps.database.transaction((tx) => lapseOldChanges(deps, tx, deps.clock.now()));
        },
      },
    },
    async findOperator(operatorId) {
      const operator = await findOperatorById(deps.database.db, operatorId);
      if (!operator || operator.disabledAt) return undefined;
      const { id, email, name, roles } = operator;
      return {
        operator: { id, email, name, roles },
        setUp: setupSteps(operator, deps.sandbox).length === 0,
        restsUntil: await restOf(deps.database.db, id, deps.clock.now()),
      };
    },
  };
}

const MOST_COUNTED = 100;
const changesWaiting = (deps: OperationsDeps) => {
  const since = new Date(deps.clock.now().getTime() - OPERATOR_CHANGE_LIFE_HOURS * 3_600_000);
  return countPendingChanges(deps.database.db, since, MOST_COUNTED);
};

type AllHandlers = Operations["handlers"];

function ownAccount(deps: OperationsDeps) {
  return {
    signIn: (ctx, input) => signIn(deps, ctx, input),
    signOut: (ctx) => ctx.once(async (tx) => (await deps.sessions.end(tx, ctx.session.id), null)),
    async me(ctx) {
      const operator = await findOperatorById(deps.database.db, ctx.operator.id);
      if (!operator) throw new Refusal("session.expired");
      return describeSelf(deps, deps.database.db, operator);
    },
    beginTotp: (ctx, input) => beginTotp(deps, ctx, input),
    confirmTotp: (ctx, { code }) => confirmTotp(deps, ctx, code),
    renewRecoveryCodes: (ctx, { totp }) => renewRecoveryCodes(deps, ctx, totp),
    changePassword: (ctx, input) => changePassword(deps, ctx, input),
    async sessions(ctx) {
      const open = await deps.sessions.list("operator", ctx.operator.id);
      return open.map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
        id,
        createdAt,
        lastSeenAt,
        address,
        userAgent,
        current: id === ctx.session.id,
      }));
    },
    async endSession(ctx, { id }) {
      const own = await deps.sessions.list("operator", ctx.operator.id);
      if (!own.some((session) => session.id === id)) throw new Refusal("not_found");
      return ctx.once(async (tx) => (await deps.sessions.end(tx, id), null));
    },
  } satisfies Partial<AllHandlers>;
}

function administration(deps: OperationsDeps) {
  return {
    async operators() {
      const [all, rests] = await Promise.all([
        listOperators(deps.database.db),
        restingUntil(deps.database.db, deps.clock.now()),
      ]);
      return all.map(({ id, email, name, roles, lastSignInAt, createdAt, totpSecret, disabledAt }) => ({
        id,
        email,
        name,
        roles,
        lastSignInAt,
        createdAt,
        totpEnrolled: totpSecret !== null,
        disabled: disabledAt !== null,
        restsUntil: rests.get(id) ?? null,
      }));
    },
    operatorChanges: ({ now }) => shownChanges(deps, now),
    proposeOperatorChange: (ctx, input) => proposeOperatorChange(deps, ctx, input),
    decideOperatorChange: (ctx, input) => decideOperatorChange(deps, ctx, input),
    disableOperator: (ctx, { id }) => disableOperator(deps, ctx, id),
  } satisfies Partial<AllHandlers>;
}

function flagsAndMerchants(deps: OperationsDeps) {
  return {
    flags: async () => {
      const [settings, history] = await Promise.all([
        readFlagSettings(deps.database.db),
        readFlagHistory(deps.database.db),
      ]);
      const named = await deps.identity.merchants.named(
        [...settings.values()].flatMap((setting) => [...setting.merchants]),
      );
      return (Object.keys(FLAGS) as FlagName[]).map((flag) => {
        const setting = settings.get(flag);
        const { changedAt = null, changedBy = null } = history.get(flag) ?? {};
        const merchants = [...(setting?.merchants ?? [])].map((id) => named.get(id) ?? { id, name: "", mobile: "" });
        return {
          flag,
          mode: setting?.mode ?? "off",
          percentage: setting?.percentage ?? 0,
          merchants,
          changedAt,
          changedBy,
        };
      });
    },
    changeFlag: (ctx, input) => changeFlag(deps, ctx, input),
    waiting: async (ctx) => {
      const shown = WAITING_DESKS.filter((desk) => !ADMIN_DESKS.has(desk) || ctx.operator.roles.includes("admin"));
      const counts = await Promise.all(shown.map(async (desk) => [desk, await deps.together.waiting(desk)] as const));
      const counted = Object.fromEntries(counts) as Partial<Record<WaitingDesk, number>>;
      return Object.fromEntries(WAITING_DESKS.map((desk) => [desk, counted[desk] ?? 0])) as Record<WaitingDesk, number>;
    },
    search: (ctx, { text }) => searchEverything(deps, ctx.operator.roles, text),
    colleagues: async () => (await listOperators(deps.database.db)).map(({ id, name }) => ({ id, name })),
    searchMerchants: (_ctx, { text }) => deps.identity.merchants.search(text),
    merchant: async (ctx, { id }) => {
      const overview = await deps.identity.merchants.overview(id);
      if (!overview) throw new Refusal("not_found");
      const entry = byOperator(ctx, { action: "merchant.viewed", subject: `merchant:${id}` });
      await ctx.once((tx) => deps.audit.record(tx, entry));
      const [decided, standing, deeds] = await Promise.all([
        deps.flags.allFor(id),
        deps.home.standing(id),
        readDeeds(deps.database.db, id, SHOWN_DEEDS),
      ]);
      return {
        ...overview,
        standing,
        timeline: deeds.map(({ action, ...deed }) => ({ ...deed, what: auditActionLabel(action) })),
        flags: (Object.keys(FLAGS) as FlagName[]).map((flag) => ({ flag, on: decided[flag] })),
      };
    },
  } satisfies Partial<AllHandlers>;
}
