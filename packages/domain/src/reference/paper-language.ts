/** Papers a merchant hands on come in the language of who reads them. */
export const PAPER_LANGUAGES = { zh: "中文", en: "English" } as const;
export type PaperLanguage = keyof typeof PAPER_LANGUAGES;

/** A name of the code as words: "income.credited" is "Income credited". */
export const wordsOf = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
