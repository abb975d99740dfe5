import { Refusal, type Endpoint } from "@coralhub/contract";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  preParsingHookHandler,
  RouteOptions,
} from "fastify";
import { hash } from "node:crypto";
import type { OpenCall } from "../platform/open-gate.ts";
import type { ReadCertificate } from "./client-certificate.ts";
import { callerKey, takeFrom } from "./guards.ts";
import { parseJsonBody } from "./json-body.ts";
import { readSignedForm } from "./multipart.ts";
import type { HttpPorts } from "./ports.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What came, byte for byte: the signature is over it. Calls of the open API only. */
    openBody?: Buffer;
    /** Why the body could not be read; said only to who has proven itself. */
    openProblem?: Error;
    /** The call as the gate has seen it. */
    openCall?: OpenCall;
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

const sha256 = (bytes: Buffer): string => hash("sha256", bytes, "hex");

/** RFC 9530, in hex: what a form says its bytes add up to before they come; nothing where it says nothing. */
function announcedDigest({ headers }: FastifyRequest): string {
  const [, digest = ""] = /(?:^|[\s,])sha-256=:([\w+/]{43}=):/.exec(String(headers["content-digest"] ?? "")) ?? [];
  return Buffer.from(digest, "base64").toString("hex");
}

/**
 * A form is big: whoever sends it has proven itself over the announced digest before a byte is read. What then comes has to
 * be what was announced, and is taken apart after that.
 */
export function takeSignedForms(app: FastifyInstance): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (request, given, done) => {
    const body = given as Buffer;
    const announced = announcedDigest(request);
    if (announced !== "" && announced !== sha256(body)) return done(new Refusal("open.refused"));
    request.openBody = body;
    done(null, {});
  });
}
export const signedForm = (request: FastifyRequest): Record<string, unknown> =>
  readSignedForm(request.openBody ?? NO_BODY, request.headers["content-type"] ?? "");

type Hooks = Pick<RouteOptions, "onSend" | "onResponse"> & {
  preParsing?: preParsingHookHandler;
  preHandler?: preHandlerHookHandler[];
};

/** A call of the open API: the gate is asked with the body at hand, or, where it is a file, before it; it hears what was answered. */
export function openHooks(call: string, endpoint: Endpoint, ports: HttpPorts, certificateOf: ReadCertificate): Hooks {
  const gate = ports.openGate!;
  const [, name = call] = call.split(".");
  const { scope, idempotent = false, flag, rateLimit } = endpoint;
  const isForm = endpoint.body === "multipart";
  const callOf = (request: FastifyRequest): OpenCall => ({
    name,
    scope,
    idempotent,
    method: request.method,
    url: request.raw.url ?? request.url,
    headers: request.headers,
    body: isForm ? NO_BODY : (request.openBody ?? NO_BODY),
    bodyHash: isForm ? announcedDigest(request) : sha256(request.openBody ?? NO_BODY),
    address: request.ip,
    certificate: certificateOf(request),
    requestId: request.id,
  });
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await gate.admit((request.openCall = callOf(request)), (headers) => void reply.headers(headers));
    if (flag && !(await ports.flagIsOn(flag, caller.merchantId))) throw new Refusal("not_found");
    if (rateLimit) await takeFrom(ports, call, callerKey(caller, request), rateLimit);
    request.caller = caller;
  };
  const greet = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const theirs = request.headers["x-request-id"];
    reply.header("x-coralhub-request-id", request.id);
    if (typeof theirs === "string" && /^[\w.:-]{1,128}$/.test(theirs)) reply.header("x-request-id", theirs);
    return admit(request, reply);
  };
  return {
    ...(isForm
      ? {
          preParsing: (request, reply, payload, done) =>
            void greet(request, reply).then(() => done(null, payload), done),
        }
      : {
          preHandler: [
            (request, reply, done) => void greet(request, reply).then(() => done(request.openProblem), done),
          ],
        }),
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
      gate.answered(request.openCall ?? callOf(request), answer);
      done();
    },
  };
}
