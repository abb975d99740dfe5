import { luhnDigit, type CardBin } from "@coralhub/domain";
import { createHmac } from "node:crypto";

const digitsOf = (key: Buffer, text: string, count: number): string => {
  const hash = createHmac("sha256", key).update(text).digest();
  return Array.from({ length: count }, (_, at) => String(hash[at]! % 10)).join("");
};

/** The number follows from the token: the simulated issuer keeps none. */
export function numberOf(key: Buffer, bin: CardBin, token: string): string {
  const body = bin + digitsOf(key, `number ${token}`, 9);
  return body + luhnDigit(body);
}
export const cvvFor = (key: Buffer, token: string): string => digitsOf(key, `cvv ${token}`, 3);

/** 03/27 */
export const expiryText = (expiresAt: Date): string => {
  const last = new Date(expiresAt.getTime() - 1);
  return `${String(last.getUTCMonth() + 1).padStart(2, "0")}/${String(last.getUTCFullYear()).slice(2)}`;
};
/** The first moment of the month after its last. */
export const expiryAfter = (from: Date, years: number): Date =>
  new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth() + 1, 1));
