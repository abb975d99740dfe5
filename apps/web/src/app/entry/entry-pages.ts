import type { EntryKey } from "@coralhub/domain";

/**
 * The pages a visitor sees first. Each is prerendered at build time and brought to life by its own small script
 * (`script: false`: plain text that needs none), which has the name of its file.
 */
export const ENTRY_PAGES = {
  login: { file: "login", script: true },
  register: { file: "register", script: true },
  findPassword: { file: "find-password", script: true },
  findPasswordDone: { file: "find-password-done", script: false },
  bindMail: { file: "bind-mail", script: true },
  bindMailDone: { file: "bind-mail-done", script: false },
  agreement: { file: "agreement", script: false },
  taxRefundService: { file: "tax-refund", script: false },
  easyLoan: { file: "easy-loan", script: true },
  unsubscribe: { file: "unsubscribe", script: true },
  help: { file: "help", script: false },
  ganen: { file: "ganen", script: true },
  treasure: { file: "act-treasure", script: true },
  findFriends: { file: "find-friends", script: true },
  luckyDraw: { file: "act-draw", script: true },
  fiveBlessings: { file: "act-fu", script: true },
  labourDay: { file: "five-one", script: true },
  sunrise: { file: "sunrise", script: true },
  privacy: { file: "privacy", script: false },
  developer: { file: "developer", script: true },
} as const satisfies Record<EntryKey, { file: string; script: boolean }>;
