import { z } from "zod";
import { CallFailed, CallRefused } from "./call-errors.ts";
import {
  FAMILIES,
  fullPath,
  type Endpoint,
  type Endpoints,
  type Family,
  type FileReply,
  type LiveEvent,
  type UploadedFile,
} from "./endpoint.ts";
import type { RefusalName } from "./capabilities.ts";
import { fieldsOf } from "./field-messages.ts";
import { readEvents } from "./event-stream.ts";

/** A file the browser received; saved by the page, never parsed by the client. */
export type Download = { fileName: string; contentType: string; blob: Blob };
export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** How much of an upload has left, 0 to 100; only where the transport can tell. */
  onSent?: (percent: number) => void;
  /** Each piece of a file as it arrives: for whoever shows how far a long one is. */
  onReceived?: (piece: Uint8Array) => void;
};

/** In the browser an upload is the chosen file itself. */
type Sent<T> = T extends UploadedFile ? Blob : T extends UploadedFile[] ? Blob[] : T;
type Received<T> = T extends FileReply ? Download : T;
type Loose<I extends z.ZodType> = { [K in keyof z.input<I> as undefined extends z.input<I>[K] ? K : never]: true };
/** What a caller writes: decoded values (money as Money), and nothing where the schema has a default. */
export type CallInput<I extends z.ZodType> = I extends z.ZodObject
  ? { [K in Exclude<keyof z.output<I>, keyof Loose<I>>]: Sent<z.output<I>[K]> } & {
      [K in keyof z.output<I> & keyof Loose<I>]?: Sent<z.output<I>[K]>;
    }
  : z.output<I>;
export type CallOutput<O extends z.ZodType> = Received<z.output<O>>;

/** The endpoint table read as functions. */
export type Client<E extends Endpoints> = {
  [K in keyof E]: (input: CallInput<E[K]["input"]>, options?: CallOptions) => Promise<CallOutput<E[K]["output"]>>;
};

/** What the client needs from its surroundings; nothing here knows a framework or a storage. */
export type Transport = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The same for an upload somebody watches: `fetch` cannot tell how far it is. */
  upload?(url: string, init: RequestInit, onSent: (percent: number) => void): Promise<Response>;
  /** Scheme and host of a family ("" for the page's own): the gateway may live elsewhere. */
  origin(family: Family): string;
  token(): string | null;
  /** Value of the `System-Type` header on gateway calls. */
  systemType: string;
  /** A fresh key for a call that must take effect once. */
  newKey(): string;
  /** Seen before the caller sees it: the place for "login expired" and the global failure notice. */
  onError?(error: CallRefused | CallFailed, endpoint: Endpoint): void;
};

export function createClient<const E extends Endpoints>(endpoints: E, transport: Transport): Client<E> {
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (input: object, options: CallOptions = {}) => callEndpoint(transport, endpoint, input, options),
  ]);
  return Object.fromEntries(entries) as Client<E>;
}

async function callEndpoint(
  transport: Transport,
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
): Promise<unknown> {
  try {
    return await exchange(transport, endpoint, input, options);
  } catch (error) {
    if (error instanceof CallRefused || error instanceof CallFailed) transport.onError?.(error, endpoint);
    throw error;
  }
}

async function exchange(
  transport: Transport,
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
): Promise<unknown> {
  const { url, init } = writeRequest(transport, endpoint, input, options);
  let response: Response;
  try {
    const { onSent } = options;
    response = await (onSent && transport.upload ? transport.upload(url, init, onSent) : transport.fetch(url, init));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallFailed("network", error);
  }
  if (response.ok && endpoint.reply === "file") return readDownload(response, options);
  if (response.ok && endpoint.reply === "events")
    return readEvents(response, options.signal) satisfies AsyncIterable<LiveEvent>;
  return readEnvelope(endpoint, response);
}

function writeRequest(transport: Transport, endpoint: Endpoint, input: object, options: CallOptions) {
  const values = encodeInput(endpoint, input);
  const headers = new Headers({
    accept: endpoint.reply === "events" ? "text/event-stream" : "application/json, */*;q=0.8",
  });
  const token = transport.token();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (endpoint.family === "gateway") headers.set("System-Type", transport.systemType);
  if (endpoint.idempotent) headers.set("Idempotency-Key", options.idempotencyKey ?? transport.newKey());

  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    delete values[name];
    return encodeURIComponent(String(value));
  });
  const init: RequestInit = { method: endpoint.method, headers };
  if (options.signal) init.signal = options.signal;
  let query = "";
  if (endpoint.method === "GET" || endpoint.method === "DELETE") query = writeQuery(values);
  else if (endpoint.body === "multipart") init.body = writeForm(values);
  else {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(values);
  }
  return { url: transport.origin(endpoint.family) + path + query, init };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function writeQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) query.set(name, asText(value));
  return query.size > 0 ? `?${query.toString()}` : "";
}

function writeForm(values: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const part of Array.isArray(value) && value.some((item) => item instanceof Blob) ? value : [value]) {
      if (part instanceof Blob) form.append(name, part);
      else form.append(name, asText(part));
    }
  }
  return form;
}

/** Field by field, so that a default may be left to the server; what the schema refuses is refused before it travels. */
function encodeInput(endpoint: Endpoint, input: object): Record<string, unknown> {
  const { input: schema } = endpoint;
  const values: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    if (value === undefined) continue;
    const field = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)[name] : undefined;
    if (!field || isFile(value)) {
      values[name] = value;
      continue;
    }
    const encoded = z.safeEncode(field, value);
    if (encoded.success) values[name] = encoded.data;
    else
      for (const [path, message] of Object.entries(fieldsOf(encoded.error)))
        fields[path ? `${name}.${path}` : name] = message;
  }
  if (Object.keys(fields).length === 0) return values;
  throw new CallRefused({
    message: "填写的内容有误，请按提示修改后重试",
    status: 400,
    code: 400,
    reason: "input.invalid",
    fields,
  });
}

const isFile = (value: unknown): boolean =>
  value instanceof Blob || (Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Blob));

const envelopeShape = z.object({
  code: z.union([z.number(), z.string()]).optional(),
  errorCode: z.union([z.number(), z.string()]).optional(),
  msg: z.string().optional(),
  reason: z.custom<RefusalName>((value) => typeof value === "string").optional(),
  data: z.unknown().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});

async function readEnvelope(endpoint: Endpoint, response: Response): Promise<unknown> {
  const headerId = response.headers.get("x-request-id") ?? undefined;
  const body = envelopeShape.safeParse(await response.json().catch(() => undefined));
  if (!body.success) throw new CallFailed("unreadable", body.error, headerId);
  const { code, errorCode, msg, reason, data, fields, requestId = headerId } = body.data;
  const answered = errorCode ?? code;
  const success = Object.values<string | number>(FAMILIES[endpoint.family].success)[0];
  if (!response.ok || answered !== success) {
    const retryAfter = Number(response.headers.get("retry-after"));
    throw new CallRefused({
      message: msg ?? "请求失败，请重试",
      status: response.status,
      code: Number(answered ?? response.status),
      ...(reason && { reason }),
      ...(fields && { fields }),
      ...(requestId && { requestId }),
      ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
    });
  }
  const decoded = z.safeDecode(endpoint.output, data);
  if (!decoded.success) throw new CallFailed("unreadable", decoded.error, requestId);
  return decoded.data;
}

async function readDownload(response: Response, { onReceived, signal }: CallOptions): Promise<Download> {
  const disposition = response.headers.get("content-disposition") ?? "";
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return {
      fileName: extended ? decodeURIComponent(extended) : (plain ?? "download"),
      contentType: response.headers.get("content-type") ?? "application/octet-stream",
      blob: await (onReceived ? watched(response, onReceived) : response).blob(),
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailed("network", error);
  }
}

function watched(response: Response, onReceived: (piece: Uint8Array) => void): Response {
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, next) {
      onReceived(piece);
      next.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(watch) ?? null);
}
