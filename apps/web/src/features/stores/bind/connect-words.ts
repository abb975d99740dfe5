import type { Platform, PlatformConnection } from "@coralhub/domain";

/** How each kind of connection is called where merchants choose, and what it means for them. */
export const CONNECT_WORDS: Record<PlatformConnection["by"], { short: string; minutes: number }> = {
  oauth: { short: "登录授权", minutes: 4 },
  keys: { short: "填写密钥", minutes: 6 },
  either: { short: "授权或填密钥", minutes: 5 },
  evidence: { short: "上传后台截图", minutes: 5 },
  described: { short: "填写资料", minutes: 3 },
};

const HAN = /\p{Script=Han}/u;
/** Words around a platform's name: a space stands between Chinese and Latin letters, none between Chinese ones. */
export function beside(before: string, { name }: Pick<Platform, "name">, after: string): string {
  const left = HAN.test(name.charAt(0)) ? "" : " ";
  const right = HAN.test(name.charAt(name.length - 1)) ? "" : " ";
  return `${before}${before && left}${name}${after && right}${after}`;
}
