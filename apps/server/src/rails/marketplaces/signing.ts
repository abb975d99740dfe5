import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export const hmacHex = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("hex");

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** RFC 7636: the platform sees the hash first and the verifier later. */
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Name and value of each parameter, one after the other, in the order of the names' bytes. */
export const concatSorted = (params: Record<string, string | number>): string =>
  Object.keys(params)
    .toSorted()
    .map((name) => `${name}${params[name]}`)
    .join("");

export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000);
export const inSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
export const inDays = (now: Date, days: number): Date => inSeconds(now, days * 86_400);
