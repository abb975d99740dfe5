import type { PersonKey } from "../../platform/context.ts";
import { totpStep } from "../../platform/totp.ts";
import type { IdentityDeps } from "./deps.ts";
import type { Merchant } from "./merchants-store.ts";
import { advanceTotpStep, spendRecoveryCode } from "./second-factor-store.ts";

export const totpContext = ({ merchantId, personId }: PersonKey) => `merchant totp ${merchantId} ${personId}`;
/** Recovery codes are typed by hand: case, spaces and dashes do not matter. */
export const recoveryHash = (secrets: IdentityDeps["secrets"], who: PersonKey, code: string) =>
  secrets.blindIndex(
    `${who.merchantId}:${who.personId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`,
    "recovery code",
  );

/** True for a fresh code of the authenticator or an unused recovery code; each works once. */
export async function proveSecondFactor(
  { database: { db }, secrets, clock, wallClock }: Pick<IdentityDeps, "database" | "secrets" | "clock" | "wallClock">,
  merchant: Merchant,
  code: string,
): Promise<boolean> {
  const { totpSecret, totpLastStep } = merchant;
  if (!totpSecret) return false;
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(db, merchant, recoveryHash(secrets, merchant, code), clock.now());
  const secret = secrets.openText(totpSecret, totpContext(merchant));
  const step = await totpStep(secret, code, wallClock.now(), totpLastStep === null ? null : Number(totpLastStep));
  return step !== undefined && advanceTotpStep(db, merchant, step, clock.now());
}
