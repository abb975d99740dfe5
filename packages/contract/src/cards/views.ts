import {
  CARD_BIN_NAMES,
  CARD_FACES,
  CARD_ORGANISATION_NAMES,
  CARD_PAYMENT_STEP_NAMES,
  CARD_PURPOSE_NAMES,
  CARD_PURPOSES,
  CARD_REMEDY_KINDS,
  CARD_RULE_NAMES,
  cardDisputeLifecycle,
  cardLifecycle,
  cardPaymentLifecycle,
  CURRENCIES,
  CURRENCY_CODES,
  DISPUTE_REASON_NAMES,
  LIMIT_PERIOD_NAMES,
  SHOP_CATEGORIES,
  SHOP_CATEGORY_NAMES,
  stateNames,
  COUNTRIES,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { toldDay, wireTime } from "../wire-time.ts";

export const cardState = z.enum(stateNames(cardLifecycle));
const paymentState = z.enum(stateNames(cardPaymentLifecycle));
export const disputeState = z.enum(stateNames(cardDisputeLifecycle));
const countryCode = z.string().refine((code) => Object.hasOwn(COUNTRIES, code), "没有这个国家或地区");

/** Null: no limit of the merchant's own. */
export const limits = z.object({
  perTransaction: money.nullable(),
  day: money.nullable(),
  month: money.nullable(),
  life: money.nullable(),
});
const listMode = z.enum(["only", "except"]);
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ mode: listMode, items: z.array(item).max(100, "最多 100 项") });
export const shopName = z.string().trim().min(2, "请填写商户名称").max(80, "最多 80 个字");

/** What a card may do; every part may be left out and then stays. */
export const controls = z.object({
  limits,
  categories: listOf(z.enum(SHOP_CATEGORY_NAMES)),
  merchants: listOf(shopName),
  countries: listOf(countryCode),
  currencies: z
    .array(z.object({ currency: z.enum(CURRENCY_CODES), perTransaction: money.nullable() }))
    .max(CURRENCY_CODES.length),
  singleUse: z.boolean(),
  lockToFirst: z.boolean(),
  validUntil: toldDay.nullable(),
  autoTopUp: z
    .object({
      below: money,
      to: money,
      timesPerMonth: z.number().int().min(1, "至少 1 次").max(30, "最多 30 次"),
    })
    .nullable(),
  warnBelow: money.nullable(),
});
export type CardControlsView = z.output<typeof controls>;

const spent = z.object({ day: money, month: money, life: money });
export const cardHead = z.object({
  id: z.uuid(),
  cardName: z.string(),
  cardStatus: cardState,
  cardOrganization: z.enum(CARD_ORGANISATION_NAMES),
  bin: z.enum(CARD_BIN_NAMES),
  /** Null before the issuer has made it. */
  lastFour: z.string().nullable(),
  face: z.enum(CARD_FACES),
  purpose: z.enum(CARD_PURPOSE_NAMES),
  label: z.string().nullable(),
  owner: z.string().nullable(),
  cardholder: z.string(),
  currency: z.enum(CURRENCY_CODES),
  balance: money,
  held: money,
  monthSpent: money,
  monthLimit: money.nullable(),
  low: z.boolean(),
  bookId: z.uuid().nullable(),
  bookName: z.string().nullable(),
  /** Why we have stopped it; its owner cannot let it go. */
  blockedByUs: z.string().nullable(),
  createdAt: wireTime,
});
export type CardHead = z.output<typeof cardHead>;

const remedy = z.object({
  kind: z.enum(CARD_REMEDY_KINDS),
  amount: money.optional(),
  limit: z.enum(["perTransaction", ...LIMIT_PERIOD_NAMES]).optional(),
  ofBook: z.literal(true).optional(),
  item: z.string().optional(),
  /** Whose no it answers. */
  rule: z.enum(CARD_RULE_NAMES).optional(),
});
export type CardRemedyView = z.output<typeof remedy>;
const decision = z.object({
  approved: z.boolean(),
  sentence: z.string().nullable(),
  /** What the network is told. */
  code: z.string().nullable(),
  remedies: z.array(remedy),
  trace: z.array(z.object({ rule: z.enum(CARD_RULE_NAMES), label: z.string(), sentence: z.string().nullable() })),
});
export type CardDecisionView = z.output<typeof decision>;
/** A purchase that was only tried: what it would cost the card, and where missing money would come from. */
export const trial = decision.extend({ charged: money, fee: money, help: z.string().nullable() });
export type CardTrialView = z.output<typeof trial>;

const paymentHead = z.object({
  id: z.uuid(),
  cardId: z.uuid(),
  cardName: z.string(),
  cardLastFour: z.string().nullable(),
  state: paymentState,
  kind: z.enum(["purchase", "refund"]),
  shopName: z.string(),
  shopCountry: z.string(),
  category: z.enum(SHOP_CATEGORY_NAMES),
  /** What it costs the card, the fee included: asked for, held or settled, as it stands. */
  amount: money,
  original: money,
  fee: money,
  label: z.string().nullable(),
  owner: z.string().nullable(),
  sentence: z.string().nullable(),
  createdAt: wireTime,
  settledAt: wireTime.nullable(),
  receipts: z.number().int(),
});
export type CardPaymentHead = z.output<typeof paymentHead>;

const evidence = z.object({ id: z.uuid(), fileName: z.string() });
export const disputeView = z.object({
  id: z.uuid(),
  paymentId: z.uuid(),
  state: disputeState,
  reason: z.enum(DISPUTE_REASON_NAMES),
  statement: z.string(),
  amount: money,
  evidence: z.array(evidence),
  note: z.string().nullable(),
  createdAt: wireTime,
  dueAt: wireTime.nullable(),
  timeline: z.array(z.object({ label: z.string(), note: z.string().nullable(), at: wireTime })),
  may: z.object({ withdraw: z.boolean(), answer: z.boolean() }),
});
export type CardDisputeView = z.output<typeof disputeView>;

export const paymentDetail = paymentHead.extend({
  authorised: money,
  held: money,
  settled: money,
  refunded: money,
  holdUntil: wireTime.nullable(),
  reference: z.string(),
  decision: decision.nullable(),
  /** More of it that was refused last, as the shop charged it and as the card would be charged, to be tried again. */
  refusedMore: z.object({ amount: money, charged: money }).nullable(),
  timeline: z.array(
    z.object({
      step: z.enum(CARD_PAYMENT_STEP_NAMES),
      label: z.string(),
      amount: money.nullable(),
      note: z.string().nullable(),
      at: wireTime,
    }),
  ),
  receiptFiles: z.array(evidence),
  dispute: disputeView.nullable(),
  may: z.object({ dispute: z.boolean() }),
});
export type CardPaymentDetail = z.output<typeof paymentDetail>;

export const cardDetail = cardHead.extend({
  note: z.string().nullable(),
  spent,
  largestThisMonth: money,
  controls,
  firstShop: z.string().nullable(),
  backupCardId: z.uuid().nullable(),
  topUpsThisMonth: z.number().int(),
  openPayments: z.number().int(),
  /** What comes again and again, and when it is likely to come next. */
  nextSubscription: z.object({ shopName: z.string(), amount: money, around: z.string() }).nullable(),
  /** Of the last 30 days, how many there were and the newest of them. */
  declineCount: z.number().int(),
  declines: z.array(
    z.object({
      id: z.uuid(),
      shopName: z.string(),
      sentence: z.string(),
      remedies: z.array(remedy),
      /** Every rule that said no, with or without a remedy. */
      against: z.array(z.object({ rule: z.enum(CARD_RULE_NAMES), sentence: z.string() })),
      at: wireTime,
    }),
  ),
  may: z.object({
    suspend: z.boolean(),
    unsuspend: z.boolean(),
    close: z.boolean(),
    remove: z.boolean(),
    load: z.boolean(),
    unload: z.boolean(),
    reveal: z.boolean(),
    replace: z.boolean(),
  }),
});
export type CardDetail = z.output<typeof cardDetail>;

const purposes = Object.entries(CARD_PURPOSES).map(([value, label]) => ({ value, label }));
const categories = Object.entries(SHOP_CATEGORIES).map(([value, { label }]) => ({ value, label }));

export const cardList = defineList({
  title: "珊瑚卡",
  row: cardHead,
  columns: {
    cardName: { header: "卡名" },
    lastFour: { header: "尾号", as: "code" },
    cardStatus: { header: "状态", as: "state", lifecycle: cardLifecycle },
    purpose: { header: "用途", options: purposes },
    label: { header: "标签" },
    owner: { header: "使用人" },
    balance: { header: "余额", as: "money" },
    monthSpent: { header: "本月消费", as: "money" },
    createdAt: { header: "申请时间", as: "time" },
  },
  filters: {
    cardName: filter.cardWords("卡名、尾号"),
    cardStatus: filter.state("状态", cardLifecycle),
    purpose: filter.choice("用途", purposes),
    label: filter.text("标签", "exact"),
    owner: filter.text("使用人", "exact"),
    createdAt: filter.dateRange("申请时间"),
  },
  sort: ["createdAt"],
});

const paymentColumns = {
  createdAt: { header: "时间", as: "time" },
  shopName: { header: "商户" },
  category: { header: "类别", options: categories },
  cardName: { header: "卡片" },
  cardLastFour: { header: "尾号", as: "code" },
  state: { header: "状态", as: "state", lifecycle: cardPaymentLifecycle },
  amount: { header: "金额", as: "money" },
  original: { header: "商户金额", as: "money" },
  fee: { header: "境外交易费", as: "money" },
  label: { header: "标签" },
  owner: { header: "使用人" },
  sentence: { header: "说明" },
  settledAt: { header: "清算时间", as: "time" },
} as const;
const paymentFilters = {
  shopName: filter.text("商户"),
  kind: filter.choice("类型", [
    { value: "purchase", label: "消费" },
    { value: "refund", label: "退款" },
  ]),
  state: filter.state("状态", cardPaymentLifecycle),
  category: filter.choice("类别", categories),
  cardLastFour: filter.lastFour("卡尾号"),
  // The currency the shop charged in, and the number a purchase is known by.
  original: filter.choice(
    "商户币种",
    CURRENCY_CODES.map((value) => ({ value, label: `${value} ${CURRENCIES[value].name}` })),
  ),
  id: filter.text("交易号", "exact"),
  label: filter.text("标签", "exact"),
  owner: filter.text("使用人", "exact"),
  createdAt: filter.dateRange("时间"),
};
/** Every purchase and refund, as it stands. */
export const cardPaymentList = defineList({
  title: "珊瑚卡交易",
  row: paymentHead,
  columns: paymentColumns,
  filters: paymentFilters,
  sort: ["createdAt"],
});
