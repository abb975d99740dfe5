import { Refusal, type RefusalName } from "@coralhub/contract";
import { retryable } from "../platform/db-errors.ts";

/** What the web framework and its parsers complain about, in the catalogue's words. Everything else is our own failure. */
const FRAMEWORK_REFUSALS: Record<string, RefusalName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "input.too_large",
  FST_REQ_FILE_TOO_LARGE: "input.too_large",
  FST_FILES_LIMIT: "input.too_large",
  FST_FIELDS_LIMIT: "input.too_large",
  FST_PARTS_LIMIT: "input.too_large",
  FST_ERR_HANDLER_TIMEOUT: "server.busy",
};

type Thrown = { code?: unknown; statusCode?: unknown };

/** Turns whatever was thrown into a row of the catalogue. `unexpected` must be logged: nobody said this could happen. */
export function refusalFrom(thrown: unknown): { refusal: Refusal; unexpected: boolean } {
  if (thrown instanceof Refusal) return { refusal: thrown, unexpected: false };
  const { code, statusCode } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Thrown;
  const known = typeof code === "string" ? FRAMEWORK_REFUSALS[code] : undefined;
  if (known) return { refusal: new Refusal(known), unexpected: known === "server.busy" };
  if (retryable(thrown)) return { refusal: new Refusal("server.busy"), unexpected: true };
  // The framework's own 4xx: a content type nobody reads, a broken form, an address that cannot be decoded.
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return { refusal: new Refusal(statusCode === 404 ? "not_found" : "input.unreadable"), unexpected: false };
  }
  return { refusal: new Refusal("server.failed"), unexpected: true };
}

export const BUSY_SECONDS = 2;

/** Seconds a refused caller should wait, for `Retry-After`. */
export function retryAfterSeconds(refusal: Refusal): number | undefined {
  if (refusal.row.status === 503) return BUSY_SECONDS;
  const { seconds } = refusal.values;
  return refusal.row.status === 429 && typeof seconds === "number" ? seconds : undefined;
}
