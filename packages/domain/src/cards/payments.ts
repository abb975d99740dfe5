import { defineLifecycle, type ActionOf } from "../lifecycle.ts";

/**
 * One purchase with a card, or one refund: what the issuer's messages about it have added up to. A settlement counts after a
 * release, too: a shop may come late with what it sold.
 */
export const cardPaymentLifecycle = defineLifecycle({
  name: "珊瑚卡交易",
  initial: "authorised",
  states: {
    authorised: { label: "授权", tone: "info" },
    verified: { label: "验证通过", tone: "neutral" },
    declined: { label: "拒绝", tone: "danger" },
    reversed: { label: "撤销", tone: "neutral" },
    expired: { label: "超时释放", tone: "neutral" },
    settled: { label: "已清算", tone: "success" },
    refunded: { label: "退款", tone: "success" },
  },
  groups: {
    open: ["declined"],
    moving: ["authorised"],
    ended: ["verified", "reversed", "expired", "settled", "refunded"],
  },
  stored: {
    table: "card_payment",
    changedAt: "changed_at",
    columns: [
      "asked_minor",
      "authorised_minor",
      "held_minor",
      "held_fee_minor",
      "settled_minor",
      "refunded_minor",
      "fee_minor",
      "early_minor",
      "counted_minor",
      "counted_day",
      "book_id",
      "hold_posting_id",
      "hold_until",
      "settled_at",
      "trace",
      "code",
      "sentence",
      "rule",
      "remedies",
      "stand_in",
    ],
  },
  actions: {
    // Heard of again after it was over: an authorisation that its reversal overtook, a stand-in's yes after our no.
    authorise: {
      label: "授权",
      from: ["declined", "reversed", "expired", "verified", "settled"],
      to: "authorised",
      by: "rail",
    },
    verify: { label: "验证卡片", from: ["authorised"], to: "verified", by: "rail" },
    // A card that was only looked at is charged under the same name: the answer may be no.
    decline: {
      label: "拒绝",
      from: ["authorised", "verified"],
      to: "declined",
      by: ["system", "rail"],
      tells: ["card.declined", "card.adDeclined"],
    },
    reverse: { label: "商户撤销", from: ["authorised"], to: "reversed", by: "rail" },
    expire: { label: "超时释放", from: ["authorised"], to: "expired", by: "rail" },
    settle: {
      label: "清算",
      from: ["authorised", "reversed", "expired", "declined", "verified"],
      to: "settled",
      by: "rail",
    },
    refund: { label: "退款", from: ["authorised"], to: "refunded", by: "rail" },
  },
});
export type CardPaymentState = keyof typeof cardPaymentLifecycle.states;
/** One action leads to each state. */
export const CARD_PAYMENT_ACTIONS = {
  authorised: "authorise",
  verified: "verify",
  declined: "decline",
  reversed: "reverse",
  expired: "expire",
  settled: "settle",
  refunded: "refund",
} as const satisfies Record<CardPaymentState, ActionOf<typeof cardPaymentLifecycle>>;

/** What the issuer tells about a purchase; each is one message with a number of its own. */
export const CARD_MESSAGE_KINDS = {
  authorisation: "授权",
  increment: "追加授权",
  advice: "代授权通知",
  reversal: "撤销",
  expiry: "授权到期",
  settlement: "清算",
  refund: "退款",
} as const;
export type CardMessageKind = keyof typeof CARD_MESSAGE_KINDS;
export const CARD_MESSAGE_KIND_NAMES = Object.keys(CARD_MESSAGE_KINDS) as [CardMessageKind, ...CardMessageKind[]];

/** Every step of a purchase, in the words its owner reads. */
export const CARD_PAYMENT_STEPS = {
  ...CARD_MESSAGE_KINDS,
  decline: "拒绝",
  disputed: "发起争议",
} as const;
export type CardPaymentStep = keyof typeof CARD_PAYMENT_STEPS;
export const CARD_PAYMENT_STEP_NAMES = Object.keys(CARD_PAYMENT_STEPS) as [CardPaymentStep, ...CardPaymentStep[]];

/** What came of a message. `early`: it told of something not heard of yet, and is remembered until then. */
export const CARD_MESSAGE_OUTCOMES = [
  "approved",
  "partial",
  "declined",
  "done",
  "repeated",
  "early",
  "unknown",
] as const;
export type CardMessageOutcome = (typeof CARD_MESSAGE_OUTCOMES)[number];
