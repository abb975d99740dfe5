import { fullPath, FAMILIES, Refusal, type Endpoint, type Endpoints } from "@coralhub/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { RequestContext } from "../platform/context.ts";
import { urgencyOf, type Admission } from "./admission.ts";
import { successBody } from "./envelope.ts";
import { compileGuard, type Caller } from "./guards.ts";
import { compileInput } from "./input.ts";
import { onceFor } from "./once.ts";
import type { ReadCertificate } from "./client-certificate.ts";
import { openHooks, signedForm, takeSignedForms } from "./open-calls.ts";
import type { HttpPorts } from "./ports.ts";
import { sendFile, type EventStreams } from "./replies.ts";
import { acceptForms, FORM_LIMIT_BYTES, readForm, releaseForm, SIGNED_FORM_LIMIT_BYTES } from "./multipart.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Name of the endpoint (`identity.login`): for logs, metrics and the envelope of refusals. */
    call?: string;
    endpoint?: Endpoint;
  }
}

export type MountOptions = {
  ports: HttpPorts;
  streams: EventStreams;
  sandbox: boolean;
  admission: Admission;
  clientCertificate: ReadCertificate;
};
/** Any module: which context and input each handler takes was checked where the module was written. */
export type MountedModules = Record<string, { endpoints: Endpoints; handlers: object }>;
type MountedCall = { call: string; endpoint: Endpoint; handler: Handler };
type Handler = (ctx: RequestContext & Caller, input: unknown) => Promise<unknown>;

/** A big export takes its time. */
const FILE_ANSWER_MS = 10 * 60_000;
export const JSON_TYPE = "application/json; charset=utf-8";

/** Sandbox controls do not exist in production: not refused, absent. */
export const isServed = (endpoint: Endpoint, sandbox: boolean): boolean => sandbox || endpoint.family !== "sandbox";

/** A table that names a call nobody handles, or handles a call nobody named, does not start. */
function mountedCalls(modules: MountedModules, sandbox: boolean): MountedCall[] {
  return Object.entries(modules).flatMap(([moduleName, { endpoints, handlers }]) => {
    for (const name of Object.keys(handlers)) {
      if (!(name in endpoints)) throw new Error(`Handler ${moduleName}.${name} has no endpoint`);
    }
    return Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const handler: unknown = Reflect.get(handlers, name);
      if (typeof handler !== "function") throw new Error(`Endpoint ${moduleName}.${name} has no handler`);
      return isServed(endpoint, sandbox)
        ? [{ call: `${moduleName}.${name}`, endpoint, handler: handler as Handler }]
        : [];
    });
  });
}

export async function mountModules(
  app: FastifyInstance,
  modules: MountedModules,
  options: MountOptions,
): Promise<void> {
  const calls = mountedCalls(modules, options.sandbox);
  const isForm = ({ endpoint }: MountedCall): boolean => endpoint.body === "multipart";
  const isSigned = ({ endpoint }: MountedCall): boolean => endpoint.access === "open";
  for (const mounted of calls) if (!isForm(mounted)) mountCall(app, mounted, options);
  // Forms live apart: their parser's hooks would cost every other call.
  await app.register(async (forms) => {
    await acceptForms(forms);
    for (const mounted of calls) if (isForm(mounted) && !isSigned(mounted)) mountCall(forms, mounted, options);
  });
  await app.register(async (forms) => {
    takeSignedForms(forms);
    for (const mounted of calls) if (isForm(mounted) && isSigned(mounted)) mountCall(forms, mounted, options);
  });
}

function mountCall(app: FastifyInstance, { call, endpoint, handler }: MountedCall, options: MountOptions): void {
  if (!(endpoint.family in FAMILIES)) throw new Error(`Endpoint ${call} has no family`);
  const guard = compileGuard(options.ports, call, endpoint);
  const urgency = urgencyOf(endpoint);
  app.route({
    method: endpoint.method,
    url: fullPath(endpoint).replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { call, endpoint, ...(endpoint.reply === "file" && { answerMs: FILE_ANSWER_MS }) },
    ...(endpoint.body === "multipart" && {
      bodyLimit: endpoint.access === "open" ? SIGNED_FORM_LIMIT_BYTES : FORM_LIMIT_BYTES,
    }),
    onRequest: (request, reply, done) => {
      const admit = (caller: Caller) => {
        request.caller = caller;
        done();
      };
      const ask = () => {
        const caller = guard(request);
        if (caller instanceof Promise) caller.then(admit, done);
        else admit(caller);
      };
      if (endpoint.reply === "events") return ask();
      options.admission.ask(urgency, {
        who: request.headers.authorization ?? String(request.headers["x-app-id"] ?? request.ip),
        gone: () => reply.raw.closed,
        enter(leave) {
          request.running!.leave = leave;
          ask();
        },
        refuse: () => done(new Refusal("server.busy")),
      });
    },
    ...(endpoint.access === "open" && openHooks(call, endpoint, options.ports, options.clientCertificate)),
    handler: answerWith(call, endpoint, handler, options),
  });
}

function answerWith(call: string, endpoint: Endpoint, handler: Handler, { ports, streams }: MountOptions) {
  const readInput = compileInput(endpoint);
  const onceIn = onceFor(call, endpoint, ports);
  const isForm = endpoint.body === "multipart";

  // Not async, like every step a call takes: each would cost it a promise and a turn.
  const run = (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    const { wire, value } = readInput(request, body);
    const caller = request.caller!;
    const { once, prove, again } = onceIn(request, caller, wire);
    const context: RequestContext & Caller = {
      ...caller,
      requestId: request.id,
      now: ports.clock.now(),
      address: request.ip,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
      once: once.once,
      onceWith: once.onceWith,
    };
    const answering = handler(context, value);
    // Only now: a handler that refuses at once, without a promise, leaves its place with the answer.
    request.running!.handled = true;
    return (endpoint.idempotent ? answering.catch(again) : answering)
      .finally(() => request.running!.leave?.())
      .then((answer) => {
        prove();
        return send(request, reply, answer);
      });
  };

  const send = (request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown => {
    switch (endpoint.reply) {
      case "file":
        return sendFile(reply, answer);
      case "events":
        return streams.start(request, reply, answer);
      default:
        reply.header("content-type", JSON_TYPE);
        return successBody(endpoint.family, z.encode(endpoint.output, answer));
    }
  };

  if (!isForm) return (request: FastifyRequest, reply: FastifyReply) => run(request, reply, request.body);
  const formOf = (request: FastifyRequest) => (endpoint.access === "open" ? signedForm(request) : readForm(request));
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const form = await formOf(request);
    try {
      return await run(request, reply, form);
    } finally {
      await releaseForm(form);
    }
  };
}
