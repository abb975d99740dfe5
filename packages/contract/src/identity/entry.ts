import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { codeSent, field, passkeyJson, signedIn } from "./fields.ts";

const perAddress = (limit: number, windowSeconds: number) => ({ per: "address", limit, windowSeconds }) as const;

/** How many zeros SHA-256 of `captchaId:nonce` must begin with: a moment of the visitor's machine. */
const workBits = z.number().int();
const nonce = z.string().regex(/^\d{1,12}$/, "请刷新后重试");
const slider = z.object({
  captchaId: z.string(),
  kind: z.literal("slider"),
  /** PNG data URLs: the board of figures, and the piece that shows the one it belongs under. */
  board: z.string(),
  piece: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  pieceSize: z.number().int(),
  /** Where the piece stands vertically; the visitor finds the horizontal place. */
  pieceY: z.number().int(),
  workBits,
  expiresInSeconds: z.number().int(),
});
const question = z.object({
  captchaId: z.string(),
  kind: z.literal("normal"),
  /** Readable by a screen reader; answered in digits. */
  question: z.string(),
  workBits,
  expiresInSeconds: z.number().int(),
});
const ticket = z.object({ ticket: z.string(), expiresInSeconds: z.number().int() });
const captchaId = z.string().max(64);

/** Everything a visitor does before there is an account or a session. */
export const entryEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/login",
    title: "登录",
    family: "portal",
    access: "public",
    input: z.object({
      username: field.loginName,
      password: field.password,
      param: field.captchaTicket.optional(),
      client: z.coerce.number().int().optional(),
      /** Where two-step verification is on: asked for by refusal `identity.second_factor_needed`. */
      totp: field.totp.optional(),
      /** A code to the account's own phone: lets the owner in while others are guessing. */
      verifyCode: field.code.optional(),
      device: field.device.optional(),
    }),
    output: signedIn,
  }),
  sendSignInCode: endpoint({
    method: "POST",
    path: "/login/send",
    title: "发送登录验证码",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ username: field.loginName, param: field.captchaTicket }),
    output: codeSent,
  }),
  sendRegisterCode: endpoint({
    method: "POST",
    path: "/register/send",
    title: "发送注册验证码",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ mobile: field.mobile, param: field.captchaTicket.optional() }),
    output: codeSent,
  }),
  register: endpoint({
    method: "POST",
    path: "/register/",
    title: "注册",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({
      mobile: field.mobile,
      password: field.newPassword,
      verifyCode: field.code,
      invitationCode: z.string().trim().max(16, "邀请码不正确，请核对或留空").optional(),
      /** Versions the visitor ticked; without them the versions in force are recorded. */
      agreementVersion: z.string().max(20).optional(),
      privacyVersion: z.string().max(20).optional(),
      device: field.device.optional(),
    }),
    output: signedIn,
  }),
  checkInvitation: endpoint({
    method: "GET",
    path: "/register/invitation",
    title: "检查邀请码",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ code: z.string().trim().max(16) }),
    output: z.object({ valid: z.boolean(), inviter: z.string().nullable(), benefit: z.string().nullable() }),
  }),
  popCaptcha: endpoint({
    method: "POST",
    path: "/f_pwd/popCaptcha",
    title: "找回密码：获取拖动验证",
    family: "portal",
    access: "public",
    rateLimit: perAddress(30, 60),
    input: nothing,
    output: slider,
  }),
  sendResetCode: endpoint({
    method: "POST",
    path: "/f_pwd/send",
    title: "找回密码：发送验证码",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ mobile: field.loginName, param: field.captchaTicket.optional() }),
    output: codeSent,
  }),
  checkResetCode: endpoint({
    method: "POST",
    path: "/f_pwd/check",
    title: "找回密码：核对验证码（不消耗）",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ mobile: field.loginName, smsCaptcha: field.code }),
    output: done,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/f_pwd/modify",
    title: "找回密码：设置新密码",
    family: "portal",
    access: "public",
    rateLimit: perAddress(20, 60),
    input: z.object({ mobile: field.loginName, smsCaptcha: field.code, password: field.newPassword }),
    output: done,
  }),
  startPasskeySignIn: endpoint({
    method: "POST",
    path: "/passkey/options",
    title: "通行密钥登录：开始",
    family: "portal",
    access: "public",
    rateLimit: perAddress(30, 60),
    input: nothing,
    output: z.object({ challengeId: z.string(), options: passkeyJson }),
  }),
  passkeySignIn: endpoint({
    method: "POST",
    path: "/passkey/login",
    title: "通行密钥登录",
    family: "portal",
    access: "public",
    rateLimit: perAddress(30, 60),
    input: z.object({ challengeId: field.id, response: passkeyJson, device: field.device.optional() }),
    output: signedIn,
  }),
  captchaOffer: endpoint({
    method: "GET",
    path: "/guest/outside/captcha",
    title: "由谁做人机验证",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(60, 60),
    input: nothing,
    /** `own`: the slider and the question below; otherwise the number the provider's script begins with. */
    output: z.object({ provider: z.enum(["own", "geetest", "tencent"]), id: z.string().nullable() }),
  }),
  solveCaptcha: endpoint({
    method: "POST",
    path: "/guest/outside/captcha",
    title: "提交验证服务商给的凭据，换取凭证",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(60, 60),
    /** What the provider's script handed to the page, as JSON. */
    input: z.object({ proof: z.string().min(1, "请先完成验证").max(8000) }),
    output: ticket,
  }),
  makeSlider: endpoint({
    method: "GET",
    path: "/guest/outside/captcha/slider",
    title: "获取拖动验证",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(30, 60),
    input: nothing,
    output: slider,
  }),
  solveSlider: endpoint({
    method: "POST",
    path: "/guest/outside/captcha/slider",
    title: "提交拖动验证，换取凭证",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(60, 60),
    input: z.object({
      captchaId,
      /** Where the piece was let go, in board pixels. */
      x: z.number().min(0).max(1000),
      /** How it got there: `[milliseconds since the start, x]`. Arrow keys count too. */
      trace: z.array(z.tuple([z.number().min(0).max(600_000), z.number().min(-1000).max(1000)])).max(2000),
      nonce,
    }),
    output: ticket,
  }),
  makeQuestion: endpoint({
    method: "GET",
    path: "/guest/outside/captcha/normal",
    title: "获取问答验证（读不了图时用）",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(10, 60),
    input: nothing,
    output: question,
  }),
  solveQuestion: endpoint({
    method: "POST",
    path: "/guest/outside/captcha/normal",
    title: "提交问答验证，换取凭证",
    family: "gateway",
    access: "public",
    rateLimit: perAddress(10, 60),
    input: z.object({ captchaId, answer: z.string().trim().min(1, "请填写答案").max(20), nonce }),
    output: ticket,
  }),
  legalTexts: endpoint({
    method: "GET",
    path: "/legal",
    title: "现行协议版本",
    family: "portal",
    access: "public",
    input: nothing,
    output: z.array(
      z.object({
        text: z.string(),
        title: z.string(),
        version: z.string(),
        effectiveFrom: z.string(),
        path: z.string(),
      }),
    ),
  }),
};
