import { POSTING_REASONS, type PostingReason } from "../capabilities.ts";
import type { AccountKind } from "../ledger/accounts.ts";
import type { Money } from "../money/money.ts";
import { startOfShanghaiDay } from "../calendar/shanghai-time.ts";

/** Whose balance a statement tells: everything that is the merchant's own money. Accrued interest is not, before it is paid. */
export const STATEMENT_KINDS: readonly AccountKind[] = [
  "collection",
  "wallet",
  "card_wallet",
  "card",
  "deposit",
  "hold",
];

export const STATEMENT_GRAINS = { day: "按日", month: "按月" } as const;
export type StatementGrain = keyof typeof STATEMENT_GRAINS;
export const STATEMENT_GRAIN_NAMES = Object.keys(STATEMENT_GRAINS) as [StatementGrain, ...StatementGrain[]];

/** `interim`: what it is before the period is over. */
export const STATEMENT_FORMATS = {
  pdf: { label: "PDF", interim: "PDF", extension: "pdf" },
  xlsx: { label: "Excel", interim: "Excel", extension: "xlsx" },
  csv: { label: "CSV", interim: "CSV", extension: "csv" },
  mt940: { label: "MT940", interim: "MT942", extension: "sta" },
  camt053: { label: "camt.053", interim: "camt.052", extension: "xml" },
} as const;
export type StatementFormat = keyof typeof STATEMENT_FORMATS;
export const STATEMENT_FORMAT_NAMES = Object.keys(STATEMENT_FORMATS) as [StatementFormat, ...StatementFormat[]];

/** Stands in the name of every file that more may still come into. */
export const INTERIM_NAMES = { zh: "未结束", en: "interim" } as const;

export const STATEMENT_LANGUAGES = ["zh", "en"] as const;
export type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number];

/** Beyond this a paper is no longer read; the table has no end. */
export const MOST_STATEMENT_LINES = 20_000;
/** Until then what was under way at the period's end may still be written into it. */
export const STATEMENT_SETTLES_MS = 3_600_000;

const DAY_MS = 86_400_000;
export type StatementPeriod = { from: Date; until: Date };
/** 「2026-11-15」 or 「2026-11」 in Beijing, half-open. */
export function statementPeriod(grain: StatementGrain, name: string): StatementPeriod {
  if (grain === "day") {
    const from = startOfShanghaiDay(name);
    return { from, until: new Date(from.getTime() + DAY_MS) };
  }
  const [year, month] = name.split("-").map(Number) as [number, number];
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
  return { from: startOfShanghaiDay(`${name}-01`), until: startOfShanghaiDay(`${next}-01`) };
}

/** Its number within the year: statements follow each other without a gap. */
export function statementNumber(grain: StatementGrain, name: string): number {
  if (grain === "month") return Number(name.slice(5, 7));
  return Math.round((Date.parse(name) - Date.parse(`${name.slice(0, 4)}-01-01`)) / DAY_MS) + 1;
}

/** 「payout.settled」 as an accountant abroad reads it: 「Payout settled」. */
export const reasonInEnglish = (reason: string): string => {
  const words = reason.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** On a statement money that came is income, whether or not somebody still looks at it. */
const STATEMENT_WORDS: Partial<Record<PostingReason, string>> = { "income.received": "收款" };
export const statementReason = (reason: PostingReason, language: StatementLanguage): string =>
  language === "en" ? reasonInEnglish(reason) : (STATEMENT_WORDS[reason] ?? POSTING_REASONS[reason]);

/** What a change of the balance was made of, in the words of the list of payments; the first two are always told. */
export const STATEMENT_BUSINESS = {
  income: { zh: "其中收入", en: "Of which income", always: true },
  expense: { zh: "其中支出", en: "Of which expense", always: true },
  exchanged: { zh: "其中换汇", en: "Of which exchanged", always: false },
  financing: { zh: "其中融资", en: "Of which financing", always: false },
  moved: { zh: "其中转账手续费", en: "Of which transfer fees", always: false },
  other: { zh: "其中暂扣与退回", en: "Of which held or returned", always: false },
} as const satisfies Record<string, Record<StatementLanguage, string> & { always: boolean }>;
export type StatementBusiness = keyof typeof STATEMENT_BUSINESS;
/** Those a statement tells, in their order. */
export const toldBusiness = (business: Readonly<Record<StatementBusiness, Money>>): StatementBusiness[] =>
  (Object.keys(STATEMENT_BUSINESS) as StatementBusiness[]).filter(
    (name) => STATEMENT_BUSINESS[name].always || business[name].minor !== 0n,
  );
