import { createHmac } from "node:crypto";
import type { SmsGatewayConfig } from "../../../platform/config.ts";
import type { Notifications } from "../index.ts";

const TIMEOUT_MS = 10_000;

/**
 * An HTTP gateway: POST {reference, to, text} with `X-Signature: sha256=<hex HMAC of the body>`.
 * It answers 2xx once it has taken the message, and knows a reference it has seen before.
 */
export function createSmsGateway({ url, key }: SmsGatewayConfig): Notifications {
  return {
    async send({ reference, to, text }) {
      const body = JSON.stringify({ reference, to, text });
      const signature = createHmac("sha256", key).update(body).digest("hex");
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-signature": `sha256=${signature}` },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`SMS gateway answered ${response.status}`);
    },
  };
}
