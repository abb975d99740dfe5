import { Refusal, type OperatorSelf, type SetupStep } from "@coralhub/contract";
import { limitAddress } from "../../platform/caller-address.ts";
import type { PublicContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import type { OperationsDeps } from "./deps.ts";
import {
  countRecoveryCodes,
  findOperatorByEmail,
  lockOperator,
  markSignedIn,
  type Operator,
} from "./operators-store.ts";
import { guessFactor, spendSecondFactor } from "./second-factor.ts";
import { countAttempt } from "./count-attempt.ts";
import { budgetsOf, remember } from "./places.ts";
import { restOf } from "./operator-changes-store.ts";
import { clearAttemptsAt } from "./sign-in-attempts-store.ts";

type Credentials = {
  email: string;
  password: string;
  totp?: string | undefined;
  device?: string | undefined;
};
/** What still stands between this operator and the console. The sandbox lets demo operators in without an authenticator. */
export function setupSteps(operator: Pick<Operator, "passwordInitial" | "totpSecret">, sandbox: boolean): SetupStep[] {
  const steps: SetupStep[] = [];
  if (operator.passwordInitial) steps.push("password");
  if (!operator.totpSecret && !sandbox) steps.push("totp");
  return steps;
}

export async function describeSelf(deps: OperationsDeps, db: Db, operator: Operator): Promise<OperatorSelf> {
  return {
    id: operator.id,
    email: operator.email,
    name: operator.name,
    roles: operator.roles,
    totpEnrolled: operator.totpSecret !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, operator.id),
    setup: setupSteps(operator, deps.sandbox),
    sandbox: deps.sandbox,
    restsUntil: await restOf(db, operator.id, deps.clock.now()),
  };
}

export async function signIn(deps: OperationsDeps, ctx: PublicContext, input: Credentials) {
  const { email, password, totp } = input;
  const now = deps.wallClock.now();
  const operator = await findOperatorByEmail(deps.database.db, email);
  const at = { device: input.device, address: limitAddress(ctx.address) };
  const budgets = await budgetsOf(deps.database.db, operator?.id, at, now);
  await deps.database.transaction((tx) => countAttempt(tx, email, budgets.password, now));
  const right = operator
    ? await deps.passwords.verify(operator.passwordHash, password)
    : await deps.passwords.verifyDummy(password);
  if (!operator || !right || operator.disabledAt) throw new Refusal("operator.sign_in_failed");

  const guess = { address: at.address, budgets: budgets.factor };
  const enter = (cleared: readonly Uint8Array[]) =>
    ctx.once(async (tx) => {
      const current = await lockOperator(tx, operator.id);
      // While the password was looked at somebody may have changed or reset it, or disabled the account.
      if (current?.passwordHash !== operator.passwordHash || current.disabledAt)
        throw new Refusal("operator.sign_in_failed");
      const factor = current.totpSecret ? await spendSecondFactor(deps, tx, current, totp) : "password";
      await clearAttemptsAt(tx, email, [...budgets.password.map(({ place }) => place), ...cleared]);
      const device = await remember(deps, tx, operator.id, at, now);
      await markSignedIn(tx, operator.id, now);
      const { address, userAgent } = ctx;
      const { token } = await deps.sessions.open(tx, { realm: "operator", subjectId: operator.id, address, userAgent });
      await deps.audit.record(tx, {
        actor: { kind: "operator", id: operator.id },
        action: "operator.signed_in",
        subject: `operator:${operator.id}`,
        address,
        detail: { factor },
      });
      return { token, device, ...(await describeSelf(deps, tx, current)) };
    });
  return operator.totpSecret && totp ? guessFactor(deps, operator, guess, enter) : enter([]);
}
