import { fullPath, FAMILIES, Refusal, type Endpoint, type Endpoints } from "@coralhub/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { callerAddress } from "../platform/caller-address.ts";
import type { RequestContext } from "../platform/context.ts";
import { urgencyOf, type Admission, type Urgency } from "./admission.ts";
import { successBody } from "./envelope.ts";
import { compileGuard, knownCaller, type Caller } from "./guards.ts";
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
export function mountedCalls(modules: MountedModules, sandbox: boolean): MountedCall[] {
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

/** How a call gets its place at work: undefined once it is in, or why not. */
type TakePlace = (request: FastifyRequest, reply: FastifyReply, done: (refused?: Error) => void) => void;

/**
 * Whose share a call counts by: the merchant's, however many sessions it has, or the operator's; of those nobody knows yet,
 * the address. What a caller only claims to be is not asked: forged names would each have a share.
 */
function whoOf(ports: HttpPorts, request: FastifyRequest): string {
  const { merchantId, operator } = request.caller ?? {};
  return merchantId ?? operator?.id ?? knownCaller(ports, request) ?? callerAddress(request);
}

const placeFor =
  (urgency: Urgency, { ports, admission }: MountOptions): TakePlace =>
  (request, reply, done) =>
    admission.ask(urgency, {
      who: whoOf(ports, request),
      gone: () => reply.raw.closed,
      enter(leave) {
        if (reply.raw.closed) {
          // It will not close again, so nobody else would give this place back.
          leave();
          return done(new Refusal("server.busy"));
        }
        request.running!.leave = leave;
        done();
      },
      refuse: () => done(new Refusal("server.busy")),
    });

/** The place goes to the next one while the body arrives, which may take as long as its sender likes. */
function letArrive(
  urgency: Urgency,
  { ports, admission }: MountOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Error | undefined {
  request.running!.leave?.();
  delete request.running!.leave;
  const arrived = reply.raw.closed ? undefined : admission.arrive(urgency, whoOf(ports, request));
  if (!arrived) return new Refusal("server.busy");
  request.running!.leave = arrived;
  return undefined;
}

function mountCall(app: FastifyInstance, { call, endpoint, handler }: MountedCall, options: MountOptions): void {
  if (!(endpoint.family in FAMILIES)) throw new Error(`Endpoint ${call} has no family`);
  const guard = compileGuard(options.ports, call, endpoint);
  const urgency = urgencyOf(endpoint);
  const isForm = endpoint.body === "multipart";
  const isOpen = endpoint.access === "open";
  const hasBody = endpoint.method !== "GET" && endpoint.reply !== "events";
  const takePlace = placeFor(urgency, options);
  // Whether somebody may call is asked of the database before the body is read: as short as reading.
  const takeFirst = hasBody ? placeFor(urgency === "upload" ? "write" : urgency, options) : takePlace;
  const open = isOpen ? openHooks(call, endpoint, options.ports, options.clientCertificate) : undefined;
  app.route({
    method: endpoint.method,
    url: fullPath(endpoint).replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { call, endpoint, ...(endpoint.reply === "file" && { answerMs: FILE_ANSWER_MS }) },
    ...(isForm && { bodyLimit: isOpen ? SIGNED_FORM_LIMIT_BYTES : FORM_LIMIT_BYTES }),
    onRequest: (request, reply, done) => {
      const admit = (caller: Caller) => {
        request.caller = caller;
        // A signed form is proven before its body is read, by a hook that comes after this one.
        done(hasBody && !open?.preParsing ? letArrive(urgency, options, request, reply) : undefined);
      };
      const ask = (refused?: Error) => {
        if (refused) return done(refused);
        const caller = guard(request);
        if (caller instanceof Promise) caller.then(admit, done);
        else admit(caller);
      };
      if (endpoint.reply === "events") return ask();
      takeFirst(request, reply, ask);
    },
    ...open,
    ...(open?.preParsing && {
      preParsing: [
        open.preParsing,
        (request, reply, payload, done) => done(letArrive(urgency, options, request, reply) ?? null, payload),
      ],
    }),
    ...(hasBody && (!isForm || isOpen) && { preHandler: [arrivedThen(takePlace), ...(open?.preHandler ?? [])] }),
    handler: answerWith(call, endpoint, handler, { ...options, takePlace: arrivedThen(takePlace) }),
  });
}

/** The body is there: its share of what arrives is given back before a place is asked for. */
const arrivedThen =
  (takePlace: TakePlace): TakePlace =>
  (request, reply, done) => {
    request.running!.leave?.();
    delete request.running!.leave;
    takePlace(request, reply, done);
  };

type AnswerOptions = MountOptions & { takePlace: TakePlace };
function answerWith(call: string, endpoint: Endpoint, handler: Handler, options: AnswerOptions) {
  const { ports, streams, takePlace } = options;
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
      onceAmong: once.onceAmong,
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
  const isSigned = endpoint.access === "open";
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const form = isSigned ? signedForm(request) : await readForm(request);
    try {
      if (!isSigned)
        await new Promise<void>((resolve, reject) =>
          takePlace(request, reply, (refused) => (refused ? reject(refused) : resolve())),
        );
      return await run(request, reply, form);
    } finally {
      await releaseForm(form);
    }
  };
}
