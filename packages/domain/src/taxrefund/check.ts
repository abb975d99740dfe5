import { addDays } from "../calendar/days.ts";
import { divideHalfEven } from "../deposits/interest.ts";
import { moneyOf, moneyText, type Money } from "../money/money.ts";
import { sameName } from "../wallets/wallets.ts";

/** What the customs declaration says. */
export type Declaration = {
  number: string;
  exportedOn: string;
  goods: string;
  quantity: string;
  unit: string;
  amount: Money;
  consignor: string;
};
/** What the VAT invoice of the purchase says; its amount is before tax. */
export type VatInvoice = {
  number: string;
  issuedOn: string;
  goods: string;
  quantity: string;
  unit: string;
  net: Money<"CNY">;
  vatRate: VatRate;
  buyer: string;
};
/** A foreign receipt we hold: an income of the merchant's that was credited, with the orders behind it where we hold some. */
export type ForeignReceipt = {
  id: string;
  amount: Money;
  creditedOn: string;
  usedElsewhere: boolean;
  ordered: Money | null;
};

export const VAT_RATES = [13, 9, 6] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** What can be wrong between the three, in words that say what to repair. */
export const DIFFERENCES = {
  holder_declaration: "报关单上的经营单位与您的认证名称不一致",
  holder_invoice: "发票的购买方与您的认证名称不一致",
  goods: "报关单和发票的货物名称不一致",
  quantity: "报关单和发票的数量或单位不一致",
  invoice_late: "发票日期晚于出口日 90 天以上",
  invoice_used: "发票已用于另一笔退税",
  no_receipt: "没有选择收款",
  receipt_currency: "收款币种与报关币种不同",
  receipt_short: "收款合计少于报关金额",
  receipt_over: "收款合计多于报关金额",
  receipt_time: "收款日期不在出口前 180 天至出口后 210 天之内",
  receipt_used: "收款已用于另一笔退税",
  order_short: "收款对应的订单合计少于报关金额",
  deadline: "已过申报期限（出口次年 4 月 30 日）",
} as const satisfies Record<string, string>;
export type DifferenceName = keyof typeof DIFFERENCES;
export const DIFFERENCE_NAMES = Object.keys(DIFFERENCES) as [DifferenceName, ...DifferenceName[]];
export type Difference = { name: DifferenceName; detail: string };

const INVOICE_DAYS = 90;
const RECEIPT_DAYS = { before: 180, after: 210 } as const;
/** Bank charges on the way may cost so much, in per cent of what was declared. */
const TOLERANCE = 3n;
const slackOf = ({ minor }: Money): bigint => (minor * TOLERANCE) / 100n;

/** Between these days an export is paid for. */
export const receiptDays = (exportedOn: string): { from: string; until: string } => ({
  from: addDays(exportedOn, -RECEIPT_DAYS.before),
  until: addDays(exportedOn, RECEIPT_DAYS.after),
});

/** So many receipts are listed to choose from. */
export const RECEIPTS_SHOWN = 500;

const sameQuantity = (a: string, b: string): boolean => Number(a) === Number(b);

function receiptDifferences(declared: Money, exportedOn: string, receipts: readonly ForeignReceipt[]): Difference[] {
  if (receipts.length === 0) return [{ name: "no_receipt", detail: `请选择合计约 ${moneyText(declared)} 的收款` }];
  const found: Difference[] = [];
  const other = receipts.find(({ amount }) => amount.currency !== declared.currency);
  if (other)
    found.push({ name: "receipt_currency", detail: `报关 ${declared.currency}，收款 ${other.amount.currency}` });
  else {
    const sum = receipts.reduce((all, { amount }) => all + amount.minor, 0n);
    const text = `报关 ${moneyText(declared)}，收款合计 ${moneyText(moneyOf(declared.currency, sum))}`;
    const slack = slackOf(declared);
    if (sum < declared.minor - slack) found.push({ name: "receipt_short", detail: text });
    if (sum > declared.minor + slack) found.push({ name: "receipt_over", detail: text });
  }
  const { from, until } = receiptDays(exportedOn);
  const outside = receipts.filter(({ creditedOn }) => creditedOn < from || creditedOn > until);
  if (outside.length > 0)
    found.push({ name: "receipt_time", detail: outside.map(({ creditedOn }) => creditedOn).join("、") });
  found.push(...orderDifferences(declared, receipts));
  const used = receipts.filter(({ usedElsewhere }) => usedElsewhere).length;
  if (used > 0) found.push({ name: "receipt_used", detail: `${used} 笔收款` });
  return found;
}

/** Goods that were declared were sold: where we hold the orders of every receipt, they come to what was declared. */
function orderDifferences(declared: Money, receipts: readonly ForeignReceipt[]): Difference[] {
  const orders = receipts.flatMap(({ ordered }) => (ordered?.currency === declared.currency ? [ordered.minor] : []));
  if (orders.length < receipts.length) return [];
  const sum = orders.reduce((all, minor) => all + minor, 0n);
  if (sum >= declared.minor - slackOf(declared)) return [];
  const text = `报关 ${moneyText(declared)}，订单合计 ${moneyText(moneyOf(declared.currency, sum))}`;
  return [{ name: "order_short", detail: text }];
}

/** Quantities must agree, so an invoice covers one export whole. */
export const invoiceUsedTwice = ({ number }: Pick<VatInvoice, "number">): Difference => ({
  name: "invoice_used",
  detail: `发票 ${number}`,
});

/** Declaration, invoice and receipts against each other and against who the merchant is; empty where they agree. */
export function compareFlows(
  {
    declaration: d,
    invoice: i,
    invoiceUsed,
    receipts,
  }: { declaration: Declaration; invoice: VatInvoice; invoiceUsed: boolean; receipts: readonly ForeignReceipt[] },
  holder: string,
  today: string,
): Difference[] {
  const found: Difference[] = [];
  if (!sameName(d.consignor, holder))
    found.push({ name: "holder_declaration", detail: `报关单 ${d.consignor}，认证 ${holder}` });
  if (!sameName(i.buyer, holder)) found.push({ name: "holder_invoice", detail: `发票 ${i.buyer}，认证 ${holder}` });
  if (!sameName(d.goods, i.goods)) found.push({ name: "goods", detail: `报关单 ${d.goods}，发票 ${i.goods}` });
  if (!sameQuantity(d.quantity, i.quantity) || !sameName(d.unit, i.unit)) {
    found.push({ name: "quantity", detail: `报关单 ${d.quantity} ${d.unit}，发票 ${i.quantity} ${i.unit}` });
  }
  if (i.issuedOn > addDays(d.exportedOn, INVOICE_DAYS))
    found.push({ name: "invoice_late", detail: `出口 ${d.exportedOn}，发票 ${i.issuedOn}` });
  if (invoiceUsed) found.push(invoiceUsedTwice(i));
  found.push(...receiptDifferences(d.amount, d.exportedOn, receipts));
  const deadline = deadlineOf(d.exportedOn);
  if (today > deadline) found.push({ name: "deadline", detail: `期限 ${deadline}` });
  return found;
}

/** The end of April of the year after the export. */
export const deadlineOf = (exportedOn: string): string => `${Number(exportedOn.slice(0, 4)) + 1}-04-30`;

/** What the tax office pays back: the invoice's amount before tax at its rate. */
export const refundOf = ({ net, vatRate }: Pick<VatInvoice, "net" | "vatRate">): Money<"CNY"> =>
  moneyOf("CNY", divideHalfEven(net.minor * BigInt(vatRate), 100n));
