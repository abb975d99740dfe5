import { useQuery } from "@tanstack/react-query";
import { pinyinQuery, type PinyinOf } from "../../../platform/pinyin.ts";

/** How registered endings are usually written in English; longest first. */
const ENDINGS: readonly [chinese: string, english: string][] = [
  ["股份有限公司", "Co., Ltd."],
  ["有限责任公司", "Co., Ltd."],
  ["有限公司", "Co., Ltd."],
  ["个体工商户", ""],
];
const WORDS: readonly [chinese: string, english: string][] = [
  ["进出口", "Import and Export"],
  ["国际贸易", "International Trade"],
  ["电子商务", "E-Commerce"],
  ["网络科技", "Network Technology"],
  ["供应链", "Supply Chain"],
  ["科技", "Technology"],
  ["贸易", "Trading"],
  ["商贸", "Trading"],
  ["实业", "Industrial"],
  ["文化传播", "Culture Media"],
  ["集团", "Group"],
];
const GAP = "\u0000";
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A company's Chinese name in Latin letters: known words in English, the rest as pinyin, two characters to a word. */
export function latinCompanyName(name: string, pinyinOf: PinyinOf): string {
  const [ending, english] = ENDINGS.find(([chinese]) => name.endsWith(chinese)) ?? ["", ""];
  let rest = name.slice(0, name.length - ending.length).replace(/^(.+?)[省市](?=.)/, `$1${GAP}${GAP}`);
  const parts: string[] = [];
  for (const [chinese, word] of WORDS) {
    const at = rest.indexOf(chinese);
    if (at < 0) continue;
    rest = rest.replace(chinese, `${GAP}${parts.push(word) - 1}${GAP}`);
  }
  const words = rest.split(GAP).flatMap((piece) => {
    if (piece === "") return [];
    const known = /^\d+$/.test(piece) ? parts[Number(piece)] : undefined;
    return known ?? capital(pinyinOf(piece).join(""));
  });
  return [...words, ...(english ? [english] : [])].join(" ").replaceAll(/\s+/g, " ").trim();
}

export function useLatinSuggestion(name: string): string | undefined {
  const wanted = /\p{Script=Han}/u.test(name);
  const { data: pinyin } = useQuery({ ...pinyinQuery, enabled: wanted });
  return wanted && pinyin ? latinCompanyName(name, pinyin.of) : undefined;
}
