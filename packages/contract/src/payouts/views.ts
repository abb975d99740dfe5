import {
  CURRENCIES,
  CURRENCY_CODES,
  PAYOUT_STEP_NAMES,
  payoutLifecycle,
  receivingAccountLifecycle,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const state = z.enum(stateNames(payoutLifecycle));

/** The merchant's own account elsewhere; its number never comes back whole. */
export const ownBankAccount = z.object({
  id: z.uuid(),
  holderName: z.string(),
  bankName: z.string(),
  bankCode: z.string(),
  lastFour: z.string(),
  boundAt: wireTime,
  /** Until then only up to the cooling limit; null once it has rested. */
  coolingUntil: wireTime.nullable(),
});
export type OwnBankAccount = z.output<typeof ownBankAccount>;

/** A receiving account that may be withdrawn from, or why it may not right now. */
const withdrawable = z.object({
  id: z.uuid(),
  accountNumber: z.string().nullable(),
  holderName: z.string(),
  country: z.string(),
  currency: z.enum(CURRENCY_CODES),
  state: z.enum(stateNames(receivingAccountLifecycle)),
  available: money,
  minimum: money,
  /** The most at once; null before certification. */
  maximum: money.nullable(),
  coolingLimit: money,
  /** Above this somebody of ours looks first. */
  approvalAbove: money,
  /** In the merchant's words; null where nothing stands in the way. */
  problem: z.string().nullable(),
});
export type Withdrawable = z.output<typeof withdrawable>;

export const payoutOverview = z.object({
  certified: z.boolean(),
  /** Only to an account in this name. */
  holderName: z.string().nullable(),
  holderKind: z.enum(["person", "mainland", "hongkong"]).nullable(),
  /** The bank takes instructions now. */
  open: z.boolean(),
  bankAccount: ownBankAccount.nullable(),
  accounts: z.array(withdrawable),
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
  rate: z.string(),
  arrives: money,
});
export type PayoutPrice = z.output<typeof payoutPrice>;

const head = z.object({
  id: z.uuid(),
  state,
  amount: money,
  /** Null until a price has been agreed on. */
  arrives: money.nullable(),
  payeeName: z.string(),
  payeeBank: z.string(),
  payeeLastFour: z.string(),
  accountId: z.uuid(),
  accountNumber: z.string().nullable(),
  reference: z.string(),
  createdAt: wireTime,
  finishedAt: wireTime.nullable(),
});
export type PayoutHead = z.output<typeof head>;

export const payoutDetail = head.extend({
  price: payoutPrice.nullable(),
  /** Why it waits for a person, or why it ended as it did. */
  reason: z.string().nullable(),
  /** To be verified by then. */
  expiresAt: wireTime.nullable(),
  /** What happens next, in words; null at the end. */
  next: z.string().nullable(),
  may: z.object({ verify: z.boolean(), cancel: z.boolean() }),
  timeline: z.array(
    z.object({ action: z.enum(PAYOUT_STEP_NAMES), label: z.string(), note: z.string().nullable(), at: wireTime }),
  ),
});
export type PayoutDetail = z.output<typeof payoutDetail>;

const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);
const columns = {
  createdAt: { header: "申请时间", as: "time" },
  amount: { header: "提现金额", as: "money" },
  arrives: { header: "到账金额", as: "money" },
  payeeBank: { header: "收款银行" },
  payeeLastFour: { header: "收款账号末四位", as: "code" },
  state: { header: "状态", as: "state", lifecycle: payoutLifecycle },
  finishedAt: { header: "结束时间", as: "time" },
  reference: { header: "付款流水号", as: "code" },
} as const;
const filters = {
  state: filter.state("状态", payoutLifecycle),
  currency: currencies,
  reference: filter.text("付款流水号", "exact"),
  createdAt: filter.dateRange("申请时间"),
};
const row = head.extend({ currency: z.enum(CURRENCY_CODES) });

/** What a merchant took out: /bigIncome/out. */
export const payoutList = defineList({ title: "提现记录", row, columns, filters, sort: ["createdAt"] });

/** Every merchant's, for the desk. */
export const payoutDeskList = defineList({
  title: "付款",
  row: row.extend({ merchantId: z.uuid() }),
  columns: {
    createdAt: columns.createdAt,
    merchantId: { header: "商户", as: "code" },
    amount: { header: "金额", as: "money" },
    arrives: columns.arrives,
    payeeName: { header: "收款户名" },
    payeeBank: columns.payeeBank,
    payeeLastFour: columns.payeeLastFour,
    state: columns.state,
    reference: columns.reference,
  },
  filters: { ...filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});
