import { Refusal } from "@coralhub/contract";
import type { OperatorContext } from "../../platform/context.ts";
import type { OperationsDeps } from "./deps.ts";
import { findOperatorById } from "./operators-store.ts";
import { countAttempt } from "./count-attempt.ts";
import { SIGNED_IN } from "./places.ts";
import { clearAttemptsAt } from "./sign-in-attempts-store.ts";

/**
 * The password once more, before something that a stolen session must not do. Counted like a sign-in. Gives the hash it was
 * proved against: whoever acts on it later looks whether that is still the one.
 */
export async function proveSelf(deps: OperationsDeps, ctx: OperatorContext, password: string): Promise<string> {
  const operator = await findOperatorById(deps.database.db, ctx.operator.id);
  if (!operator) throw new Refusal("session.expired");
  await deps.database.transaction((tx) =>
    countAttempt(tx, operator.email, [{ place: SIGNED_IN }], deps.wallClock.now()),
  );
  const right = await deps.passwords.verify(operator.passwordHash, password);
  if (!right) throw new Refusal("operator.password_wrong");
  await deps.database.transaction((tx) => clearAttemptsAt(tx, operator.email, [SIGNED_IN]));
  return operator.passwordHash;
}
