import { queryOptions } from "@tanstack/react-query";

/** How Chinese characters are read, syllable by syllable; what is not Chinese stays as it is. */
export type PinyinOf = (text: string) => string[];

/** The dictionary weighs more than most pages: it comes when somebody needs it. */
export const pinyinQuery = queryOptions({
  queryKey: ["pinyin"],
  queryFn: async (): Promise<{ of: PinyinOf }> => {
    const { pinyin } = await import("pinyin-pro");
    return { of: (text) => pinyin(text, { toneType: "none", type: "array", nonZh: "consecutive" }) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
