import {
  createAttemptKeys,
  createClient,
  keepKeys,
  type Client,
  type Endpoints,
  type Transport,
} from "@coralhub/contract";
import { fetchOnce } from "./early-answers.ts";
import { originOf, SYSTEM_TYPE } from "./environment.ts";
import { announce } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { session } from "./session.ts";
import { upload } from "./upload.ts";

const newKey = (): string => crypto.randomUUID();
const attempts = createAttemptKeys(newKey);
export const { isWaiting } = attempts;

const transport = (background: boolean): Transport => ({
  fetch: fetchOnce,
  upload,
  origin: (family) => originOf(family, location.hostname),
  token: session.token,
  systemType: SYSTEM_TYPE,
  newKey,
  onError: (error, endpoint) => announce(error, endpoint, surroundings, background),
});

/** A table of endpoints as functions that speak for the signed-in merchant and keep their idempotency key on a retry. */
export function connect<const E extends Endpoints>(endpoints: E, { background = false } = {}): Client<E> {
  return keepKeys(endpoints, createClient(endpoints, transport(background)), attempts);
}
