import { formatMoney, moneyOf } from "../money/money.ts";
import type { Currency } from "../money/currencies.ts";
import { WRITTEN_BY_HAND } from "../ledger/adjustments.ts";
import { toShanghaiDay, toShanghaiTime } from "../calendar/shanghai-time.ts";
import { reasonInEnglish, type StatementGrain, type StatementPeriod } from "./statements.ts";

/** What accounting programs are given: one account of one currency, its balances and its lines. */
export type BankStatement = StatementPeriod & {
  /** Of the account: the wallet's number and the currency. */
  account: string;
  holder: string;
  currency: Currency;
  grain: StatementGrain;
  /** Within the year. */
  number: number;
  opening: bigint;
  closing: bigint;
  lines: readonly BankLine[];
  /** Where more may come: until when it tells. */
  interimAt: Date | null;
};
export type BankLine = {
  at: Date;
  postingId: string;
  amount: bigint;
  reason: string;
  reference: string | null;
  party: string | null;
  isCorrection: boolean;
  /** The reference of what it takes back. */
  corrected?: string | null;
};

const DAY_MS = 86_400_000;
const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
const digits = (currency: Currency, minor: bigint): string => formatMoney(moneyOf(currency, absolute(minor)));
/** YYMMDD */
const shortDay = (at: Date): string => toShanghaiDay(at).slice(2).replaceAll("-", "");

/** HHMM */
const shortTime = (at: Date): string => toShanghaiTime(at).slice(11, 16).replace(":", "");

/** Its name, of at most SWIFT's sixteen signs: a month has another one than its first day, and a look in between another than both. */
const nameOf = ({ grain, from, currency, interimAt }: BankStatement): string =>
  `${interimAt ? "IR" : "ST"}${grain === "day" ? "D" : "M"}${shortDay(from)}${currency}${interimAt ? shortTime(interimAt) : ""}`;

/** SWIFT's X set: nothing else may stand in an MT message. */
const swiftText = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
/** The comma is there even where a currency has no decimals. */
const swiftAmount = (currency: Currency, minor: bigint): string => {
  const text = digits(currency, minor).replace(".", ",");
  return text.includes(",") ? text : `${text},`;
};
const side = (minor: bigint): "C" | "D" => (minor < 0n ? "D" : "C");
/** What takes a credit back is a debit, and says so. */
const mark = ({ amount, isCorrection }: BankLine): string =>
  isCorrection ? (amount < 0n ? "RC" : "RD") : side(amount);
/** What the bank would call it: exchange, charge, return, transfer. */
const SWIFT_TYPES: readonly [RegExp, string][] = [
  [/^(exchange|fx)\./, "FEX"],
  [/^fee\./, "CHG"],
  [/\.(returned|refunded|failed)$/, "RTI"],
];
const swiftType = (reason: string): string => SWIFT_TYPES.find(([pattern]) => pattern.test(reason))?.[1] ?? "TRF";

const isByHand = (reason: string): boolean => WRITTEN_BY_HAND.some((name) => name === reason);
/** Of a correction by hand the words are why it was made, and nobody's name. */
function saidOf({ reason, party, corrected }: BankLine): { name: string | null; remittance: string[] } {
  const what = `${reasonInEnglish(reason)}${corrected ? ` of ${corrected}` : ""}`;
  if (!isByHand(reason)) return { name: party, remittance: [what] };
  return { name: null, remittance: [what, ...(party ? [party] : [])] };
}

const LINE = 65;
const LINES = 6;
function narrative(line: BankLine): string[] {
  const { name, remittance } = saidOf(line);
  const parts = [
    `/EREF/${swiftText(line.reference ?? "") || "NOTPROVIDED"}`,
    ...(name && swiftText(name) ? [`/NAME/${swiftText(name)}`] : []),
    // Of Chinese words only their commas would be left.
    `/REMI/${remittance
      .map((part) => swiftText(part).replace(/^[ ,.]+/, ""))
      .filter(Boolean)
      .join(", ")}`,
  ];
  const lines: string[] = [];
  for (let rest = parts.join(""); rest !== "" && lines.length < LINES;) {
    // A line that begins with a colon is another field to whoever reads it, one with a dash is the end.
    const from = lines.length > 0 && /^[:-]/.test(rest) ? ` ${rest}` : rest;
    lines.push(from.slice(0, LINE));
    rest = from.slice(LINE);
  }
  return lines;
}

const swiftEntries = ({ currency, lines }: BankStatement): string[] =>
  lines.flatMap((line) => {
    const day = shortDay(line.at);
    const own =
      swiftText(line.reference ?? "")
        .replaceAll(/[/ ]/g, "")
        .slice(0, 16) || "NONREF";
    const ours = line.postingId.replaceAll("-", "").slice(-16).toUpperCase();
    const amount = swiftAmount(currency, line.amount);
    return [
      `:61:${day}${day.slice(2)}${mark(line)}${amount}N${swiftType(line.reason)}${own}//${ours}`,
      ...narrative(line).map((text, at) => (at === 0 ? `:86:${text}` : text)),
    ];
  });

/** As SWIFT has them: MT940 at the end of a period, MT942 before it is over. */
export const mt94x = (statement: BankStatement): string =>
  statement.interimAt ? mt942(statement, statement.interimAt) : mt940(statement);

/** What was booked so far: it has sums and no balances, so that nobody takes it for the end. */
function mt942(statement: BankStatement, at: Date): string {
  const { account, currency, number, lines } = statement;
  const sumOf = (wanted: "C" | "D") => {
    const own = lines.filter(({ amount }) => side(amount) === wanted);
    const sum = own.reduce((total, { amount }) => total + amount, 0n);
    return `${own.length}${currency}${swiftAmount(currency, sum)}`;
  };
  return [
    `:20:${nameOf(statement)}`,
    `:25:${account}`,
    `:28C:${String(number).padStart(5, "0")}/1`,
    `:34F:${currency}${swiftAmount(currency, 0n)}`,
    `:13D:${shortDay(at)}${shortTime(at)}+0800`,
    ...swiftEntries(statement),
    `:90D:${sumOf("D")}`,
    `:90C:${sumOf("C")}`,
    "-",
    "",
  ].join("\r\n");
}

function mt940(statement: BankStatement): string {
  const { account, currency, number, opening, closing, from, until } = statement;
  const last = new Date(until.getTime() - 1);
  const balance = (minor: bigint, at: Date) =>
    `${side(minor)}${shortDay(at)}${currency}${swiftAmount(currency, minor)}`;
  return [
    `:20:${nameOf(statement)}`,
    `:25:${account}`,
    `:28C:${String(number).padStart(5, "0")}/1`,
    `:60F:${balance(opening, new Date(from.getTime() - DAY_MS))}`,
    ...swiftEntries(statement),
    `:62F:${balance(closing, last)}`,
    `:64:${balance(closing, last)}`,
    "-",
    "",
  ].join("\r\n");
}

/** Its number within the format's 35 signs: one of the books' own loses its dashes, not its end. */
const referenceOf = ({ reference }: BankLine): string => {
  if (reference === null) return "NOTPROVIDED";
  return (reference.length > 35 ? reference.replaceAll("-", "") : reference).slice(0, 35);
};

const escaped = (text: string): string =>
  text
    // What XML 1.0 cannot carry at all.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const xmlTime = (at: Date): string => `${toShanghaiTime(at).replace(" ", "T")}+08:00`;
const indicator = (minor: bigint): string => element("CdtDbtInd", minor < 0n ? "DBIT" : "CRDT");

function camtBalance(code: "OPBD" | "CLBD" | "ITBD", currency: Currency, minor: bigint, at: Date): string {
  const type = element("Tp", element("CdOrPrtry", element("Cd", code)));
  const amount = `<Amt Ccy="${currency}">${digits(currency, minor)}</Amt>`;
  return element("Bal", type + amount + indicator(minor) + element("Dt", element("Dt", toShanghaiDay(at))));
}

function camtEntry(currency: Currency, line: BankLine): string {
  const { at, postingId, amount, reason, isCorrection } = line;
  const said = saidOf(line);
  const moment = element("DtTm", xmlTime(at));
  const refs = element("Refs", element("EndToEndId", escaped(referenceOf(line))));
  const name = said.name && element("Pty", element("Nm", escaped(said.name.slice(0, 140))));
  const parties = name ? element("RltdPties", element(amount < 0n ? "Cdtr" : "Dbtr", name)) : "";
  const remittance = element("RmtInf", element("Ustrd", escaped(said.remittance.join(", ").slice(0, 140))));
  return element(
    "Ntry",
    [
      element("NtryRef", postingId.replaceAll("-", "")),
      `<Amt Ccy="${currency}">${digits(currency, amount)}</Amt>`,
      indicator(amount),
      ...(isCorrection ? [element("RvslInd", "true")] : []),
      element("Sts", element("Cd", "BOOK")),
      element("BookgDt", moment),
      element("ValDt", moment),
      element("AcctSvcrRef", postingId.replaceAll("-", "")),
      element("BkTxCd", element("Prtry", element("Cd", escaped(reason.slice(0, 35))) + element("Issr", "CORALHUB"))),
      element("NtryDtls", element("TxDtls", refs + parties + remittance)),
    ].join(""),
  );
}

function camtStatement(statement: BankStatement): string {
  const { account, holder, currency, number, from, until, opening, closing, lines, interimAt } = statement;
  const end = new Date(until.getTime() - 1_000);
  const last = interimAt && interimAt < end ? interimAt : end;
  const span = element("FrDtTm", xmlTime(from)) + element("ToDtTm", xmlTime(last));
  const owner = element("Ownr", element("Nm", escaped(holder.slice(0, 140))));
  return element(
    interimAt ? "Rpt" : "Stmt",
    [
      element("Id", nameOf(statement)),
      element("ElctrncSeqNb", String(number)),
      element("CreDtTm", xmlTime(interimAt ?? until)),
      element("FrToDt", span),
      element("Acct", element("Id", element("Othr", element("Id", account))) + element("Ccy", currency) + owner),
      camtBalance("OPBD", currency, opening, from),
      camtBalance(interimAt ? "ITBD" : "CLBD", currency, closing, last),
      ...lines.map((line) => camtEntry(currency, line)),
    ].join(""),
  );
}

/** The same as ISO 20022 has them, one for each currency: camt.053 at the end of a period, camt.052 before it is over. */
export function camt05x(
  statements: readonly BankStatement[],
  { from, until, interimAt }: StatementPeriod & Pick<BankStatement, "interimAt">,
): string {
  const [message, child] = interimAt ? ["camt.052.001.08", "BkToCstmrAcctRpt"] : ["camt.053.001.08", "BkToCstmrStmt"];
  const last = shortDay(new Date(until.getTime() - 1));
  const id = `CORALHUB${shortDay(from)}${last}${interimAt ? `I${shortTime(interimAt)}` : ""}`;
  const head = element("MsgId", id) + element("CreDtTm", xmlTime(interimAt ?? until));
  const document = element(child, element("GrpHdr", head) + statements.map(camtStatement).join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${document}</Document>\n`;
}
