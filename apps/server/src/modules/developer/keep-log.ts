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
/** A path as long as this may have been cut. */
export const MOST_PATH = 500;
const REFUSED_A_MINUTE = 30;
/**
 * Secrets, names, and what may hold any of it (a pasted sheet, a form's answers, a paper read, a program's own notes):
 * nothing of it is kept.
 */
const HIDDEN = new RegExp(
  `^(${[
    ".*(passwd|password|secrets?|token|pfx|code|key|username|email)",
    ".*(buyer|(?<!place)holder|address\\w*|(holder|legal|account|intermediary|payee|payer|other)Name)",
    ".*(supplier|person|first|last|company|companyEn|idCard|relate)Name",
    "nameOfAccountHolder|name|owner|consignor|actor|author|other|counterparty|text|values?|cells|reading|remittance",
    "metadata",
  ].join("|")})$`,
  "i",
);
/** What identifies people and accounts: the end of it tells one from another. */
const SHORTENED = /^.*(idNumber|idCard\w*|mobile|phone|number|bankNo|cardNo|iban|account)$/i;
const SHOWN_CODE = /^(?:|status|currency|.*country|platform|.*item)code$/i;

type Showing = "whole" | "end" | "nothing";
function showingOf(name: string, around: Showing): Showing {
  if (around === "nothing" || (HIDDEN.test(name) && !SHOWN_CODE.test(name))) return "nothing";
  return SHORTENED.test(name) ? "end" : around;
}
const shown = (value: string, showing: Showing): string =>
  showing === "end" && value.length > 8 ? `••••${value.slice(-4)}` : "••••";

/** The same shape with what nobody should read in a log taken out; says whether anything was. */
export function masked(value: unknown): { value: unknown; hidden: boolean } {
  let hidden = false;
  const walk = (item: unknown, showing: Showing): unknown => {
    if (Array.isArray(item)) return item.map((one) => walk(one, showing));
    if (typeof item === "object" && item !== null)
      return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, walk(one, showingOf(key, showing))]));
    const isText = typeof item === "string" || typeof item === "number";
    if (!isText || item === "" || showing === "whole") return item;
    hidden = true;
    return shown(String(item), showing);
  };
  return { value: walk(value, "whole"), hidden };
}

/** Of what stands in the query, objects and lists are JSON: what they hold is masked as in a body. */
export function maskedPath(url: string): { path: string; hidden: boolean } {
  const [pathname = "", query = ""] = url.split(/\?(.*)/s);
  let anyHidden = false;
  const shown = Array.from(new URLSearchParams(query), ([name, text]): [string, string] => {
    const { value, hidden } = maskedParameter(name, text);
    anyHidden ||= hidden;
    return [name, value];
  });
  return { path: anyHidden ? `${pathname}?${new URLSearchParams(shown).toString()}` : url, hidden: anyHidden };
}

function maskedParameter(name: string, text: string): { value: string; hidden: boolean } {
  const isJson = /^[[{]/.test(text);
  try {
    const given: unknown = isJson ? JSON.parse(text) : text;
    const { value, hidden } = masked({ [name]: given });
    const one = (value as Record<string, unknown>)[name];
    return { value: isJson ? JSON.stringify(one) : String(one), hidden };
  } catch {
    return { value: "••••", hidden: true };
  }
}

export function maskedText(text: string): { text: string; hidden: boolean } {
  if (text === "") return { text, hidden: false };
  try {
    const { value, hidden } = masked(JSON.parse(text));
    return { text: JSON.stringify(value, null, 2).slice(0, MOST_CHARACTERS).toWellFormed(), hidden };
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

/** Files are not for a log. */
function bodyText(proven: boolean, { headers, body }: OpenCall): { text: string; hidden: boolean } {
  const type = headers["content-type"];
  const isForm = typeof type === "string" && type.startsWith("multipart/");
  if (proven && isForm) return { text: "（文件，未保存）", hidden: true };
  return maskedText(proven ? Buffer.from(body).toString("utf8") : "");
}

type Kept = { app: KnownApp; call: OpenCall; answer: OpenAnswer; id: string; at: Date };
function rowOf({ app, call, answer, id, at }: Kept): LoggedRequest {
  // What came without proof may be anything: only that it came is kept.
  const proven = answer.status !== 401;
  const body = bodyText(proven, call);
  const asked = maskedPath(call.url);
  const said = maskedText(answer.body ?? "");
  const { code, reason } = answer.status >= 400 ? refusalIn(answer.body) : { code: null, reason: null };
  const callerRequestId = call.headers["x-request-id"];
  return {
    merchantId: app.merchantId,
    id,
    app: app.id,
    at,
    method: call.method,
    path: asked.path.slice(0, MOST_PATH),
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
    masked: body.hidden || asked.hidden,
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
