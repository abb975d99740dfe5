import { Refusal } from "@coralhub/contract";
import { mobileText } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { EVALUATED_PER_HOUR } from "./sign-in-guard.ts";
import type { IdentityDeps } from "./deps.ts";
import { deleteOtherDevices } from "./devices-store.ts";
import { endOtherSessions } from "./end-sessions.ts";
import { lockMerchant, replacePassword } from "./merchants-store.ts";
import { deleteAllChanges } from "./factor-changes-store.ts";
import { clearPendingTotp } from "./second-factor-store.ts";
import { requireNewPassword } from "./register-merchant.ts";
import { requireMerchant } from "./require-merchant.ts";

/** The old password is the proof; what somebody asked for before ends, and afterwards only this session lives on, under a new token. */
export async function changePassword(
  deps: IdentityDeps,
  ctx: MerchantContext,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<{ token: string }> {
  const merchant = await requireMerchant(deps, ctx);
  const { merchantId } = ctx;
  // Someone at an unlocked screen must not be able to guess on.
  const taken = await deps.rateLimits.take(`change password:${ctx.personId}`, EVALUATED_PER_HOUR, 3600);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
  requireNewPassword(newPassword, [merchant.mobile && mobileText(merchant.mobile), merchant.email], "newPassword");
  if (newPassword === oldPassword)
    throw new Refusal("identity.password_same", {}, { newPassword: "新密码不能与原密码相同，请换一个" });
  if (!(await deps.passwords.verify(merchant.passwordHash, oldPassword))) {
    throw new Refusal("identity.old_password_wrong", {}, { oldPassword: "原密码不对，请重新输入" });
  }
  const hash = await deps.passwords.hash(newPassword);
  return deps.database.transaction(async (tx) => {
    await lockMerchant(tx, ctx);
    if (!(await replacePassword(tx, ctx, hash, merchant.passwordHash, deps.clock.now())))
      throw new Refusal("state.changed");
    await deleteAllChanges(tx, ctx);
    await clearPendingTotp(tx, ctx);
    await endOtherSessions(deps, tx, ctx);
    await deleteOtherDevices(tx, ctx, ctx.session.id);
    await deps.sendMessage(tx, { event: "security.passwordChanged", merchantId, data: {} });
    return deps.sessions.rotate(tx, ctx.session.id);
  });
}
