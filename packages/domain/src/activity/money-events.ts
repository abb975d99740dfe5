import type { Address } from "../addresses/address.ts";
import { addressOf } from "../addresses/portal-addresses.ts";
import type { Tone } from "../lifecycle.ts";

/**
 * Where a money event stands among the tabs: money in, money out, one currency for another, between own accounts. Borrowed
 * money, and what is paid back of it, is neither income nor expense: it stands by itself.
 */
export const MONEY_DIRECTIONS = {
  in: "收入",
  out: "支出",
  exchange: "换汇",
  transfer: "转账",
  financing: "融资",
} as const;
export type MoneyDirection = keyof typeof MONEY_DIRECTIONS;
export const MONEY_DIRECTION_NAMES = Object.keys(MONEY_DIRECTIONS) as [MoneyDirection, ...MoneyDirection[]];

/** Everything that happens to a merchant's money, as the merchant calls it. */
export const MONEY_KINDS = {
  income: { label: "收款", direction: "in" },
  withdrawal: { label: "提现", direction: "out" },
  supplier: { label: "供应商付款", direction: "out" },
  service: { label: "服务商付款", direction: "out" },
  seller: { label: "卖家付款", direction: "out" },
  exchange: { label: "换汇", direction: "exchange" },
  exchangeOrder: { label: "目标汇率委托", direction: "exchange" },
  funding: { label: "转入钱包", direction: "transfer" },
  transferIn: { label: "钱包收款", direction: "in" },
  transferOut: { label: "钱包转账", direction: "out" },
  pooling: { label: "资金归集", direction: "transfer" },
  charge: { label: "开户费", direction: "out" },
  returnCharge: { label: "退回时的银行扣费", direction: "out" },
  adjustmentIn: { label: "人工调账", direction: "in" },
  adjustmentOut: { label: "人工调账", direction: "out" },
  loanDrawn: { label: "贷款放款", direction: "financing" },
  loanRepaid: { label: "归还贷款本金", direction: "financing" },
  loanInterest: { label: "贷款利息", direction: "out" },
  escrowPaid: { label: "担保付款", direction: "out" },
  escrowReceived: { label: "担保收款", direction: "in" },
  escrowRefunded: { label: "担保退款", direction: "in" },
  taxRefund: { label: "出口退税", direction: "in" },
  depositPlaced: { label: "存入定期", direction: "transfer" },
  depositReturned: { label: "定期转回钱包", direction: "transfer" },
  depositInterest: { label: "定期利息", direction: "in" },
  cardPurchase: { label: "珊瑚卡消费", direction: "out" },
  cardRefund: { label: "珊瑚卡退款", direction: "in" },
  reward: { label: "活动和推荐奖励", direction: "in" },
  cardFunding: { label: "充值卡钱包", direction: "transfer" },
  cardFundingIn: { label: "汇款充值卡钱包", direction: "in" },
  cardWithdrawal: { label: "从卡钱包转出", direction: "transfer" },
  cardFee: { label: "开卡费", direction: "out" },
  cardDispute: { label: "珊瑚卡争议款", direction: "in" },
} as const satisfies Record<string, { label: string; direction: MoneyDirection }>;
export type MoneyKind = keyof typeof MONEY_KINDS;
export const MONEY_KIND_NAMES = Object.keys(MONEY_KINDS) as [MoneyKind, ...MoneyKind[]];

/** Money that comes, whatever group it stands in; the rest goes, or stays the merchant's own. */
export const isComing = (kind: MoneyKind): boolean => MONEY_KINDS[kind].direction === "in" || kind === "loanDrawn";

/**
 * What an event is to the sums: held is what we keep until something is cleared; the merchant's own payments under way are
 * moving. How it stands is said by its step.
 */
export const MONEY_STATES = {
  coming: { label: "在途", tone: "info" },
  held: { label: "暂扣", tone: "warning" },
  moving: { label: "处理中", tone: "info" },
  done: { label: "已完成", tone: "success" },
  returned: { label: "已退回", tone: "warning" },
  failed: { label: "失败", tone: "danger" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MoneyState = keyof typeof MONEY_STATES;
export const MONEY_STATE_NAMES = Object.keys(MONEY_STATES) as [MoneyState, ...MoneyState[]];

const PAYOUTS: readonly MoneyKind[] = ["withdrawal", "supplier", "service", "seller"];
const PURCHASES: readonly MoneyKind[] = ["cardPurchase", "cardRefund"];
/** The second event of one record is named after it, and has no record of its own. */
const isSecond = (id: string): boolean => id[14] === "8";
/** Where the record itself is, with its timeline and what can be done about it; null where the row says everything. */
export function moneyRecordAddress(kind: MoneyKind, id: string): Address | null {
  if (kind === "income") return addressOf("income", { open: id });
  if (PAYOUTS.includes(kind)) return addressOf("payouts", { open: id });
  if (kind === "exchange") return addressOf("conversions", { open: id });
  if (PURCHASES.includes(kind)) return addressOf("cardRecords", isSecond(id) ? {} : { open: id });
  if (kind === "depositPlaced") return addressOf("deposit", { id });
  if (kind === "pooling") return addressOf("pooling");
  if (kind === "charge") return addressOf("charges");
  return null;
}
