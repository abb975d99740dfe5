import { Refusal } from "@coralhub/contract";
import { isUtf8 } from "node:buffer";

/** Deeper than any input of ours; a bomb of brackets ends here instead of in a recursive validator. */
const MAX_DEPTH = 24;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** PostgreSQL cannot store NUL, and a lone surrogate is not text: both are refused before anyone sees them. */
const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const unreadable = () => new Refusal("input.unreadable");

/** Refuses poisoned keys, unstorable text and excessive depth anywhere in a value that came from outside. */
export function assertCleanValue(value: unknown, depth = 0): void {
  if (typeof value === "string") {
    if (!isCleanText(value)) throw unreadable();
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) throw unreadable();
  if (Array.isArray(value)) {
    for (const item of value) assertCleanValue(item, depth + 1);
    return;
  }
  for (const key in value) {
    if (FORBIDDEN_KEYS.has(key) || !isCleanText(key)) throw unreadable();
    assertCleanValue((value as Record<string, unknown>)[key], depth + 1);
  }
}

/** A JSON body is an object or nothing at all. */
export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw unreadable();
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw unreadable();
  }
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw unreadable();
  assertCleanValue(value);
  return value as Record<string, unknown>;
}
