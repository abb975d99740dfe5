import { CoralHubError } from "./call-error.ts";
import { OPERATIONS, type OperationName, type Operations } from "./contract/operations.ts";
import {
  base64Of,
  hexOf,
  proofHeaders,
  readPrivateKey,
  type Credentials,
  type Outgoing,
  type SigningKey,
} from "./sign-request.ts";

export type ClientOptions = {
  /** Where the server is, for example `https://open.coralhub.example`. */
  baseUrl: string;
  appId: string;
  credentials: Credentials;
  /** The version the program was written for, by date; absent: the newest. */
  version?: string;
  /** How often a call is tried again that got no answer, or was told to wait. */
  retries?: number;
  timeoutMs?: number;
  /** Instead of the runtime's own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  now?: () => number;
};
export type CallOptions = {
  /** 8–128 characters: the same id and content take effect once, however often they are sent. */
  requestId?: string;
  signal?: AbortSignal;
};

type Input<N extends OperationName> = Operations[N]["input"];
type Output<N extends OperationName> = Operations[N]["output"];
type Call<N extends OperationName> =
  Record<string, never> extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Output<N>>
    : (input: Input<N>, options?: CallOptions) => Promise<Output<N>>;
/** Operations whose answers come in pages. */
type PagedName = { [N in OperationName]: Output<N> extends { records: unknown[] } ? N : never }[OperationName];
type Row<N extends PagedName> = Output<N> extends { records: (infer R)[] } ? R : never;

export type CoralHub = { readonly [N in OperationName]: Call<N> } & {
  /** Every row of a list, page after page. */
  every<N extends PagedName>(name: N, input?: Omit<Input<N>, "cursor" | "pageNo">): AsyncGenerator<Row<N>>;
  /** An operation by its name. */
  call<N extends OperationName>(name: N, input: Input<N>, options?: CallOptions): Promise<Output<N>>;
};

const BASE = "/open/v1";
const RETRIES = 3;
const TIMEOUT_MS = 30_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 60_000;
/** Sent again these are safe whatever was sent: nothing had been done. */
const NOT_BEGUN = new Set([429, 503]);
const NO_ANSWER = new Set([502, 504]);

type Definition = {
  method: string;
  path: string;
  idempotent?: true;
  reply?: "file";
  body?: "multipart";
};
type Wire = {
  method: string;
  path: string;
  body: Uint8Array<ArrayBuffer>;
  contentType: string | undefined;
  /** Of a file: the server looks at the proof before it reads a byte. */
  digest?: string;
};

const isWrite = (method: string): boolean => method === "POST" || method === "PUT";
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));
const queryText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What goes into the address, and what is left for the body. */
async function wireOf(
  { method, path, body: form }: Definition,
  input: Readonly<Record<string, unknown>>,
): Promise<Wire> {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = left.get(name);
    if (value === undefined) throw new TypeError(`${name} is missing`);
    left.delete(name);
    return encodeURIComponent(queryText(value));
  });
  if (form === "multipart") return formWire(method, BASE + filled, left);
  if (isWrite(method)) {
    const body = new TextEncoder().encode(JSON.stringify(Object.fromEntries(left)));
    return { method, path: BASE + filled, body, contentType: "application/json" };
  }
  const query = new URLSearchParams([...left].map(([name, value]): [string, string] => [name, queryText(value)]));
  return {
    method,
    path: BASE + filled + (left.size > 0 ? `?${query.toString()}` : ""),
    body: new Uint8Array(),
    contentType: undefined,
  };
}

/** The bytes as they will travel: a signature needs them before they are sent. */
async function formWire(method: string, path: string, fields: ReadonlyMap<string, unknown>): Promise<Wire> {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value instanceof Blob ? value : queryText(value));
  const made = new Response(form);
  const body = new Uint8Array(await made.arrayBuffer());
  const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const digest = `sha-256=:${base64Of(sha256)}:`;
  return { method, path, body, contentType: made.headers.get("content-type")!, digest };
}

async function refusalOf(response: Response): Promise<CoralHubError> {
  const text = await response.text();
  let said: Partial<Record<"code" | "msg" | "message" | "reason" | "fields" | "doc", unknown>> = {};
  try {
    said = JSON.parse(text) as typeof said;
  } catch {
    // Not from the server itself: a proxy in between speaks for it.
  }
  return new CoralHubError({
    status: response.status,
    code: typeof said.code === "number" ? said.code : response.status,
    reason: typeof said.reason === "string" ? said.reason : "unknown",
    message: typeof said.msg === "string" ? said.msg : `HTTP ${response.status}`,
    english: typeof said.message === "string" ? said.message : null,
    fields: (said.fields ?? {}) as Record<string, string>,
    requestId: response.headers.get("x-coralhub-request-id"),
    doc: typeof said.doc === "string" ? said.doc : null,
  });
}

/** Seconds or a date; anything else asks for nothing. */
function retryAfterMs(text: string): number {
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

/** Later each time, a little differently for each caller; never earlier than the server asked for. */
function waitMs(attempt: number, response: Response | undefined): number {
  const asked = retryAfterMs(response?.headers.get("retry-after") ?? "0");
  const own = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random());
  return Math.min(Math.max(asked, own), LONGEST_WAIT_MS);
}

function createSender(options: ClientOptions) {
  const { appId, credentials, version, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  const send = options.fetch ?? fetch;
  let key: Promise<SigningKey> | undefined;
  const keyOf = (given: string | SigningKey): Promise<SigningKey> =>
    (key ??= typeof given === "string" ? readPrivateKey(given) : Promise.resolve(given));

  async function proof(outgoing: Outgoing): Promise<Record<string, string>> {
    if ("token" in credentials) return { authorization: `Bearer ${credentials.token}` };
    return proofHeaders(await keyOf(credentials.privateKey), outgoing);
  }

  /** Signed anew each time: a nonce is good for one try. What is given back sends it. */
  return async function prepare(wire: Wire, { requestId = "", signal }: CallOptions): Promise<() => Promise<Response>> {
    const { method, path, body, contentType, digest } = wire;
    const timestamp = String(Math.floor(now() / 1000));
    const nonce = hexOf(crypto.getRandomValues(new Uint8Array(16)));
    const headers = {
      "x-app-id": appId,
      ...(requestId && { "x-request-id": requestId }),
      ...(version !== undefined && { "x-api-version": version }),
      ...(contentType !== undefined && { "content-type": contentType }),
      ...(digest !== undefined && { "content-digest": digest }),
      ...(await proof({ appId, method, path, body, timestamp, nonce, requestId })),
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    return () =>
      send(options.baseUrl.replace(/\/$/, "") + path, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(isWrite(method) && { body }),
      });
  };
}

/** A client of the open API. Every method is an operation of the server's own table. */
export function createCoralHub(options: ClientOptions): CoralHub {
  const prepare = createSender(options);
  const { retries = RETRIES } = options;

  /** Tries until there is an answer worth giving; what may have been done is sent again only where that is safe. */
  async function send(definition: Definition, wire: Wire, call: CallOptions): Promise<Response> {
    const repeatable = !isWrite(definition.method) || definition.idempotent === true;
    for (let attempt = 0; ; attempt++) {
      const sendIt = await prepare(wire, call);
      const answer = await sendIt().catch((error: unknown) => {
        if (!repeatable || attempt >= retries || call.signal?.aborted) throw error;
        return undefined;
      });
      const mayRepeat =
        answer === undefined || NOT_BEGUN.has(answer.status) || (repeatable && NO_ANSWER.has(answer.status));
      if (answer && (!mayRepeat || attempt >= retries)) return answer;
      await answer?.body?.cancel();
      await pause(waitMs(attempt, answer));
    }
  }

  async function call(name: OperationName, input: object = {}, given: CallOptions = {}): Promise<never> {
    const definition: Definition = OPERATIONS[name];
    const wire = await wireOf(definition, input as Record<string, unknown>);
    const requestId = given.requestId ?? (definition.idempotent ? crypto.randomUUID() : undefined);
    const response = await send(definition, wire, { ...given, ...(requestId !== undefined && { requestId }) });
    if (!response.ok) throw await refusalOf(response);
    if (definition.reply === "file") return (await response.blob()) as never;
    return ((await response.json()) as { data: never }).data;
  }

  async function* every(name: OperationName, input: object = {}): AsyncGenerator<never> {
    let cursor: string | undefined;
    do {
      const page: { records: never[]; nextCursor?: string } = await call(name, { ...input, ...(cursor && { cursor }) });
      yield* page.records;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    (input?: object, more?: CallOptions) => call(name as OperationName, input, more),
  ]);
  return { ...Object.fromEntries(methods), call, every } as CoralHub;
}
