/** One text written again and again, the last time perhaps in part. */
const repeats = (key: string): boolean => {
  for (let period = 1; period <= key.length / 2; period++) if (key.startsWith(key.slice(period))) return true;
  return false;
};

/** Whether nearly every character follows the one before it, up or down; after the last comes the first. */
const inOrder = (text: string, alphabet: string): boolean => {
  const places = Array.from(text, (one) => alphabet.indexOf(one));
  const steps = places.slice(1).map((place, at) => Math.abs(place - places[at]!));
  return steps.filter((step) => step <= 1 || step === alphabet.length - 1).length >= steps.length * 0.8;
};
/** Letters in the alphabet's order among digits in theirs, however they are mixed. */
const counts = (key: string): boolean =>
  inOrder(key.toLowerCase().replaceAll(/[^a-z]/g, ""), "abcdefghijklmnopqrstuvwxyz") &&
  inOrder(key.replaceAll(/\D/g, ""), "0123456789");

type Kind = "small" | "big" | "digit" | "other";
const kindOf = (one: string): Kind =>
  /[a-z]/.test(one) ? "small" : /[A-Z]/.test(one) ? "big" : /\d/.test(one) ? "digit" : "other";
/** How people write: words, numbers of a few digits, something between them. Each row adds up to one. */
const NEXT: Record<Kind, Record<Kind, number>> = {
  small: { small: 0.73, big: 0.13, digit: 0.09, other: 0.05 },
  big: { small: 0.8, big: 0.1, digit: 0.05, other: 0.05 },
  digit: { small: 0.15, big: 0.2, digit: 0.55, other: 0.1 },
  other: { small: 0.45, big: 0.2, digit: 0.2, other: 0.15 },
};
/** Of a hundred letters of text; together a hundred. */
const OFTEN = "e12.2t9.1a8.2o7.5i7n6.7s6.3h6.1r6d4.3l4c2.8u2.8m2.4w2.4f2.2g2y2p1.9b1.5v1k0.8j0.2x0.2q0.2z0.2";
const LETTERS = new Map(
  Array.from(OFTEN.matchAll(/([a-z])([\d.]+)/g), ([, one, share]) => [one!, Number(share) / 100]),
);
const isVowel = (one: string): boolean => /[aeiou]/.test(one);
const shareOf = (vowels: boolean): number =>
  [...LETTERS].reduce((sum, [one, share]) => sum + (isVowel(one) === vowels ? share : 0), 0);
const SHARES = { true: shareOf(true), false: shareOf(false) } as const;

/** A letter after the one before it: vowels and consonants take turns. */
function letterAfter(before: string, letter: string): number {
  const share = LETTERS.get(letter) ?? 0.002;
  if (!LETTERS.has(before)) return share;
  const toVowel = isVowel(before) ? 0.2 : 0.55;
  const vowel = isVowel(letter);
  return ((vowel ? toVowel : 1 - toVowel) * share) / SHARES[`${vowel}`];
}

/** By how many bits it is likelier written by a person than drawn from 64 characters; of drawn ones, fewer than one in 2^n is n beyond. */
function humanBits(key: string): number {
  let bits = 0;
  for (let at = 1; at < key.length; at++) {
    const [before, one] = [key[at - 1]!, key[at]!];
    const kind = kindOf(one);
    const isLetter = kind === "small" || kind === "big";
    const within = isLetter ? letterAfter(before.toLowerCase(), one.toLowerCase()) : kind === "digit" ? 0.1 : 0.2;
    bits += 6 + Math.log2(NEXT[kindOf(before)][kind] * within);
  }
  return bits;
}
/** Words may be in capitals altogether. */
const swapped = (key: string): string =>
  Array.from(key, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join("");
/** Reckoned: of drawn keys of 22 characters less than one in a million is beyond; shorter ones say less and are trusted less. */
const mostHumanBits = (key: string): number => (key.length < 22 ? 13 : 19);
function isWritten(padded: string): boolean {
  const key = padded.replace(/=+$/, "");
  return Math.max(humanBits(key), humanBits(swapped(key))) > mostHumanBits(key);
}

const DEFAULTS = /change.?me|default|example|password|secret|sandbox|insecure|coralhub|letmein/i;
/** Short ones are met by chance too: only at the beginning or after a sign. */
const SHORT_DEFAULTS =
  /(?<![A-Za-z0-9])(?:(?:passw|Passw|PASSW|admin|Admin|ADMIN|qwert|Qwert|QWERT)|(?:test|Test|TEST)(?![A-Za-z]))/;

/** Why a key is not one to rely on; undefined where it may be, which of keys drawn at random all but one in a million are. */
export function weaknessOf(key: string, least: number): string | undefined {
  // A hexadecimal figure says half as much as a character.
  const isHex = /^[0-9a-f]+$/i.test(key);
  if (key.length < least || (isHex && key.length < 2 * least && new Set(key).size > 2)) return "too short";
  if (DEFAULTS.test(key) || SHORT_DEFAULTS.test(key)) return "a well-known default";
  // Random characters rarely repeat and rarely follow each other; of hexadecimal ones every sixth does.
  const codes = [...Buffer.from(key)];
  const inRow = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1).length;
  const [fewest, mostInRow] = isHex ? [8, 0.6] : [Math.min(12, key.length / 2), 0.45];
  if (new Set(key).size < fewest || inRow > key.length * mostInRow) return "too simple";
  if (repeats(key) || counts(key)) return "too simple";
  return !isHex && isWritten(key) ? "too easy to guess" : undefined;
}
