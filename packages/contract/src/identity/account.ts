import { CERTIFICATION_KINDS } from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, eventsReply, nothing } from "../endpoint.ts";
import { codeSent, codeType, field, freshToken } from "./fields.ts";
import { wireTime } from "../wire-time.ts";

/** What the live stream of a merchant can say. */
export const liveEvents = {
  /** The unread badge changed. */
  unread: z.object({ count: z.number().int() }),
  /** Something of the merchant has moved along its lifecycle; `what` is the table it is kept in. */
  changed: z.object({ what: z.string() }),
  /** This session is over: the page signs out as if a call had answered 600. */
  sessionEnded: z.object({}),
} as const;

/** A change of phone or e-mail takes effect at once with the old factor, after a waiting period without it. */
const factorChange = z.object({
  status: z.enum(["changed", "waiting"]),
  effectiveAt: wireTime.nullable(),
  /** The session's new token when the change took effect at once. */
  token: z.string().nullable(),
});
/** These say whether a number or address is taken: nobody needs to ask that often. */
const asking = { per: "caller", limit: 20, windowSeconds: 3600 } as const;
const codeRequest = {
  /** A money code names what it is for: payee and amount. */
  payee: z.string().trim().max(200).optional(),
  amount: z.string().max(24).optional(),
  currency: currency.optional(),
  channel: z.enum(["sms", "email"]).default("sms"),
};
const address = {
  province: z.string().trim().min(1, "请选择省份").max(40),
  city: z.string().trim().min(1, "请选择城市").max(40),
  area: z.string().trim().max(40).default(""),
  address: z.string().trim().min(4, "请填写详细地址").max(120, "地址最多 120 个字"),
};

/** The merchant's own account: who I am, how I am reached, what I know. */
export const accountEndpoints = {
  logout: endpoint({
    method: "GET",
    path: "/logout",
    title: "退出登录",
    family: "portal",
    access: "merchant",
    input: nothing,
    output: done,
  }),
  sendBindEmailCode: endpoint({
    method: "GET",
    path: "/register/bmc",
    title: "绑定邮箱：发送验证码",
    family: "portal",
    access: "merchant",
    rateLimit: asking,
    input: z.object({ email: field.email }),
    output: codeSent,
  }),
  bindEmail: endpoint({
    method: "POST",
    path: "/register/bm",
    title: "绑定邮箱",
    family: "portal",
    access: "merchant",
    /** `ownCode`: what the phone bound so far received; absent where the session has shown a proof lately. */
    input: z.object({ email: field.email, captcha: field.code, ownCode: field.code.optional() }),
    output: done,
  }),
  sendBindMobileCode: endpoint({
    method: "GET",
    path: "/user/bm/c",
    title: "绑定手机：发送验证码",
    family: "portal",
    access: "merchant",
    rateLimit: asking,
    input: z.object({ mobile: field.mobile }),
    output: codeSent,
  }),
  bindMobile: endpoint({
    method: "POST",
    path: "/user/bm",
    title: "绑定手机",
    family: "portal",
    access: "merchant",
    /** `ownCode`: what the mailbox bound so far received; absent where the session has shown a proof lately. */
    input: z.object({ mobile: field.mobile, verifyCode: field.code, ownCode: field.code.optional() }),
    output: done,
  }),
  sendCardCode: endpoint({
    method: "POST",
    path: "/msg/send",
    title: "发送验证码（默认：珊瑚卡）",
    family: "portal",
    access: "merchant",
    input: z.object({ type: codeType.default(3), ...codeRequest }),
    output: codeSent,
  }),
  sendBankCode: endpoint({
    method: "POST",
    path: "/msg/send1",
    alias: "/user/bankcard/captcha",
    title: "发送验证码（默认：提现账户）",
    family: "portal",
    access: "merchant",
    input: z.object({ type: codeType.default(1), ...codeRequest }),
    output: codeSent,
  }),
  sendGatewayCode: endpoint({
    method: "POST",
    path: "/guest/outside/verifyCode/send",
    alias: "/bigCustomer/withdrawal/captcha",
    title: "发送验证码（默认：付款，与收款人和金额绑定）",
    family: "gateway",
    access: "merchant",
    input: z.object({ type: codeType.default(2), ...codeRequest }),
    output: codeSent,
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/user/mp",
    title: "修改密码",
    family: "portal",
    access: "merchant",
    input: z.object({ oldPassword: field.password, newPassword: field.newPassword }),
    output: freshToken,
  }),
  sendMobileChangeCode: endpoint({
    method: "GET",
    path: "/user/mm/c",
    title: "更换手机：发送验证码（不带 mobile 发到旧手机，带则发到新手机）",
    family: "portal",
    access: "merchant",
    rateLimit: asking,
    input: z.object({ mobile: field.mobile.optional() }),
    output: codeSent,
  }),
  changeMobile: endpoint({
    method: "POST",
    path: "/user/mm",
    title: "更换手机",
    family: "portal",
    access: "merchant",
    input: z.object({
      mobile: field.mobile,
      /** The code received on the new number. */
      verifyCode: field.code,
      /** The code received on the old number; without it the change waits. */
      oldVerifyCode: field.code.optional(),
    }),
    output: factorChange,
  }),
  sendEmailChangeCode: endpoint({
    method: "GET",
    path: "/user/me/c",
    title: "更换邮箱：发送验证码（不带 email 发到旧邮箱，带则发到新邮箱）",
    family: "portal",
    access: "merchant",
    rateLimit: asking,
    input: z.object({ email: field.email.optional() }),
    output: codeSent,
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/user/me",
    title: "更换邮箱",
    family: "portal",
    access: "merchant",
    input: z.object({ email: field.email, captcha: field.code, oldCaptcha: field.code.optional() }),
    output: factorChange,
  }),
  cancelFactorChange: endpoint({
    method: "POST",
    path: "/user/change/cancel",
    title: "取消等待中的更换",
    family: "portal",
    access: "merchant",
    input: z.object({ factor: z.enum(["mobile", "email"]) }),
    output: done,
  }),
  checkMobile: endpoint({
    method: "POST",
    path: "/user/checkMobile",
    title: "检查手机号能否使用",
    family: "portal",
    access: "merchant",
    rateLimit: asking,
    input: z.object({ mobile: field.mobile }),
    output: z.object({ available: z.boolean(), reason: z.string().nullable() }),
  }),
  accountInfo: endpoint({
    method: "GET",
    path: "/user/in",
    title: "基本信息",
    family: "portal",
    access: "merchant",
    input: nothing,
    output: z.object({
      userId: z.string(),
      /** What the merchant quotes to support: CH2026111500001. */
      userNo: z.string(),
      /** Certified name, else contact name, else the masked number. */
      displayName: z.string(),
      kind: z.enum(Object.keys(CERTIFICATION_KINDS) as [keyof typeof CERTIFICATION_KINDS]).nullable(),
      contactName: z.string().nullable(),
      contactTitle: z.string().nullable(),
      mobile: z.string().nullable(),
      email: z.string().nullable(),
      userSource: z.number().int(),
      registeredAt: wireTime,
      invitationCode: z.string(),
      address: z.object({ province: z.string(), city: z.string(), area: z.string(), address: z.string() }).nullable(),
      pendingChanges: z.array(z.object({ factor: z.enum(["mobile", "email"]), to: z.string(), effectiveAt: wireTime })),
    }),
  }),
  updateContact: endpoint({
    method: "POST",
    path: "/user/contact",
    title: "修改联系人",
    family: "portal",
    access: "merchant",
    input: z.object({ contactName: field.name, contactTitle: z.string().trim().max(40, "最多 40 个字").default("") }),
    output: done,
  }),
  addressIsMissing: endpoint({
    method: "GET",
    path: "/user/getUserAddressIsNull",
    title: "联系地址是否为空",
    family: "portal",
    access: "merchant",
    input: nothing,
    output: z.boolean(),
  }),
  updateAddress: endpoint({
    method: "POST",
    path: "/user/updateUserAddress",
    title: "修改联系地址",
    family: "portal",
    access: "merchant",
    input: z.object(address),
    output: done,
  }),
  live: endpoint({
    method: "GET",
    path: "/live",
    title: "实时更新（未读数、会话结束）",
    family: "portal",
    access: "merchant",
    reply: "events",
    input: nothing,
    output: eventsReply,
  }),
};
