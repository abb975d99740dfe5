import { totpStep } from "../../platform/totp.ts";
import type { IdentityDeps } from "./deps.ts";
import type { Merchant } from "./merchants-store.ts";
import { advanceTotpStep, spendRecoveryCode } from "./second-factor-store.ts";

export const totpContext = (merchantId: string) => `merchant totp ${merchantId}`;
/** Recovery codes are typed by hand: case, spaces and dashes do not matter. */
export const recoveryHash = (secrets: IdentityDeps["secrets"], merchantId: string, code: string) =>
  secrets.blindIndex(`${merchantId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`, "recovery code");

/** True for a fresh code of the authenticator or an unused recovery code; each works once. */
export async function proveSecondFactor(
  { database: { db }, secrets, clock, wallClock }: Pick<IdentityDeps, "database" | "secrets" | "clock" | "wallClock">,
  { merchantId, totpSecret, totpLastStep }: Merchant,
  code: string,
): Promise<boolean> {
  if (!totpSecret) return false;
  if (!/^\d{6}$/.test(code))
    return spendRecoveryCode(db, merchantId, recoveryHash(secrets, merchantId, code), clock.now());
  const secret = secrets.openText(totpSecret, totpContext(merchantId));
  const step = await totpStep(secret, code, wallClock.now(), totpLastStep === null ? null : Number(totpLastStep));
  return step !== undefined && advanceTotpStep(db, merchantId, step, clock.now());
}
