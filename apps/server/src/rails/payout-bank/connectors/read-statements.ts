import { toShanghaiDay } from "@coralhub/domain";
import type { StatementLine } from "../../bank-statements/index.ts";
import { amountIn, amountOf, bookingOf, signed, transactionsOf } from "./entries.ts";
import { along, readXml, textAt, type XmlNode } from "./xml.ts";

/** One account's day as the bank closed it. */
export type Statement = {
  /** The bank's name for it: the same one again is a copy. */
  id: string;
  account: string;
  currency: string;
  /** Everything before this moment is in it or in an earlier one. */
  until: Date;
  lines: StatementLine[];
};

const DAY_MS = 86_400_000;
const ZONED = /(Z|[+-]\d{2}:\d{2})$/;
/** A day stands for its noon, a time without a zone is the bank's own: both of Hong Kong's and Beijing's clock. */
const momentOf = (node: XmlNode | undefined): Date | undefined => {
  const time = node && textAt(node, "DtTm");
  if (time) return new Date(ZONED.test(time) ? time : `${time}+08:00`);
  const day = node && textAt(node, "Dt");
  return day ? new Date(`${day.slice(0, 10)}T12:00:00+08:00`) : undefined;
};
const endOfDay = (moment: Date): Date =>
  new Date(new Date(`${toShanghaiDay(moment)}T00:00:00+08:00`).getTime() + DAY_MS);

/** camt.053 of any version that keeps its shape. What does not add up is no statement: the message is damaged. */
export function readStatements(source: string): Statement[] {
  return along(readXml(source), "BkToCstmrStmt", "Stmt").map((statement) => {
    const balances = along(statement, "Bal");
    const closing = balances.find((one) => typeOf(one) === "CLBD");
    const closed = momentOf(closing && along(closing, "Dt")[0]);
    const told = textAt(statement, "FrToDt", "ToDtTm");
    if (!closing || !closed || Number.isNaN(closed.getTime())) throw new Error("the statement has no closing balance");
    const lines = linesOf(along(statement, "Ntry"), closed);
    requireSum(balances, closing, lines);
    const currency = amountIn(closing)!.currency;
    const account = textAt(statement, "Acct", "Id", "IBAN") ?? textAt(statement, "Acct", "Id", "Othr", "Id") ?? "";
    const until = told ? new Date(ZONED.test(told) ? told : `${told}+08:00`) : endOfDay(closed);
    return { id: textAt(statement, "Id") ?? "", account: account.replaceAll(" ", ""), currency, until, lines };
  });
}
const typeOf = (balance: XmlNode): string | undefined => textAt(balance, "Tp", "CdOrPrtry", "Cd");

function linesOf(entries: readonly XmlNode[], closed: Date): StatementLine[] {
  return transactionsOf(entries).flatMap((one) => {
    const booking = bookingOf(one);
    if (!booking) return [];
    const amount = amountOf(one);
    if (!amount) throw new Error("the statement does not say how much one of a batch was");
    const bookedAt = momentOf(along(one.entry, "BookgDt")[0]) ?? closed;
    return [{ reference: booking.reference, amount: signed(booking, amount), bookedAt }];
  });
}

/** Opening balance and what was booked are the closing balance. */
function requireSum(balances: readonly XmlNode[], closing: XmlNode, lines: readonly StatementLine[]): void {
  const opening = balances.find((one) => ["OPBD", "PRCD"].includes(typeOf(one) ?? ""));
  if (!opening) throw new Error("the statement has no opening balance");
  const minorOf = (balance: XmlNode): bigint => {
    const { minor } = amountIn(balance)!;
    return textAt(balance, "CdtDbtInd") === "DBIT" ? -minor : minor;
  };
  const booked = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
  if (minorOf(opening) + booked !== minorOf(closing)) throw new Error("the statement does not add up");
}
