import {
  CallRefused,
  createClient,
  type CallOptions,
  type Client,
  type Endpoints,
  type Transport,
} from "@coralhub/contract";
import { createAttemptKeys } from "./attempt-keys.ts";
import { originOf, SYSTEM_TYPE } from "./environment.ts";
import { announce } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { session } from "./session.ts";
import { upload } from "./upload.ts";

const newKey = (): string => crypto.randomUUID();
const attempts = createAttemptKeys(newKey);
export const { isWaiting } = attempts;

const transport = (background: boolean): Transport => ({
  fetch: (url, init) => fetch(url, init),
  upload,
  origin: (family) => originOf(family, location.hostname),
  token: session.token,
  systemType: SYSTEM_TYPE,
  newKey,
  onError: (error, endpoint) => announce(error, endpoint, surroundings, background),
});

/** A table of endpoints as functions that speak for the signed-in merchant and keep their idempotency key on a retry. */
export function connect<const E extends Endpoints>(endpoints: E, { background = false } = {}): Client<E> {
  const client = createClient(endpoints, transport(background));
  const wrapped = Object.entries(endpoints).map(([name, endpoint]) => {
    const call = client[name]!;
    if (!endpoint.idempotent) return [name, call];
    return [
      name,
      async (input: never, options: CallOptions = {}) => {
        const idempotencyKey = options.idempotencyKey ?? attempts.keyFor(endpoint.path, input);
        try {
          const answer = await call(input, { ...options, idempotencyKey });
          attempts.answered(endpoint.path, input);
          return answer;
        } catch (error) {
          if (error instanceof CallRefused) attempts.answered(endpoint.path, input);
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(wrapped) as Client<E>;
}
