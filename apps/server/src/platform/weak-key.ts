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

/** Why a key is not one to rely on; undefined where it may be. */
export function weaknessOf(key: string, least: number): string | undefined {
  if (key.length < least) return "too short";
  if (/change.?me|default|example|passw|secret|sandbox|insecure|coralhub|test|admin|qwert|letmein/i.test(key))
    return "a well-known default";
  // Random characters rarely repeat, rarely follow each other, and are not made of words.
  const codes = [...Buffer.from(key)];
  const inRow = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1).length;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(key)).length;
  const isHex = /^[0-9a-f]+$/i.test(key) && key.length >= 2 * least;
  const longestWord = Math.max(0, ...(key.match(/[a-z]+|[A-Z]+/g) ?? []).map((word) => word.length));
  if (new Set(key).size < Math.min(12, key.length / 2) || inRow > key.length / 4) return "too simple";
  if (repeats(key) || counts(key)) return "too simple";
  // Words in a row have most of their letters beside another small one; of random characters one pair in six is so.
  const small = (key.match(/[a-z](?=[a-z])/g)?.length ?? 0) / (key.length - 1);
  const mostSmall = key.length < 32 ? 0.6 : 0.45;
  if (!isHex && (kinds < 3 || longestWord > 15 || small > mostSmall)) return "too easy to guess";
  return undefined;
}
