/**
 * What a captcha costs whoever answers it: some 16,000 hashes a slider and 65,000 a question, unnoticed by a person, and tens of
 * milliseconds of one core to a script. It makes a flood dearer and ends none: the limits by address and in all do.
 */
export const CAPTCHA_WORK_BITS = { slider: 14, normal: 16 } as const;

/** What is hashed (SHA-256): the captcha, and a number drawn until the hash begins with enough zeros. */
export const workText = (captchaId: string, nonce: number | string): string => `${captchaId}:${nonce}`;

export function isEnoughWork(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (hash[i] !== 0) return false;
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}
