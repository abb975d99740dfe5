import { Refusal } from "@coralhub/contract";
import { anyFull, clearAttempts, oldestAttempt, returnPlace, takePlace } from "./attempts-store.ts";
import { limitAddress } from "../../platform/caller-address.ts";
import type { Captchas } from "./captcha/captchas.ts";
import type { IdentityDeps } from "./deps.ts";

const HOUR = 3600;
/** Failures for an account or an address after which a captcha is demanded. */
const FAILURES_BEFORE_CAPTCHA = 3;
const FREE = { limit: FAILURES_BEFORE_CAPTCHA, windowSeconds: HOUR };
/** Passwords looked at per account and hour, right ones aside. */
export const EVALUATED_PER_HOUR = 10;
/** Wrong passwords from one address over all accounts: one guess at each of many is guessing too. */
const WRONG_PER_ADDRESS = 40;
/** Attempts of strangers on all accounts together, beyond which nobody unknown goes without a captcha. */
const STRANGERS_PER_HOUR = 2000;

/**
 * Who is at the door. `account` is the merchant, or what was typed where there is none: both are counted alike.
 * A known device, and someone who proved to hold the account's phone, have budgets of their own, so that strangers
 * who use up the account's cannot keep its owner out.
 */
export type Visitor = { account: string; address: string; device?: string; provenOwner: boolean };
/** Places this attempt holds until it turns out to be the owner's: a failure is a place nobody gave back. */
export type Admission = { at: Date; keys: Uint8Array[] };

type Deps = Pick<IdentityDeps, "database" | "secrets" | "clock" | "rateLimits" | "raiseAlarm">;
export type SignInGuard = ReturnType<typeof createSignInGuard>;

async function isSprayed({ rateLimits, raiseAlarm }: Deps, { device }: Visitor): Promise<boolean> {
  if (device) return false;
  const taken = await rateLimits.take("sign-in: strangers", STRANGERS_PER_HOUR, HOUR);
  if (!taken.allowed) await raiseAlarm("spraying", "sign-in");
  return !taken.allowed;
}

export function createSignInGuard(deps: Deps, captchas: Captchas) {
  const { secrets, clock } = deps;
  const { db } = deps.database;
  const key = (kind: string, value: string) => secrets.blindIndex(`${kind}:${value}`, "sign-in attempts");
  const budgetOf = ({ account, device, provenOwner }: Visitor) =>
    device ? key("device budget", device) : key(provenOwner ? "owner budget" : "budget", account);
  /** Attempts without a captcha are counted before they are looked at, so that a crowd at once gets no more than a queue. */
  const freeOf = ({ account, address, device }: Visitor) =>
    device ? [key("device free", device)] : [key("free", account), key("address free", limitAddress(address))];

  const give = ({ at, keys }: Admission) => Promise.all(keys.map((taken) => returnPlace(db, taken, at)));
  const takeFree = async (visitor: Visitor, at: Date): Promise<Uint8Array[] | undefined> => {
    const keys: Uint8Array[] = [];
    if (await anyFull(db, freeOf(visitor), at, FREE)) return undefined;
    for (const free of freeOf(visitor)) {
      if (!(await takePlace(db, free, at, FREE))) {
        await give({ at, keys });
        return undefined;
      }
      keys.push(free);
    }
    return keys;
  };

  const tooMany = async (full: Uint8Array, at: Date) => {
    const oldest = await oldestAttempt(db, full, at, HOUR);
    const freeInMs = (oldest ?? at).getTime() + HOUR * 1000 - at.getTime();
    return new Refusal("identity.too_many_attempts", { minutes: Math.max(1, Math.ceil(freeInMs / 60_000)) });
  };
  /** A known device and a proven owner are not strangers; anybody else shares what the address may get wrong. */
  const takeAddress = async ({ address, device, provenOwner }: Visitor, at: Date): Promise<Uint8Array[]> => {
    if (device || provenOwner) return [];
    const wrong = key("address wrong", limitAddress(address));
    if (await takePlace(db, wrong, at, { limit: WRONG_PER_ADDRESS, windowSeconds: HOUR })) return [wrong];
    throw await tooMany(wrong, at);
  };

  return {
    /** Lets the visitor's password be looked at, or refuses. */
    async admit(visitor: Visitor, captchaTicket: string | undefined): Promise<Admission> {
      const at = clock.now();
      const free = visitor.provenOwner
        ? []
        : (await isSprayed(deps, visitor))
          ? undefined
          : await takeFree(visitor, at);
      if (!free) await captchas.demand(captchaTicket);
      const sprayed = await takeAddress(visitor, at);
      const budget = budgetOf(visitor);
      if (await takePlace(db, budget, at, { limit: EVALUATED_PER_HOUR, windowSeconds: HOUR })) {
        return { at, keys: [...(free ?? []), ...sprayed, budget] };
      }
      await give({ at, keys: sprayed });
      throw await tooMany(budget, at);
    },
    /** The password was right: it does not count as an attempt. */
    giveBack: give,
    /** The owner is in. What strangers did from their address stays on record. */
    forgive: ({ account, device }: Visitor) =>
      clearAttempts(db, [key("free", account), ...(device ? [key("device free", device)] : [])]),
    /** A new password makes all guesses at the old one meaningless. */
    reset: (merchantId: string) =>
      clearAttempts(
        db,
        ["free", "budget", "owner budget"].map((kind) => key(kind, merchantId)),
      ),
  };
}
