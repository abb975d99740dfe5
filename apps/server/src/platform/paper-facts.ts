import type { PaperLanguage } from "@coralhub/domain";

/** A line of a paper under its name in both languages; without a value there is nothing to say. */
export type PaperFact = readonly [chinese: string, english: string, value: string | null];
type Written = (readonly [label: string, value: string])[];

const naming = (facts: readonly PaperFact[], label: (chinese: string, english: string) => string): Written =>
  facts.flatMap(([chinese, english, value]) => (value ? [[label(chinese, english), value] as const] : []));

export const inLanguage = (facts: readonly PaperFact[], language: PaperLanguage): Written =>
  naming(facts, (chinese, english) => (language === "zh" ? chinese : english));

/** Chinese papers that banks abroad read too carry the English beside it; English ones are English only. */
export const forBothSides = (facts: readonly PaperFact[], language: PaperLanguage): Written =>
  naming(facts, (chinese, english) => bothOrEnglish(chinese, english, language));

export const bothOrEnglish = (chinese: string, english: string, language: PaperLanguage): string =>
  language === "zh" ? `${chinese} ${english}` : english;

/** Moments on papers are Beijing's, whoever reads them. */
export const BEIJING_TIME: Record<PaperLanguage, string> = { zh: "（北京时间）", en: " (Beijing time)" };
