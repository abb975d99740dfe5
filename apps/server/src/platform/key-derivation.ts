import { hkdfSync } from "node:crypto";

/** Each use of the secret key has a key of its own, so that none of them tells anything about another. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "coralhub", purpose, 32));

export const deriveText = (secretKey: string, purpose: string): string =>
  deriveKey(secretKey, purpose).toString("base64url");
