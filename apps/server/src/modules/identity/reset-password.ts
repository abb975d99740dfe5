import { Refusal } from "@coralhub/contract";
import { parseLoginName, type LoginName } from "@coralhub/domain";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { deleteOtherDevices } from "./devices-store.ts";
import { announceSessions } from "./end-sessions.ts";
import { findByLogin, lockMerchant, updatePassword } from "./merchants-store.ts";
import { deleteAllChanges } from "./factor-changes-store.ts";
import { clearPendingTotp } from "./second-factor-store.ts";
import { requireNewPassword } from "./register-merchant.ts";
import type { SignInGuard } from "./sign-in-guard.ts";

export function requireLoginName(text: string, field: string): LoginName {
  const name = parseLoginName(text);
  if (!name) throw new Refusal("identity.mobile_invalid", {}, { [field]: "请填写正确的手机号或邮箱" });
  return name;
}

/** Codes go to the name that was typed: whoever holds it is asked, and nobody learns whether it has an account. */
export const resetRequest = (name: LoginName) =>
  ({ purpose: "resetPassword", recipient: name.value, binding: "" }) as const;

/** A forgotten password: everything signed in and every change somebody asked for ends, every device is a stranger again. */
export async function resetPassword(
  { deps, codes, guard }: { deps: IdentityDeps; codes: Codes; guard: SignInGuard },
  input: { mobile: string; smsCaptcha: string; password: string },
): Promise<void> {
  const name = requireLoginName(input.mobile, "mobile");
  requireNewPassword(input.password, [name.value]);
  const proof = await codes.prove(resetRequest(name), input.smsCaptcha);
  const merchant = await findByLogin(deps.database.db, name.kind, name.value);
  // A code that proved right was sent to an account; it may have closed since.
  if (!merchant || merchant.closedAt) throw new Refusal("identity.code_dead");
  const { merchantId } = merchant;
  const hash = await deps.passwords.hash(input.password);
  await deps.database.transaction(async (tx) => {
    await codes.spend(tx, proof);
    // Before anything of theirs: a change of phone or e-mail that is due at this moment has happened, or finds itself ended.
    await lockMerchant(tx, merchant);
    // What has happened, or a recovery, may have taken the name away since it was looked up.
    const still = await findByLogin(tx, name.kind, name.value);
    if (still?.personId !== merchant.personId) throw new Refusal("identity.code_dead");
    await updatePassword(tx, merchant, hash, deps.clock.now());
    await deleteAllChanges(tx, merchant);
    await clearPendingTotp(tx, merchant);
    await deps.sessions.endAllOf(tx, "merchant", merchant.personId);
    await deleteOtherDevices(tx, merchant, null);
    await announceSessions(deps, tx, merchantId);
    await deps.sendMessage(tx, { event: "security.passwordChanged", merchantId, data: {} });
  });
  await guard.reset(merchant.personId);
}
