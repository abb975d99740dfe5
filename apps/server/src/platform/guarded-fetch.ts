import { lookup } from "node:dns/promises";
import { request, type RequestOptions } from "node:https";
import { request as plainRequest, type IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type GuardedRequest = {
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  timeoutMs?: number;
  maxBytes?: number;
};
export type GuardedResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>;
/** Every address a name leads to. */
export type NameLookup = (host: string) => Promise<{ address: string }[]>;

/** The address itself is not acceptable; nothing was sent. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

type GuardOptions = { permitLoopback?: boolean; lookup?: NameLookup };

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_048_576;
const askSystem: NameLookup = (host) => lookup(host, { all: true, order: "verbatim" });

/**
 * The only way to an address a user gave us: https, public addresses only, connected to the very address that was
 * checked (so a name cannot change its mind in between), no redirects, limits on time and size.
 * `permitLoopback` exists for tests, which have no public server: it also allows http, to this machine alone.
 * `lookup` too: they have no names of their own that lead inside.
 */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  return async (text, call = {}) => {
    const deadline = AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS);
    const { url, address } = await reach(text, options, deadline);
    return send(url, address, call, deadline);
  };
}

/** Whether such a request would be let out, without sending one: for the moment an address is written down. */
export const createAddressCheck =
  (options: GuardOptions = {}): ((url: string) => Promise<void>) =>
  async (text) => {
    await reach(text, options, AbortSignal.timeout(TIMEOUT_MS));
  };

async function reach(
  text: string,
  options: GuardOptions,
  deadline: AbortSignal,
): Promise<{ url: URL; address: string }> {
  const url = parse(text, options.permitLoopback === true);
  const address = await resolve(url, options.lookup ?? askSystem, deadline);
  const loopback = options.permitLoopback === true && (address === "127.0.0.1" || address === "::1");
  if (!loopback) {
    if (url.protocol !== "https:") throw new AddressRefused("only https addresses are allowed");
    if (!isPublicAddress(address)) throw new AddressRefused("the address is not on the public internet");
  }
  return { url, address };
}

function parse(text: string, permitPlain: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "https:" || (permitPlain && url?.protocol === "http:");
  if (!url || !isHttp) throw new AddressRefused("only https addresses are allowed");
  if (url.username || url.password) throw new AddressRefused("the address must not carry a password");
  return url;
}

/** Every address of the name must be public: a list with one private entry is an attempt. */
async function resolve(url: URL, addressesOf: NameLookup, deadline: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) return host;
  const aborted = Promise.withResolvers<never>();
  deadline.addEventListener("abort", () => aborted.reject(deadline.reason as Error), { once: true });
  const found = await Promise.race([addressesOf(host), aborted.promise]);
  return found.find(({ address }) => !isPublicAddress(address))?.address ?? found[0]!.address;
}

function send(url: URL, address: string, call: GuardedRequest, signal: AbortSignal): Promise<GuardedResponse> {
  const { promise, resolve: done, reject } = Promise.withResolvers<GuardedResponse>();
  const family = isIP(address);
  const settings: RequestOptions = {
    method: call.method ?? "GET",
    headers: {
      ...call.headers,
      ...(call.body === undefined ? {} : { "content-length": String(Buffer.byteLength(call.body)) }),
    },
    // No pooled socket: it could have been opened for another address of the same name.
    agent: false,
    signal,
    lookup: (_host, { all }, answer) => (all ? answer(null, [{ address, family }]) : answer(null, address, family)),
  };
  const outgoing = (url.protocol === "https:" ? request : plainRequest)(url, settings, (response) => {
    collect(response, call.maxBytes ?? MOST_BYTES).then(done, reject);
  });
  outgoing.on("error", reject);
  outgoing.end(call.body);
  return promise;
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<GuardedResponse> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    response.destroy();
    throw new AddressRefused("the address redirects elsewhere");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status, headers: response.headers, body: Buffer.concat(chunks) };
}
