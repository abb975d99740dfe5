import { BRAND, maskEmail, maskMobile, normaliseEmail, toShanghaiTime, type CodePurpose } from "@coralhub/domain";
import { Refusal } from "@coralhub/contract";
import type { MerchantContext, PersonKey } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import { channelOf, type Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { endOtherSessions, announceSessions } from "./end-sessions.ts";
import {
  deleteChange,
  listDueChanges,
  saveChange,
  takeDueChange,
  type Factor,
  type FactorChange,
} from "./factor-changes-store.ts";
import { claimName, lockMerchant, ownerOf, releaseName, updateFactor } from "./merchants-store.ts";
import { requireMobile } from "./register-merchant.ts";
import { requireMerchant } from "./require-merchant.ts";
import { isFresh, ownRecipient, requireFresh } from "./step-up.ts";

/** Without the old factor a change waits this long, and its owner is told at every address we have. */
export const WAITING_HOURS = 72;

type Facts = {
  label: string;
  old: CodePurpose;
  fresh: CodePurpose;
  bind: CodePurpose;
  changed: "security.mobileChanged" | "security.emailChanged";
};
export const FACTORS: Record<Factor, Facts> = {
  mobile: {
    label: "手机",
    old: "changeMobile",
    fresh: "newMobile",
    bind: "bindMobile",
    changed: "security.mobileChanged",
  },
  email: { label: "邮箱", old: "changeEmail", fresh: "newEmail", bind: "bindEmail", changed: "security.emailChanged" },
};

export const maskFactor = (value: string) => (channelOf(value) === "email" ? maskEmail(value) : maskMobile(value));

export function requireFactor(factor: Factor, text: string): string {
  if (factor === "mobile") return requireMobile(text);
  const email = normaliseEmail(text);
  if (!email) throw new Refusal("identity.email_invalid", {}, { email: "请填写正确的邮箱，例如 name@example.com" });
  return email;
}

async function requireFree(deps: IdentityDeps, factor: Factor, value: string): Promise<void> {
  if (await ownerOf(deps.database.db, factor, value)) throw new Refusal(`identity.${factor}_taken`);
}

type Parts = { deps: IdentityDeps; codes: Codes };

/** Sends a code to the old address (`text` absent) or to the new one. */
export async function sendChangeCode(
  { deps, codes }: Parts,
  ctx: MerchantContext,
  factor: Factor,
  text: string | undefined,
) {
  const merchant = await requireMerchant(deps, ctx);
  const { old, fresh } = FACTORS[factor];
  const current = merchant[factor];
  if (text === undefined) {
    if (!current) throw new Refusal(`identity.${factor}_missing`);
    return codes.send({ purpose: old, recipient: current, binding: ctx.merchantId }, { address: ctx.address });
  }
  const value = requireFactor(factor, text);
  if (value === current) throw new Refusal("identity.same_factor");
  await requireFree(deps, factor, value);
  return codes.send({ purpose: fresh, recipient: value, binding: ctx.merchantId }, { address: ctx.address });
}

export async function sendBindCode({ deps, codes }: Parts, ctx: MerchantContext, factor: Factor, text: string) {
  const merchant = await requireMerchant(deps, ctx);
  if (merchant[factor]) throw new Refusal(`identity.${factor}_bound`);
  const value = requireFactor(factor, text);
  await requireFree(deps, factor, value);
  return codes.send(
    { purpose: FACTORS[factor].bind, recipient: value, binding: ctx.merchantId },
    { address: ctx.address },
  );
}

type Binding = { value: string; code: string; ownCode: string | undefined };

/**
 * The first phone or e-mail of an account that has none. A code to it proves the new one only: who is there shows the
 * other one too, or has shown a proof lately; otherwise a stolen session would make itself at home.
 */
export async function bindFactor(
  { deps, codes }: Parts,
  ctx: MerchantContext,
  factor: Factor,
  { value: text, code, ownCode }: Binding,
): Promise<null> {
  const { merchantId } = ctx;
  const value = requireFactor(factor, text);
  if (ownCode === undefined) requireFresh(deps, ctx);
  const ownProof =
    ownCode !== undefined &&
    (await codes.prove({ purpose: "stepUp", recipient: await ownRecipient(deps, ctx), binding: merchantId }, ownCode));
  const proof = await codes.prove({ purpose: FACTORS[factor].bind, recipient: value, binding: merchantId }, code);
  return deps.database.transaction(async (tx) => {
    const merchant = await lockMerchant(tx, ctx);
    if (merchant[factor]) throw new Refusal(`identity.${factor}_bound`);
    await codes.spend(tx, proof);
    if (ownProof) await codes.spend(tx, ownProof);
    if (!(await claimName(tx, factor, value, ctx))) throw new Refusal(`identity.${factor}_taken`);
    await updateFactor(tx, ctx, factor, value);
    const data = { factor: FACTORS[factor].label, to: maskFactor(value) };
    await deps.sendMessage(tx, { event: "security.factorBound", merchantId, data });
    return null;
  });
}

type Change = { value: string; code: string; oldCode: string | undefined };
export type FactorChangeResult = { status: "changed" | "waiting"; effectiveAt: Date | null; token: string | null };

/** With the old factor, or a fresh proof by authenticator or passkey, at once; otherwise after a waiting period. */
export async function changeFactor(
  { deps, codes }: Parts,
  ctx: MerchantContext,
  factor: Factor,
  change: Change,
): Promise<FactorChangeResult> {
  const merchant = await requireMerchant(deps, ctx);
  const { merchantId } = ctx;
  const value = requireFactor(factor, change.value);
  const current = merchant[factor];
  if (!current) throw new Refusal(`identity.${factor}_missing`);
  if (value === current) throw new Refusal("identity.same_factor");
  const newProof = await codes.prove(
    { purpose: FACTORS[factor].fresh, recipient: value, binding: merchantId },
    change.code,
  );
  const oldProof =
    change.oldCode === undefined
      ? undefined
      : await codes.prove({ purpose: FACTORS[factor].old, recipient: current, binding: merchantId }, change.oldCode);
  const atOnce = oldProof !== undefined || isFresh(ctx.session, deps.wallClock.now());
  return deps.database.transaction(async (tx) => {
    await codes.spend(tx, newProof);
    if (oldProof) await codes.spend(tx, oldProof);
    if (!atOnce)
      return { status: "waiting", effectiveAt: await startWaiting(deps, tx, ctx, factor, value), token: null };
    await applyChange(deps, tx, ctx, factor, value);
    await endOtherSessions(deps, tx, ctx);
    const { token } = await deps.sessions.rotate(tx, ctx.session.id);
    return { status: "changed", effectiveAt: null, token };
  });
}

async function startWaiting(
  deps: IdentityDeps,
  tx: Tx,
  who: PersonKey,
  factor: Factor,
  newValue: string,
): Promise<Date> {
  const requestedAt = deps.clock.now();
  const effectiveAt = new Date(requestedAt.getTime() + WAITING_HOURS * 3_600_000);
  await saveChange(tx, {
    merchantId: who.merchantId,
    personId: who.personId,
    factor,
    newValue: sealCell(
      deps.secrets,
      "merchant_factor_change.new_value",
      [who.merchantId, who.personId, factor],
      newValue,
    ),
    requestedAt,
    effectiveAt,
  });
  const data = { factor: FACTORS[factor].label, to: maskFactor(newValue), at: toShanghaiTime(effectiveAt) };
  // Still the old address: the change has not happened yet.
  await deps.sendMessage(tx, { event: "security.changeWaiting", merchantId: who.merchantId, data });
  return effectiveAt;
}

/** Swaps the name in the directory and on the account, and tells the old address and the new one. */
export async function applyChange(
  deps: IdentityDeps,
  tx: Tx,
  who: PersonKey,
  factor: Factor,
  value: string,
): Promise<void> {
  const merchant = await lockMerchant(tx, who);
  const old = merchant[factor];
  if (!(await claimName(tx, factor, value, who))) throw new Refusal(`identity.${factor}_taken`);
  if (old) await releaseName(tx, factor, old);
  await updateFactor(tx, who, factor, value);
  await deleteChange(tx, who, factor);
  const data = { from: old ? maskFactor(old) : "无", to: maskFactor(value) };
  await deps.sendMessage(tx, { event: FACTORS[factor].changed, merchantId: who.merchantId, data });
  if (old) await deps.tellAddress(tx, who.merchantId, old, formerAddressText(factor, data.to));
}

const formerAddressText = (factor: Factor, to: string) =>
  `【${BRAND.name}】您的账户${FACTORS[factor].label}已换为 ${to}。如果不是您操作的，请立即致电 ${BRAND.servicePhone}。`;

/** The address a waiting change leads to. */
export const openChange = ({ secrets }: Pick<IdentityDeps, "secrets">, change: FactorChange): string => {
  const { merchantId, personId, factor, newValue } = change;
  return openCell(secrets, "merchant_factor_change.new_value", [merchantId, personId, factor], newValue);
};

/** Run by the clock: what has waited long enough and was not cancelled takes effect. One that cannot is in nobody's way. */
export async function applyDueChanges(deps: IdentityDeps): Promise<void> {
  const now = deps.clock.now();
  const errors: unknown[] = [];
  for (const change of await listDueChanges(deps.database.db, now, 100))
    await applyDue(deps, change, now).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "changes of a phone or e-mail did not take effect");
}

const applyDue = (deps: IdentityDeps, { factor, merchantId, personId }: FactorChange, now: Date): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const who = { merchantId, personId };
    await lockMerchant(tx, who);
    // Read under the lock: a new password or the owner's own word may have ended it since, or a newer request replaced it.
    const change = await takeDueChange(tx, who, factor, now);
    if (!change) return;
    const newValue = openChange(deps, change);
    if (await ownerOf(tx, factor, newValue)) return;
    await applyChange(deps, tx, who, factor, newValue);
    await deps.sessions.endAllOf(tx, "merchant", personId);
    await announceSessions(deps, tx, merchantId);
  });
