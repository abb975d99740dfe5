import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
/** The Standard Webhooks scheme: the key is the decoded bytes, not the text. */
export const newSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString("base64")}`;

const signatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(signed)
    .digest("base64")}`;

/** One entry per secret in use, so that a receiver may change over whenever it likes. */
export function webhookHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => signatureOf(secret, signed)).join(" "),
  };
}
