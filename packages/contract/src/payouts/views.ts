import {
  CURRENCIES,
  CURRENCY_CODES,
  PAYOUT_KIND_NAMES,
  PAYOUT_KINDS,
  PAYOUT_STEP_NAMES,
  PAYOUT_WAY_KEYS,
  PAYOUT_WAYS,
  payoutLifecycle,
  RESOLUTION_NAMES,
  stateNames,
  BANK_WORD_NAMES,
  PAYOUT_TROUBLE_NAMES,
  PAYOUT_TROUBLES,
} from "@coralhub/domain";
import { z } from "zod";
import { payeeBrief } from "../beneficiaries/views.ts";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const state = z.enum(stateNames(payoutLifecycle));

/** An account of the books that may be paid from, or why it may not right now. */
export const payoutSource = z.object({
  /** A receiving account's id, or `wallet:USD`, `card_wallet:USD`. */
  accountId: z.string(),
  source: z.enum(["collection", "wallet", "card_wallet"]),
  label: z.string(),
  /** Only of a receiving account. */
  accountNumber: z.string().nullable(),
  platform: z.string().nullable(),
  currency: z.enum(CURRENCY_CODES),
  available: money,
  minimum: money,
  /** The most at once; null before certification. */
  maximum: money.nullable(),
  /** Above this, altogether in 24 hours, somebody of ours looks first. */
  approvalAbove: money,
  /** In the merchant's words; null where nothing stands in the way. */
  problem: z.string().nullable(),
});
export type PayoutSourceView = z.output<typeof payoutSource>;

export const payoutOverview = z.object({
  certified: z.boolean(),
  /** Withdrawals go only to accounts in this name. */
  holderName: z.string().nullable(),
  holderKind: z.enum(["person", "mainland", "hongkong"]).nullable(),
  /** Money may leave at all now. */
  open: z.boolean(),
  payees: z.array(payeeBrief),
  accounts: z.array(payoutSource),
});
export type PayoutOverview = z.output<typeof payoutOverview>;

const feeLine = z.object({ label: z.string(), amount: money });
/** What it costs and what arrives, as the merchant reads it before agreeing. */
export const payoutPrice = z.object({
  amount: money,
  fee: money,
  feeLines: z.array(feeLine),
  /** What is exchanged: the amount less the fee. */
  exchanged: money,
  /** Null where nothing is exchanged. */
  rate: z.string().nullable(),
  mid: z.string().nullable(),
  markupBasisPoints: z.string().nullable(),
  arrives: money,
});
export type PayoutPrice = z.output<typeof payoutPrice>;

const arrival = {
  way: z.enum(PAYOUT_WAY_KEYS),
  /** 「今天（周五）18:00 前」 */
  arrivesOn: z.string(),
  /** What banks on the way will probably take. */
  enRoute: money,
};
/** A price that holds for half a minute. */
export const payoutQuote = payoutPrice.extend({
  ...arrival,
  quoteId: z.uuid(),
  expiresAt: wireTime,
  /** Somebody of ours looks first, and why. */
  approval: z.string().nullable(),
  /** Orders that are missing for it, by currency; empty where there are enough or none are asked for. */
  missingQuota: z.array(money),
});
export type PayoutQuote = z.output<typeof payoutQuote>;

/** One way side by side with the others; what stands in its way says so. */
export const wayOffer = z.object({
  ...arrival,
  label: z.string(),
  note: z.string(),
  /** Whose money: the account it would be taken from. */
  accountId: z.string(),
  price: payoutPrice.nullable(),
  problem: z.string().nullable(),
  /** Orders that are missing for it, by currency. */
  missingQuota: z.array(money),
});
export type WayOffer = z.output<typeof wayOffer>;

const head = z.object({
  id: z.uuid(),
  kind: z.enum(PAYOUT_KIND_NAMES),
  way: z.enum(PAYOUT_WAY_KEYS),
  state,
  amount: money,
  /** Null until a price has been agreed on, and where the payment failed, was cancelled or came back. */
  arrives: money.nullable(),
  payeeName: z.string(),
  payeeBank: z.string(),
  payeeLastFour: z.string(),
  payeeCountry: z.string(),
  beneficiaryId: z.uuid(),
  /** The account it is taken from, in the books' words. */
  sourceCode: z.string(),
  reference: z.string(),
  batchId: z.uuid().nullable(),
  createdAt: wireTime,
  finishedAt: wireTime.nullable(),
});
export type PayoutHead = z.output<typeof head>;

const sourcePart = z.object({ accountId: z.string(), label: z.string(), amount: money });
export const payoutDetail = head.extend({
  sources: z.array(sourcePart),
  price: payoutPrice.nullable(),
  /** Banks on the way took so much. */
  short: money.nullable(),
  /** What came back of a return, where banks kept a part of it. */
  returned: money.nullable(),
  arrivesOn: z.string().nullable(),
  category: z.number().int().nullable(),
  purpose: z.string().nullable(),
  remittance: z.string(),
  toleranceBasisPoints: z.number().int(),
  /** Payer and payee belong together: how, and with whom. */
  related: z.string().nullable(),
  /** The payee is mailed the payment advice. */
  adviceEmail: z.string().nullable(),
  seriesId: z.uuid().nullable(),
  scheduledFor: z.string().nullable(),
  /** Why it waits for a person, or why it ended as it did. */
  reason: z.string().nullable(),
  /** To be verified by then. */
  expiresAt: wireTime.nullable(),
  /** What happens next, in words; null at the end. */
  next: z.string().nullable(),
  may: z.object({ verify: z.boolean(), cancel: z.boolean(), receipt: z.boolean() }),
  timeline: z.array(
    z.object({ action: z.enum(PAYOUT_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type PayoutDetail = z.output<typeof payoutDetail>;

const statementLine = z.object({ amount: money, bookedAt: wireTime });
export const payoutResolution = z.object({
  id: z.uuid(),
  resolution: z.enum(RESOLUTION_NAMES),
  note: z.string(),
  evidenceFileId: z.uuid(),
  noStatement: z.boolean(),
  proposedBy: z.uuid(),
  proposedAt: wireTime,
});
/** The same for the desk. */
export const payoutCase = payoutDetail.omit({ may: true }).extend({
  merchantId: z.uuid(),
  rail: z.string(),
  askedAt: wireTime.nullable(),
  /** What the bank's statement says of its reference; null of a bank that gives none. */
  statement: z.array(statementLine).nullable(),
  resolution: payoutResolution.nullable(),
  /** What the bank said that the payment cannot have come to, in its order; only what nobody has looked at. */
  contradictions: z.array(
    z.object({
      id: z.uuid(),
      said: z.enum(BANK_WORD_NAMES),
      /** How the payment stood when it was said. */
      state,
      /** What a return brings back, where the bank names it. */
      amount: money.nullable(),
      reason: z.string().nullable(),
      /** The return's own number. */
      reference: z.string().nullable(),
      at: wireTime,
    }),
  ),
  may: z.object({ decide: z.boolean(), ask: z.boolean(), resolve: z.boolean() }),
});

const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);
const kinds = PAYOUT_KIND_NAMES.map((value) => ({ value, label: PAYOUT_KINDS[value].label }));
const ways = PAYOUT_WAY_KEYS.map((value) => ({ value, label: PAYOUT_WAYS[value].label }));
const troubles = PAYOUT_TROUBLE_NAMES.map((value) => ({ value, label: PAYOUT_TROUBLES[value] }));
const columns = {
  createdAt: { header: "申请时间", as: "time" },
  kind: { header: "类型", options: kinds },
  payeeName: { header: "收款户名" },
  payeeBank: { header: "收款银行" },
  payeeLastFour: { header: "收款账号末四位", as: "code" },
  amount: { header: "付款金额", as: "money" },
  arrives: { header: "到账金额", as: "money" },
  way: { header: "付款方式", options: ways },
  state: { header: "状态", as: "state", lifecycle: payoutLifecycle },
  finishedAt: { header: "结束时间", as: "time" },
  reference: { header: "付款流水号", as: "code" },
} as const;
const filters = {
  kind: filter.choice("类型", kinds),
  state: filter.state("状态", payoutLifecycle),
  currency: currencies,
  way: filter.choice("付款方式", ways),
  payeeName: filter.text("收款户名"),
  reference: filter.text("付款流水号", "exact"),
  createdAt: filter.dateRange("申请时间"),
};
const row = head.extend({ currency: z.enum(CURRENCY_CODES) });

/** Everything that left by a bank: /bigIncome/out. */
export const payoutList = defineList({ title: "付款记录", row, columns, filters, sort: ["createdAt"] });

/** Every merchant's, for the desk. */
export const payoutDeskList = defineList({
  title: "付款",
  row: row.extend({ merchantId: z.uuid(), trouble: z.enum(PAYOUT_TROUBLE_NAMES).nullable() }),
  columns: {
    ...columns,
    merchantId: { header: "商户", as: "code" },
    trouble: { header: "需要处理", options: troubles },
  },
  filters: {
    ...filters,
    merchantId: filter.text("商户编号", "exact"),
    trouble: filter.choice("需要处理", troubles),
  },
  sort: ["createdAt"],
});
