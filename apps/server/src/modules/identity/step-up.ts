import { Refusal } from "@coralhub/contract";
import type { MerchantContext, PersonKey, SessionFacts } from "../../platform/context.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { requireMerchant } from "./require-merchant.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

/** How long a proof of identity counts for the sensitive calls that ask for one. Sessions keep real time. */
export const FRESH_MINUTES = 10;

export const freshUntil = (session: SessionFacts, now: Date): Date | null => {
  const until = session.steppedUpAt && new Date(session.steppedUpAt.getTime() + FRESH_MINUTES * 60_000);
  return until && until > now ? until : null;
};
export const isFresh = (session: SessionFacts, now: Date): boolean => freshUntil(session, now) !== null;

export function requireFresh(deps: Pick<IdentityDeps, "wallClock">, ctx: MerchantContext): void {
  if (!isFresh(ctx.session, deps.wallClock.now())) throw new Refusal("identity.step_up_needed");
}

/** Where the person gets codes: the phone, or the mail of an account without one. */
export async function ownRecipient(
  deps: IdentityDeps,
  who: PersonKey,
  channel: "sms" | "email" = "sms",
): Promise<string> {
  const { mobile, email } = await requireMerchant(deps, who);
  if (channel === "email" && !email) throw new Refusal("identity.email_missing");
  const recipient = channel === "email" ? email : (mobile ?? email);
  if (!recipient) throw new Refusal("identity.mobile_missing");
  return recipient;
}

/** A code to the phone or the authenticator's: the session gets a new token, and counts as fresh for a while. */
export async function stepUp(
  { deps, codes }: { deps: IdentityDeps; codes: Codes },
  ctx: MerchantContext,
  { verifyCode, totp }: { verifyCode?: string; totp?: string },
): Promise<{ token: string }> {
  const merchant = await requireMerchant(deps, ctx);
  if (totp !== undefined) {
    const taken = await deps.rateLimits.take(`step up:${ctx.personId}`, 10, 3600);
    if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
    if (!merchant.totpSecret) throw new Refusal("identity.totp_off");
    if (!(await proveSecondFactor(deps, merchant, totp))) throw new Refusal("identity.second_factor_wrong");
    return ctx.once((tx) => deps.sessions.stepUp(tx, ctx.session.id));
  }
  if (verifyCode === undefined) throw new Refusal("input.invalid", {}, { verifyCode: "请填写验证码或动态码" });
  const recipient = await ownRecipient(deps, ctx);
  const proof = await codes.prove({ purpose: "stepUp", recipient, binding: ctx.merchantId }, verifyCode);
  return ctx.once(async (tx) => {
    await codes.spend(tx, proof);
    return deps.sessions.stepUp(tx, ctx.session.id);
  });
}
