import { PLATFORMS, type Platform } from "@coralhub/domain";
import type { PinyinOf } from "../../../platform/pinyin.ts";

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s.·_-]+/g, "");
const HAN = /\p{Script=Han}/u;

/** Everything a platform can be found by: its names, and how the Chinese ones are read, in full and by first letters. */
export function wordsOf(platform: Platform, pinyinOf?: PinyinOf): string[] {
  const names = [platform.name, ...platform.aliases, platform.routeKey];
  const read = names.flatMap((name) => {
    if (!pinyinOf || !HAN.test(name)) return [];
    const syllables = pinyinOf(name);
    return [syllables.join(""), syllables.map((syllable) => syllable.charAt(0)).join("")];
  });
  return [...names, ...read].map(plain);
}

/** 0: begins with it, 1: has it inside, nothing: neither. */
const rank = (words: readonly string[], wanted: string): number | undefined => {
  if (words.some((word) => word.startsWith(wanted))) return 0;
  return words.some((word) => word.includes(wanted)) ? 1 : undefined;
};

/** The platforms a few typed letters can mean, the likeliest first. */
export function searchPlatforms(typed: string, pinyinOf?: PinyinOf): Platform[] {
  const wanted = plain(typed);
  if (wanted === "") return [...PLATFORMS];
  return PLATFORMS.flatMap((platform) => {
    const at = rank(wordsOf(platform, pinyinOf), wanted);
    return at === undefined ? [] : [{ platform, at }];
  })
    .sort((one, other) => one.at - other.at)
    .map(({ platform }) => platform);
}
