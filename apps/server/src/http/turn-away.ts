import { Refusal, type Endpoint, type Family } from "@coralhub/contract";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { hopAddress, limitAddress } from "../platform/caller-address.ts";
import type { Log } from "../platform/log.ts";
import { urgencyOf, type Admission, type Urgency } from "./admission.ts";
import { refusalBody } from "./envelope.ts";
import { BUSY_SECONDS } from "./errors.ts";
import { knownCaller } from "./guards.ts";
import type { Load } from "./load.ts";
import type { CallMetrics } from "./metrics.ts";
import type { HttpPorts } from "./ports.ts";

type Call = { call: string; endpoint: Endpoint; path: string };
type TurnAwayOptions = {
  calls: readonly Call[];
  ports: Pick<HttpPorts, "sessions">;
  admission: Pick<Admission, "hasNoRoom">;
  load: Pick<Load, "isTooMuch">;
  metrics: CallMetrics;
  headers: Record<string, string>;
  trustedProxies: number;
  loadLimits?: { heldMs?: number } | undefined;
  nextId(): string;
  log: Log;
};

/** What is known of a call by its method and path alone. */
type Kind = { call: string; urgency: Urgency | undefined; refusal: Prepared };
type Held = { response: ServerResponse; kind: Kind; begun: number };

/**
 * A refusal is kept back for so long: who asks again at once gets as many refusals a second as two, and what they cost stays
 * small beside the answers. Whoever keeps to Retry-After loses nothing by it.
 */
const HELD_MS = 500;
const LOOK_EVERY_MS = 50;
/** Beyond that a refusal goes out at once. */
const MOST_HELD = 5_000;
const TELL_EVERY_MS = 1_000;

export type TurnAway = {
  /** True when the call has its refusal, or will have it in a moment: nobody else may touch it. */
  takes(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whoever is kept waiting for a refusal has it now. */
  stop(): void;
};

/**
 * Stands in front of the web framework: for whom there is no room nothing is routed, parsed, logged or looked up. The
 * answer is made of constants.
 */
export function createTurnAway(options: TurnAwayOptions): TurnAway {
  const { ports, admission, load, metrics, trustedProxies, nextId, log } = options;
  const heldMs = options.loadLimits?.heldMs ?? HELD_MS;
  const kinds = kindsOf(options);
  let held: Held[] = [];
  let turnedAway = 0;
  let mostHeld = heldMs > 0 ? MOST_HELD : 0;

  const refuse = ({ response, kind, begun }: Held) => {
    const gone = response.closed || response.destroyed;
    metrics.observe(kind.call, gone ? 499 : BUSY_STATUS, (performance.now() - begun) / 1000);
    if (!gone) kind.refusal(response, nextId());
  };
  const letGo = (until: number) => {
    const at = held.findIndex(({ begun }) => begun > until);
    const due = at < 0 ? held : held.slice(0, at);
    held = at < 0 ? [] : held.slice(at);
    for (const one of due) refuse(one);
  };
  const releasing = setInterval(() => held.length > 0 && letGo(performance.now() - heldMs), LOOK_EVERY_MS);
  // One line for all of them: a line for each would cost more than the refusal.
  const telling = setInterval(() => {
    if (turnedAway > 0) log.warn({ calls: turnedAway }, "more callers than can be carried: calls turned away");
    turnedAway = 0;
  }, TELL_EVERY_MS);
  for (const timer of [releasing, telling]) timer.unref();

  /** Whose share it counts by, as in the guards: a session this process knows, or the address. */
  const whoOf = (request: IncomingMessage): string =>
    knownCaller(ports, request) ??
    limitAddress(hopAddress(request.socket.remoteAddress ?? "", request.headers["x-forwarded-for"], trustedProxies));

  return {
    takes(request, response) {
      const url = request.url!;
      const query = url.indexOf("?");
      const kind = kinds.get(`${request.method!} ${query < 0 ? url : url.slice(0, query)}`);
      if (!kind) return false;
      const { urgency } = kind;
      const noRoom = load.isTooMuch() || (urgency !== undefined && admission.hasNoRoom(urgency, () => whoOf(request)));
      if (!noRoom) return false;
      turnedAway++;
      const one = { response, kind, begun: performance.now() };
      if (held.length < mostHeld) held.push(one);
      else refuse(one);
      return true;
    },
    stop() {
      mostHeld = 0;
      for (const timer of [releasing, telling]) clearInterval(timer);
      letGo(Infinity);
    },
  };
}

/** Calls whose path is known in advance; of the others the framework finds out. */
function kindsOf({ calls, headers }: TurnAwayOptions): ReadonlyMap<string, Kind> {
  const prepared = new Map<Family, Prepared>();
  const kinds = new Map<string, Kind>();
  for (const { call, endpoint, path } of calls) {
    if (path.includes("{")) continue;
    const { family } = endpoint;
    const refusal = prepared.get(family) ?? prepare(family, headers);
    prepared.set(family, refusal);
    const own = urgencyOf(endpoint);
    // Who uploads asks for a place to write first, and pages that stay open for none.
    const urgency = endpoint.reply === "events" ? undefined : own === "upload" ? "write" : own;
    kinds.set(`${endpoint.method} ${path}`, { call, urgency, refusal });
  }
  return kinds;
}

const BUSY = new Refusal("server.busy");
const BUSY_STATUS = BUSY.row.status;

type Prepared = (response: ServerResponse, requestId: string) => void;
/** Everything but the number of the request is the same for all. */
function prepare(family: Family, headers: Record<string, string>): Prepared {
  const MARK = "%";
  const [front, back] = refusalBody(family, BUSY, MARK).split(`"${MARK}"`) as [string, string];
  const length = Buffer.byteLength(`${front}""${back}`);
  const constant = Object.entries({
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "retry-after": String(BUSY_SECONDS),
  }).flat();
  return (response, requestId) => {
    const own = ["x-request-id", requestId, "content-length", String(length + requestId.length)];
    response.writeHead(BUSY_STATUS, [...constant, ...own]);
    response.end(`${front}"${requestId}"${back}`);
  };
}
