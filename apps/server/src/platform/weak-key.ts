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

const KINDS = { small: /[a-z]/, big: /[A-Z]/, digit: /\d/, other: /[^a-zA-Z\d]/ } as const;
type Kind = keyof typeof KINDS;
const kindsIn = (text: string): Kind[] => (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].test(text));
const kindOf = (one: string): Kind => kindsIn(one)[0]!;
/** What a character says that is drawn from 64. */
const DRAWN = 6;

/**
 * Of the parts of a key the one that is likelier written by a person than drawn by the most bits. Of keys drawn from 64
 * characters fewer than one in 2^n for each place it may begin at has a part n beyond.
 */
function mostIn(key: string, likelihood: (before: string, one: string) => number): number {
  let [here, most] = [0, 0];
  for (let at = 1; at < key.length; at++) {
    here = Math.max(0, here + DRAWN + Math.log2(likelihood(key[at - 1]!, key[at]!)));
    most = Math.max(most, here);
  }
  return most;
}

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
/** After each letter those that follow it in words again and again. */
const FOLLOWING =
  "abclnrst beloruy caehikot daeios ealnrstx fioru gaehr haeio icnorst jou keiny lailoy maeops naegdt ofknrmuvwp paelor qu raeiot saehipt taehior ulnprst vaeio waehio xpt yos zaeo";
const PAIRS = new Set(FOLLOWING.split(" ").flatMap(([one, ...next]) => next.map((letter) => one! + letter)));
const weight = (before: string, letter: string): number => LETTERS.get(letter)! * (PAIRS.has(before + letter) ? 6 : 1);
const WEIGHTS = new Map(
  [...LETTERS.keys()].map((before) => [
    before,
    [...LETTERS.keys()].reduce((sum, letter) => sum + weight(before, letter), 0),
  ]),
);
const letterAfter = (before: string, letter: string): number =>
  WEIGHTS.has(before) ? weight(before, letter) / WEIGHTS.get(before)! : LETTERS.get(letter)!;

/** The next character of somebody who writes words. */
function inWords(before: string, one: string): number {
  const kind = kindOf(one);
  const isLetter = kind === "small" || kind === "big";
  const within = isLetter ? letterAfter(before.toLowerCase(), one.toLowerCase()) : kind === "digit" ? 0.1 : 0.2;
  return NEXT[kindOf(before)][kind] * within;
}

/** The keys of a keyboard, with and without shift, row by row as they stand under each other. */
const ROWS: readonly [plain: string, shifted: string, from: number][] = [
  ["`1234567890-=", "~!@#$%^&*()_+", -1],
  ["qwertyuiop[]\\", "QWERTYUIOP{}|", 0.5],
  ["asdfghjkl;'", 'ASDFGHJKL:"', 0.75],
  ["zxcvbnm,./", "ZXCVBNM<>?", 1.25],
];
type Key = { x: number; y: number; shifted: boolean };
const KEYS = new Map<string, Key>(
  ROWS.flatMap(([plain, shifted, from], y) =>
    [plain, shifted].flatMap((row, shift) =>
      Array.from(row, (one, at): [string, Key] => [one, { x: from + at, y, shifted: shift === 1 }]),
    ),
  ),
);
const isBeside = (one: Key, other: Key): boolean => Math.abs(one.x - other.x) <= 1.5 && Math.abs(one.y - other.y) <= 1;

const BESIDE = new Map(
  [...KEYS].map(([one, key]) => [one, [...KEYS.values()].filter((other) => isBeside(key, other)).length / 2]),
);

/** The next character of a finger that walks over the keyboard: mostly a key beside the last, seldom another shift. */
function onKeyboard(before: string, one: string): number {
  const [from, to] = [KEYS.get(before), KEYS.get(one)];
  if (!from || !to) return 0.001;
  return (isBeside(from, to) ? 0.85 / BESIDE.get(before)! : 0.15 / 47) * (from.shifted === to.shifted ? 0.85 : 0.15);
}

/** Words may be in capitals altogether. */
const swapped = (key: string): string =>
  Array.from(key, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join("");
/** Reckoned: of drawn keys of 22 characters less than one in a million is beyond; shorter ones say less and are trusted less. */
const mostBits = (key: string): number => (key.length < 22 ? 17 : 24);
function isWritten(padded: string): boolean {
  const key = padded.replace(/=+$/, "");
  const kinds = kindsIn(key).filter((kind) => kind !== "other");
  if (kinds.length === 1 && key.length >= 16) return true;
  return Math.max(mostIn(key, inWords), mostIn(swapped(key), inWords), mostIn(key, onKeyboard)) > mostBits(key);
}

/** Bytes that count or that are text: sixteen drawn ones are neither. */
const LEAST_BYTES = 16;
function hidesText(key: string): boolean {
  const bytes = [...Buffer.from(key, /^[0-9a-f]+$/i.test(key) ? "hex" : "base64")];
  if (bytes.length < LEAST_BYTES) return false;
  const steps = bytes.slice(1).map((byte, at) => (byte - bytes[at]! + 256) % 256);
  return bytes.every((byte) => byte >= 32 && byte < 127) || new Set(steps).size <= 2;
}

const DEFAULTS = /change.?me|default|example|password|secret|sandbox|insecure|coralhub|letmein/i;
/** Sayings, and the beginnings of walks down and along a keyboard, whatever stands between their letters. */
const SAYINGS = /thequick|loremipsum|correcthorse|tobeornot|qazwsx|wsxedc|edcrfv|qweasd|qwerty|asdfgh|zxcvbn/;
/** Short ones are met by chance too: only at the beginning or after a sign. */
const SHORT_DEFAULTS =
  /(?<![A-Za-z0-9])(?:(?:passw|Passw|PASSW|admin|Admin|ADMIN|qwert|Qwert|QWERT)|(?:test|Test|TEST)(?![A-Za-z]))/;

/** Why a key is not one to rely on; undefined where it may be, which of keys drawn at random and written in hexadecimal or base64 all but one in a million are. */
export function weaknessOf(key: string, least: number): string | undefined {
  // A hexadecimal figure says half as much as a character.
  const isHex = /^[0-9a-f]+$/i.test(key);
  if (key.length < least || (isHex && key.length < 2 * least && new Set(key).size > 2)) return "too short";
  if (DEFAULTS.test(key) || SHORT_DEFAULTS.test(key)) return "a well-known default";
  if (SAYINGS.test(key.toLowerCase().replaceAll(/[^a-z]/g, ""))) return "too easy to guess";
  // Random characters rarely repeat and rarely follow each other; of hexadecimal ones every sixth does.
  const codes = [...Buffer.from(key)];
  const inRow = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1).length;
  const [fewest, mostInRow] = isHex ? [8, 0.6] : [Math.min(12, key.length / 2), 0.45];
  if (new Set(key).size < fewest || inRow > key.length * mostInRow) return "too simple";
  if (repeats(key) || counts(key)) return "too simple";
  if (hidesText(key)) return "too easy to guess";
  return !isHex && isWritten(key) ? "too easy to guess" : undefined;
}
