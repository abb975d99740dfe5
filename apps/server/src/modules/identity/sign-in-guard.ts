import { Refusal } from "@coralhub/contract";
import type { Captchas } from "./captcha/captchas.ts";
import {
  clearAttempts,
  countAttempts,
  oldestAttempt,
  recordAttempt,
  returnPlace,
  takePlace,
} from "./attempts-store.ts";
import type { IdentityDeps } from "./deps.ts";

const HOUR = 3600;
/** Failures for an account or an address after which a captcha is demanded. */
export const FAILURES_BEFORE_CAPTCHA = 3;
/** Passwords looked at per account and hour, right ones aside. */
export const EVALUATED_PER_HOUR = 10;

/**
 * Who is at the door. `account` is the merchant, or what was typed where there is none: both are counted alike.
 * A known device, and someone who proved to hold the account's phone, have budgets of their own, so that strangers
 * who use up the account's cannot keep its owner out.
 */
export type Visitor = { account: string; address: string; device?: string; provenOwner: boolean };

export type SignInGuard = ReturnType<typeof createSignInGuard>;

export function createSignInGuard(
  { database: { db }, secrets, clock }: Pick<IdentityDeps, "database" | "secrets" | "clock">,
  captchas: Captchas,
) {
  const key = (kind: string, value: string) => secrets.blindIndex(`${kind}:${value}`, "sign-in attempts");
  const budgetOf = ({ account, device, provenOwner }: Visitor) =>
    device ? key("device budget", `${account}:${device}`) : key(provenOwner ? "owner budget" : "budget", account);
  const failuresOf = ({ account, address, device }: Visitor) =>
    device ? [key("device failures", device)] : [key("failures", account), key("address failures", address)];

  return {
    /** Lets the visitor's password be looked at, or refuses; `evaluatedAt` is needed to give the place back. */
    async admit(visitor: Visitor, captchaTicket: string | undefined): Promise<{ evaluatedAt: Date }> {
      const now = clock.now();
      if (!visitor.provenOwner) {
        const failures = await countAttempts(db, failuresOf(visitor), now, HOUR);
        if (Math.max(...failures) >= FAILURES_BEFORE_CAPTCHA) await captchas.demand(captchaTicket);
      }
      const budget = budgetOf(visitor);
      if (!(await takePlace(db, budget, now, { limit: EVALUATED_PER_HOUR, windowSeconds: HOUR }))) {
        const oldest = await oldestAttempt(db, budget, now, HOUR);
        const freeInMs = (oldest ?? now).getTime() + HOUR * 1000 - now.getTime();
        throw new Refusal("identity.too_many_attempts", { minutes: Math.max(1, Math.ceil(freeInMs / 60_000)) });
      }
      return { evaluatedAt: now };
    },
    recordFailure: (visitor: Visitor) => recordAttempt(db, failuresOf(visitor), clock.now(), FAILURES_BEFORE_CAPTCHA),
    /** The password was right: it does not count as an attempt. */
    giveBack: (visitor: Visitor, evaluatedAt: Date) => returnPlace(db, budgetOf(visitor), evaluatedAt),
    /** The owner is in. What strangers did from their address stays on record. */
    forgive: ({ account, device }: Visitor) =>
      clearAttempts(db, [key("failures", account), ...(device ? [key("device failures", device)] : [])]),
    /** A new password makes all guesses at the old one meaningless. */
    reset: (merchantId: string) =>
      clearAttempts(db, [key("failures", merchantId), key("budget", merchantId), key("owner budget", merchantId)]),
  };
}
