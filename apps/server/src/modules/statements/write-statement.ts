import type { FileReply, StatementSection, StatementRequest } from "@coralhub/contract";
import {
  camt05x,
  formatMoney,
  INTERIM_NAMES,
  moneyOf,
  moneyText,
  MOST_STATEMENT_LINES,
  mt94x,
  STATEMENT_BUSINESS,
  STATEMENT_FORMATS,
  statementNumber,
  statementReason,
  toldBusiness,
  toShanghaiDay,
  toShanghaiTime,
  type BankStatement,
  type StatementFormat,
  type StatementLanguage,
} from "@coralhub/domain";
import { writeXlsxStream } from "hucre/xlsx";
import { inlined } from "../../platform/list-export.ts";
import { openPdf, pdfReply, type Column } from "../../platform/pdf-page.ts";
import type { StatementsDeps } from "./deps.ts";
import { countEntries, hashOf, isProvisional, openScope, readSections, refuseTooMany } from "./read-statement.ts";
import { lineRows, readLines, type StatementLine, type StatementScope } from "./statements-store.ts";

const HEADERS = {
  zh: [
    "币种",
    "记账时间",
    "事由",
    "对方",
    "参考号",
    "金额",
    "其中手续费",
    "余额",
    "更正的记账时间",
    "更正的参考号",
    "记账编号",
  ],
  en: [
    "Currency",
    "Booked",
    "Type",
    "Counterparty",
    "Reference",
    "Amount",
    "Fee within",
    "Balance",
    "Corrects",
    "Corrected reference",
    "Posting",
  ],
} as const satisfies Record<StatementLanguage, readonly string[]>;
const BYTE_ORDER_MARK = "\uFEFF";

type Input = StatementRequest & { format: StatementFormat; language: StatementLanguage };
type Paper = {
  request: Input;
  scope: StatementScope;
  sections: StatementSection[];
  lines: StatementLine[];
  holder: string;
  /** Where more may come: when it was made. */
  interimAt: Date | null;
};

/** All it tells depends on the period alone, never on when it is asked for: a paper can be made again. */
export async function writeStatement(deps: StatementsDeps, merchantId: string, request: Input): Promise<FileReply> {
  const { format, language } = request;
  const scope = await openScope(deps, merchantId, request);
  const interimAt = isProvisional(deps, scope) ? deps.clock.now() : null;
  if (format === "csv") {
    return {
      fileName: fileName(request, interimAt),
      contentType: "text/csv; charset=utf-8",
      body: csvOf(deps, scope, language),
    };
  }
  const sections = await readSections(deps, scope);
  refuseTooMany(countEntries(sections));
  // As the holder was called when it ended; of whoever may move money no more too, the period is theirs all the same.
  const [lines, name] = await Promise.all([
    readLines(deps.database.db, scope, MOST_STATEMENT_LINES),
    deps.certification.nameAt(merchantId, scope.until),
  ]);
  const paper: Paper = { request, scope, sections, lines, holder: name ?? "", interimAt };
  if (format === "pdf") return pdfOf(deps, paper);
  if (format === "xlsx") return workbookOf(paper);
  return bankFileOf(await deps.wallets.numberOf(merchantId), paper);
}

const NAMES = { zh: "对账单", en: "statement" } as const;
const fileName = ({ currency, period, format, language }: Input, interimAt: Date | null): string => {
  const parts = [NAMES[language], currency ?? "ALL", period, ...(interimAt ? [INTERIM_NAMES[language]] : [])];
  return `${parts.join("-")}.${STATEMENT_FORMATS[format].extension}`;
};

async function* csvOf({ database }: StatementsDeps, scope: StatementScope, language: StatementLanguage) {
  yield Buffer.from(`${BYTE_ORDER_MARK}${HEADERS[language].join(",")}\n`);
  const { sql, parameters } = lineRows(scope, language).compile(database.lists);
  yield* database.copyOut(inlined(sql, parameters));
}

const what = (line: StatementLine, language: StatementLanguage): string => statementReason(line.reason, language);
const digits = ({ currency }: StatementLine, minor: bigint): string => formatMoney(moneyOf(currency, minor));

function workbookOf({ request, sections, lines, interimAt }: Paper): FileReply {
  const columns = HEADERS[request.language].map((header) => ({ header, width: 18 }));
  const rows = async function* () {
    for (const line of lines) {
      yield [
        line.currency,
        toShanghaiTime(line.at),
        what(line, request.language),
        line.party ?? "",
        line.reference ?? "",
        ...[line.amount, line.fee, line.balance].map((minor) => Number(digits(line, minor))),
        line.reversedAt ? toShanghaiTime(line.reversedAt) : "",
        line.reversedReference ?? "",
        line.postingId,
      ];
    }
    yield HEADERS[request.language].map(() => "");
    for (const { currency, business } of sections) {
      for (const name of toldBusiness(business)) {
        const amount = Number(formatMoney(business[name]));
        yield [currency, "", STATEMENT_BUSINESS[name][request.language], "", "", amount, "", "", "", "", ""];
      }
    }
  };
  const name = [NAMES[request.language], ...(interimAt ? [INTERIM_NAMES[request.language]] : [])].join(" ");
  return {
    fileName: fileName(request, interimAt),
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: writeXlsxStream(rows(), { name, columns, freezePane: { rows: 1 } }),
  };
}

const COLUMNS: Record<StatementLanguage, readonly Column[]> = {
  zh: columnsOf("记账时间", "事由", "对方", "金额", "余额"),
  en: columnsOf("Booked", "Type", "Counterparty", "Amount", "Balance"),
};
function columnsOf(at: string, reason: string, party: string, amount: string, balance: string): readonly Column[] {
  return [
    { title: at, width: 96 },
    { title: reason, width: 92 },
    { title: party, width: 145 },
    { title: amount, width: 75, align: "right" },
    { title: balance, width: 75, align: "right" },
  ];
}
const WORDS = {
  zh: {
    title: "账户对账单",
    open: "（未结束，截至出具时间）",
    settling: "（结束未满一小时，还可能变化）",
    holder: "户名",
    opening: "期初余额",
    credits: "本期增加",
    debits: "本期减少",
    closing: "期末余额",
    corrections: "其中更正",
    correction: "更正 ",
    hash: "内容指纹 SHA-256",
    none: "本期没有进出",
  },
  en: {
    title: "Account statement",
    open: " (not over yet)",
    settling: " (just over, may still change)",
    holder: "Account holder",
    opening: "Opening balance",
    credits: "Credits",
    debits: "Debits",
    closing: "Closing balance",
    corrections: "Corrections within",
    correction: "Correction: ",
    hash: "Content hash SHA-256",
    none: "No entries",
  },
} as const;

/** So many Chinese signs fit into the column. */
const PARTY_SIGNS = 16;
/** Why something was corrected by hand is told in full, in as many rows as it takes; a name that is too long is cut. */
function partyRows(line: StatementLine, correction: string): string[] {
  const { reason, party, reference, reversedAt, reversedReference } = line;
  const corrected = reversedAt ? [`${correction}${toShanghaiDay(reversedAt)}`, reversedReference ?? ""] : [];
  if (party === null || (reason !== "adjustment" && reason !== "reversal")) {
    return [[...corrected, party ?? reference ?? ""].join(" ")];
  }
  const signs = Array.from(party);
  const rows = Math.ceil(signs.length / PARTY_SIGNS);
  const pieces = Array.from({ length: rows }, (_, n) => signs.slice(n * PARTY_SIGNS, (n + 1) * PARTY_SIGNS).join(""));
  return [...corrected, ...pieces];
}

async function pdfOf(
  deps: StatementsDeps,
  { request, scope, sections, lines, holder, interimAt }: Paper,
): Promise<FileReply> {
  const { language, period } = request;
  const words = WORDS[language];
  const isOver = interimAt === null || scope.until <= interimAt;
  const pdf = openPdf({
    title: words.title,
    subtitle: `${period}${interimAt === null ? "" : isOver ? words.settling : words.open}`,
    issuedAt: isOver ? scope.until : interimAt,
  });
  pdf.facts([
    [words.holder, holder || "—"],
    [words.hash, await hashOf(deps, scope)],
  ]);
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  for (const { currency, opening, credits, debits, closing, corrections, business } of sections) {
    pdf.heading(currency);
    pdf.facts([
      [words.opening, moneyText(opening)],
      [words.credits, moneyText(credits)],
      [words.debits, moneyText(debits)],
      [words.closing, moneyText(closing)],
      ...toldBusiness(business).map((name) => [STATEMENT_BUSINESS[name][language], moneyText(business[name])] as const),
      ...(corrections > 0 ? [[words.corrections, String(corrections)] as const] : []),
    ]);
    const own = byCurrency.get(currency) ?? [];
    if (own.length === 0) {
      pdf.paragraph(words.none);
      continue;
    }
    const table = pdf.table(COLUMNS[language]);
    for (const line of own) {
      const [party = "", ...more] = partyRows(line, words.correction);
      const cells = [toShanghaiTime(line.at), what(line, language), party];
      await table.row([...cells, digits(line, line.amount), digits(line, line.balance)]);
      for (const rest of more) await table.row(["", "", rest]);
    }
  }
  pdf.finish();
  return pdfReply(fileName(request, interimAt).replace(/\.pdf$/, ""), pdf);
}

function bankFileOf(walletNumber: string, { request, scope, sections, lines, holder, interimAt }: Paper): FileReply {
  const { from, until } = scope;
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  const statements = sections.map(({ currency, opening, closing }): BankStatement => ({
    from,
    until,
    account: `${walletNumber}${currency}`,
    holder,
    currency,
    grain: request.grain,
    number: statementNumber(request.grain, request.period),
    opening: opening.minor,
    closing: closing.minor,
    lines: (byCurrency.get(currency) ?? []).map((line) => ({
      ...line,
      isCorrection: line.reverses !== null,
      corrected: line.reversedReference,
    })),
    interimAt,
  }));
  const isXml = request.format === "camt053";
  const text = isXml ? camt05x(statements, { ...scope, interimAt }) : statements.map(mt94x).join("");
  return {
    fileName: fileName(request, interimAt),
    contentType: isXml ? "application/xml; charset=utf-8" : "text/plain; charset=us-ascii",
    body: Buffer.from(text),
  };
}
