import { fullPath, Refusal } from "@coralhub/contract";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PageMaker } from "../platform/page.ts";
import { admissionLimits, createAdmission } from "./admission.ts";
import { mountDocs } from "./docs.ts";
import { familyOfPath, refusalBody } from "./envelope.ts";
import { refusalFrom, retryAfterSeconds } from "./errors.ts";
import { createHeaderSets } from "./headers.ts";
import { mountHealth, type Readiness } from "./health.ts";
import { parseJsonBody } from "./json-body.ts";
import { createLoad, type LoadLimits } from "./load.ts";
import { createCallMetrics } from "./metrics.ts";
import { mountMadePages } from "./made-pages.ts";
import { createCertificateReader, type SecureConfig } from "./client-certificate.ts";
import { keepBody } from "./open-calls.ts";
import { openDocs } from "./open-docs.ts";
import { createSecureDoor } from "./secure-door.ts";
import { JSON_TYPE, mountedCalls, mountModules, type MountedModules } from "./mount.ts";
import { createPages, type PageFolders } from "./pages.ts";
import type { HttpPorts } from "./ports.ts";
import { createEventStreams } from "./replies.ts";
import { createTurnAway, type TurnAway } from "./turn-away.ts";
import { pathOf, watchRequests } from "./watch.ts";

export type HttpOptions = {
  ports: HttpPorts;
  modules: MountedModules;
  sandbox: boolean;
  /** Where callers reach it, for the description of its calls. */
  publicUrl: string;
  /** How many proxies in front may be believed about the caller's address; by default none. */
  trustedProxies: number;
  log: Log;
  registry: Metrics;
  metricsToken: string | undefined;
  readiness: Readiness;
  pages: PageFolders;
  /** Pages made on the server, by the place they are served at. */
  madePages?: Readonly<Record<string, PageMaker>>;
  loadLimits?: LoadLimits;
  /** TLS of our own, and how a proxy in front tells of client certificates. */
  secure?: SecureConfig;
  /** Connections to the database: how many calls are at work at a time follows from them. */
  poolSize: number;
};
export type HttpServer = { listen(at: { host: string; port: number }): Promise<string>; close(): Promise<void> };

const JSON_LIMIT_BYTES = 1024 * 1024;
const RECEIVE_TIMEOUT_MS = 60_000;
/** How long a shutdown waits for answers that are under way. */
const DRAIN_MS = 10_000;
const DRAIN_STEP_MS = 20;

export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { ports, sandbox } = options;
  const load = createLoad(options.loadLimits);
  const admission = createAdmission(admissionLimits(options.poolSize), ports.precedence);
  const streams = createEventStreams(ports.sessions, load, options.log);
  const metrics = createCallMetrics(options.registry, load, streams.count);
  const headers = createHeaderSets(!sandbox);
  const pages = createPages(options.pages, headers);
  const nextId = createRequestIds(ports);
  const turnAway = createTurnAway({
    ...options,
    calls: mountedCalls(options.modules, sandbox).map((one) => ({ ...one, path: fullPath(one.endpoint) })),
    admission,
    load,
    metrics,
    headers: headers.call,
    nextId,
  });
  const app = createFastify(options, nextId, turnAway);

  app.decorateRequest("caller", null);
  watchRequests(app, { load, metrics, headers: headers.call, log: options.log });
  readJsonOnly(app);
  app.setErrorHandler(answerErrors(options.log));
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isPage = (request.method === "GET" || request.method === "HEAD") && !familyOfPath(path);
    if (!isPage) throw new Refusal("not_found");
    return pages(request, reply, path);
  });
  mountHealth(app, { readiness: options.readiness, registry: options.registry, metricsToken: options.metricsToken });
  const around = { sandbox, publicUrl: options.publicUrl };
  mountDocs(app, options.modules, { headers, ...around, further: openDocs(options.modules, around) });
  mountMadePages(app, options.madePages ?? {}, headers);
  const clientCertificate = createCertificateReader(options.secure);
  await mountModules(app, options.modules, { ports, streams, sandbox, admission, clientCertificate });
  await app.ready();
  const secureDoor = createSecureDoor(app, turnAway, options.secure);

  return {
    async listen({ host, port }) {
      const url = await app.listen({ host, port });
      await secureDoor?.open(host);
      return url;
    },
    async close() {
      streams.endAll();
      turnAway.stop();
      const closing = app.close();
      // Browsers keep connections open that carry nothing: what counts is the calls that are under way.
      for (let waited = 0; load.inFlight() > 0 && waited < DRAIN_MS; waited += DRAIN_STEP_MS)
        await sleep(DRAIN_STEP_MS);
      app.server.closeAllConnections();
      await secureDoor?.close();
      await closing;
      load.stop();
      admission.stop();
    },
  };
}

/** Unique over all processes without asking for randomness on every call. */
function createRequestIds({ ids }: HttpPorts): () => string {
  const processId = ids.next();
  let count = 0;
  return () => `${processId}-${(++count).toString(36)}`;
}

function createFastify(
  { log, trustedProxies }: HttpOptions,
  nextId: () => string,
  turnAway: TurnAway,
): FastifyInstance {
  return fastify({
    // The framework's own logger costs every request listeners and a child logger; we write our lines ourselves.
    logger: false,
    genReqId: nextId,
    // The first hop is whoever connected to us; it is believed only if the configuration counts it as a proxy.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    bodyLimit: JSON_LIMIT_BYTES,
    serverFactory: (answer) =>
      createServer({ requestTimeout: RECEIVE_TIMEOUT_MS, keepAliveTimeout: 65_000 }, (request, response) => {
        if (!turnAway.takes(request, response)) answer(request, response);
      }),
    exposeHeadRoutes: false,
    // Calls that arrive on an open connection during a shutdown are still answered, with "Connection: close".
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: answerErrors(log),
  });
}

function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.access === "open") return done(null, keepBody(request, body as Buffer));
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (request, _body, done) =>
    request.routeOptions.config.endpoint?.body === "oneClick" ? done(null, {}) : done(new Refusal("input.unreadable")),
  );
}

/** Every failure leaves through here, in the dialect of the call; details go to the log, never to the caller. */
const answerErrors = (log: Log) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { refusal, unexpected } = refusalFrom(error);
  const { call, endpoint } = request.routeOptions.config ?? {};
  if (unexpected) log.error({ requestId: request.id, call, err: error }, "call failed");
  const family = endpoint?.family ?? familyOfPath(pathOf(request.url)) ?? "portal";
  const wait = retryAfterSeconds(refusal);
  if (wait !== undefined) reply.header("retry-after", String(wait));
  void reply
    .code(refusal.row.status)
    .header("content-type", JSON_TYPE)
    .send(refusalBody(family, refusal, request.id));
};

/** Not even HTTP: headers too long, a method nobody knows, a sender that never finishes. */
function answerBrokenConnection(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const refusal = new Refusal(error.code === "HPE_HEADER_OVERFLOW" ? "input.too_large" : "input.unreadable");
  const body = refusalBody("portal", refusal, "-");
  const { status } = refusal.row;
  socket.end(
    `HTTP/1.1 ${status} ${status === 413 ? "Content Too Large" : "Bad Request"}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
