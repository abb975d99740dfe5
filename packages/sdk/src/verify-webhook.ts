import { base64Of, fromBase64, type SigningKey } from "./sign-request.ts";

/** What a webhook brings. A full one carries the object as well. */
export type WebhookEvent = {
  type: string;
  timestamp: string;
  /** Counts the notices of one address; their order is not promised. */
  sequence: number;
  data: { eventId: string; id: string; path: string | null; object?: unknown; test?: true };
};
type HeaderSource = Headers | Readonly<Record<string, string | string[] | undefined>>;
type Signed = { headers: HeaderSource; /** As it came, byte for byte. */ body: string };
type VerifyOptions = { toleranceSeconds?: number; now?: () => number };

const TOLERANCE_SECONDS = 300;
const START = "whsec_";

const headerOf = (headers: HeaderSource, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : "";
};
const keyOf = (secret: string): Promise<SigningKey> =>
  crypto.subtle.importKey(
    "raw",
    fromBase64(secret.startsWith(START) ? secret.slice(START.length) : secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
const signedBytes = (id: string, timestamp: string, body: string) =>
  new TextEncoder().encode(`${id}.${timestamp}.${body}`);

/** Thrown where a notice is not ours, was altered, or is too old to be new. */
export class WebhookRefused extends Error {
  override name = "WebhookRefused";
}

/** By the Standard Webhooks scheme. While a secret is being replaced both sign; either will do. */
export async function verifyWebhook(
  secrets: string | readonly string[],
  { headers, body }: Signed,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp] = [headerOf(headers, "webhook-id"), headerOf(headers, "webhook-timestamp")];
  const age = Math.abs(now() / 1000 - Number(timestamp || Number.NaN));
  if (!(age <= toleranceSeconds)) throw new WebhookRefused("the notice is too old, or its clock is wrong");
  const given = headerOf(headers, "webhook-signature")
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  const signed = signedBytes(id, timestamp, body);
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of given) {
      // The runtime compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed)) return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WebhookRefused("the notice was not signed with this secret");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64);
  } catch {
    return new Uint8Array();
  }
}

/** The headers of a notice, as the server makes them: for forwarding one, and for tests. */
export async function webhookHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): Promise<Record<string, string>> {
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), signedBytes(id, timestamp, body));
  const text = base64Of(new Uint8Array(signature));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${text}` };
}
