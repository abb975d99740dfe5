import { Refusal } from "@coralhub/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { performance } from "node:perf_hooks";
import type { Log } from "../platform/log.ts";
import type { Load, Running } from "./load.ts";
import type { CallMetrics } from "./metrics.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered even when the process is too busy for anything else. */
    always?: boolean;
    /** How long the answer may take; an ordinary call has ANSWER_MS. */
    answerMs?: number;
  }
  interface FastifyRequest {
    running: Running | null;
  }
}

const ANSWER_MS = 30_000;

export const pathOf = (url: string): string => {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
};

/** One hook and one listener see every request: shedding, headers, time limit, metrics and the log line. */
export function watchRequests(
  app: FastifyInstance,
  { load, metrics, headers, log }: { load: Load; metrics: CallMetrics; headers: Record<string, string>; log: Log },
): void {
  app.decorateRequest("running", null);
  app.addHook("onRequest", (request, reply, done) => {
    const begun = performance.now();
    const { call, always, answerMs = ANSWER_MS } = request.routeOptions.config;
    reply.headers(headers);
    reply.header("x-request-id", request.id);
    // What is no call is a page or a file out of memory: it costs next to nothing, and a browser could only show the refusal bare.
    const shed = !always && !request.is404 && load.isTooMuch();
    const running: Running = { place: undefined, deadline: begun + answerMs, onOverdue: () => giveUp(reply) };
    request.running = running;
    load.begin(running);
    // An answer closes once: `once` would only add a wrapper to make and to remove.
    reply.raw.on("close", () => {
      load.end(running);
      // Work that has begun keeps its place until it ends, also where nobody waits for it any more.
      if (!running.handled) running.leave?.();
      const name = call ?? request.routeOptions.url ?? "page";
      // Whoever hangs up before the answer is counted by the status proxies use for it.
      const status = reply.raw.writableFinished ? reply.raw.statusCode : 499;
      const ms = performance.now() - begun;
      metrics.observe(name, status, ms / 1000);
      if (!always && log.isLevelEnabled("info")) log.info(describe(request, name, status, ms), "request");
    });
    done(shed ? new Refusal("server.busy") : undefined);
  });
}

/** The handler goes on; only the caller stops waiting. The same Idempotency-Key tells it later what became of it. */
function giveUp(reply: FastifyReply): void {
  if (!reply.sent) void reply.send(new Refusal("server.busy"));
}

function describe(request: FastifyRequest, call: string, status: number, ms: number): object {
  // The path without its query: queries carry codes and addresses of people.
  return {
    requestId: request.id,
    call,
    method: request.method,
    path: pathOf(request.url),
    status,
    ms: Math.round(ms * 10) / 10,
    address: request.ip,
    merchantId: request.caller?.merchantId,
    operatorId: request.caller?.operator?.id,
  };
}
