import { createHmac } from "node:crypto";
import type { z } from "zod";
import type { SignedServiceConfig } from "./config.ts";

const MOST_BYTES = 262_144;

/**
 * JSON to a service outside that knows us by a shared key: `X-Signature: sha256=<hex HMAC-SHA256 of the body>`.
 * Answers what came back as text; throws on anything but 2xx, on a redirect, and when it takes or says too much.
 */
export async function postSigned(
  { url, key }: SignedServiceConfig,
  content: object,
  { timeoutMs }: { timeoutMs: number },
): Promise<string> {
  const body = JSON.stringify(content);
  const signature = createHmac("sha256", key).update(body).digest("hex");
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-signature": `sha256=${signature}` },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) return readTextUpTo(response, MOST_BYTES);
  await response.body?.cancel();
  throw new Error(`${new URL(url).host} answered ${response.status}`);
}

/** The same where the answer matters: JSON of this shape. What does not fit is never quoted: an answer tells of people. */
export async function askSigned<T extends z.ZodType>(
  service: SignedServiceConfig,
  content: object,
  { shape, timeoutMs }: { shape: T; timeoutMs: number },
): Promise<z.output<T>> {
  const text = await postSigned(service, content, { timeoutMs });
  const answer = shape.safeParse(jsonOf(text));
  if (answer.success) return answer.data;
  throw new Error(`${new URL(service.url).host} answered something we cannot read`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body as text; throws where it is larger. */
export async function readTextUpTo(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
