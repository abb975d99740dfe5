import type { OpenAnswer, OpenCall } from "../../platform/open-gate.ts";
import type { DeveloperDeps } from "./deps.ts";
import type { KnownApp } from "./known-apps.ts";
import { insertRequests, type LoggedRequest } from "./requests-store.ts";

export type RequestLog = {
  keep(app: KnownApp | undefined, call: OpenCall, answer: OpenAnswer): void;
  /** Somebody used the app's name without proving it: kept, but only so many, for anybody can do it. */
  refused(app: KnownApp): void;
  close(): Promise<void>;
};

const FLUSH_MS = 250;
const MOST_WAITING = 5_000;
const MOST_CHARACTERS = 8_000;
const REFUSED_A_MINUTE = 30;
/** Secrets, and what identifies people and accounts. */
const MASKED =
  /^(.*(passwd|password|secret|token|pfx|code|idNumber|mobile|phone|email|accountNumber|bankNo|iban|number)|.*(holderName|payeeName))$/i;
const SHOWN_CODES = new Set(["code", "statuscode", "currencycode", "countrycode"]);

/** The same shape with what nobody should read in a log taken out; says whether anything was. */
export function masked(value: unknown): { value: unknown; hidden: boolean } {
  let hidden = false;
  const walk = (item: unknown, name: string): unknown => {
    if (Array.isArray(item)) return item.map((one) => walk(one, name));
    if (typeof item === "object" && item !== null)
      return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, walk(one, key)]));
    if (typeof item !== "string" || item === "" || SHOWN_CODES.has(name.toLowerCase()) || !MASKED.test(name))
      return item;
    hidden = true;
    return item.length > 8 ? `••••${item.slice(-4)}` : "••••";
  };
  return { value: walk(value, ""), hidden };
}

function maskedText(text: string): { text: string; hidden: boolean } {
  if (text === "") return { text, hidden: false };
  try {
    const { value, hidden } = masked(JSON.parse(text));
    return { text: JSON.stringify(value, null, 2).slice(0, MOST_CHARACTERS), hidden };
  } catch {
    return { text: "（不是 JSON，未保存）", hidden: true };
  }
}

/** Written a little later and many at a time: no caller waits for the log, and a crash costs a moment of it. */
export function createRequestLog({ database, wallClock, ids, log }: DeveloperDeps): RequestLog {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const refusals = new Map<string, { minute: number; count: number }>();

  const flush = (): void => {
    timer = undefined;
    const rows = waiting;
    waiting = [];
    writing = insertRequests(database.db, rows).catch((error: unknown) =>
      log.warn({ err: error, rows: rows.length }, "requests of the open API were not logged"),
    );
  };
  const refusedTooOften = (app: KnownApp): boolean => {
    const minute = Math.floor(wallClock.now().getTime() / 60_000);
    const counted = refusals.get(app.id);
    return counted !== undefined && counted.minute === minute && counted.count > REFUSED_A_MINUTE;
  };

  return {
    refused(app) {
      const minute = Math.floor(wallClock.now().getTime() / 60_000);
      const counted = refusals.get(app.id);
      refusals.set(app.id, { minute, count: counted?.minute === minute ? counted.count + 1 : 1 });
    },
    keep(app, call, answer) {
      if (!app || waiting.length >= MOST_WAITING || (answer.status === 401 && refusedTooOften(app))) return;
      waiting.push(rowOf({ app, call, answer, id: ids.next(), at: wallClock.now() }));
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    async close() {
      if (timer) {
        clearTimeout(timer);
        flush();
      }
      await writing;
    },
  };
}

type Kept = { app: KnownApp; call: OpenCall; answer: OpenAnswer; id: string; at: Date };
function rowOf({ app, call, answer, id, at }: Kept): LoggedRequest {
  // What came without proof may be anything: only that it came is kept.
  const proven = answer.status !== 401;
  const body = maskedText(proven ? Buffer.from(call.body).toString("utf8") : "");
  const said = maskedText(answer.body ?? "");
  const { code, reason } = answer.status >= 400 ? refusalIn(answer.body) : { code: null, reason: null };
  const callerRequestId = call.headers["x-request-id"];
  return {
    merchantId: app.merchantId,
    id,
    app: app.id,
    at,
    method: call.method,
    path: call.url.slice(0, 500),
    operation: call.name,
    status: answer.status,
    code,
    reason,
    ms: Math.round(answer.ms),
    address: call.address,
    requestId: call.requestId,
    callerRequestId: typeof callerRequestId === "string" ? callerRequestId.slice(0, 128) : null,
    body: body.text || null,
    answer: said.text || null,
    masked: body.hidden,
  };
}

function refusalIn(body: string | null): { code: number | null; reason: string | null } {
  try {
    const { code, reason } = JSON.parse(body ?? "") as { code?: unknown; reason?: unknown };
    return { code: typeof code === "number" ? code : null, reason: typeof reason === "string" ? reason : null };
  } catch {
    return { code: null, reason: null };
  }
}
