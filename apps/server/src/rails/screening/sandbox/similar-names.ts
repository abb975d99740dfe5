/** Company forms say nothing about who it is. */
const FORMS = /\b(co|company|ltd|limited|inc|corp|llc|pte|fze|gmbh|trading)\b|有限责任公司|股份有限公司|有限公司/g;

/** Case, marks, punctuation and the order of the words do not make another person. */
export function normaliseName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replaceAll(FORMS, " ");
  return plain.split(" ").filter(Boolean).toSorted().join(" ");
}

/** 1 for the same, 0 for nothing in common: the share of signs that need not be changed. */
export function similarity(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  const longest = Math.max(left.length, right.length);
  // Very different lengths cannot be close, and need not be compared sign by sign.
  if (Math.abs(left.length - right.length) > longest / 3) return 0;
  let before = right.map((_sign, at) => at).concat(right.length);
  for (const [row, sign] of left.entries()) {
    const now = [row + 1];
    for (const [column, other] of right.entries()) {
      now.push(Math.min(now[column]! + 1, before[column + 1]! + 1, before[column]! + (sign === other ? 0 : 1)));
    }
    before = now;
  }
  return 1 - before[right.length]! / longest;
}
