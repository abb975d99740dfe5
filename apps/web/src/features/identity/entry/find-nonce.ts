import { isEnoughWork, workText } from "@coralhub/domain";

const AT_ONCE = 256;

/** The work a captcha asks of the visitor's machine: a fraction of a second, while the visitor looks at the puzzle. */
export async function findNonce(captchaId: string, bits: number): Promise<string> {
  const text = new TextEncoder();
  const hashOf = async (nonce: number) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", text.encode(workText(captchaId, nonce))));
  for (let first = 0; ; first += AT_ONCE) {
    const hashes = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => hashOf(first + i)));
    const found = hashes.findIndex((hash) => isEnoughWork(hash, bits));
    if (found >= 0) return String(first + found);
  }
}
