import type { Currency } from "../money/currencies.ts";
import { defineLifecycle } from "../lifecycle.ts";

/**
 * A virtual card. `closing` lasts until nothing is held any more: what was authorised may still be settled. What becomes of
 * an application is told by the issuer, and a frozen card keeps its money.
 */
export const cardLifecycle = defineLifecycle({
  name: "珊瑚卡",
  initial: "applying",
  states: {
    applying: { label: "申请中", tone: "info" },
    active: { label: "正常", tone: "success" },
    frozen: { label: "已冻结", tone: "neutral" },
    closing: { label: "注销中", tone: "warning" },
    closed: { label: "已注销", tone: "neutral" },
    expired: { label: "已过期", tone: "warning" },
    failed: { label: "开卡失败", tone: "danger" },
  },
  groups: {
    open: ["expired", "failed"],
    moving: ["applying", "closing"],
    ended: ["active", "frozen", "closed"],
  },
  stored: {
    table: "card",
    changedAt: "changed_at",
    reachedAt: { active: "opened_at", closed: "closed_at" },
    timeline: true,
    columns: ["last_four", "token", "reason", "blocked_reason", "keeps_frozen", "version"],
  },
  actions: {
    open: { label: "开卡成功", from: ["applying"], to: "active", by: "rail", tells: "card.opened" },
    fail: { label: "开卡失败", from: ["applying"], to: "failed", by: "rail", tells: "card.failed" },
    suspend: { label: "冻结", from: ["active"], to: "frozen", by: "merchant" },
    /** The account came back to its owner: whoever had it may have read the number. */
    withhold: { label: "账户找回或注销，冻结", from: ["active"], to: "frozen", by: "system" },
    unsuspend: { label: "解冻", from: ["frozen"], to: "active", by: "merchant" },
    block: { label: "平台停用", from: ["active", "frozen"], to: "frozen", by: "finance", tells: "card.blocked" },
    unblock: { label: "平台恢复", from: ["frozen"], to: "active", by: "finance" },
    close: { label: "注销", from: ["active", "frozen", "expired"], to: "closing", by: "merchant" },
    finishClosing: { label: "注销完成", from: ["closing"], to: "closed", by: "system", tells: "card.closed" },
    expire: { label: "卡片到期", from: ["active", "frozen"], to: "expired", by: "system", tells: "card.expired" },
  },
});
export type CardState = keyof typeof cardLifecycle.states;
export type CardAction = keyof typeof cardLifecycle.actions;
/**
 * What a card's state leaves its owner to do beside its moves; the server refuses the rest, and pages do not offer it. A card that
 * pays no more has no use for rules or money.
 */
const CARD_USES = {
  /** Limits, lists, automatic top-up, a group, a card that stands in, or standing in itself. */
  rule: ["applying", "active", "frozen"],
  load: ["active", "frozen"],
  reveal: ["active", "frozen"],
  remove: ["closed", "failed"],
} as const satisfies Record<string, readonly CardState[]>;
export const cardTakes = (use: keyof typeof CARD_USES, state: CardState): boolean =>
  (CARD_USES[use] as readonly CardState[]).includes(state);

/** Groups of the card page: what is used, what is on its way, what is over. */
export const CARD_GROUPS = {
  used: { label: "使用中", states: ["active", "frozen", "closing", "expired"] },
  applying: { label: "申请中", states: ["applying", "failed"] },
  closed: { label: "已注销", states: ["closed"] },
} as const satisfies Record<string, { label: string; states: readonly CardState[] }>;
export type CardGroup = keyof typeof CARD_GROUPS;
export const CARD_GROUP_NAMES = Object.keys(CARD_GROUPS) as [CardGroup, ...CardGroup[]];

export const CARD_ORGANISATIONS = { visa: "Visa", mastercard: "Mastercard" } as const;
export type CardOrganisation = keyof typeof CARD_ORGANISATIONS;
export const CARD_ORGANISATION_NAMES = Object.keys(CARD_ORGANISATIONS) as [CardOrganisation, ...CardOrganisation[]];

/** What a card can be issued from: the first digits of its number, whose network, where it counts as issued. */
export const CARD_BINS = {
  "493193": { organisation: "visa", currency: "USD", country: "US", about: "美国发行，广告和订阅通过率高" },
  "556766": { organisation: "mastercard", currency: "USD", country: "US", about: "美国发行，适合云服务和软件" },
  "428836": { organisation: "visa", currency: "USD", country: "HK", about: "香港发行，适合亚太商户" },
} as const satisfies Record<
  string,
  { organisation: CardOrganisation; currency: Currency; country: string; about: string }
>;
export type CardBin = keyof typeof CARD_BINS;
export const CARD_BIN_NAMES = Object.keys(CARD_BINS) as [CardBin, ...CardBin[]];

export const CARD_PURPOSES = {
  advertising: "广告投放",
  subscription: "软件订阅",
  cloud: "云服务",
  procurement: "样品与采购",
  logistics: "物流",
  travel: "差旅",
  other: "其他",
} as const;
export type CardPurpose = keyof typeof CARD_PURPOSES;
export const CARD_PURPOSE_NAMES = Object.keys(CARD_PURPOSES) as [CardPurpose, ...CardPurpose[]];

/** The currency a card wallet has unless another is named. */
export const CARD_CURRENCY = "USD" as const satisfies Currency;
/** So many may be applied for at once, and so many may be in use. */
export const MOST_CARDS_AT_ONCE = 20;
/** A card is good so many years. */
export const CARD_YEARS = 3;
/** Number and CVV are shown this long; whoever took a copy has it cleared then, too. */
export const REVEAL_SECONDS = 60;
/** An authorisation nobody settles lets its money go after so many days. */
export const HOLD_DAYS = 7;
/** What the issuer waits for our decision; then it decides by its own stated rules. */
export const DECISION_SECONDS = 2;
/** What the issuer approves in our place when we are silent: so much at a merchant the card has paid before. */
export const STAND_IN_MINOR = 5_000n;

/** The programme's own limits until an operator sets others; in minor units of the card's currency. */
export const PROGRAMME_DEFAULTS = {
  perTransactionMinor: 5_000_000n,
  dayMinor: 20_000_000n,
  cardsPerMerchant: 200,
  attemptsPerHour: 60,
} as const;

/** The card's own look, in turn: nobody chooses a colour. */
export const CARD_FACES = ["navy", "green", "violet"] as const;
export type CardFace = (typeof CARD_FACES)[number];

export const maskedCard = (lastFour: string): string => `•••• ${lastFour}`;
/** 「广告投放 Meta ···· 4821」 */
export const cardText = ({ name, lastFour }: { name: string; lastFour: string | null }): string =>
  lastFour === null ? name : `${name} ···· ${lastFour}`;

/** Thirteen to nineteen digits in a row that add up: somebody has written a card number where none belongs. */
export function looksLikeCardNumber(text: string): boolean {
  const runs = text.replaceAll(/(?<=\d)[ -](?=\d)/g, "").match(/\d{13,19}/g) ?? [];
  return runs.some(luhnHolds);
}

function luhnHolds(digits: string): boolean {
  const sum = digits
    .split("")
    .toReversed()
    .reduce((all, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return all + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
/** The digit that makes a number add up. */
export const luhnDigit = (digits: string): string =>
  ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].find((digit) => luhnHolds(digits + digit)) ?? "0";

/** How the sandbox's issuer behaves from now on. */
export const SANDBOX_ISSUER_PLANS = {
  normal: "正常",
  double: "每条通知发两次",
  late: "清算晚到，先到期释放",
  silent: "授权问了不等回答（代授权）",
  refuseCards: "拒绝开卡",
} as const satisfies Record<string, string>;
export type SandboxIssuerPlan = keyof typeof SANDBOX_ISSUER_PLANS;
export const SANDBOX_ISSUER_PLAN_NAMES = Object.keys(SANDBOX_ISSUER_PLANS) as [
  SandboxIssuerPlan,
  ...SandboxIssuerPlan[],
];
