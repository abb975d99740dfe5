import type { Random } from "../../../platform/random.ts";

const DIGITS = "零一二三四五六七八九";
const FILLERS = "珊瑚汇收款店铺结汇";

/** 0–99 in words, as a screen reader would say them. */
const inWords = (n: number): string => {
  if (n < 10) return DIGITS[n]!;
  const tens = Math.floor(n / 10);
  return `${tens > 1 ? DIGITS[tens]! : ""}十${n % 10 ? DIGITS[n % 10]! : ""}`;
};

/** A question in plain words for those who cannot see or drag: read aloud by any screen reader, answered in digits. */
export function makeQuestion(random: Random): { question: string; answer: string } {
  const pick = (low: number, high: number) => low + random.below(high - low + 1);
  switch (random.below(3)) {
    case 0: {
      const [a, b] = [pick(11, 49), pick(6, 40)];
      return { question: `${inWords(a)}加${inWords(b)}等于多少，请用数字回答`, answer: String(a + b) };
    }
    case 1: {
      const [a, b] = [pick(40, 90), pick(6, 35)];
      return { question: `${inWords(a)}减去${inWords(b)}还剩多少，请用数字回答`, answer: String(a - b) };
    }
    default: {
      const digits = Array.from({ length: 4 }, () => random.below(10));
      const mixed = digits.map((digit) => `${FILLERS[random.below(FILLERS.length)]!}、${DIGITS[digit]!}`);
      return { question: `「${mixed.join("、")}」里有四个数字，请按顺序写出来`, answer: digits.join("") };
    }
  }
}
