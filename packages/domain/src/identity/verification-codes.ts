import { formatMoney, type Money } from "../money/money.ts";

/** One-time codes by SMS or e-mail. */
export const CODE_RULES = {
  digits: 6,
  lifeSeconds: 300,
  maxTries: 5,
  resendSeconds: 60,
  perDay: 10,
} as const;

/**
 * What a code may be used for; a code for one purpose opens no other. `wire` is the code type of the calls
 * (the specification's defaults are 3 for card messages and 1 for bank messages).
 * `bound`: the code names a payee and an amount and is worthless for any other.
 */
export const CODE_PURPOSES = {
  bankAccount: { wire: 1, label: "维护提现账户" },
  payout: { wire: 2, label: "确认付款", bound: true },
  card: { wire: 3, label: "珊瑚卡操作" },
  exchange: { wire: 4, label: "确认换汇", bound: true },
  stepUp: { wire: 5, label: "确认是您本人" },
  // Apart from payments: whoever moves money between accounts of its own has no fewer codes left to pay with.
  funding: { wire: 6, label: "转入钱包", bound: true },
  sweep: { wire: 7, label: "设置自动转入", bound: true },
  cardFunding: { wire: 8, label: "充值卡钱包", bound: true },
  register: { wire: 10, label: "注册" },
  resetPassword: { wire: 11, label: "找回密码" },
  signIn: { wire: 12, label: "登录" },
  bindEmail: { wire: 13, label: "绑定邮箱" },
  bindMobile: { wire: 14, label: "绑定手机" },
  changeMobile: { wire: 15, label: "更换手机" },
  newMobile: { wire: 16, label: "验证新手机" },
  changeEmail: { wire: 17, label: "更换邮箱" },
  newEmail: { wire: 18, label: "验证新邮箱" },
  recoverAccount: { wire: 19, label: "找回账户" },
  closeAccount: { wire: 20, label: "注销账户" },
} as const satisfies Record<string, { wire: number; label: string; bound?: true }>;
export type CodePurpose = keyof typeof CODE_PURPOSES;

/** The purposes a signed-in merchant may ask a code for by number; the others have their own calls. */
export const ASKABLE_PURPOSES = [
  "bankAccount",
  "payout",
  "card",
  "exchange",
  "stepUp",
  "closeAccount",
] as const satisfies readonly CodePurpose[];

/** What a money code is bound to. Sending and checking must both make it here, so that they cannot disagree. */
export const codeBinding = (payee: string, amount: Money): string =>
  `${payee.trim().replaceAll(/\s+/g, " ")}|${amount.currency} ${formatMoney(amount)}`;
