import { Refusal } from "@coralhub/contract";
import { BRAND, mobileText } from "@coralhub/domain";
import type { MerchantContext, PersonKey } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { newTotpSecret, qrPath, totpStep, totpUri } from "../../platform/totp.ts";
import type { IdentityDeps } from "./deps.ts";
import { deleteOtherDevices } from "./devices-store.ts";
import { endOtherSessions } from "./end-sessions.ts";
import { proveSecondFactor, recoveryHash, totpContext } from "./prove-second-factor.ts";
import { requireMerchant } from "./require-merchant.ts";
import { activateTotp, clearTotp, replaceRecoveryCodes, setPendingTotp } from "./second-factor-store.ts";
import { requireFresh } from "./step-up.ts";

const RECOVERY_CODES = 10;
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A secret waits until a code made from it comes back: a mistyped one cannot lock anyone out. */
export async function enrolTotp(deps: IdentityDeps, ctx: MerchantContext) {
  requireFresh(deps, ctx);
  const merchant = await requireMerchant(deps, ctx);
  if (merchant.totpSecret) throw new Refusal("identity.totp_on");
  const secret = newTotpSecret(deps.random);
  await ctx.once((tx) => setPendingTotp(tx, ctx, deps.secrets.seal(secret, totpContext(ctx))));
  const label = merchant.mobile ? mobileText(merchant.mobile) : (merchant.email ?? merchant.userNo);
  const uri = totpUri(BRAND.name, label, secret);
  const { path, size } = qrPath(uri);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}

export async function confirmTotp(deps: IdentityDeps, ctx: MerchantContext, code: string) {
  const { merchantId } = ctx;
  const merchant = await requireMerchant(deps, ctx);
  if (!merchant.totpPending) throw new Refusal(merchant.totpSecret ? "identity.totp_on" : "identity.totp_off");
  await limitGuesses(deps, ctx);
  const secret = deps.secrets.openText(merchant.totpPending, totpContext(ctx));
  const step = await totpStep(secret, code, deps.wallClock.now(), null);
  if (step === undefined) throw new Refusal("identity.second_factor_wrong");
  return ctx.once(async (tx) => {
    await activateTotp(tx, ctx, deps.secrets.seal(secret, totpContext(ctx)), step, deps.clock.now());
    // Whoever was let in without the second factor must come back with it.
    await endOtherSessions(deps, tx, ctx);
    await deleteOtherDevices(tx, ctx, ctx.session.id);
    await tell(deps, tx, merchantId, "两步验证已开启");
    return giveRecoveryCodes(deps, tx, ctx);
  });
}

export async function disableTotp(deps: IdentityDeps, ctx: MerchantContext, code: string): Promise<null> {
  await demandSecondFactor(deps, ctx, code);
  return ctx.once(async (tx) => {
    await clearTotp(tx, ctx);
    await tell(deps, tx, ctx.merchantId, "两步验证已关闭");
    return null;
  });
}

export async function renewRecoveryCodes(deps: IdentityDeps, ctx: MerchantContext, code: string) {
  await demandSecondFactor(deps, ctx, code);
  return ctx.once(async (tx) => {
    await tell(deps, tx, ctx.merchantId, "备用码已重新生成，旧的全部作废");
    return giveRecoveryCodes(deps, tx, ctx);
  });
}

async function demandSecondFactor(deps: IdentityDeps, who: PersonKey, code: string): Promise<void> {
  const merchant = await requireMerchant(deps, who);
  if (!merchant.totpSecret) throw new Refusal("identity.totp_off");
  await limitGuesses(deps, who);
  if (!(await proveSecondFactor(deps, merchant, code))) throw new Refusal("identity.second_factor_wrong");
}

async function limitGuesses(deps: IdentityDeps, { personId }: PersonKey): Promise<void> {
  const taken = await deps.rateLimits.take(`totp:${personId}`, 10, 3600);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
}

/** Shown once; only their hashes stay. */
async function giveRecoveryCodes(deps: IdentityDeps, tx: Tx, who: PersonKey) {
  const part = () => Array.from({ length: 5 }, () => ALPHABET[deps.random.below(ALPHABET.length)]).join("");
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);
  await replaceRecoveryCodes(
    tx,
    who,
    recoveryCodes.map((code) => recoveryHash(deps.secrets, who, code)),
  );
  return { recoveryCodes };
}

const tell = (deps: IdentityDeps, tx: Tx, merchantId: string, what: string) =>
  deps.sendMessage(tx, { event: "security.secondFactor", merchantId, data: { what } });
