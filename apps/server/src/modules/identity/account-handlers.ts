import { recoveryList, Refusal } from "@coralhub/contract";
import {
  CODE_PURPOSES,
  codeBinding,
  CURRENCIES,
  parseMoney,
  type CodePurpose,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { cancelClosing, requestClosing } from "./close-account.ts";
import { bindFactor, changeFactor, sendBindCode, sendChangeCode } from "./change-factor.ts";
import { changePassword } from "./change-password.ts";
import {
  describeAccount,
  describeConsents,
  describeDevices,
  describeSecurity,
  describeSignIns,
} from "./describe-account.ts";
import { announceSessions, answerDevice, endOtherSessions, endSession } from "./end-sessions.ts";
import type { IdentityHandlers, Parts } from "./entry-handlers.ts";
import { describeExports, downloadDataExport, requestDataExport } from "./export-personal-data.ts";
import { deleteChange } from "./factor-changes-store.ts";
import { liveStream } from "./live-stream.ts";
import { confirmTotp, disableTotp, enrolTotp, renewRecoveryCodes } from "./manage-totp.ts";
import { ownerOf, updateContact } from "./merchants-store.ts";
import { addressOf, saveAddress } from "./own-address.ts";
import { addPasskey, passkeyStepUp, removePasskey, startPasskey, startProof } from "./passkeys.ts";
import { recordConsent } from "./record-consent.ts";
import { decideRecovery, openRecovery, proposeRecovery } from "./recover-account.ts";
import { recoverySource } from "./recovery-store.ts";
import { requireMobile } from "./register-merchant.ts";
import { requireMerchant } from "./require-merchant.ts";
import { ownRecipient, stepUp } from "./step-up.ts";

export const accountHandlers = (parts: Parts) => ({
  ...codesAndFactors(parts),
  ...ownFacts(parts),
  ...secondFactor(parts),
  ...devicesAndData(parts),
  ...recoveries(parts),
});

type CodeInput = { type: number; payee?: string; amount?: string; currency?: Currency; channel: "sms" | "email" };

/** A code to the merchant's own phone or mail. For money it must say what for, and is good for nothing else. */
async function sendOwnCode({ deps, codes }: Parts, ctx: MerchantContext, input: CodeInput) {
  const { merchantId } = ctx;
  const purpose = (Object.keys(CODE_PURPOSES) as CodePurpose[]).find(
    (name) => CODE_PURPOSES[name].wire === input.type,
  )!;
  const recipient = await ownRecipient(deps, ctx, input.channel);
  if (!("bound" in CODE_PURPOSES[purpose])) return codes.send({ purpose, recipient, binding: merchantId });
  const { payee, currency } = input;
  const amount = currency && input.amount ? amountOf(input.amount, currency) : undefined;
  if (!payee || !amount) throw new Refusal("identity.code_binding_missing");
  const about = `${CODE_PURPOSES[purpose].label}：${payee}，${amount.currency} ${input.amount}`;
  return codes.send({ purpose, recipient, binding: `${merchantId}|${codeBinding(payee, amount)}` }, { about });
}

function amountOf(text: string, currency: Currency): Money {
  try {
    return parseMoney(text, currency);
  } catch {
    throw new Refusal("input.invalid", {}, { amount: `请填写正确的${CURRENCIES[currency].name}金额` });
  }
}

const codesAndFactors = (parts: Parts) =>
  ({
    sendCardCode: (ctx, input) => sendOwnCode(parts, ctx, input),
    sendBankCode: (ctx, input) => sendOwnCode(parts, ctx, input),
    sendGatewayCode: (ctx, input) => sendOwnCode(parts, ctx, input),
    sendBindEmailCode: (ctx, { email }) => sendBindCode(parts, ctx, "email", email),
    bindEmail: (ctx, { email, captcha, ownCode }) =>
      bindFactor(parts, ctx, "email", { value: email, code: captcha, ownCode }),
    sendBindMobileCode: (ctx, { mobile }) => sendBindCode(parts, ctx, "mobile", mobile),
    bindMobile: (ctx, { mobile, verifyCode, ownCode }) =>
      bindFactor(parts, ctx, "mobile", { value: mobile, code: verifyCode, ownCode }),
    sendMobileChangeCode: (ctx, { mobile }) => sendChangeCode(parts, ctx, "mobile", mobile),
    changeMobile: (ctx, { mobile, verifyCode, oldVerifyCode }) =>
      changeFactor(parts, ctx, "mobile", { value: mobile, code: verifyCode, oldCode: oldVerifyCode }),
    sendEmailChangeCode: (ctx, { email }) => sendChangeCode(parts, ctx, "email", email),
    changeEmail: (ctx, { email, captcha, oldCaptcha }) =>
      changeFactor(parts, ctx, "email", { value: email, code: captcha, oldCode: oldCaptcha }),
    cancelFactorChange: (ctx, { factor }) => ctx.once(async (tx) => (await deleteChange(tx, ctx, factor), null)),
    changePassword: (ctx, input) => changePassword(parts.deps, ctx, input),
    async checkMobile(_ctx, { mobile }) {
      const taken = await ownerOf(parts.deps.database.db, "mobile", requireMobile(mobile));
      return { available: taken === undefined, reason: taken ? "这个手机号已用于另一个账户，请换一个" : null };
    },
  }) satisfies Partial<IdentityHandlers>;

const ownFacts = ({ deps }: Parts) =>
  ({
    logout: (ctx) =>
      ctx.once(async (tx) => {
        await deps.sessions.end(tx, ctx.session.id);
        await announceSessions(deps, tx, ctx.merchantId);
        return null;
      }),
    accountInfo: (ctx) => describeAccount(deps, ctx),
    updateContact: (ctx, input) =>
      ctx.once(async (tx) => (await updateContact(tx, ctx.merchantId, input.contactName, input.contactTitle), null)),
    addressIsMissing: async (ctx) => addressOf(deps.secrets, await requireMerchant(deps, ctx)) === null,
    updateAddress: (ctx, address) =>
      ctx.once(async (tx) => (await saveAddress(deps.secrets, tx, ctx.merchantId, address), null)),
    live: async (ctx) => liveStream(deps, ctx),
    consents: (ctx) => describeConsents(deps, ctx.merchantId),
    agree: (ctx, versions) => ctx.once(async (tx) => (await recordConsent(tx, ctx.merchantId, versions, ctx), null)),
  }) satisfies Partial<IdentityHandlers>;

const secondFactor = (parts: Parts) => {
  const { deps, codes } = parts;
  return {
    security: (ctx) => describeSecurity(deps, ctx),
    sendStepUpCode: async (ctx) =>
      codes.send({ purpose: "stepUp", recipient: await ownRecipient(deps, ctx), binding: ctx.merchantId }),
    stepUp: (ctx, input) => stepUp(parts, ctx, input),
    startPasskeyStepUp: (ctx) => startProof(deps, "stepUp", ctx),
    passkeyStepUp: (ctx, input) => passkeyStepUp(deps, ctx, input),
    enrolTotp: (ctx) => enrolTotp(deps, ctx),
    confirmTotp: (ctx, { totp }) => confirmTotp(deps, ctx, totp),
    disableTotp: (ctx, { totp }) => disableTotp(deps, ctx, totp),
    renewRecoveryCodes: (ctx, { totp }) => renewRecoveryCodes(deps, ctx, totp),
    startPasskey: (ctx) => startPasskey(deps, ctx),
    addPasskey: (ctx, input) => addPasskey(deps, ctx, input),
    removePasskey: (ctx, { id }) => removePasskey(deps, ctx, id),
  } satisfies Partial<IdentityHandlers>;
};

const devicesAndData = (parts: Parts) => {
  const { deps } = parts;
  return {
    devices: (ctx) => describeDevices(deps, ctx),
    endSession: (ctx, { id }) => ctx.once(async (tx) => (await endSession(deps, tx, ctx, id), null)),
    endOtherSessions: (ctx) => ctx.once(async (tx) => ({ ended: await endOtherSessions(deps, tx, ctx) })),
    answerDevice: (ctx, input) => ctx.once(async (tx) => (await answerDevice(deps, tx, ctx, input), null)),
    signInHistory: (ctx) => describeSignIns(deps, ctx),
    requestDataExport: (ctx) => requestDataExport(deps, ctx),
    dataExports: (ctx) => describeExports(deps, ctx.merchantId),
    downloadDataExport: (ctx, { id }) => downloadDataExport(deps, ctx, id),
    async closing(ctx) {
      const [merchant, blockers] = await Promise.all([
        requireMerchant(deps, ctx),
        deps.together.closingBlockers(ctx.merchantId, deps.database.db),
      ]);
      return { blockers, closesAt: merchant.closesAt };
    },
    requestClosing: (ctx, input) => requestClosing(parts, ctx, input),
    cancelClosing: (ctx) => cancelClosing(deps, ctx),
  } satisfies Partial<IdentityHandlers>;
};

const recoveries = ({ deps }: Parts) =>
  ({
    recoveries: (_ctx, input) =>
      deps.lists.page({ scope: "all" }, recoveryList, { ...recoverySource, finish: openRecovery(deps) }, input),
    proposeRecovery: (ctx, input) => proposeRecovery(deps, ctx, input),
    decideRecovery: (ctx, input) => decideRecovery(deps, ctx, input),
  }) satisfies Partial<IdentityHandlers>;
