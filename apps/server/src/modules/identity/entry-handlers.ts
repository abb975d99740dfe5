import { Refusal, type identityEndpoints } from "@coralhub/contract";
import { BRAND, LEGAL_TEXTS, maskMobile, type LegalText } from "@coralhub/domain";
import { limitAddress } from "../../platform/caller-address.ts";
import type { Capability } from "../../platform/capability.ts";
import { oldestAttempt, returnPlace, takePlace } from "./attempts-store.ts";
import type { Captchas } from "./captcha/captchas.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { findMerchant, ownerOf } from "./merchants-store.ts";
import { passkeySignIn, startProof } from "./passkeys.ts";
import { requestRecovery } from "./recover-account.ts";
import { registerMerchant, requireMobile } from "./register-merchant.ts";
import { requireLoginName, resetPassword, resetRequest } from "./reset-password.ts";
import { signIn, signInCode } from "./sign-in.ts";
import type { SignInGuard } from "./sign-in-guard.ts";

export type Parts = { deps: IdentityDeps; codes: Codes; captchas: Captchas; guard: SignInGuard };
export type IdentityHandlers = Capability<typeof identityEndpoints>["handlers"];

/** What the inviter's friend gets; the growth module grants it from the recorded invitation. */
const INVITATION_BENEFIT = "注册后得一张提现手续费券";
const ALREADY_REGISTERED = `【${BRAND.name}】这个手机号已经注册，请直接登录。忘记密码可在登录页找回。如果不是您在操作，请忽略。`;

export const entryHandlers = (parts: Parts) => ({
  ...signingIn(parts),
  ...registering(parts),
  ...captchaHandlers(parts),
});

function signingIn(parts: Parts) {
  const { deps, codes, captchas } = parts;
  const { db } = deps.database;
  return {
    login: (ctx, input) => signIn(parts, ctx, input),
    async sendSignInCode({ address }, { username, param }) {
      const name = requireLoginName(username, "username");
      await captchas.demand(param);
      const owner = await ownerOf(db, name.kind, name.value);
      return codes.send(signInCode(name), { decoy: !owner, address });
    },
    popCaptcha: () => captchas.makeSlider(),
    async sendResetCode({ address }, { mobile, param }) {
      const name = requireLoginName(mobile, "mobile");
      await captchas.demand(param);
      const owner = await ownerOf(db, name.kind, name.value);
      return codes.send(resetRequest(name), { decoy: !owner, address });
    },
    async checkResetCode(_ctx, { mobile, smsCaptcha }) {
      await codes.peek(resetRequest(requireLoginName(mobile, "mobile")), smsCaptcha);
      return null;
    },
    async resetPassword(_ctx, input) {
      await resetPassword(parts, input);
      return null;
    },
    startPasskeySignIn: () => startProof(deps, "signIn", null),
    passkeySignIn: (ctx, input) => passkeySignIn(deps, ctx, input),
    async sendRecoveryCode({ address }, { newMobile, param }) {
      const recipient = requireMobile(newMobile, "newMobile");
      await captchas.demand(param);
      return codes.send({ purpose: "recoverAccount", recipient, binding: "" }, { address });
    },
    requestRecovery: (_ctx, input) => requestRecovery(parts, input),
  } satisfies Partial<IdentityHandlers>;
}

function registering({ deps, codes, captchas }: Parts) {
  const { db } = deps.database;
  return {
    async sendRegisterCode({ address }, { mobile, param }) {
      const recipient = requireMobile(mobile);
      await captchas.demand(param);
      const taken = await ownerOf(db, "mobile", recipient);
      // Nobody can ask us who our customers are: the owner of the number learns it, the visitor does not.
      return codes.send(
        { purpose: "register", recipient, binding: "" },
        { address, ...(taken && { insteadOfCode: ALREADY_REGISTERED }) },
      );
    },
    register: (ctx, input) => registerMerchant({ deps, codes }, ctx, input),
    async checkInvitation(_ctx, { code }) {
      const owner = await ownerOf(db, "invitation", code.trim().toUpperCase());
      const inviter = owner ? await findMerchant(db, owner) : undefined;
      if (!inviter) return { valid: false, inviter: null, benefit: null };
      return {
        valid: true,
        inviter: inviter.mobile ? maskMobile(inviter.mobile) : BRAND.name,
        benefit: INVITATION_BENEFIT,
      };
    },
    legalTexts: async () => (Object.keys(LEGAL_TEXTS) as LegalText[]).map((text) => ({ text, ...LEGAL_TEXTS[text] })),
  } satisfies Partial<IdentityHandlers>;
}

/** A question in words is read by any script: it is for those who cannot see the puzzle, and for few calls an hour. */
const QUESTIONS_PER_HOUR = 2;

/** Answers that did not fit, from one address: people who share it miss seldom, a script that guesses most of the time. */
export const MISSES = { limit: 20, windowSeconds: 3600 } as const;

/** Right answers from one address: an office needs fewer, and a script that solves every one does not get more. */
export const SOLVED_PER_HOUR = 30;

/** Counted before its place is looked at, and given back when it was right, of which an hour has so many. */
async function countingAnswers({ deps }: Parts, address: string, judge: () => Promise<void>): Promise<void> {
  const { secrets, clock, database, rateLimits } = deps;
  const key = secrets.blindIndex(`captcha missed:${limitAddress(address)}`, "sign-in attempts");
  const at = clock.now();
  if (!(await takePlace(database.db, key, at, MISSES))) {
    const oldest = (await oldestAttempt(database.db, key, at, MISSES.windowSeconds)) ?? at;
    const freeInMs = oldest.getTime() + MISSES.windowSeconds * 1000 - at.getTime();
    throw new Refusal("limit.too_many", { seconds: Math.max(1, Math.ceil(freeInMs / 1000)) });
  }
  await judge();
  await returnPlace(database.db, key, at);
  const taken = await rateLimits.take(`captcha solved:${limitAddress(address)}`, SOLVED_PER_HOUR, 3600);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
}

const captchaHandlers = (parts: Parts) => {
  const { captchas, deps } = parts;
  return {
    captchaOffer: async () => captchas.offer,
    solveCaptcha: ({ address }, { proof }) => captchas.judge(proof, address),
    makeSlider: () => captchas.makeSlider(),
    solveSlider: ({ address }, { captchaId, ...answer }) =>
      captchas.solveSlider(captchaId, answer, (judge) => countingAnswers(parts, address, judge)),
    makeQuestion: () => captchas.makeQuestion(),
    solveQuestion: async ({ address }, { captchaId, ...answer }) => {
      const taken = await deps.rateLimits.take(`captcha question:${limitAddress(address)}`, QUESTIONS_PER_HOUR, 3600);
      if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
      return captchas.solveQuestion(captchaId, answer);
    },
  } satisfies Partial<IdentityHandlers>;
};
