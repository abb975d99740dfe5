import { MONEY_KINDS, type MoneyKind } from "../activity/money-events.ts";
import { toShanghaiDay } from "../calendar/shanghai-time.ts";
import { formatMoney, moneyOf, type Money } from "../money/money.ts";

/** Accounts of the Chinese standard chart; an accountant maps them once in the program. */
const ACCOUNTS = {
  own: { code: "1012", name: "其他货币资金" },
  bank: { code: "1002", name: "银行存款" },
  receivable: { code: "1122", name: "应收账款" },
  payable: { code: "2202", name: "应付账款" },
  otherReceivable: { code: "1221", name: "其他应收款" },
  otherPayable: { code: "2241", name: "其他应付款" },
  loan: { code: "2001", name: "短期借款" },
  selling: { code: "6601", name: "销售费用" },
  finance: { code: "6603", name: "财务费用" },
  otherIncome: { code: "6301", name: "营业外收入" },
} as const;
type AccountName = keyof typeof ACCOUNTS;

/** What stands opposite the merchant's money; null: it stays their own, and nothing is written. */
const OPPOSITE: Record<MoneyKind, AccountName | null> = {
  income: "receivable",
  withdrawal: "bank",
  supplier: "payable",
  service: "selling",
  seller: "payable",
  exchange: "own",
  exchangeOrder: null,
  funding: null,
  transferIn: "otherReceivable",
  transferOut: "otherPayable",
  pooling: null,
  charge: "finance",
  returnCharge: "finance",
  adjustmentIn: "otherReceivable",
  adjustmentOut: "otherPayable",
  adjustmentMoved: null,
  loanDrawn: "loan",
  loanRepaid: "loan",
  loanInterest: "finance",
  escrowPaid: "otherReceivable",
  escrowReceived: "receivable",
  escrowRefunded: "otherReceivable",
  taxRefund: "otherReceivable",
  depositPlaced: null,
  depositReturned: null,
  depositInterest: "finance",
  cardPurchase: "selling",
  cardRefund: "selling",
  reward: "otherIncome",
  // What goes into the card wallet stays their own; what leaves is the fee.
  cardFunding: "finance",
  cardFundingIn: "bank",
  cardWithdrawal: null,
  cardFee: "finance",
  cardDispute: "selling",
};

export type VoucherEvent = {
  kind: MoneyKind;
  amount: Money;
  fee: Money;
  net: Money;
  /** The net in yuan at the middle rate of its day, in fen; null where no rate was kept. */
  yuanMinor: bigint | null;
  /** What an exchange has bought, and that in yuan at the same rate; null elsewhere. */
  bought: { money: Money; yuanMinor: bigint | null } | null;
  counterparty: string;
  reference: string | null;
  bookedAt: Date;
  /** Money out that came back: the voucher of its payment, turned round. */
  cameBack: boolean;
};
export type VoucherLine = {
  number: number;
  day: string;
  words: string;
  account: (typeof ACCOUNTS)[AccountName];
  original: Money;
  debitMinor: bigint;
  creditMinor: bigint;
  rate: string;
  reference: string;
};

const size = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
const YUAN_DECIMALS = 2;

/** Double entry in yuan: the debits of a voucher are its credits, to the fen. */
export function voucherLines(events: readonly VoucherEvent[]): VoucherLine[] {
  return events.filter(isTold).flatMap((event, at) => linesOf(event, at + 1));
}
const isTold = ({ kind, net, yuanMinor, bought }: VoucherEvent): boolean =>
  OPPOSITE[kind] !== null && net.minor !== 0n && yuanMinor !== null && bought?.yuanMinor !== null;

function linesOf(event: VoucherEvent, number: number): VoucherLine[] {
  const { kind, fee, net, counterparty, reference, bookedAt } = event;
  const { currency } = net;
  const [whole, yuan] = [size(net.minor), size(event.yuanMinor!)];
  const isIn = net.minor > 0n && !event.cameBack;
  // Of money out the fee is part of what left; of money in it was taken before.
  const feeYuan = whole === 0n ? 0n : (fee.minor * yuan) / whole;
  const shared = {
    number,
    day: toShanghaiDay(bookedAt),
    words: `${MONEY_KINDS[kind].label}${event.cameBack ? "退回" : ""} ${counterparty}`,
    rate: rateOf(whole, yuan, currency),
    reference: reference ?? "",
  };
  const line = (name: AccountName, minor: bigint, debitMinor: bigint, creditMinor: bigint): VoucherLine[] =>
    minor === 0n
      ? []
      : [{ ...shared, account: ACCOUNTS[name], original: moneyOf(currency, minor), debitMinor, creditMinor }];
  if (event.bought) return exchangeLines(shared, { sold: moneyOf(currency, whole), yuan }, event.bought);
  const opposite = OPPOSITE[kind]!;
  if (isIn)
    return [
      ...line("own", whole, yuan, 0n),
      ...line("finance", fee.minor, feeYuan, 0n),
      ...line(opposite, whole + fee.minor, 0n, yuan + feeYuan),
    ];
  const out = [
    ...line(opposite, whole - fee.minor, yuan - feeYuan, 0n),
    ...line("finance", fee.minor, feeYuan, 0n),
    ...line("own", whole, 0n, yuan),
  ];
  return event.cameBack ? out.map(turnedRound) : out;
}
const turnedRound = (line: VoucherLine): VoucherLine => ({
  ...line,
  debitMinor: line.creditMinor,
  creditMinor: line.debitMinor,
});

/** The bought currency comes, the sold one goes; what the exchange cost or won, fee and all, is between them. */
function exchangeLines(
  shared: Pick<VoucherLine, "number" | "day" | "words" | "rate" | "reference">,
  { sold, yuan }: { sold: Money; yuan: bigint },
  bought: NonNullable<VoucherEvent["bought"]>,
): VoucherLine[] {
  const boughtYuan = bought.yuanMinor!;
  const cost = yuan - boughtYuan;
  const { minor, currency } = bought.money;
  const difference: VoucherLine = {
    ...shared,
    account: ACCOUNTS.finance,
    original: moneyOf("CNY", size(cost)),
    rate: "1",
    debitMinor: cost > 0n ? cost : 0n,
    creditMinor: cost < 0n ? -cost : 0n,
  };
  return [
    {
      ...shared,
      account: ACCOUNTS.own,
      original: bought.money,
      rate: rateOf(minor, boughtYuan, currency),
      debitMinor: boughtYuan,
      creditMinor: 0n,
    },
    ...(cost === 0n ? [] : [difference]),
    { ...shared, account: ACCOUNTS.own, original: sold, debitMinor: 0n, creditMinor: yuan },
  ];
}

const RATE_SCALE = 1_000_000n;
function rateOf(minor: bigint, yuanMinor: bigint, currency: Money["currency"]): string {
  if (currency === "CNY" || minor === 0n) return "1";
  const decimals = formatMoney(moneyOf(currency, 1n)).split(".")[1]?.length ?? 0;
  const scaled = (yuanMinor * RATE_SCALE * 10n ** BigInt(decimals)) / (minor * 10n ** BigInt(YUAN_DECIMALS));
  return `${scaled / RATE_SCALE}.${String(scaled % RATE_SCALE).padStart(6, "0")}`;
}

const yuanText = (minor: bigint): string => (minor === 0n ? "" : formatMoney(moneyOf("CNY", minor)));
/** The import tables of two accounting programs; the rest of the world reads CSV. */
export const VOUCHER_FORMATS = {
  kingdee: {
    label: "金蝶凭证",
    cells: [
      ["凭证日期", ({ day }) => day],
      ["会计年度", ({ day }) => day.slice(0, 4)],
      ["会计期间", ({ day }) => String(Number(day.slice(5, 7)))],
      ["凭证字", () => "记"],
      ["凭证号", ({ number }) => String(number)],
      ["科目代码", ({ account }) => account.code],
      ["科目名称", ({ account }) => account.name],
      ["币别代码", ({ original }) => (original.currency === "CNY" ? "RMB" : original.currency)],
      ["原币金额", ({ original }) => formatMoney(original)],
      ["汇率", ({ rate }) => rate],
      ["借方金额", ({ debitMinor }) => yuanText(debitMinor)],
      ["贷方金额", ({ creditMinor }) => yuanText(creditMinor)],
      ["摘要", ({ words }) => words],
      ["参考信息", ({ reference }) => reference],
    ],
  },
  yonyou: {
    label: "用友凭证",
    cells: [
      ["制单日期", ({ day }) => day],
      ["凭证类别字", () => "记"],
      ["凭证编号", ({ number }) => String(number)],
      ["附单据数", () => "1"],
      ["摘要", ({ words }) => words],
      ["科目编码", ({ account }) => account.code],
      ["借方金额", ({ debitMinor }) => yuanText(debitMinor)],
      ["贷方金额", ({ creditMinor }) => yuanText(creditMinor)],
      ["外币金额", ({ original }) => (original.currency === "CNY" ? "" : formatMoney(original))],
      ["汇率", ({ rate }) => rate],
      ["币种", ({ original }) => (original.currency === "CNY" ? "人民币" : original.currency)],
      ["票据号", ({ reference }) => reference],
    ],
  },
} as const satisfies Record<string, { label: string; cells: readonly [string, (line: VoucherLine) => string][] }>;
export type VoucherFormat = keyof typeof VOUCHER_FORMATS;
export const VOUCHER_FORMAT_NAMES = Object.keys(VOUCHER_FORMATS) as [VoucherFormat, ...VoucherFormat[]];
