import {
  CallFailed,
  createAttemptKeys,
  createClient,
  keepKeys,
  operationsEndpoints,
  sandboxControlEndpoints,
  sandboxNotificationEndpoints,
  type CallRefused,
  type Client,
  type Endpoint,
  type Endpoints,
  type Transport,
} from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { BASE } from "./base.ts";
import { session } from "./session.ts";

const EXPIRY_SHOWN_MS = 3000;
let leaving = false;

/** An expired session says so for three seconds and goes to the sign-in page; a broken line says so once. Refusals are the page's to show. */
function onError(error: CallRefused | CallFailed, endpoint: Endpoint): void {
  if (error instanceof CallFailed) return toast.failed(error.message);
  if (error.reason !== "session.expired" || endpoint.access === "public" || leaving || !session.token()) return;
  leaving = true;
  toast.failed(error.message);
  session.expire(location.pathname.slice(BASE.length) + location.search);
  setTimeout(() => location.assign(`${BASE}/login`), EXPIRY_SHOWN_MS);
}

const transport: Transport = {
  fetch: (url, init) => fetch(url, init),
  origin: () => "",
  token: session.token,
  systemType: "OPS",
  newKey: () => crypto.randomUUID(),
  onError,
};

const attempts = createAttemptKeys(transport.newKey);

/** A table of endpoints as functions that speak for the signed-in operator and keep their idempotency key on a retry. */
export const connect = <const E extends Endpoints>(endpoints: E): Client<E> =>
  keepKeys(endpoints, createClient(endpoints, transport), attempts);

export const operations = connect(operationsEndpoints);
export const sandbox = connect({ ...sandboxControlEndpoints, ...sandboxNotificationEndpoints });
