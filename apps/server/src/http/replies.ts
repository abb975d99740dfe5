import { Refusal, type FileReply, type LiveEvent } from "@coralhub/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { Log } from "../platform/log.ts";
import type { Sessions } from "../platform/sessions.ts";
import type { Load } from "./load.ts";

const HEARTBEAT_MS = 20_000;
/** A page that does not read is let go before it costs memory. */
const MAX_BACKLOG_BYTES = 512 * 1024;
const MAX_STREAMS_PER_CALLER = 20;

/** A download: never shown inside our own origin, whatever it contains. What opens does so in an origin of its own. */
export function sendFile(reply: FastifyReply, answer: unknown): FastifyReply {
  const { fileName, contentType, body, opens, lasting } = answer as FileReply;
  const ascii = fileName.replaceAll(/[^\w.-]+/g, "_");
  reply.headers({
    "content-type": contentType,
    "content-disposition": `${opens ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    ...(lasting && { "cache-control": "public, max-age=31536000, immutable" }),
  });
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return reply.send(Readable.from(body, { objectMode: false }));
}

const frame = ({ event, data }: LiveEvent): string =>
  `event: ${event.replaceAll(/[\r\n]/g, " ")}\ndata: ${JSON.stringify(data ?? null)}\n\n`;

export type EventStreams = {
  start(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply;
  /** Ends every open stream, so that a shutdown does not wait for pages that never leave. */
  endAll(): void;
  count(): number;
};

/** Asked at every heartbeat: a page whose session ended elsewhere stops hearing things. Looking does not count as use. */
async function isSignedIn(sessions: Sessions, { caller }: FastifyRequest): Promise<boolean> {
  return !caller?.session || sessions.isOpen(caller.session.id);
}

export function createEventStreams(sessions: Sessions, load: Load, log: Log): EventStreams {
  const open = new Map<symbol, { who: string; end(): void }>();

  const start: EventStreams["start"] = (request, reply, answer) => {
    const who = request.caller?.session?.id ?? request.ip;
    const theirs = [...open.values()].filter((stream) => stream.who === who).length;
    if (theirs >= MAX_STREAMS_PER_CALLER) throw new Refusal("limit.too_many", { seconds: 60 });

    const iterator = (answer as AsyncIterable<LiveEvent>)[Symbol.asyncIterator]();
    const id = Symbol("stream");
    reply.hijack();
    // An open page is not work under way: it counts neither as load nor as late.
    if (request.running) load.end(request.running);
    const { raw } = reply;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      open.delete(id);
      clearInterval(heartbeat);
      void iterator.return?.()?.catch(() => undefined);
      raw.end();
    };
    const write = (text: string) => {
      if (ended) return;
      raw.write(text);
      if (raw.writableLength > MAX_BACKLOG_BYTES) raw.destroy();
    };
    const heartbeat = setInterval(() => {
      write(": \n\n");
      isSignedIn(sessions, request).then((still) => still || end(), end);
    }, HEARTBEAT_MS);
    open.set(id, { who, end });
    raw.on("close", end);
    raw.on("error", end);
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Proxies would otherwise collect events until their buffer is full.
      "x-accel-buffering": "no",
    });
    write("retry: 2000\n\n");
    void forward(iterator, write).then(end, (error: unknown) => {
      log.error({ requestId: request.id, err: error }, "event stream failed");
      end();
    });
    return reply;
  };

  return {
    start,
    endAll: () => {
      for (const stream of open.values()) stream.end();
    },
    count: () => open.size,
  };
}

async function forward(iterator: AsyncIterator<LiveEvent>, write: (text: string) => void): Promise<void> {
  for (;;) {
    const step = await iterator.next();
    if (step.done) return;
    write(frame(step.value));
  }
}
