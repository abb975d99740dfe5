import { CURRENCIES, moneyOf, parseMoney, type Currency, type Money } from "@coralhub/domain";
import { along, textAt, type XmlNode } from "./xml.ts";

/** One transaction of an entry, as camt.053 and camt.054 write them alike; an entry without any is its own. */
type Entry = { entry: XmlNode; details: XmlNode; isOnly: boolean };

export const transactionsOf = (entries: readonly XmlNode[]): Entry[] =>
  entries.flatMap((entry) => {
    const all = along(entry, "NtryDtls", "TxDtls");
    if (all.length === 0) return [{ entry, details: EMPTY, isOnly: true }];
    return all.map((details) => ({ entry, details, isOnly: all.length === 1 }));
  });
const EMPTY: XmlNode = { name: "TxDtls", text: "", children: [], attributes: {} };
export const entriesOf = (document: XmlNode): Entry[] =>
  transactionsOf([
    ...along(document, "BkToCstmrStmt", "Stmt", "Ntry"),
    ...along(document, "BkToCstmrDbtCdtNtfctn", "Ntfctn", "Ntry"),
  ]);

/** An amount as a message writes it: digits, a point, and the currency beside it; undefined where it has none. */
export function amountIn(node: XmlNode): Money | undefined {
  const [amount] = along(node, "Amt");
  if (!amount) return undefined;
  const currency = amount.attributes["Ccy"] ?? "";
  const [, whole, part = ""] = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(amount.text.trim()) ?? [];
  if (!Object.hasOwn(CURRENCIES, currency) || whole === undefined)
    throw new Error("an amount in the message cannot be read");
  // Some banks write more places than the currency has, all of them zero.
  return parseMoney(
    part === "" ? whole : `${whole}.${part.replace(/0+$/, "")}`.replace(/\.$/, ""),
    currency as Currency,
  );
}

type Booking = {
  /** `credit`: money that came in and is no return; `reversedCredit`: one taken back. */
  is: "debit" | "return" | "credit" | "reversedCredit";
  /** Our reference, where it names one. */
  about: string | undefined;
  /** What the books know it by: our reference for a payment, the bank's own for what came back. */
  reference: string;
};

/** How much; undefined where an entry of several says it only for all of them. */
export const amountOf = ({ entry, details, isOnly }: Entry): Money | undefined =>
  amountIn(details) ?? (isOnly ? amountIn(entry) : undefined);

/** Fees, commissions and charges name the payment they are about; booked for one that was refused they would look like its payment. */
const CHARGES = ["CHRG", "COMM", "FEES"];
const isCharge = ({ entry, details }: Entry): boolean =>
  [details, entry].some((node) => CHARGES.includes(textAt(node, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? ""));

/** What an entry booked; undefined while it is not booked. */
export function bookingOf(one: Entry): Booking | undefined {
  const { entry, details } = one;
  if ((textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")) !== "BOOK") return undefined;
  const named = textAt(details, "Refs", "EndToEndId") ?? textAt(details, "Refs", "InstrId");
  const about = named === "NOTPROVIDED" || isCharge(one) ? undefined : named;
  const theirs = textAt(details, "Refs", "AcctSvcrRef") ?? textAt(entry, "AcctSvcrRef");
  const direction = textAt(details, "CdtDbtInd") ?? textAt(entry, "CdtDbtInd");
  const isReversal = ["true", "1"].includes(textAt(entry, "RvslInd") ?? "");
  const is =
    direction === "DBIT"
      ? isReversal
        ? "reversedCredit"
        : "debit"
      : along(details, "RtrInf").length > 0 || isReversal
        ? "return"
        : "credit";
  const other = theirs ?? textAt(entry, "NtryRef") ?? "";
  const reference = is === "return" ? (theirs ?? `${about ?? ""}-R`) : is === "debit" ? (about ?? other) : other;
  return { is, about, reference };
}

export const signed = ({ is }: Booking, { currency, minor }: Money): Money =>
  moneyOf(currency, is === "debit" || is === "reversedCredit" ? -minor : minor);
