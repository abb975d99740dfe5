import { UNION_BANKS } from "../reference/union-banks.ts";

export type CnapsBranch = { bank: string; city: string; branch: string; code: string };

const CITIES: Readonly<Record<string, string>> = {
  1000: "北京",
  2900: "上海",
  3310: "杭州",
  3910: "福州",
  5810: "广州",
  5840: "深圳",
};
/** Digits 4 to 7 are the city, the first three the bank. What is not listed is typed from the bank's own paper. */
const SEED = `102100099996 总行|103100000026 总行|104100000004 总行|105100000017 总行|301290000007 总行|308584000013 总行（深圳）
302100011000 总行|302584044253 深圳分行|303100000006 总行|305100000013 总行|403100000004 总行|310290000013 总行|309391000011 总行|307584007998 总行
306581000003 总行|304100040000 总行|308100005019 北京分行|308290003020 上海分行|308581002013 广州分行|104584000003 深圳市分行|105584000021 深圳市分行`;

/** The seed the project ships, by bank and city. */
export const CNAPS_BRANCHES: readonly CnapsBranch[] = SEED.split(/[|\n]/).map((entry) => {
  const [code, branch] = entry.split(" ") as [string, string];
  const bank = UNION_BANKS.find(({ cnaps }) => code.startsWith(cnaps))!.name;
  return { bank, city: CITIES[code.slice(3, 7)]!, branch, code };
});
