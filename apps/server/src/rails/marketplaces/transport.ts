import { setTimeout as sleepFor } from "node:timers/promises";
import type { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { AddressRefused, createGuardedFetch, type GuardedFetch } from "../../platform/guarded-fetch.ts";
import { MarketplaceError } from "./marketplace.ts";
import { readReply, troubleIn, type Reply } from "./reply.ts";
import type { Verdict } from "./verdict.ts";

export type Call = {
  method?: "GET" | "POST";
  url: string | URL;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: string;
  /** A POST that only asks: as good as a GET. */
  reads?: true;
  /** A GET that spends what it carries: not repeated after a failure. */
  once?: true;
  /** The host was named by a merchant: only the guarded way leads there. */
  guarded?: true;
  /** What the platform's own error codes mean. */
  verdict?: Verdict;
};

/** The one way out to platforms: limits on time, their requests to wait honoured, reading repeated where it failed. */
export type Transport = {
  clock: Clock;
  /** The answer's JSON, checked; whatever else comes back is a MarketplaceError. */
  call<S extends z.ZodType>(call: Call, shape: S): Promise<z.output<S>>;
};

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 8 * 1024 * 1024;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
/** Longer than this nobody waits inside a call: the job comes back later. */
const LONGEST_WAIT_SECONDS = 30;
const USER_AGENT = "CoralHub/1.0 (Language=TypeScript)";

type Options = { clock: Clock; guardedFetch?: GuardedFetch; sleep?: (ms: number) => Promise<unknown> };

export function createTransport({ clock, guardedFetch = createGuardedFetch(), sleep = sleepFor }: Options): Transport {
  const ask = async (call: Call): Promise<Reply> => {
    const request = requestOf(call);
    // What may have arrived is not repeated: codes and refresh tokens are spent by the first call.
    const repeatable = (request.method === "GET" && !call.once) || call.reads === true;
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(request, call.guarded ? guardedFetch : undefined);
      const failure = outcome instanceof MarketplaceError ? outcome : troubleIn(outcome, call.verdict);
      if (!failure) return outcome as Reply;
      const { trouble, retryAfterSeconds } = failure;
      // Who is too busy has not looked at the call; who failed may have.
      const again = trouble === "busy" || (trouble === "unavailable" && repeatable);
      const waitMs = retryAfterSeconds === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : retryAfterSeconds * 1_000;
      if (!again || attempt === ATTEMPTS || waitMs > LONGEST_WAIT_SECONDS * 1_000) throw failure;
      await sleep(waitMs);
    }
  };
  return { clock, call: async (call, shape) => readReply(await ask(call), shape) };
}

type Request = { method: "GET" | "POST"; url: URL; headers: Record<string, string>; body: string | undefined };

function requestOf({ method, url, query = {}, headers = {}, form, json }: Call): Request {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  const body = form ? new URLSearchParams(form).toString() : json;
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return {
    method: method ?? (body === undefined ? "GET" : "POST"),
    url: target,
    headers: {
      accept: "application/json",
      "user-agent": USER_AGENT,
      ...(body !== undefined && { "content-type": type }),
      ...headers,
    },
    body,
  };
}

/** What stands in an error's message is the host and the kind of failure: addresses of calls carry tokens. */
async function send(
  { method, url, headers, body }: Request,
  guarded: GuardedFetch | undefined,
): Promise<Reply | MarketplaceError> {
  try {
    if (guarded) {
      const reply = await guarded(url.href, { method, headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
      const header = (name: string) => String(reply.headers[name] ?? "") || undefined;
      return { status: reply.status, header, body: reply.body.toString("utf8") };
    }
    const reply = await fetch(url, {
      method,
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: reply.status, header: (name) => reply.headers.get(name) ?? undefined, body: await reply.text() };
  } catch (error) {
    if (error instanceof AddressRefused) return new MarketplaceError("address", error.message);
    const kind =
      error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "is not reachable";
    return new MarketplaceError("unavailable", `${url.hostname} ${kind}`);
  }
}
