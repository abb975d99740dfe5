import { Refusal } from "@coralhub/contract";
import { BRAND, type AuditAction } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { newTotpSecret, qrPath, totpStep, totpUri } from "../../platform/totp.ts";
import { byOperator } from "./by-operator.ts";
import type { OperationsDeps } from "./deps.ts";
import { activateTotp, lockOperator, replaceRecoveryCodes, setPendingTotp, type Operator } from "./operators-store.ts";
import { guessFactor, newRecoveryCodes, spendSecondFactor, totpContext } from "./second-factor.ts";
import { SIGNED_IN_FACTOR } from "./places.ts";
import { proveSelf } from "./prove-self.ts";
import { clearAttemptsAt } from "./sign-in-attempts-store.ts";

const PENDING_LIFE_MS = 10 * 60_000;

async function lockSelf(tx: Tx, ctx: OperatorContext): Promise<Operator> {
  const operator = await lockOperator(tx, ctx.operator.id);
  if (!operator) throw new Refusal("session.expired");
  return operator;
}

/** A stolen session must not be able to guess on. */
const guessOwn = <T>(
  deps: OperationsDeps,
  ctx: OperatorContext,
  work: (clear: Uint8Array[]) => Promise<T>,
): Promise<T> =>
  guessFactor(deps, ctx.operator, { address: ctx.address, budgets: [{ place: SIGNED_IN_FACTOR }] }, work);

/** Nothing changes until the new authenticator has shown that it works; replacing one needs the old one. */
export async function beginTotp(
  deps: OperationsDeps,
  ctx: OperatorContext,
  proof: { password: string; totp?: string | undefined },
) {
  const proven = await proveSelf(deps, ctx, proof.password);
  const begin = (guess: Uint8Array[]) =>
    ctx.once(async (tx) => {
      const operator = await lockSelf(tx, ctx);
      if (operator.passwordHash !== proven) throw new Refusal("state.changed");
      if (operator.totpSecret) await spendSecondFactor(deps, tx, operator, proof.totp);
      await clearAttemptsAt(tx, operator.email, guess);
      const secret = newTotpSecret(deps.random);
      await setPendingTotp(tx, operator.id, deps.secrets.seal(secret, totpContext(operator.id)), deps.wallClock.now());
      const uri = totpUri(`${BRAND.name}运营`, operator.email, secret);
      const { path, size } = qrPath(uri);
      return { secret, uri, qr: path, qrSize: size };
    });
  return proof.totp === undefined ? begin([]) : guessOwn(deps, ctx, begin);
}

export async function confirmTotp(deps: OperationsDeps, ctx: OperatorContext, code: string) {
  return guessOwn(deps, ctx, (guess) =>
    ctx.once(async (tx) => {
      const operator = await lockSelf(tx, ctx);
      const now = deps.wallClock.now();
      const age = operator.totpPendingAt ? now.getTime() - operator.totpPendingAt.getTime() : Infinity;
      if (!operator.totpPending || age > PENDING_LIFE_MS) throw new Refusal("operator.totp_not_started");
      const step = await totpStep(
        deps.secrets.openText(operator.totpPending, totpContext(operator.id)),
        code,
        now,
        null,
      );
      if (step === undefined)
        throw new Refusal("operator.totp_wrong", {}, { code: "动态码不正确，请等验证器显示新的一组再输入" });
      await clearAttemptsAt(tx, operator.email, guess);
      await activateTotp(tx, operator.id, operator.totpPending, step);
      // Whoever signed in with the password alone must come back with both.
      await deps.sessions.endAllOf(tx, "operator", operator.id, ctx.session.id);
      return issueRecoveryCodes(deps, tx, ctx, "operator.totp_enrolled");
    }),
  );
}

export async function renewRecoveryCodes(deps: OperationsDeps, ctx: OperatorContext, totp: string) {
  return guessOwn(deps, ctx, (guess) =>
    ctx.once(async (tx) => {
      await spendSecondFactor(deps, tx, await lockSelf(tx, ctx), totp);
      await clearAttemptsAt(tx, ctx.operator.email, guess);
      return issueRecoveryCodes(deps, tx, ctx, "operator.recovery_codes_renewed");
    }),
  );
}

async function issueRecoveryCodes(deps: OperationsDeps, tx: Tx, ctx: OperatorContext, action: AuditAction) {
  const { id } = ctx.operator;
  const { codes, hashes } = newRecoveryCodes(deps, id);
  await replaceRecoveryCodes(tx, id, hashes);
  await deps.audit.record(tx, byOperator(ctx, { action, subject: `operator:${id}` }));
  return { recoveryCodes: codes };
}
