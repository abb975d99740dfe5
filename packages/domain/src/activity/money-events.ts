import type { Address } from "../addresses/address.ts";
import { addressOf } from "../addresses/portal-addresses.ts";
import type { Tone } from "../lifecycle.ts";
import type { Money } from "../money/money.ts";

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
  adjustmentIn: { label: "人工调账（补入）", direction: "in" },
  adjustmentOut: { label: "人工调账（扣减）", direction: "out" },
  adjustmentMoved: { label: "人工调账（账户间）", direction: "transfer" },
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

/** An amount as every list shows it: what goes has its minus from the beginning, done or not; what stays the owner's has no sign. */
export const signedAmount = (kind: MoneyKind, amount: Money): Money =>
  isComing(kind) || MONEY_KINDS[kind].direction === "transfer" ? amount : { ...amount, minor: -amount.minor };

type Sided = { kind: MoneyKind; amount: Money; other: Money | null };
/** What an event shows as its amounts: what goes or comes, and of an exchange both. */
export const moneySides = ({ kind, amount, other }: Sided): Money[] => [
  signedAmount(kind, amount),
  ...(MONEY_KINDS[kind].direction === "exchange" && other ? [other] : []),
];

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

type MoneyRecord = (recordId: string, reference?: string) => Address;
const payout: MoneyRecord = (open) => addressOf("payouts", { open });
const walletTransfer: MoneyRecord = (id) => addressOf("walletTransfer", { id });
const loan: MoneyRecord = (id) => addressOf("loan", { id });
const escrow: MoneyRecord = (id) => addressOf("escrow", { id });
const deposit: MoneyRecord = (id) => addressOf("deposit", { id });
const cardPayment: MoneyRecord = (open) => addressOf("cardRecords", { open });
const inCardWallet =
  (view: "recharges" | "withdrawals"): MoneyRecord =>
  (open, serialNumber) =>
    addressOf("cardWallet", { view, serialNumber, open });
/** The event itself: what was corrected by hand and what was given have no record beside it. */
const event: MoneyRecord = (open) => addressOf("moneyEvents", { open });

const MONEY_RECORDS: Record<MoneyKind, MoneyRecord> = {
  income: (open) => addressOf("income", { open }),
  withdrawal: payout,
  supplier: payout,
  service: payout,
  seller: payout,
  exchange: (open) => addressOf("conversions", { open }),
  exchangeOrder: () => addressOf("exchange"),
  funding: walletTransfer,
  transferIn: walletTransfer,
  transferOut: walletTransfer,
  pooling: (id) => addressOf("pooling", { id, open: id }),
  charge: () => addressOf("charges"),
  returnCharge: payout,
  adjustmentIn: event,
  adjustmentOut: event,
  adjustmentMoved: event,
  loanDrawn: loan,
  loanRepaid: loan,
  loanInterest: loan,
  escrowPaid: escrow,
  escrowReceived: escrow,
  escrowRefunded: escrow,
  taxRefund: (id) => addressOf("taxRefund", { id }),
  depositPlaced: deposit,
  depositReturned: deposit,
  depositInterest: deposit,
  cardPurchase: cardPayment,
  cardRefund: cardPayment,
  reward: event,
  cardFunding: inCardWallet("recharges"),
  cardFundingIn: inCardWallet("recharges"),
  cardWithdrawal: inCardWallet("withdrawals"),
  cardFee: (card) => addressOf("cards", { card }),
  cardDispute: cardPayment,
};
type BookedRecord = { kind: MoneyKind; recordId: string; reference: string | null };
/** Where the record behind an event is, with its timeline and what can be done about it. */
export const moneyRecordAddress = ({ kind, recordId, reference }: BookedRecord): Address =>
  MONEY_RECORDS[kind](recordId, reference ?? undefined);
/** Whether the event is all there is: its own view says everything. */
export const isOwnRecord = (kind: MoneyKind): boolean => MONEY_RECORDS[kind] === event;
