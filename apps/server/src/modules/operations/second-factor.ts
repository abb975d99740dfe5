import { Refusal } from "@coralhub/contract";
import { limitAddress } from "../../platform/caller-address.ts";
import type { Tx } from "../../platform/db.ts";
import { totpStep } from "../../platform/totp.ts";
import { countAttempt, type Budget } from "./count-attempt.ts";
import type { OperationsDeps } from "./deps.ts";
import { takeRecoveryCode, takeTotpStep, type Operator } from "./operators-store.ts";

export const RECOVERY_CODES = 10;
/** Without look-alikes (0 o 1 l i): these are read from paper. */
const CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

type FactorDeps = Pick<OperationsDeps, "secrets" | "random" | "wallClock">;

export const totpContext = (operatorId: string) => `operator:${operatorId}:totp`;
const hashCode = (deps: FactorDeps, operatorId: string, code: string) =>
  deps.secrets.blindIndex(code.toLowerCase().replaceAll("-", ""), `operator-recovery:${operatorId}`);

export function newRecoveryCodes(deps: FactorDeps, operatorId: string): { codes: string[]; hashes: Uint8Array[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(
      { length: CODE_LENGTH },
      () => CODE_ALPHABET[deps.random.below(CODE_ALPHABET.length)],
    ).join("");
    return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
  });
  return { codes, hashes: codes.map((code) => hashCode(deps, operatorId, code)) };
}

/** Second factors that may be wrong from one address in an hour, whoever's. */
const WRONG_PER_ADDRESS = 30;
const HOUR = 3600;

/**
 * Counts a guess before it is looked at, by account and by address, outside the transaction it is spent in: one that fails
 * must count as well. `work` clears the places it is given where the guess was right.
 */
export async function guessFactor<T>(
  deps: Pick<OperationsDeps, "database" | "wallClock" | "rateLimits">,
  { email }: Pick<Operator, "email">,
  { address, budgets }: { address: string; budgets: readonly Budget[] },
  work: (clear: Uint8Array[]) => Promise<T>,
): Promise<T> {
  const key = `operator factor:${limitAddress(address)}`;
  const taken = await deps.rateLimits.take(key, WRONG_PER_ADDRESS, HOUR);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
  await deps.database.transaction((tx) => countAttempt(tx, email, budgets, deps.wallClock.now()));
  const done = await work(budgets.map(({ place }) => place));
  await deps.rateLimits.giveBack(key, WRONG_PER_ADDRESS, HOUR, 1);
  return done;
}

/** Spends a dynamic code or a recovery code; each works once, on whichever process it arrives. */
export async function spendSecondFactor(
  deps: FactorDeps,
  tx: Tx,
  operator: Operator,
  code: string | undefined,
): Promise<"totp" | "recovery"> {
  if (!operator.totpSecret) throw new Refusal("operator.totp_missing");
  if (code === undefined) throw new Refusal("operator.totp_required");
  const now = deps.wallClock.now();
  if (/^\d{6}$/.test(code)) {
    const secret = deps.secrets.openText(operator.totpSecret, totpContext(operator.id));
    const lastStep = operator.totpLastStep === null ? null : Number(operator.totpLastStep);
    const step = await totpStep(secret, code, now, lastStep);
    if (step !== undefined && (await takeTotpStep(tx, operator.id, step))) return "totp";
  } else if (await takeRecoveryCode(tx, operator.id, hashCode(deps, operator.id, code), now)) return "recovery";
  throw new Refusal("operator.totp_wrong");
}
