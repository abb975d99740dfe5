import { Refusal, type Endpoint } from "@coralhub/contract";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { OpenCall } from "../platform/open-gate.ts";
import type { ReadCertificate } from "./client-certificate.ts";
import { parseJsonBody } from "./json-body.ts";
import type { HttpPorts } from "./ports.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What came, byte for byte: the signature is over it. Calls of the open API only. */
    openBody?: Buffer;
    /** Why the body could not be read; said only to who has proven itself. */
    openProblem?: Error;
    openAnswer?: string | null;
  }
}

const NO_BODY = Buffer.alloc(0);

/** Keeps the bytes for the signature; what is wrong with them is said later. */
export function keepBody(request: FastifyRequest, body: Buffer): Record<string, unknown> {
  request.openBody = body;
  try {
    return parseJsonBody(body);
  } catch (error) {
    request.openProblem = error as Error;
    return {};
  }
}

type Hooks = Pick<RouteOptions, "preHandler" | "onSend" | "onResponse">;

/** A call of the open API: the gate is asked with the body at hand, and hears what was answered. */
export function openHooks(call: string, endpoint: Endpoint, ports: HttpPorts, certificateOf: ReadCertificate): Hooks {
  const gate = ports.openGate!;
  const [, name = call] = call.split(".");
  const { scope, idempotent = false, flag } = endpoint;
  const callOf = (request: FastifyRequest): OpenCall => ({
    name,
    scope,
    idempotent,
    method: request.method,
    url: request.raw.url ?? request.url,
    headers: request.headers,
    body: request.openBody ?? NO_BODY,
    address: request.ip,
    certificate: certificateOf(request),
    requestId: request.id,
  });
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, headers } = await gate.admit(callOf(request));
    if (flag && !(await ports.flagIsOn(flag, caller.merchantId))) throw new Refusal("not_found");
    request.caller = caller;
    reply.headers(headers);
  };
  return {
    preHandler(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
      const theirs = request.headers["x-request-id"];
      reply.header("x-coralhub-request-id", request.id);
      if (typeof theirs === "string" && /^[\w.:-]{1,128}$/.test(theirs)) reply.header("x-request-id", theirs);
      admit(request, reply).then(() => done(request.openProblem), done);
    },
    onSend(
      request: FastifyRequest,
      _reply: FastifyReply,
      payload: unknown,
      done: (error: null, sent: unknown) => void,
    ) {
      request.openAnswer = typeof payload === "string" ? payload : null;
      done(null, payload);
    },
    onResponse(request: FastifyRequest, reply: FastifyReply, done: () => void) {
      const answer = { status: reply.statusCode, ms: reply.elapsedTime, body: request.openAnswer ?? null };
      gate.answered(callOf(request), answer);
      done();
    },
  };
}
