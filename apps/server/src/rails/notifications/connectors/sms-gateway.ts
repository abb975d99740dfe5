import type { SignedServiceConfig } from "../../../platform/config.ts";
import { postSigned } from "../../../platform/signed-post.ts";
import type { Notifications } from "../index.ts";

const TIMEOUT_MS = 10_000;

/** An HTTP gateway that takes {reference, to, text}, answers 2xx once it has the message, and knows a reference it has seen before. */
export function createSmsGateway(service: SignedServiceConfig): Notifications {
  return {
    async send({ reference, to, text }) {
      await postSigned(service, { reference, to, text }, { timeoutMs: TIMEOUT_MS });
    },
  };
}
