import { generateURI, verify } from "otplib";
import QRCode from "qrcode";
import type { Random } from "./random.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SECRET_LENGTH = 32;
const PERIOD_SECONDS = 30;

/** 160 bits, as authenticator apps expect them. */
export const newTotpSecret = (random: Random): string =>
  Array.from(random.bytes(SECRET_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

/**
 * The time step a code belongs to, or undefined when it is wrong. One step either way is allowed for a clock that is a
 * little off; a step at or before `afterStep` is a code used before. `now` must be real time: the app in the
 * operator's hand knows nothing of a sandbox clock.
 */
export async function totpStep(
  secret: string,
  code: string,
  now: Date,
  afterStep: number | null,
): Promise<number | undefined> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: PERIOD_SECONDS,
    ...(afterStep !== null && { afterTimeStep: afterStep }),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

export const totpUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret });

/** A QR code as one SVG path on a grid of `size` modules, quiet zone included. */
export function qrPath(text: string): { path: string; size: number } {
  const QUIET = 4;
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const dark: string[] = [];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) dark.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
  }
  return { path: dark.join(""), size: modules.size + 2 * QUIET };
}
