import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "./secrets.ts";

type Signer = Pick<Secrets, "sign">;
const SIGNATURE_BYTES = 16;
const signatureOf = (secrets: Signer, text: string, purpose: string): Buffer =>
  secrets.sign(text, purpose).subarray(0, SIGNATURE_BYTES);

/** `text.signature`, short enough for an address: whoever has it was given it by us, for this purpose. */
export const signText = (secrets: Signer, text: string, purpose: string): string =>
  `${text}.${signatureOf(secrets, text, purpose).toString("base64url")}`;

/** The text, or undefined where it was not signed by us for this purpose. */
export function readSigned(secrets: Signer, token: string, purpose: string): string | undefined {
  const end = token.lastIndexOf(".");
  const text = token.slice(0, Math.max(end, 0));
  const given = Buffer.from(token.slice(end + 1), "base64url");
  const isOurs = given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(secrets, text, purpose));
  return isOurs ? text : undefined;
}
