import { CURRENCIES, type Currency } from "../money/currencies.ts";
import { defineLifecycle, type ActionOf, type StateOf } from "../lifecycle.ts";

/** Money between wallets of two merchants: written down, then confirmed with a code, then there. */
export const walletTransferLifecycle = defineLifecycle({
  name: "钱包转账",
  initial: "unverified",
  states: {
    unverified: { label: "待验证", tone: "info" },
    completed: { label: "已完成", tone: "success" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: { open: ["unverified"], moving: [], ended: ["completed", "cancelled"] },
  stored: {
    table: "wallet_transfer",
    changedAt: "changed_at",
    reachedAt: { completed: "completed_at" },
    timeline: true,
    columns: ["posting_id"],
  },
  actions: {
    confirm: { label: "验证并转出", from: ["unverified"], to: "completed", by: "merchant", tells: "wallet.sent" },
    cancel: { label: "取消", from: ["unverified"], to: "cancelled", by: "merchant" },
    lapse: { label: "超时未验证", from: ["unverified"], to: "cancelled", by: "system" },
  },
});
export type WalletTransferState = StateOf<typeof walletTransferLifecycle>;
export type WalletTransferAction = ActionOf<typeof walletTransferLifecycle>;

export const WALLET_TRANSFER_KINDS = {
  funding: "从收款账户转入",
  sent: "转给其他商户",
  received: "其他商户转入",
} as const;
export type WalletTransferKind = keyof typeof WALLET_TRANSFER_KINDS;
export const WALLET_TRANSFER_KIND_NAMES = Object.keys(WALLET_TRANSFER_KINDS) as [
  WalletTransferKind,
  ...WalletTransferKind[],
];

export const SWEEP_RHYTHMS = { arrival: "到账就转", daily: "每天 18:00" } as const;
export type SweepRhythm = keyof typeof SWEEP_RHYTHMS;
export const SWEEP_RHYTHM_NAMES = Object.keys(SWEEP_RHYTHMS) as [SweepRhythm, ...SweepRhythm[]];
/** Of the daily rhythm, in Beijing. */
export const SWEEP_HOUR = 18;

/** What was not verified by then is given up. */
export const TRANSFER_MINUTES = 30;

/** Twelve digits, the last one checks the others (Luhn): a slip of the pen finds nobody. */
export function walletNumber(elevenDigits: string): string {
  return elevenDigits + checkDigit(elevenDigits);
}
export const isWalletNumber = (number: string): boolean =>
  /^\d{12}$/.test(number) && checkDigit(number.slice(0, 11)) === number.slice(11);

function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((all, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return all + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Written differently, the same name: width, case, spaces and brackets do not matter. */
export const sameName = (a: string, b: string): boolean => plainName(a) === plainName(b);
const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s.,，。·()（）]/g, "");

/** 「深圳•••有限公司」: enough to recognise, not enough to learn. */
export const maskedName = (name: string): string =>
  name.length <= 4 ? `${name.slice(0, 1)}••` : `${name.slice(0, 2)}•••${name.slice(-4)}`;

export const walletName = (currency: Currency, own: string | null): string => own ?? `${CURRENCIES[currency].name}钱包`;
