import { ASKABLE_PURPOSES, CODE_PURPOSES, CODE_RULES, PASSWORD_RULES } from "@coralhub/domain";
import { z } from "zod";

/** Fields that several identity calls share. Meaning (does this number exist, is this password common) is decided by the server. */
export const field = {
  mobile: z.string("请填写手机号").trim().min(5, "请填写手机号").max(32, "请填写正确的手机号"),
  email: z.string("请填写邮箱").trim().min(5, "请填写邮箱").max(120, "请填写正确的邮箱"),
  loginName: z.string("请填写手机号或邮箱").trim().min(1, "请填写手机号或邮箱").max(120, "请填写正确的手机号或邮箱"),
  /** A password typed to prove who one is; its rules are not repeated here, so that an old one still opens the door. */
  password: z.string("请输入密码").min(1, "请输入密码").max(128, "密码太长，请重新输入"),
  newPassword: z
    .string("请设置密码")
    .min(PASSWORD_RULES.minLength, "密码需要 8 到 20 位")
    .max(PASSWORD_RULES.maxLength, "密码需要 8 到 20 位"),
  code: z
    .string("请填写验证码")
    .trim()
    .regex(new RegExp(`^\\d{${CODE_RULES.digits}}$`), `请填写 ${CODE_RULES.digits} 位数字验证码`),
  /** Six digits of an authenticator app, or one of the recovery codes. */
  totp: z.string().trim().min(6, "请填写 6 位动态码或备用码").max(16, "请填写 6 位动态码或备用码"),
  /** The ticket of a solved captcha: called `param` in the specification. */
  captchaTicket: z.string().max(200),
  /** What a browser keeps after its first sign-in, so that it is known again and guessing by others cannot lock it out. */
  device: z.string().max(200),
  id: z.uuid("编号不正确，请刷新页面后重试"),
  name: z.string().trim().min(1, "请填写名称").max(40, "最多 40 个字"),
} as const;

/** Numbers arrive as text in a query and as numbers in a body. */
export const codeType = z.coerce.number().pipe(
  z.literal(
    ASKABLE_PURPOSES.map((purpose) => CODE_PURPOSES[purpose].wire),
    "不支持这种验证码",
  ),
);

/** The answer of every call that sends a code: the page counts down from these. */
export const codeSent = z.object({
  /** Where it went, masked. */
  sentTo: z.string(),
  expiresInSeconds: z.number().int(),
  resendInSeconds: z.number().int(),
});

/** The answer of everything that signs in. */
export const signedIn = z.object({
  token: z.string(),
  userId: z.string(),
  mobile: z.string(),
  userSource: z.number().int(),
  device: z.string(),
});

/** After a proof of identity the token changes: the page keeps the new one, the old one is dead. */
export const freshToken = z.object({ token: z.string() });

/** WebAuthn options and answers are the browser's own JSON; the library checks them, the size limit is ours. */
export const passkeyJson = z.record(z.string(), z.unknown());
