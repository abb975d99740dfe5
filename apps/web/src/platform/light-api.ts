import {
  CallFailed,
  CallRefused,
  createAttemptKeys,
  isDecided,
  type authRecordEndpoints,
  type CallInput,
  type CallOutput,
  type campaignEndpoints,
  type identityEndpoints,
  type lendingEndpoints,
  type messageEndpoints,
  type RefusalName,
} from "@coralhub/contract";
import { originOf, SYSTEM_TYPE } from "./environment.ts";
import { announce } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { lightCalls, type LightCall, type LightCallName } from "./light-calls.ts";
import { session } from "./session.ts";

/**
 * The caller of the entry pages: same table, same errors, but without the schemas, which weigh more than a whole page.
 * Only for calls whose values are plain JSON.
 */
async function send(call: LightCall, input: Record<string, unknown>, key: string): Promise<unknown> {
  const rest = { ...input };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { accept: "application/json" };
  const token = session.token();
  if (token) headers["authorization"] = `Bearer ${token}`;
  if (call.family === "gateway") headers["System-Type"] = SYSTEM_TYPE;
  if (call.idempotent) headers["Idempotency-Key"] = key;
  const read = call.method === "GET";
  if (!read) headers["content-type"] = "application/json";
  const query = read ? `?${new URLSearchParams(rest as Record<string, string>)}` : "";
  const url = originOf(call.family, location.hostname) + call.base + path + (query === "?" ? "" : query);
  const response = await fetch(url, {
    method: call.method,
    headers,
    ...(!read && { body: JSON.stringify(rest) }),
  }).catch((cause: unknown) => {
    throw new CallFailed("network", cause);
  });
  return open(call.success, response);
}

type Envelope = {
  code?: string | number;
  errorCode?: string | number;
  msg?: string;
  reason?: RefusalName;
  data?: unknown;
  fields?: Record<string, string>;
  requestId?: string;
};

async function open(success: string | number, response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as Envelope | null;
  if (!body) throw new CallFailed("unreadable", response.status, response.headers.get("x-request-id") ?? undefined);
  const answered = body.errorCode ?? body.code;
  if (response.ok && answered === success) return body.data;
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  throw new CallRefused({
    message: body.msg ?? "",
    status: response.status,
    code: Number(answered ?? response.status),
    ...(body.reason && { reason: body.reason }),
    ...(body.fields && { fields: body.fields }),
    ...(body.requestId && { requestId: body.requestId }),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  });
}

type Calls = typeof identityEndpoints &
  typeof campaignEndpoints &
  typeof authRecordEndpoints &
  typeof messageEndpoints &
  typeof lendingEndpoints;
type LightClient = {
  [K in LightCallName]: (input: CallInput<Calls[K]["input"]>) => Promise<CallOutput<Calls[K]["output"]>>;
};

/** A retry after a broken line keeps its key: what arrived the first time does not happen again. */
const attempts = createAttemptKeys(() => crypto.randomUUID());
const entries = Object.entries(lightCalls).map(([name, call]) => [
  name,
  async (input: Record<string, unknown>) => {
    const key = attempts.keyFor(call.path, input);
    try {
      const answer = await send(call, input, key);
      attempts.answered(call.path, input);
      return answer;
    } catch (error) {
      if (isDecided(error)) attempts.answered(call.path, input);
      if (error instanceof CallFailed || error instanceof CallRefused) announce(error, call, surroundings, false);
      throw error;
    }
  },
]);
export const lightApi = Object.fromEntries(entries) as LightClient;
