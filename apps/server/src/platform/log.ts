import { pino, type Logger } from "pino";
import type { LogLevel } from "./config.ts";

export type Log = Logger;

/** What may never reach a log line, by the name of the field that carries it. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|(x-)?api[-_]?key|access[-_]?key|.*password.*|.*passwd.*|pwd|.*secret.*|.*token.*|.*code|otp|totp|pin|cvv|cvc|.*idcard.*|.*id_card.*|idnumber|id_number|card_?(no|number)|bank_?account|account_?(no|number)|iban|private_?key|sealed|answer)$/i;
/** Fields whose name ends like a secret's but that tell nothing, and without which a log line is useless. */
const HARMLESS_NAMES = new Set([
  "code",
  "statusCode",
  "errorCode",
  "exitCode",
  "countryCode",
  "currencyCode",
  "businessCode",
]);
const REDACTED = "[redacted]";
const DEEPEST = 6;

/** Long digit runs in free text are card, account or identity numbers: only the last four are kept. */
export const maskNumbers = (text: string): string =>
  text.replaceAll(/(?<![\w.-])\d(?:[ -]?\d){11,18}(?:[ -]?[\dXx])?(?![\w-])/g, (digits) => `****${digits.slice(-4)}`);

export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return maskNumbers(value);
  if (typeof value === "bigint") return value.toString();
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return value;
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (depth >= DEEPEST) return "[deep]";
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecret(name, item) ? REDACTED : redact(item, depth + 1)]),
  );
}

/** `code` is an error number on errors and answers, but a verification code when it is a run of digits in text. */
function isSecret(name: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "boolean") return false;
  if (HARMLESS_NAMES.has(name))
    return name === "code" && typeof value === "string" && /^\d{4,8}$/.test(value) && value !== "10000";
  return SECRET_NAMES.test(name);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code, severity, constraint, table, routine } = error as Error & Record<string, unknown>;
  // Not every property: PostgreSQL puts whole rows into `detail`, and rows carry personal data.
  const known = Object.entries({ code, severity, constraint, table, routine }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    type: error.name,
    message: maskNumbers(error.message),
    stack: maskNumbers(error.stack ?? ""),
    ...Object.fromEntries(known),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}

export function createLog(options: { level: LogLevel; destination?: { write(line: string): void } }): Log {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (record: Record<string, unknown>) => redact(record) as Record<string, unknown>,
    },
    // The formatter has already turned errors into what may be shown; the default would take them apart again.
    serializers: { err: (shown: unknown) => shown },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger["info"]>, method: (...args: Parameters<Logger["info"]>) => void) {
        method.apply(
          this,
          args.map((arg: unknown) => (typeof arg === "string" ? maskNumbers(arg) : arg)) as Parameters<Logger["info"]>,
        );
      },
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
