import { LEGAL_TEXTS, maskEmail, maskMobile, USER_SOURCES } from "@coralhub/domain";
import type { MerchantContext, PersonKey } from "../../platform/context.ts";
import { maskFactor, openChange } from "./change-factor.ts";
import { listConsents } from "./consents-store.ts";
import type { IdentityDeps } from "./deps.ts";
import { deviceLabel, maskAddress } from "./device-label.ts";
import { listDevices, listSignIns } from "./devices-store.ts";
import { listChanges } from "./factor-changes-store.ts";
import type { Merchant } from "./merchants-store.ts";
import { addressOf } from "./own-address.ts";
import { listPasskeys } from "./passkeys-store.ts";
import { requireMerchant } from "./require-merchant.ts";
import { countRecoveryCodes } from "./second-factor-store.ts";
import { freshUntil } from "./step-up.ts";

const SHOWN_SIGN_INS = 50;

/** Certified name, else contact, else the masked number: what the bar calls the merchant. */
export const displayNameOf = (
  certifiedName: string | null,
  m: Pick<Merchant, "contactName" | "mobile" | "email" | "userNo">,
): string =>
  certifiedName ?? m.contactName ?? (m.mobile ? maskMobile(m.mobile) : m.email ? maskEmail(m.email) : m.userNo);

export async function describeAccount(deps: IdentityDeps, who: PersonKey) {
  const { merchantId } = who;
  const [m, certified, changes] = await Promise.all([
    requireMerchant(deps, who),
    deps.certification.briefOf(merchantId),
    listChanges(deps.database.db, who),
  ]);
  return {
    userId: merchantId,
    userNo: m.userNo,
    displayName: displayNameOf(certified.name, m),
    kind: certified.kind,
    contactName: m.contactName,
    contactTitle: m.contactTitle,
    mobile: m.mobile && maskMobile(m.mobile),
    email: m.email && maskEmail(m.email),
    userSource: USER_SOURCES[m.source].wire,
    registeredAt: m.registeredAt,
    invitationCode: m.invitationCode,
    address: addressOf(deps.secrets, m),
    pendingChanges: changes.map((change) => ({
      factor: change.factor,
      to: maskFactor(openChange(deps, change)),
      effectiveAt: change.effectiveAt,
    })),
  };
}

export async function describeSecurity(deps: IdentityDeps, ctx: MerchantContext) {
  const { db } = deps.database;
  const [m, passkeys, codes] = await Promise.all([
    requireMerchant(deps, ctx),
    listPasskeys(db, ctx),
    countRecoveryCodes(db, ctx),
  ]);
  return {
    passwordChangedAt: m.passwordChangedAt,
    totp: {
      enabled: m.totpSecret !== null,
      boundAt: m.totpBoundAt,
      lastUsedAt: m.totpLastUsedAt,
      recoveryCodesLeft: codes.left,
      recoveryCodesTotal: codes.total,
    },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    freshUntil: freshUntil(ctx.session, deps.wallClock.now()),
  };
}

export async function describeDevices(deps: IdentityDeps, ctx: MerchantContext) {
  const [sessions, devices] = await Promise.all([
    deps.sessions.list("merchant", ctx.personId),
    listDevices(deps.database.db, ctx),
  ]);
  return sessions.map((session) => {
    const device = devices.find((candidate) => candidate.sessionIds.includes(session.id));
    return {
      id: session.id,
      device: device?.label ?? deviceLabel(session.userAgent),
      address: maskAddress(session.address),
      current: session.id === ctx.session.id,
      isNew: device !== undefined && device.confirmedAt === null,
      signedInAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      deviceId: device?.deviceId ?? null,
    };
  });
}

export const describeSignIns = async (deps: IdentityDeps, who: PersonKey) =>
  (await listSignIns(deps.database.db, who, SHOWN_SIGN_INS)).map((record) => ({
    ...record,
    address: maskAddress(record.address),
  }));

export const describeConsents = async (deps: IdentityDeps, merchantId: string) =>
  (await listConsents(deps.database.db, merchantId)).map((consent) => ({
    ...consent,
    title: LEGAL_TEXTS[consent.text].title,
    current: LEGAL_TEXTS[consent.text].version === consent.version,
  }));
